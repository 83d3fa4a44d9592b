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
    readonly property real arc: Math.max(0, Math.min(Theme.px(18), height - upper - lower - tileHeight - Theme.gap))
    readonly property real pitch: tileWidth + (count > 5 ? Theme.tight : Theme.gap * 2)
    readonly property real reach: pitch * (count - 1) / 2  // of the outermost from the middle

    Cloth {
        anchors.fill: parent
        line: felt.upper + felt.tileHeight + 2 * Theme.gap
        arc: felt.arc * (felt.reach > 0 ? Math.pow(felt.width / 2 / felt.reach, 2) : 1)
    }

    Repeater {
        model: felt.model.places
        PlaceTile {
            required property int index
            required property PlaceViewModel modelData

            readonly property real out: (index - (felt.count - 1) / 2) * felt.pitch  // from the middle
            readonly property real away: felt.reach > 0 ? out / felt.reach : 0

            place: modelData
            width: felt.tileWidth
            height: felt.tileHeight
            x: felt.width / 2 + out - width / 2
            y: felt.upper + Theme.tight + felt.arc * away * away
        }
    }
}
