pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// A switch: the words say what is on or off, the knob which of them.
Row {
    id: toggle

    required property string text
    property bool on: false

    signal tapped

    spacing: Theme.gap
    height: Theme.px(34)

    Rectangle {
        anchors.verticalCenter: parent.verticalCenter
        width: Theme.px(44)
        height: Theme.px(24)
        radius: height / 2
        color: toggle.on ? Theme.act : Theme.pit
        border { width: Theme.stroke; color: toggle.on ? Theme.act : Theme.edge }
        Rectangle {
            x: toggle.on ? parent.width - width - Theme.px(4) : Theme.px(4)
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(16)
            height: width
            radius: width / 2
            color: toggle.on ? Theme.inkOnAct : Theme.quiet
        }
    }
    Label {
        objectName: "label"
        anchors.verticalCenter: parent.verticalCenter
        text: toggle.text
        size: Theme.px(14)
    }
    Label {
        anchors.verticalCenter: parent.verticalCenter
        text: toggle.on ? qsTr("on") : qsTr("off")
        size: Theme.px(14)
        font.bold: true
        color: toggle.on ? Theme.act : Theme.quiet
    }
    TapHandler { onTapped: toggle.tapped() }
}
