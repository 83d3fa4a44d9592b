pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The pot that is pushed now: who wins, what the house takes, each share as one large figure.
Panel {
    id: panel
    objectName: "push"

    required property PushViewModel model

    border.color: Theme.act

    Item {
        anchors { fill: parent; margins: Theme.gap }

        Label {
            id: title
            objectName: "pushTitle"
            text: panel.model.title + "  " + panel.model.amount
            size: Theme.strong
            font.bold: true
            color: Theme.act
        }
        Label {
            objectName: "pushLeft"
            anchors { right: parent.right; verticalCenter: title.verticalCenter }
            text: panel.model.left
            size: Theme.note
            color: Theme.quiet
        }
        Column {
            id: shares
            anchors { top: title.bottom; bottom: commission.top; left: parent.left; right: parent.right }
            Repeater {
                model: panel.model.shares
                Item {
                    id: share
                    required property var modelData
                    required property int index
                    objectName: "share" + index
                    width: shares.width
                    height: shares.height / Math.max(1, panel.model.shares.length)
                    Prose {
                        objectName: "shareSeat"
                        width: parent.width * 0.48
                        height: parent.height
                        text: qsTr("Seat %1").arg(share.modelData.seat) + (share.modelData.hand !== "" ? "\n" + share.modelData.hand : "")
                        size: Theme.strong
                        leastSize: Theme.fine
                    }
                    Label {
                        objectName: "shareFigure"
                        anchors.right: parent.right
                        width: parent.width * 0.52
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        text: share.modelData.amount
                        size: Theme.figure
                        leastSize: Theme.body
                        font.bold: true
                        color: Theme.act
                    }
                }
            }
        }
        Prose {
            objectName: "pushAsk"
            anchors.fill: shares
            visible: text !== ""
            text: panel.model.ask
            size: Theme.title
            leastSize: Theme.note
        }
        Label {
            id: commission
            objectName: "pushCommission"
            anchors { bottom: parent.bottom; left: parent.left }
            text: panel.model.commission
            color: Theme.quiet
        }
    }
}
