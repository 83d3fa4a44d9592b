pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// One seat between hands: an amount at the left, what is done with it at the right.
Panel {
    id: panel
    objectName: "seatPanel"

    required property SeatPanelViewModel model

    readonly property real side: Theme.px(226)
    readonly property real digits: Theme.px(250)
    readonly property real keysAt: side + (model.takes ? digits + Theme.gap : 0)
    readonly property int columns: 2
    readonly property int rows: Math.max(2, Math.ceil(model.acts.length / columns))
    readonly property real keyWidth: (width - keysAt - (columns + 1) * Theme.tight) / columns
    readonly property real keyHeight: (height - 2 * Theme.seam - (rows - 1) * Theme.tight) / rows

    Label {
        id: title
        objectName: "seatTitle"
        x: 2 * Theme.gap
        y: Theme.gap
        text: panel.model.title
        size: Theme.strong
        font.bold: true
    }
    Prose {
        id: state
        objectName: "seatState"
        anchors { left: title.left; top: title.bottom }
        width: panel.side - 3 * Theme.gap
        text: panel.model.state
        color: Theme.quiet
    }
    Label {
        objectName: "seatAmount"
        anchors { left: title.left; top: state.bottom; bottom: shut.top }
        width: panel.side - 3 * Theme.gap
        text: panel.model.amount
        size: Theme.figure
        leastSize: Theme.body
        font.bold: true
        color: Theme.act
    }
    TouchButton {
        id: shut
        objectName: "seatClose"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: Theme.px(120)
        text: qsTr("Close")
        onTapped: panel.model.close()
    }
    NumberPad {
        visible: panel.model.takes
        x: panel.side
        y: Theme.seam
        width: panel.digits
        height: panel.height - 2 * Theme.seam
        onKeyed: (sign) => panel.model.key(sign)
        onCleared: panel.model.clear()
    }
    Item {
        x: panel.keysAt
        y: Theme.seam
        Repeater {
            model: panel.model.acts
            TouchButton {
                required property var modelData
                required property int index
                objectName: "act-" + modelData.code
                x: index % panel.columns * (panel.keyWidth + Theme.tight)
                y: Math.floor(index / panel.columns) * (panel.keyHeight + Theme.tight)
                width: panel.keyWidth
                height: panel.keyHeight
                text: modelData.text
                note: modelData.note
                reason: modelData.reason
                size: Theme.strong
                active: modelData.enabled
                kind: modelData.asks ? "final" : "plain"
                onTapped: panel.model.act(modelData.code)
            }
        }
    }
}
