pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// Cards that lie somewhere, as many as there are: where, how many, in which state.
Column {
    id: pile

    required property var row  // a PileRow

    spacing: Theme.px(2)
    width: Theme.px(52)

    Rectangle {
        anchors.horizontalCenter: parent.horizontalCenter
        width: Theme.px(40)
        height: Theme.px(52)
        radius: Theme.px(5)
        readonly property bool lies: pile.row.count > 0
        color: !lies ? "transparent" : pile.row.back === "blue" ? Theme.supervisorLow : pile.row.back === "red" ? Theme.cardBack : Theme.raised
        border { width: Theme.stroke; color: lies ? Theme.text : Theme.edge }
        Label {
            anchors.centerIn: parent
            text: pile.row.count
            size: Theme.px(16)
            font.bold: true
            color: parent.lies ? Theme.text : Theme.quiet
        }
    }
    Label {
        anchors.horizontalCenter: parent.horizontalCenter
        text: pile.row.name
        size: Theme.px(13)
    }
    Label {
        anchors.horizontalCenter: parent.horizontalCenter
        visible: text !== ""
        text: pile.row.state
        size: Theme.px(12)
        color: Theme.quiet
    }
}
