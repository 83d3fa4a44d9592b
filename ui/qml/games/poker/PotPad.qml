pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// A pot keyed by its amount: what it comes to and who is in for it above, the digits below.
Panel {
    id: pad
    objectName: "potPad"

    required property PotPadViewModel model

    readonly property int columns: 5
    readonly property real key: (width - (columns + 1) * Theme.tight) / columns
    readonly property real keyHeight: (height - 4 * Theme.tight) / 3

    border.color: Theme.act

    Item {
        x: Theme.gap
        y: Theme.gap
        width: 3 * pad.key + Theme.tight - Theme.gap
        height: pad.keyHeight - Theme.gap
        Label {
            id: title
            objectName: "potTitle"
            anchors { left: parent.left; top: parent.top }
            text: pad.model.title
            size: Theme.note
            font.bold: true
            color: Theme.act
        }
        Label {
            objectName: "potAmount"
            anchors { left: title.right; leftMargin: Theme.gap; right: parent.right; top: parent.top }
            height: parent.height * 0.55
            horizontalAlignment: Text.AlignRight
            text: pad.model.amount
            size: Theme.title
            leastSize: Theme.note
            font.bold: true
            color: Theme.act
        }
        Label {
            objectName: "potSeats"
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            text: pad.model.seats
            size: Theme.note
            leastSize: Theme.fine
            color: Theme.quiet
        }
    }
    Repeater {
        // the last two stand above the digits, at the right
        model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", ".", "C"]
        TouchButton {
            required property string modelData
            required property int index
            readonly property bool above: index >= 10
            readonly property int column: above ? index - 7 : index % pad.columns
            readonly property int row: above ? 0 : 1 + Math.floor(index / pad.columns)

            objectName: "pot-" + modelData
            x: Theme.tight + column * (pad.key + Theme.tight)
            y: Theme.tight + row * (pad.keyHeight + Theme.tight)
            width: pad.key
            height: pad.keyHeight
            text: modelData === "C" ? qsTr("Clear") : modelData
            size: modelData === "C" ? Theme.note : Theme.title
            onTapped: modelData === "C" ? pad.model.clear() : pad.model.key(modelData)
        }
    }
}
