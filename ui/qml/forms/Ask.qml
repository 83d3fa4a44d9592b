pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// One question: keys to pick from, a number pad, a key for every card, letters, or amounts.
Item {
    id: ask

    required property FormViewModel model
    required property string name  // what the names of its parts begin with
    property string key: "entry-"  // and those of the keys
    property bool down: false  // keys are read down, in two columns or as many as hold them; else across, in three

    readonly property bool picks: model.kind === "keys" || model.kind === "several"
    readonly property bool counts: model.kind === "money" || model.kind === "number"
    readonly property bool wordy: model.keys.some(key => key.text.length > 44)
    readonly property int columns: down ? Math.max(2, Math.ceil(model.keys.length / 4)) : 3
    readonly property int rows: Math.ceil(model.keys.length / columns)
    readonly property real keyWidth: (width - 2 * Theme.seam) / 3
    readonly property real keyHeight: (height - 3 * Theme.seam) / 4

    Repeater {
        model: ask.picks ? ask.model.keys : []
        TouchButton {
            required property var modelData
            required property int index
            objectName: ask.key + modelData.code
            x: (ask.down ? Math.floor(index / ask.rows) : index % ask.columns) * (width + Theme.seam)
            y: (ask.down ? index % ask.rows : Math.floor(index / ask.columns)) * (height + Theme.seam)
            width: (ask.width - (ask.columns - 1) * Theme.seam) / ask.columns
            height: ask.keyHeight
            text: modelData.text
            note: modelData.note
            reason: modelData.reason
            active: modelData.enabled
            kind: modelData.chosen ? "chosen" : "plain"
            glyph: modelData.chosen ? "check" : ""
            size: ask.wordy ? Theme.px(15) : Theme.body
            onTapped: ask.model.choose(modelData.code)
        }
    }

    NumberPad {
        visible: ask.counts
        width: 2 * ask.keyWidth + Theme.seam
        height: parent.height
        extra: ask.model.kind === "money" ? "." : ""
        onKeyed: (sign) => ask.model.key(sign)
        onCleared: ask.model.clear()
    }
    Column {
        visible: ask.counts
        x: 2 * (ask.keyWidth + Theme.seam)
        width: ask.keyWidth - Theme.gap
        Label {
            objectName: ask.name + "Keyed"
            width: parent.width
            height: 2 * ask.keyHeight
            horizontalAlignment: Text.AlignRight
            text: ask.model.keyed
            size: Theme.figure
            leastSize: Theme.body
            font.bold: true
        }
        Label {
            objectName: ask.name + "Present"
            visible: text !== ""
            width: parent.width
            height: ask.keyHeight
            horizontalAlignment: Text.AlignRight
            text: ask.model.present
            size: Theme.strong
            leastSize: Theme.fine
            color: Theme.quiet
        }
    }
    TouchButton {
        objectName: ask.name + "Next"
        visible: ask.counts
        x: 2 * (ask.keyWidth + Theme.seam)
        y: 3 * (ask.keyHeight + Theme.seam)
        width: ask.keyWidth
        height: ask.keyHeight
        text: qsTr("Next")
        size: Theme.strong
        kind: "primary"
        active: ask.model.canNext
        onTapped: ask.model.next()
    }

    CardKeys {
        visible: ask.model.kind === "cards"
        width: parent.width
        height: parent.height
        cards: ask.model.cards
        out: ask.model.out
        onKeyed: (card) => ask.model.card(card)
    }
    Loader {  // most consoles never need letters
        anchors.fill: parent
        active: ask.model.kind === "text"
        sourceComponent: Keyboard {
            active: ask.model.canNext
            onKeyed: (sign) => ask.model.key(sign)
            onErased: ask.model.erase()
            onEntered: ask.model.next()
        }
    }
    Loader {
        anchors.fill: parent
        active: ask.model.kind === "amounts"
        sourceComponent: AmountsPad { model: ask.model }
    }
}
