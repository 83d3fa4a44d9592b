pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Flop, turn and river as they lie.
Item {
    id: community
    objectName: "community"

    required property BoardViewModel model

    required property real cardWidth
    readonly property real cardHeight: cardWidth * 1.42
    readonly property real rowWidth: 5 * cardWidth + 4 * Theme.px(6) + 2 * Theme.px(6)
    readonly property real heading: Theme.px(28)

    Repeater {
        model: [qsTr("FLOP"), "", "", qsTr("TURN"), qsTr("RIVER")]
        Item {
            id: slot
            required property int index
            required property string modelData

            x: (community.width - community.rowWidth) / 2 + index * (community.cardWidth + Theme.px(6)) + Math.max(0, index - 2) * Theme.px(6)
            y: community.heading
            width: community.cardWidth
            height: community.cardHeight

            Label {
                visible: text !== ""
                anchors { bottom: parent.top; bottomMargin: Theme.px(9); left: parent.left }
                text: slot.modelData
                size: Theme.note
                font.letterSpacing: Theme.px(2)
                color: Theme.printed
            }
            CardSpot {
                objectName: "community" + slot.index
                anchors.fill: parent
                code: community.model.community[slot.index] ?? ""
                forward: community.model.communityForward[slot.index] ?? false
                comparing: community.model.comparing
            }
        }
    }
}
