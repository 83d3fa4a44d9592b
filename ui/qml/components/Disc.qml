import QtQuick
import theme

// The number of a place or seat; bright where the turn is.
Rectangle {
    required property int number
    required property bool active

    width: Theme.px(26)
    height: width
    radius: width / 2
    color: active ? Theme.act : Theme.raised
    Label {
        objectName: "number"
        anchors.centerIn: parent
        text: parent.number
        font.bold: true
        color: parent.active ? Theme.inkOnAct : Theme.text
    }
}
