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
    property int size: Theme.note
    property real room: Infinity  // no wider than this; the word shrinks

    implicitWidth: row.implicitWidth + Theme.px(10)
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
            size: badge.size * 0.9
            anchors.verticalCenter: parent.verticalCenter
        }
        Label {
            objectName: "badgeText"
            width: Math.min(implicitWidth, badge.room - Theme.px(10) - (badge.glyph !== "" ? badge.size * 0.9 + Theme.tight : 0))
            height: badge.height
            text: badge.text
            size: badge.size
            leastSize: Theme.fine
            font.bold: true
            color: badge.ink
            anchors.verticalCenter: parent.verticalCenter
        }
    }
}
