pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The page that is open: a tile each, four rows of four; where keys show the others, they are its
// last cells, so that the tiles stay in line with the pages and with what a panel leaves free.
Item {
    id: tiles

    required property PagesViewModel model
    required property real free  // what lies below it is covered, and not shown by halves

    readonly property int columns: 4
    readonly property int rows: 4
    readonly property real tileWidth: (width - (columns - 1) * Theme.tight) / columns
    readonly property real tileHeight: (height - (rows - 1) * Theme.tight) / rows

    Label {
        objectName: "emptyPage"
        anchors.centerIn: parent
        visible: text !== "" && tiles.free >= tiles.height
        text: tiles.model.empty
        size: Theme.title
        color: Theme.quiet
    }
    Repeater {
        model: tiles.model.tiles
        Tile {
            required property var modelData
            required property int index
            row: modelData
            x: index % tiles.columns * (tiles.tileWidth + Theme.tight)
            y: Math.floor(index / tiles.columns) * (tiles.tileHeight + Theme.tight)
            visible: y + height <= tiles.free + 1
            width: tiles.tileWidth
            height: tiles.tileHeight
            onTapped: tiles.model.tap(modelData.code)
            onSold: tiles.model.sell(modelData.code)
        }
    }
    Row {
        visible: tiles.free >= tiles.height
        anchors { right: parent.right; bottom: parent.bottom }
        spacing: Theme.tight
        TouchButton {
            objectName: "allPlayers"
            visible: tiles.model.only !== ""
            width: tiles.tileWidth
            height: tiles.tileHeight
            text: qsTr("%1: show all players").arg(tiles.model.only)
            onTapped: tiles.model.open("players")
        }
        TouchButton {
            objectName: "moreTiles"
            visible: tiles.model.more !== ""
            width: tiles.tileWidth
            height: tiles.tileHeight
            text: qsTr("More (%1)").arg(tiles.model.more)
            onTapped: tiles.model.turn()
        }
    }
}
