pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// A small button of the bench: it is worked with a mouse as well as with a finger.
Rectangle {
    id: choice

    required property string text
    property bool on: false
    property string mark: ""
    property int size: Theme.px(14)

    signal tapped

    implicitWidth: row.implicitWidth + 3 * Theme.gap
    implicitHeight: Theme.px(34)
    radius: Theme.px(6)
    color: press.pressed ? Qt.darker(Theme.raised, 1.2) : on ? Theme.act : Theme.raised

    Row {
        id: row
        anchors.centerIn: parent
        spacing: Theme.gap
        Glyph {
            visible: choice.mark !== ""
            anchors.verticalCenter: parent.verticalCenter
            name: choice.mark
            colour: choice.on ? Theme.inkOnAct : Theme.text
            size: Theme.px(15)
        }
        Label {
            objectName: "label"
            anchors.verticalCenter: parent.verticalCenter
            text: choice.text
            size: choice.size
            color: choice.on ? Theme.inkOnAct : Theme.text
        }
    }
    TapHandler { id: press; onTapped: choice.tapped() }
}
