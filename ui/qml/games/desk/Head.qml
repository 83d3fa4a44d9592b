pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Level, time left, blinds and what comes next; who is left and what they have. A tap sets the clock.
Rectangle {
    id: head
    objectName: "head"

    required property LevelViewModel model

    signal tapped

    height: Math.max(Theme.px(66), Theme.touch)
    radius: Theme.radius
    color: tap.pressed ? Theme.placeHigh : Theme.place
    border { width: Theme.line; color: Theme.edge }

    Label {
        id: time
        objectName: "timeLeft"
        visible: text !== ""
        anchors { left: parent.left; leftMargin: 2 * Theme.gap; top: parent.top; bottom: parent.bottom }
        text: head.model.time
        size: Theme.px(46)
        font.bold: true
        color: head.model.state === "PAUSED" ? Theme.act : Theme.text
    }
    Column {
        anchors { left: time.visible ? time.right : parent.left; leftMargin: 2 * Theme.gap; verticalCenter: parent.verticalCenter }
        width: figures.x - x - Theme.gap
        Row {
            spacing: Theme.gap
            Label {
                objectName: "level"
                visible: head.model.title.toUpperCase() !== head.model.state  // the badge says it
                text: head.model.blinds === "" ? head.model.title : head.model.title + "  ·  " + head.model.blinds
                size: Theme.title
                font.bold: true
            }
            Badge {
                objectName: "state"
                anchors.verticalCenter: parent.verticalCenter
                text: head.model.state
                ground: Theme.act
                ink: Theme.inkOnAct
            }
        }
        Label {
            objectName: "nextLevel"
            visible: text !== ""
            width: parent.width
            text: head.model.next
            size: Theme.note
            color: Theme.quiet
        }
    }
    Row {
        id: figures
        anchors { right: parent.right; rightMargin: 2 * Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: 3 * Theme.gap
        Repeater {
            model: [[qsTr("Players"), head.model.players, "playersLeft"], [qsTr("Average"), head.model.average, "average"]]
            Column {
                id: figure
                required property var modelData
                Label {
                    anchors.right: parent.right
                    text: figure.modelData[0]
                    size: Theme.note
                    color: Theme.quiet
                }
                Label {
                    objectName: figure.modelData[2]
                    anchors.right: parent.right
                    text: figure.modelData[1]
                    size: Theme.title
                    font.bold: true
                }
            }
        }
    }
    TapHandler {
        id: tap
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: head.tapped()
    }
}
