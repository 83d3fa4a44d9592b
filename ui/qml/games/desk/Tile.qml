pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// One player, table, move or place. Where a re-buy is open, a key of its own sells it.
Rectangle {
    id: tile
    objectName: "tile-" + row.code

    required property var row

    signal tapped
    signal sold

    readonly property bool out: row.state === "out"
    readonly property real room: width - 2 * Theme.gap - (sell.visible ? sell.width : 0)

    radius: Theme.radius
    color: out ? Theme.placeOut : tap.pressed ? Theme.place : Theme.placeHigh
    border { width: row.state === "act" ? Theme.stroke : Theme.line; color: row.state === "act" ? Theme.act : row.state === "good" ? Theme.good : Theme.edge }

    Column {
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        Label {
            objectName: "tileName"
            width: tile.room
            height: Theme.px(24)
            text: tile.row.text
            size: Theme.strong
            leastSize: Theme.fine
            font.bold: true
            color: tile.out ? Theme.quiet : Theme.text
        }
        Prose {
            objectName: "tileNote"
            width: tile.room
            text: tile.row.note
            size: Theme.note
            leastSize: Theme.fine
            height: Math.min(implicitHeight, tile.height - Theme.px(30))
            color: tile.row.state === "act" ? Theme.act : Theme.quiet
        }
    }
    TapHandler {
        id: tap
        enabled: tile.row.taps
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: tile.tapped()
    }
    TouchButton {
        id: sell
        objectName: "sell-" + tile.row.code
        visible: tile.row.key !== ""
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(84)
        text: tile.row.key
        kind: "primary"
        size: Theme.note
        onTapped: tile.sold()
    }
}
