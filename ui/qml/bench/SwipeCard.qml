pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// A card with a magnetic stripe, to be drawn through the reader.
Rectangle {
    id: card

    required property string text
    property string note: ""

    signal tapped

    implicitHeight: Theme.px(44)
    radius: Theme.px(6)
    color: press.pressed ? Qt.darker(Theme.raised, 1.2) : Theme.raised

    Rectangle {  // the stripe
        y: Theme.px(5)
        width: parent.width
        height: Theme.px(5)
        color: Theme.pit
    }
    Column {
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: card.note === "" ? Theme.px(16) : Theme.px(11) }
        Label {
            objectName: "label"
            anchors.horizontalCenter: parent.horizontalCenter
            text: card.text
            size: Theme.px(14)
        }
        Label {
            anchors.horizontalCenter: parent.horizontalCenter
            visible: text !== ""
            text: card.note
            size: Theme.px(12)
            color: Theme.quiet
        }
    }
    TapHandler { id: press; onTapped: card.tapped() }
}
