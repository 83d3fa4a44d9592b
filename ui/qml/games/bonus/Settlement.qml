pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The hand being settled: named and compared, take and pay in the order of the rules, one figure.
Panel {
    id: panel
    objectName: "settlement"

    required property SettlementViewModel model
    required property AwardsViewModel awards

    readonly property var signs: ({ "pay": "check", "take": "cross", "stands off": "ring", "return": "undo" })

    border.color: Theme.act

    Item {
        anchors { fill: parent; margins: Theme.gap }

        Label {
            id: title
            objectName: "settlementTitle"
            text: panel.model.title
            size: Theme.strong
            font.bold: true
            color: Theme.act
        }
        Badge {
            objectName: "settlementOutcome"
            anchors { right: shut.visible ? shut.left : parent.right; rightMargin: shut.visible ? Theme.gap : 0; verticalCenter: title.verticalCenter }
            text: panel.model.outcome
            glyph: panel.model.sign
        }
        Prose {
            id: called
            objectName: "settlementHand"
            anchors { top: title.bottom; left: parent.left; right: shut.visible ? shut.left : parent.right }
            text: panel.model.hand
            size: Theme.strong
            font.bold: true
        }

        TouchButton {  // a settled hand that is looked at again
            id: shut
            objectName: "settlementClose"
            anchors { right: parent.right; top: parent.top }
            visible: panel.model.again
            text: qsTr("Close")
            size: Theme.note
            onTapped: panel.model.close()
        }

        Column {
            id: ladder
            anchors { bottom: parent.bottom; left: parent.left }
            width: parent.width * 0.6
            Repeater {
                model: panel.model.rungs
                Item {
                    id: rung
                    required property var modelData
                    required property int index
                    objectName: "rung" + index
                    width: ladder.width
                    height: Math.min(Theme.px(25), (panel.height - called.y - called.height - 3 * Theme.gap) / Math.max(1, panel.model.rungs.length))
                    Glyph {
                        id: sign
                        anchors.verticalCenter: parent.verticalCenter
                        name: panel.signs[rung.modelData.act] ?? ""
                        colour: rung.modelData.act === "pay" ? Theme.good : Theme.quiet
                        size: Theme.px(14)
                    }
                    Label {
                        anchors { left: sign.right; right: amount.left; margins: Theme.tight }
                        height: parent.height
                        text: rung.modelData.wager + "  " + rung.modelData.act
                        leastSize: Theme.fine
                        color: rung.modelData.act === "pay" ? Theme.good : Theme.quiet
                    }
                    Label {
                        id: amount
                        objectName: "rungAmount"
                        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                        text: rung.modelData.amount
                        font.bold: true
                    }
                }
            }
        }

        Row {  // awards: the whole list, and back with what was keyed by mistake
            id: keys
            visible: panel.awards.waiting
            anchors { bottom: parent.bottom; left: parent.left }
            spacing: Theme.tight
            TouchButton {
                objectName: "allAwards"
                text: qsTr("All awards")
                width: Theme.px(92)
                size: Theme.note
                onTapped: panel.awards.openList()
            }
            TouchButton {
                objectName: "takeBackAward"
                visible: panel.awards.canTakeBack
                text: qsTr("Take back")
                width: Theme.px(80)
                size: Theme.note
                onTapped: panel.awards.takeBack()
            }
        }

        Label {
            id: figure
            objectName: "settlementFigure"
            anchors { right: parent.right; bottom: panel.model.large ? keys.top : parent.bottom }
            width: panel.model.large ? parent.width : parent.width * 0.37
            height: panel.model.large ? Math.min(Theme.px(72), keys.y - called.y - called.height) : Theme.px(50)
            horizontalAlignment: Text.AlignRight
            text: panel.model.figure
            size: panel.model.large ? Theme.px(56) : Theme.figure
            leastSize: Theme.title
            font.bold: true
            color: Theme.act
        }
        Label {  // above the figure; of an award off the meter beside the keys
            objectName: "settlementAct"
            anchors {
                right: parent.right
                bottom: panel.model.large ? undefined : figure.top
                verticalCenter: panel.model.large ? keys.verticalCenter : undefined
            }
            width: panel.model.large ? parent.width - keys.width - Theme.gap : Math.min(implicitWidth, parent.width)
            horizontalAlignment: Text.AlignRight
            wrapMode: panel.model.large ? Text.Wrap : Text.NoWrap
            text: panel.model.act.toUpperCase()
            font.letterSpacing: Theme.px(2)
            color: Theme.quiet
        }
    }
}
