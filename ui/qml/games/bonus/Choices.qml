pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// All choices of one place.
Panel {
    id: pad
    objectName: "choices"

    required property ChoicesViewModel model

    readonly property int count: model.offers.length
    readonly property real keyWidth: (width - 3 * Theme.tight) / 2
    readonly property int rows: Math.ceil(count / 2)
    readonly property real keyHeight: (height - shut.height - (rows + 2) * Theme.tight) / Math.max(1, rows)

    Label {
        id: title
        objectName: "choicesTitle"
        x: 2 * Theme.gap
        anchors.verticalCenter: shut.verticalCenter
        text: pad.model.title
        size: Theme.strong
        font.bold: true
    }
    Prose {
        objectName: "choicesNote"
        anchors { left: title.right; right: shut.left; margins: Theme.gap; verticalCenter: shut.verticalCenter }
        height: shut.height
        text: pad.model.note
        leastSize: Theme.note
        color: Theme.act
    }
    TouchButton {
        id: shut
        objectName: "choicesClose"
        anchors { right: parent.right; top: parent.top; margins: Theme.tight }
        text: qsTr("Close")
        onTapped: pad.model.close()
    }
    Repeater {  // two beside each other, the last alone where they are odd
        model: pad.model.offers
        TouchButton {
            required property var modelData
            required property int index
            readonly property bool alone: index === pad.count - 1 && index % 2 === 0

            objectName: "choice-" + modelData.code
            x: Theme.tight + index % 2 * (pad.keyWidth + Theme.tight)
            y: shut.height + 2 * Theme.tight + Math.floor(index / 2) * (pad.keyHeight + Theme.tight)
            width: alone ? pad.width - 2 * Theme.tight : pad.keyWidth
            height: pad.keyHeight
            text: modelData.text
            glyph: modelData.chosen ? "check" : ""
            size: Theme.strong
            kind: modelData.asks ? "final" : modelData.chosen ? "chosen" : "plain"
            active: modelData.enabled
            onTapped: pad.model.choose(modelData.code)
        }
    }
}
