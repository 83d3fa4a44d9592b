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

    Keyed {
        name: "pad"
        x: Theme.tight
        y: Theme.tight
        width: pad.width - 2 * Theme.tight
        height: pad.keyHeight
        title: pad.model.title
        bounds: pad.model.bounds
        amount: pad.model.amount
        colour: Theme.act
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
