pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// A wager keyed by its chips: the whole of it on this street.
Panel {
    id: pad
    objectName: "amountPad"

    required property WagersViewModel model

    readonly property real key: (width - 5 * Theme.tight) / 4
    readonly property real keyHeight: (height - 4 * Theme.tight) / 3

    Item {
        x: Theme.gap
        y: Theme.tight
        width: pad.width - 2 * Theme.gap
        height: pad.keyHeight
        Label {
            anchors { left: parent.left; top: parent.top }
            text: pad.model.title
            size: Theme.note
            color: Theme.quiet
        }
        Label {
            objectName: "padBounds"
            anchors { left: parent.left; bottom: parent.bottom }
            width: parent.width * 0.5
            text: pad.model.bounds
            size: Theme.note
            leastSize: Theme.fine
            color: Theme.quiet
        }
        Label {
            objectName: "padAmount"
            anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
            width: parent.width * 0.5
            horizontalAlignment: Text.AlignRight
            text: pad.model.amount
            size: Theme.px(30)
            leastSize: Theme.body
            font.bold: true
            color: Theme.act
        }
    }
    Row {
        x: Theme.tight
        y: pad.keyHeight + 2 * Theme.tight
        spacing: Theme.tight
        Repeater {
            model: pad.model.chips
            TouchButton {
                required property string modelData
                required property int index
                objectName: "chip" + index
                width: pad.key
                height: pad.keyHeight
                text: "+" + modelData
                size: Theme.strong
                onTapped: pad.model.add(index)
            }
        }
    }
    Row {
        x: Theme.tight
        y: 2 * pad.keyHeight + 3 * Theme.tight
        spacing: Theme.tight
        TouchButton {
            objectName: "padClear"
            width: pad.key
            height: pad.keyHeight
            text: qsTr("Clear")
            size: Theme.note
            onTapped: pad.model.clear()
        }
        TouchButton {
            objectName: "padClose"
            width: pad.key
            height: pad.keyHeight
            text: qsTr("Close")
            size: Theme.note
            onTapped: pad.model.close()
        }
        TouchButton {
            objectName: "padSet"
            width: 2 * pad.key + Theme.tight
            height: pad.keyHeight
            text: pad.model.setText
            reason: pad.model.setReason
            kind: "primary"
            active: pad.model.setReason === ""
            onTapped: pad.model.set()
        }
    }
}
