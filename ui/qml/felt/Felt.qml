pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes
import Feltwork
import theme

// The felt as the dealer sees it: place 1 at the left, the middle of the arc furthest away.
Item {
    id: felt
    objectName: "felt"

    required property FeltViewModel model
    property real upper: 0  // what is kept free above the places for the strip
    property real lower: 0  // and under them for cards and panels

    readonly property int count: model.places.length
    readonly property real tileWidth: Math.min(Theme.px(176), (width - 2 * Theme.gap) / Math.max(count, 1) - Theme.tight)
    readonly property real tileHeight: Theme.px(188)
    readonly property real arc: Math.max(0, Math.min(Theme.px(46), height - upper - lower - tileHeight - Theme.gap))
    readonly property real line: upper + tileHeight + Theme.gap

    Rectangle {
        anchors.fill: parent
        gradient: Gradient {
            GradientStop { position: 0.0; color: Theme.feltHigh }
            GradientStop { position: 0.55; color: Theme.felt }
            GradientStop { position: 1.0; color: Theme.feltLow }
        }
    }

    Shape {  // the line printed on the cloth
        anchors.fill: parent
        ShapePath {
            strokeColor: Qt.alpha(Theme.printed, 0.35)
            strokeWidth: Theme.stroke
            fillColor: "transparent"
            startX: 0
            startY: felt.line + felt.arc
            PathQuad {
                x: felt.width
                y: felt.line + felt.arc
                controlX: felt.width / 2
                controlY: felt.line - felt.arc
            }
        }
    }

    Repeater {
        model: felt.model.places
        PlaceTile {
            required property int index
            required property PlaceViewModel modelData

            readonly property real middle: (felt.count - 1) / 2
            readonly property real away: middle > 0 ? (index - middle) / middle : 0

            place: modelData
            width: felt.tileWidth
            height: felt.tileHeight
            x: felt.width / 2 + (index - middle) * (width + (felt.count > 5 ? Theme.tight : Theme.gap * 2)) - width / 2
            y: felt.upper + Theme.tight + felt.arc * away * away
        }
    }
}
