pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// What has happened, what is still to be said of it, what follows. It lies over the cards in the
// middle and the guidance line, never over the places, where the money is.
Panel {
    id: panel
    objectName: "irregularities"

    required property IrregularitiesViewModel model

    readonly property real side: Theme.px(226)
    readonly property int count: model.options.length
    readonly property int columns: Math.max(1, Math.ceil(count / 4))
    readonly property int least: Math.floor(count / columns)  // keys in a column; the first have one more
    readonly property int taller: count % columns
    readonly property real keyWidth: (width - side - (columns + 1) * Theme.tight) / columns
    readonly property real keyHeight: (height - 5 * Theme.seam) / 4

    visible: model.visible
    border.color: Theme.act

    function column(index: int): int {
        const first = taller * (least + 1);
        return index < first ? Math.floor(index / (least + 1)) : taller + Math.floor((index - first) / least);
    }
    function row(index: int): int {
        const at = column(index);
        return index - at * least - Math.min(at, taller);
    }

    Column {
        id: about
        x: 2 * Theme.gap
        y: Theme.gap
        width: panel.side - 3 * Theme.gap
        spacing: Theme.tight

        Label {
            objectName: "irregularityTitle"
            width: parent.width
            text: panel.model.title
            size: Theme.strong
            wrapMode: Text.WordWrap
            font.bold: true
        }
        Label {
            objectName: "irregularitySaid"
            width: parent.width
            visible: text !== ""
            text: panel.model.said
            size: Theme.body
            wrapMode: Text.WordWrap
            color: Theme.quiet
        }
        Label {
            objectName: "irregularityQuestion"
            width: parent.width
            visible: text !== ""
            text: panel.model.question
            size: Theme.strong
            wrapMode: Text.WordWrap
            color: Theme.act
        }
    }
    Label {
        objectName: "irregularityRefusal"
        anchors { left: about.left; right: about.right; top: about.bottom; topMargin: Theme.tight; bottom: above.top; bottomMargin: Theme.tight }
        visible: text !== ""
        text: panel.model.refusal
        size: Theme.body
        leastSize: Theme.fine
        wrapMode: Text.WordWrap
        verticalAlignment: Text.AlignTop
        color: Theme.stoppedText
    }
    Item {  // the keys under what is said
        id: above
        readonly property int rows: callKey.visible || doneKey.visible ? 2 : 1
        y: panel.height - rows * (Theme.touch + Theme.tight)
    }

    Row {
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        spacing: Theme.tight
        TouchButton {
            objectName: "irregularityClose"
            width: panel.model.page === "list" ? panel.side - 2 * Theme.tight : (panel.side - 3 * Theme.tight) / 2
            text: qsTr("Close")
            size: Theme.body
            onTapped: panel.model.close()
        }
        TouchButton {
            objectName: "irregularityBack"
            visible: panel.model.page !== "list"
            width: (panel.side - 3 * Theme.tight) / 2
            text: qsTr("Back")
            size: Theme.body
            onTapped: panel.model.back()
        }
    }

    TouchButton {
        id: callKey
        objectName: "say-call"
        visible: panel.model.page === "list" && panel.model.canCall
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.touch + 2 * Theme.tight }
        width: panel.side - 2 * Theme.tight
        text: qsTr("Call a supervisor")
        size: Theme.body
        onTapped: panel.model.choose("call")
    }
    TouchButton {
        id: doneKey
        objectName: "irregularityDone"
        visible: panel.model.several
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.touch + 2 * Theme.tight }
        width: panel.side - 2 * Theme.tight
        text: qsTr("Done")
        kind: "primary"
        active: panel.model.canFinish
        onTapped: panel.model.finish()
    }

    Item {  // read down, then across
        x: panel.side
        y: Theme.seam
        visible: panel.model.page !== "preview"
        Repeater {
            model: panel.model.options
            TouchButton {
                required property var modelData
                required property int index
                x: panel.column(index) * (panel.keyWidth + Theme.tight)
                y: panel.row(index) * (panel.keyHeight + Theme.seam)
                objectName: "say-" + modelData.code
                width: panel.keyWidth
                height: panel.keyHeight
                text: modelData.text
                size: Theme.body
                active: modelData.enabled
                kind: modelData.chosen ? "chosen" : "plain"
                glyph: modelData.chosen ? "check" : ""
                onTapped: panel.model.choose(modelData.code)
            }
        }
    }

    Foreseen {
        visible: panel.model.page === "preview"
        model: panel.model
        x: panel.side
        y: Theme.gap
        width: panel.width - x - Theme.gap
        height: panel.height - 2 * Theme.gap
    }
}
