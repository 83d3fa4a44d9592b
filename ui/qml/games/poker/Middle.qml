pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The board: flop, turn and river as they lie.
Item {
    id: board
    objectName: "board"

    required property MiddleViewModel model

    readonly property real cardWidth: Math.min((width - 8 * Theme.gap) / 5, (height - Theme.gap) / 1.42, Theme.px(112))

    Row {
        anchors.centerIn: parent
        spacing: Theme.gap
        Repeater {
            model: board.model.cards
            CardSpot {
                required property string modelData
                required property int index
                objectName: "board" + index
                code: modelData
                width: board.cardWidth
                height: width * 1.42
            }
        }
    }
}
