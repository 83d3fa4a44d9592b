pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Which page is open; how much is on each.
Item {
    id: keys

    required property PagesViewModel model
    required property real free  // what lies below it is covered, and not shown by halves

    readonly property var pages: [["players", qsTr("Players")], ["tables", qsTr("Tables")], ["moves", qsTr("Moves")], ["prizes", qsTr("Prizes")]]

    readonly property real rowHeight: (height - 3 * Theme.tight) / 4

    width: Theme.px(132)

    Repeater {
        model: keys.pages
        TouchButton {
            required property var modelData
            required property int index
            objectName: "page-" + modelData[0]
            y: index * (height + Theme.tight)
            visible: y + height <= keys.free + 1
            width: keys.width
            height: keys.rowHeight
            text: modelData[1]
            note: keys.model.counts[index] ?? ""
            kind: keys.model.page === modelData[0] ? "chosen" : "plain"
            onTapped: keys.model.open(modelData[0])
        }
    }
}
