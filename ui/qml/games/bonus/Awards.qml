pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Every award of the round in the order of payment. A tap keys one, or takes a keyed one back.
Panel {
    id: panel
    objectName: "awards"

    required property AwardsViewModel model

    readonly property real side: Theme.px(230)
    readonly property real keyWidth: (width - side - 2 * Theme.tight) / 2

    border.color: Theme.act

    Item {
        x: 2 * Theme.gap
        width: panel.side - 3 * Theme.gap
        anchors { top: parent.top; topMargin: Theme.gap; bottom: keys.top; bottomMargin: Theme.tight }

        Label {
            id: title
            objectName: "awardsTitle"
            width: parent.width
            text: panel.model.title
            size: Theme.strong
            font.bold: true
            color: Theme.act
        }
        Prose {
            objectName: "awardsText"
            anchors { top: title.bottom; topMargin: Theme.tight; bottom: parent.bottom }
            width: parent.width
            verticalAlignment: Text.AlignTop
            text: panel.model.text + "\n" + panel.model.clause
            leastSize: Theme.fine
            color: Theme.quiet
        }
    }
    Row {
        id: keys
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        spacing: Theme.tight
        readonly property real whole: panel.side - 2 * Theme.tight
        TouchButton {
            objectName: "awardsClose"
            width: more.visible ? more.width : keys.whole
            text: qsTr("Close")
            onTapped: panel.model.close()
        }
        TouchButton {
            id: more
            objectName: "awardsMore"
            visible: note !== ""
            width: (keys.whole - Theme.tight) / 2
            text: qsTr("More")
            note: panel.model.page
            onTapped: panel.model.more()
        }
    }

    Grid {
        x: panel.side
        y: Theme.seam
        columns: 2
        columnSpacing: Theme.tight
        rowSpacing: Theme.seam
        Repeater {
            model: panel.model.visible ? panel.model.rows : []
            Rectangle {
                id: row
                required property var modelData
                objectName: "award" + modelData.index
                width: panel.keyWidth - Theme.tight / 2
                height: (panel.height - 5 * Theme.seam) / 4
                radius: Theme.radius
                color: press.pressed ? Theme.pit : Theme.raised
                border { width: modelData.isNext ? Theme.stroke : 0; color: Theme.act }

                Glyph {
                    id: sign
                    x: Theme.gap
                    anchors.verticalCenter: parent.verticalCenter
                    name: ({ "due": "ring", "keyed": "star", "confirmed": "flag", "paid": "check" })[row.modelData.state]
                    colour: row.modelData.state === "paid" ? Theme.good : row.modelData.state === "due" ? Theme.quiet : Theme.act
                }
                Column {
                    anchors { left: sign.right; leftMargin: Theme.gap; right: act.left; rightMargin: Theme.tight; verticalCenter: parent.verticalCenter }
                    Label {
                        objectName: "awardName"
                        width: parent.width
                        height: Theme.px(22)
                        text: row.modelData.text
                        leastSize: Theme.fine
                        font.bold: true
                    }
                    Prose {
                        objectName: "awardNote"
                        width: parent.width
                        height: Theme.px(30)
                        text: row.modelData.note
                        size: Theme.fine
                        leastSize: Theme.fine
                        color: Theme.quiet
                    }
                }
                Label {
                    id: act
                    objectName: "awardAct"
                    anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
                    text: row.modelData.act
                    font.bold: true
                    color: Theme.act
                }
                TapHandler {
                    id: press
                    enabled: row.modelData.act !== ""
                    gesturePolicy: TapHandler.ReleaseWithinBounds
                    onTapped: panel.model.tapRow(row.modelData.index)
                }
            }
        }
    }
}
