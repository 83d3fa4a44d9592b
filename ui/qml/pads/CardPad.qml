pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The 52 cards. What lies face up already is dark.
Panel {
    id: pad
    objectName: "cardPad"

    required property CardPadViewModel model

    readonly property real side: Math.min(Theme.px(214), width - 13 * Theme.touch - 15 * Theme.tight)

    visible: model.visible

    Column {
        x: 2 * Theme.gap
        width: pad.side - 3 * Theme.gap
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.gap
        Label {
            objectName: "cardPadTitle"
            width: parent.width
            text: pad.model.title
            size: Theme.title
            wrapMode: Text.Wrap
            font.bold: true
        }
        Label {
            objectName: "cardPadLeft"
            width: parent.width
            text: pad.model.left
            visible: text !== ""
            size: Theme.body
            wrapMode: Text.Wrap
            color: Theme.quiet
        }
        Label {
            width: parent.width
            objectName: "cardPadWhy"
            text: pad.model.why
            size: Theme.body
            wrapMode: Text.Wrap
            color: pad.model.twice ? Theme.act : Theme.quiet
        }
    }

    CardKeys {
        x: pad.side
        y: Theme.tight
        width: pad.width - pad.side - Theme.tight
        height: pad.height - 2 * Theme.tight
        cards: pad.model.cards
        out: pad.model.out
        onKeyed: (card) => pad.model.key(card)
    }
}
