pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// One place as it is at the table: the lamp, and the sensor with a chip on it or without.
Rectangle {
    id: place

    required property var row  // a SensorRow

    signal tapped

    implicitWidth: Theme.px(78)
    implicitHeight: Theme.px(106)
    radius: Theme.radius
    color: press.pressed ? Theme.placeHigh : Theme.place
    border { width: Theme.line; color: Theme.edge }

    Label {
        x: Theme.gap
        y: Theme.tight
        text: place.row.place
        size: Theme.px(16)
        font.bold: true
    }
    Rectangle {  // the lamp
        id: lamp
        anchors { right: parent.right; top: parent.top; margins: Theme.px(7) }
        width: Theme.px(18)
        height: width
        radius: width / 2
        color: place.row.lamp === "off" ? Theme.pit : Theme.chipColours.jackpot
        border { width: Theme.stroke; color: place.row.lamp === "off" ? Theme.edge : Theme.text }
        SequentialAnimation on opacity {
            running: place.row.lamp === "flash"
            alwaysRunToEnd: true
            loops: Animation.Infinite
            NumberAnimation { to: 0.25; duration: 2 * Theme.slow }
            NumberAnimation { to: 1; duration: 2 * Theme.slow }
        }
    }
    Rectangle {  // the sensor
        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.px(32)
        width: Theme.px(46)
        height: width
        radius: Theme.px(6)
        color: "transparent"
        border { width: Theme.stroke; color: place.row.stuck ? Theme.stoppedText : Theme.printed }
        Glyph {
            visible: !chip.visible
            anchors.centerIn: parent
            name: "star"
            colour: Theme.printed
            size: Theme.px(20)
        }
        Rectangle {
            id: chip
            visible: place.row.chip
            anchors.centerIn: parent
            width: Theme.px(38)
            height: width
            radius: width / 2
            color: Theme.chipColours.jackpot
            border { width: Theme.px(4); color: Theme.cardFace }
            Glyph { anchors.centerIn: parent; name: "star"; colour: Theme.inkOnChip; size: Theme.px(18) }
        }
    }
    Label {
        objectName: "sensorText"
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.tight }
        text: place.row.stuck ? qsTr("stuck") : qsTr("lamp %1").arg(place.row.lamp)
        size: Theme.px(12)
        color: place.row.stuck ? Theme.stoppedText : Theme.quiet
    }
    TapHandler { id: press; onTapped: place.tapped() }
}
