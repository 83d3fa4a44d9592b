pragma ComponentBehavior: Bound
import QtQuick
import theme

// Where a card lies: an outline printed on the felt until one does. A card of the hand being
// compared is pushed forward and marked by a bar under it.
Item {
    id: spot

    required property string code
    property bool forward: false
    property bool comparing: false
    property bool out: false  // its hand is folded or settled
    property real lift: Theme.px(9)

    Rectangle {
        anchors.fill: parent
        visible: spot.code === ""
        radius: width * 0.1
        color: "transparent"
        border { width: Theme.line; color: Theme.printed }
        opacity: 0.55
    }

    PlayingCard {
        id: card
        width: spot.width
        height: spot.height
        visible: spot.code !== ""
        code: spot.code
        dimmed: spot.out || spot.comparing && !spot.forward
        y: spot.forward ? -spot.lift : 0
        Behavior on y { NumberAnimation { duration: Theme.quick } }
    }

    Rectangle {
        visible: spot.forward
        width: parent.width
        height: Theme.px(4)
        radius: height / 2
        y: spot.height - Theme.px(3)
        color: Theme.act
    }
}
