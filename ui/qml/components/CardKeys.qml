pragma ComponentBehavior: Bound
import QtQuick
import theme

// A key for each of the 52 cards, a suit a row. What cannot be the card is dark.
Grid {
    id: keys

    required property var cards
    property var out: []

    signal keyed(string card)

    readonly property real keyWidth: (width - 12 * Theme.seam) / 13
    readonly property real keyHeight: (height - 3 * Theme.seam) / 4

    columns: 13
    spacing: Theme.seam

    Repeater {
        model: keys.cards
        Rectangle {
            id: key
            required property string modelData
            required property int index
            readonly property bool gone: keys.out[index] ?? false

            objectName: "key-" + modelData
            width: keys.keyWidth
            height: keys.keyHeight
            radius: Theme.px(6)
            color: gone ? Theme.pit : press.pressed ? Theme.act : Theme.cardFace

            Rank {
                x: Theme.px(5)
                y: 0
                height: parent.height
                code: key.modelData
                size: Theme.title
                color: key.gone ? Theme.quiet : pip.colour
            }
            Suit {
                id: pip
                letter: key.modelData[1]
                visible: !key.gone
                width: Theme.px(21)
                height: width
                anchors { right: parent.right; rightMargin: Theme.px(5); verticalCenter: parent.verticalCenter }
            }
            TapHandler {
                id: press
                enabled: !key.gone
                gesturePolicy: TapHandler.ReleaseWithinBounds
                onTapped: keys.keyed(key.modelData)
            }
        }
    }
}
