pragma ComponentBehavior: Bound
import QtQuick
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

    Cloth { anchors.fill: parent; line: felt.upper + felt.tileHeight + Theme.gap; arc: felt.arc }

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
