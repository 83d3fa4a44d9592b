pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme

// The 52 cards, beside what is turned over now. What lies face up already is dark.
Panel {
    id: pad

    required property CardsViewModel model
    required property string name  // what the names of its parts begin with
    property alias why: why
    property bool centred: false  // else what stands beside the cards begins at the top

    readonly property real side: Math.min(Theme.px(214), width - 13 * Theme.touch - 14 * Theme.seam)

    Column {
        x: 2 * Theme.gap
        y: Theme.gap
        anchors.verticalCenter: pad.centred ? parent.verticalCenter : undefined
        width: pad.side - 3 * Theme.gap
        spacing: Theme.gap
        Prose {
            objectName: pad.name + "Title"
            width: parent.width
            text: pad.model.title
            size: Theme.strong
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
        Prose {
            id: why
            objectName: pad.name + "Why"
            width: parent.width
            text: pad.model.why
            color: Theme.quiet
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
