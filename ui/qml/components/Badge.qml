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
    property real room: Infinity  // no wider than this: the word shrinks, then the sign goes
    readonly property real sign: size * 0.9 + Theme.tight
    readonly property bool crowded: words.implicitWidth * Theme.fine / size + sign + Theme.px(10) > room

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
            name: badge.crowded ? "" : badge.glyph
            colour: badge.ink
            size: badge.size * 0.9
            anchors.verticalCenter: parent.verticalCenter
        }
        Label {
            id: words
            objectName: "badgeText"
            width: Math.min(implicitWidth, badge.room - Theme.px(10) - (badge.glyph !== "" && !badge.crowded ? badge.sign : 0))
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
