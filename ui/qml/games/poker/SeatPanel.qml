import QtQuick
import Feltwork
import theme
import components

// One seat between hands: an amount at the left, what is done with it at the right.
ActsPanel {
    id: panel
    objectName: "seatPanel"

    required property SeatPanelViewModel model

    readonly property real digits: Theme.px(250)

    name: "seat"
    title: model.title
    about: model.state
    acts: model.acts
    side: Theme.px(226)
    keysAt: side + (model.takes ? digits + Theme.gap : 0)
    rows: Math.max(2, Math.ceil(acts.length / columns))
    onPicked: (code) => model.act(code)
    onClosed: model.close()

    Label {
        objectName: "seatAmount"
        anchors.fill: parent
        text: panel.model.amount
        size: Theme.figure
        leastSize: Theme.body
        font.bold: true
        color: Theme.act
    }
    NumberPad {
        parent: panel
        visible: panel.model.takes
        x: panel.side
        y: Theme.seam
        width: panel.digits
        height: panel.height - 2 * Theme.seam
        onKeyed: (sign) => panel.model.key(sign)
        onCleared: panel.model.clear()
    }
}
