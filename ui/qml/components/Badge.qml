pragma ComponentBehavior: Bound
import QtQuick
import theme

// A short word with a sign before it.
Rectangle {
    id: badge

    required property string text
    property string glyph: ""
    property color ground: Theme.raised
    property color ink: Theme.text
    property int size: Theme.fine

    implicitWidth: row.implicitWidth + Theme.px(14)
    implicitHeight: Theme.px(22)
    radius: height / 2
    color: ground
    visible: text !== ""

    Row {
        id: row
        anchors.centerIn: parent
        spacing: Theme.tight

        Glyph {
            name: badge.glyph
            colour: badge.ink
            size: badge.size
            anchors.verticalCenter: parent.verticalCenter
        }
        Label {
            objectName: "badgeText"
            text: badge.text
            size: badge.size
            font.bold: true
            color: badge.ink
            anchors.verticalCenter: parent.verticalCenter
        }
    }
}
