pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The dealer's two cards, and what they make with the community cards.
Item {
    id: hand
    objectName: "dealersHand"

    required property BoardViewModel model
    required property real cardWidth
    readonly property real words: Theme.px(118)  // what the cards make stands beside them

    width: 2 * cardWidth + Theme.px(6) + Theme.gap + words

    Label {
        id: title
        text: qsTr("DEALER")
        size: Theme.note
        font.letterSpacing: Theme.px(2)
        color: Theme.printed
        anchors { bottom: cards.top; bottomMargin: Theme.px(9); left: cards.left }
    }

    Row {
        id: cards
        y: Theme.px(28)
        spacing: Theme.px(6)
        Repeater {
            model: 2
            CardSpot {
                required property int index
                objectName: "dealer" + index
                width: hand.cardWidth
                height: hand.cardWidth * 1.42
                code: hand.model.dealer[index] ?? ""
                forward: hand.model.dealerForward[index] ?? false
                comparing: hand.model.comparing && hand.model.dealerForward.includes(true)
            }
        }
    }

    Prose {
        objectName: "dealerHand"
        anchors { left: cards.right; leftMargin: Theme.gap; right: parent.right; verticalCenter: cards.verticalCenter }
        text: hand.model.dealerHand
        size: Theme.strong
        font.bold: true
    }

    Column {  // how far the deal is
        visible: hand.model.progress !== ""
        anchors { left: cards.right; leftMargin: Theme.gap; right: parent.right; verticalCenter: cards.verticalCenter }
        spacing: Theme.tight
        Label { objectName: "progress"; text: hand.model.progress; size: Theme.strong; font.bold: true }
        Rectangle {
            width: parent.width - Theme.gap
            height: Theme.px(8)
            radius: height / 2
            color: Theme.raised
            Rectangle {
                height: parent.height
                radius: height / 2
                width: parent.width * hand.model.progressShare
                color: Theme.act
            }
        }
    }
}
