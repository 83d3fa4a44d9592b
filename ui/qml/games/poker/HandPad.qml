pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The 52 cards, for what is turned over now. What lies face up already is dark.
Panel {
    id: pad
    objectName: "handPad"

    required property HandPadViewModel model

    readonly property real side: Math.min(Theme.px(214), width - 13 * Theme.touch - 14 * Theme.seam)

    Column {
        x: 2 * Theme.gap
        y: Theme.gap
        width: pad.side - 3 * Theme.gap
        spacing: Theme.gap
        Label {
            objectName: "padTitle"
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
            objectName: "padWhy"
            width: parent.width
            text: pad.model.why
            size: Theme.note
            wrapMode: Text.WordWrap
            color: Theme.quiet
        }
    }
    TouchButton {
        objectName: "lieWrong"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: pad.side - 2 * Theme.tight
        visible: pad.model.wrong
        text: qsTr("Dealt wrong")
        size: Theme.body
        onTapped: pad.model.reportWrong()
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
