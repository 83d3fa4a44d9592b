pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import frame

// The tournament desk. From above: level and clock with who is left; under them at the left the
// pages, at the right the tiles of the page that is open.
ConsoleFrame {
    id: window

    readonly property DeskViewModels game: view.game

    placesHeight: head.height + keys.rowHeight + 3 * Theme.tight - arch  // a panel leaves the first row

    felt: Rectangle {
        anchors.fill: parent
        color: Theme.feltLow
        readonly property real free: window.covered ? height - window.lower : height  // of a panel

        Head {
            id: head
            model: window.game.level
            x: Theme.gap
            y: window.upper
            width: parent.width - 2 * Theme.gap
            onTapped: window.game.about.openClock()
        }
        PageKeys {
            id: keys
            model: window.game.pages
            free: parent.free - y
            x: Theme.gap
            y: head.y + head.height + Theme.tight
            height: parent.height - y - Theme.tight
        }
        Tiles {
            model: window.game.pages
            free: keys.free
            x: keys.x + keys.width + Theme.gap
            y: keys.y
            width: parent.width - x - Theme.gap
            height: keys.height
        }
    }

    panels: [
        Later {
            wanted: window.game.about.visible
            AboutPanel { model: window.game.about }
        }
    ]
}
