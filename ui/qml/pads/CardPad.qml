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
    readonly property real keyWidth: (width - side - 15 * Theme.tight) / 13
    readonly property real keyHeight: (height - 5 * Theme.tight) / 4

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
            color: Theme.quiet
        }
    }

    Grid {
        x: pad.side
        y: Theme.tight
        columns: 13
        spacing: Theme.tight
        Repeater {
            model: pad.model.cards
            Rectangle {
                id: key
                required property string modelData
                required property int index
                readonly property bool out: pad.model.out[index] ?? false

                objectName: "key-" + modelData
                width: pad.keyWidth
                height: pad.keyHeight
                radius: Theme.px(6)
                color: out ? Theme.pit : press.pressed ? Theme.act : Theme.cardFace

                Label {
                    x: Theme.px(5)
                    y: 0
                    height: parent.height
                    text: key.modelData[0] === "T" ? "10" : key.modelData[0]
                    size: Theme.title
                    font.bold: true
                    color: key.out ? Theme.edge : pip.colour
                }
                Suit {
                    id: pip
                    letter: key.modelData[1]
                    visible: !key.out
                    width: Theme.px(21)
                    height: width
                    anchors { right: parent.right; rightMargin: Theme.px(5); verticalCenter: parent.verticalCenter }
                }
                TapHandler {
                    id: press
                    enabled: !key.out
                    gesturePolicy: TapHandler.ReleaseWithinBounds
                    onTapped: pad.model.key(key.modelData)
                }
            }
        }
    }
}
