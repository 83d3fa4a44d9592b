pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// An amount keyed by its chips. Three rows of keys, and what they come to at the right of the first.
Panel {
    id: pad
    objectName: "chipPad"

    required property ChipPadViewModel model

    readonly property real key: (width - 5 * Theme.tight) / 4
    readonly property real narrow: model.tokensOffered ? (width - 6 * Theme.tight) / 5 : key

    Column {
        anchors { fill: parent; margins: Theme.tight }
        spacing: Theme.tight

        Row {
            spacing: Theme.tight
            TouchButton {
                objectName: "chipAnte"
                width: pad.model.bonusOffered ? pad.key : 2 * pad.key + Theme.tight
                visible: pad.model.street === ""
                text: qsTr("Ante")
                kind: pad.model.area === "ante" ? "chosen" : "plain"
                onTapped: pad.model.choose("ante")
            }
            TouchButton {
                objectName: "chipBonus"
                width: pad.key
                visible: pad.model.street === "" && pad.model.bonusOffered
                text: qsTr("Bonus")
                kind: pad.model.area === "bonus" ? "chosen" : "plain"
                onTapped: pad.model.choose("bonus")
            }
            Prose {
                objectName: "chipStreet"
                visible: pad.model.street !== ""
                width: 2 * pad.key + Theme.tight
                height: Theme.touch
                leftPadding: Theme.gap
                text: qsTr("%1 wager actually placed").arg(pad.model.street)
                size: Theme.strong
            }
            Keyed {
                name: "chip"
                width: 2 * pad.key + Theme.tight
                height: Theme.touch
                title: qsTr("Place %1").arg(pad.model.place)
                bounds: pad.model.limits
                amount: pad.model.amount
                boundsColour: pad.model.outside ? Theme.act : Theme.quiet
                colour: pad.model.outside ? Theme.act : Theme.text
            }
        }
        Row {
            spacing: Theme.tight
            Repeater {
                model: pad.model.chips
                TouchButton {
                    required property string modelData
                    objectName: "chip" + modelData
                    width: pad.key
                    text: "+" + modelData
                    size: Theme.strong
                    onTapped: pad.model.add(modelData)
                }
            }
        }
        Row {
            spacing: Theme.tight
            TouchButton {
                objectName: "chipClear"
                width: pad.narrow
                text: qsTr("Clear")
                size: Theme.note
                onTapped: pad.model.clear()
            }
            TouchButton {
                objectName: "chipClose"
                width: pad.narrow
                text: qsTr("Close")
                size: Theme.note
                onTapped: pad.model.close()
            }
            TouchButton {
                objectName: "chipTokens"
                visible: pad.model.tokensOffered
                width: pad.narrow
                text: qsTr("Token")
                size: Theme.note
                kind: pad.model.inTokens ? "chosen" : "plain"
                onTapped: pad.model.mark()
            }
            TouchButton {
                objectName: "chipSet"
                width: 2 * pad.narrow + Theme.tight
                text: pad.model.setText
                note: pad.model.tokens
                size: Theme.strong
                kind: "primary"
                active: pad.model.canSet
                onTapped: pad.model.set()
            }
        }
    }
}
