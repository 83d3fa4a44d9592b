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

    readonly property real side: Math.min(Theme.px(214), width - 13 * Theme.touch - 14 * Theme.seam)

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
            wrapMode: Text.WordWrap
            font.bold: true
        }
        Row {  // what was keyed, and what is still to come
            spacing: Theme.tight
            Repeater {
                model: pad.model.hand
                PlayingCard {
                    required property string modelData
                    required property int index
                    objectName: "keyed" + index
                    code: modelData
                    width: Theme.px(42)
                    height: Theme.px(58)
                }
            }
        }
        Label {
            width: parent.width
            objectName: "cardPadWhy"
            text: pad.model.why
            size: Theme.body
            wrapMode: Text.WordWrap
            color: pad.model.twice ? Theme.act : Theme.quiet
        }
    }

    CardKeys {
        x: pad.side
        y: Theme.seam
        width: pad.width - pad.side - Theme.seam
        height: pad.height - 2 * Theme.seam
        cards: pad.model.cards
        out: pad.model.out
        onKeyed: (card) => pad.model.key(card)
    }
}
