pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The players' clock for a wall: read from ten metres, it counts on between two snapshots. Play is
// on one axis at the left; what can be won stands at the right, where there is something to win.
Window {
    id: window

    required property WallViewModel model

    objectName: "signWindow"
    title: qsTr("Feltwork · tournament clock")
    color: Theme.pit
    minimumWidth: 640
    minimumHeight: 360

    Binding { target: Theme; property: "width"; value: window.width }
    Binding { target: Theme; property: "height"; value: window.height }

    Timer {
        interval: 250
        repeat: true
        running: window.visible
        onTriggered: window.model.turnPage()
    }

    readonly property real margin: width * 0.03
    readonly property bool clockless: model.time === ""  // how it stands takes the place of the clock
    readonly property string state: clockless && model.title.toUpperCase() === model.state ? "" : model.state
    readonly property real axis: prizes.visible ? width * 0.68 : width - 2 * margin  // of what is played

    Item {
        id: head
        x: window.margin
        y: window.height * 0.02
        width: window.width - 2 * window.margin
        height: window.height * 0.1
        Label {
            objectName: "wallName"
            width: parent.width * 0.6
            height: parent.height
            text: window.model.name + (window.model.simulated ? qsTr(" · SIMULATED") : "")
            size: parent.height * 0.6
            leastSize: Theme.fine
            color: Theme.printed
        }
        Label {
            objectName: "wallTitle"
            anchors.right: parent.right
            width: parent.width * 0.38
            height: parent.height
            horizontalAlignment: Text.AlignRight
            text: window.clockless ? "" : window.model.title
            size: parent.height * 0.8
            leastSize: Theme.fine
            font.bold: true
        }
    }
    Item {
        id: middle
        x: window.margin
        anchors.top: head.bottom
        width: window.axis
        height: window.height * 0.58
        Label {  // its line is higher than its figures
            objectName: "wallTime"
            y: -parent.height * 0.09
            width: parent.width
            height: parent.height * (window.state === "" ? 0.94 : 0.74)
            horizontalAlignment: Text.AlignHCenter
            text: window.clockless ? window.model.title : window.model.time
            size: window.clockless ? height * 0.4 : height
            leastSize: Theme.fine
            font.bold: true
            color: window.model.state === "PAUSED" ? Theme.act : Theme.text
        }
        Label {
            objectName: "wallState"
            visible: text !== ""
            y: parent.height * 0.53
            width: parent.width
            height: parent.height * 0.19
            horizontalAlignment: Text.AlignHCenter
            text: window.state
            size: height * 0.9
            leastSize: Theme.fine
            font.bold: true
            color: Theme.act
        }
        Label {
            objectName: "wallBlinds"
            y: parent.height * 0.72
            width: parent.width
            height: parent.height * 0.28
            horizontalAlignment: Text.AlignHCenter
            text: window.model.blinds
            size: height * 0.8
            leastSize: Theme.fine
            font.bold: true
        }
    }
    Column {
        id: prizes
        visible: window.model.prizes.length > 0
        anchors { right: parent.right; rightMargin: window.margin; top: head.bottom; topMargin: window.height * 0.03 }
        width: window.width * (window.clockless ? 0.25 : 0.2)  // names stand there at the end
        Label {
            objectName: "wallPrizes"
            width: prizes.width
            height: window.height * 0.07
            horizontalAlignment: Text.AlignRight
            text: qsTr("Prizes")
            size: height * 0.7
            leastSize: Theme.fine
            color: Theme.quiet
        }
        Repeater {
            model: window.model.prizes
            Item {
                id: prize
                required property var modelData
                required property int index
                width: prizes.width
                height: window.height * 0.11
                Label {
                    id: place
                    objectName: "wallPlace" + prize.index
                    height: parent.height
                    text: prize.modelData.place
                    size: height * 0.66
                    leastSize: Theme.fine
                    font.bold: true
                    color: Theme.printed
                }
                Label {
                    objectName: "wallPrize" + prize.index
                    anchors { left: place.right; leftMargin: window.width * 0.015; right: parent.right }
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: prize.modelData.text
                    size: height * 0.66
                    leastSize: Theme.fine
                    font.bold: true
                    color: Theme.printed
                }
            }
        }
    }
    Label {
        objectName: "wallNext"
        x: window.margin
        y: window.height * 0.705
        width: window.axis
        height: window.height * 0.1
        horizontalAlignment: Text.AlignHCenter
        text: window.model.next
        size: height * 0.66
        leastSize: Theme.fine
        color: Theme.quiet
    }
    Row {
        x: window.margin
        y: window.height * 0.815
        width: window.axis
        height: window.height * 0.175
        Repeater {
            model: [[qsTr("Players left"), window.model.players, "wallPlayers"], [qsTr("Average stack"), window.model.average, "wallAverage"]]
            Column {
                id: figure
                required property var modelData
                width: parent.width / 2
                Label {
                    width: parent.width
                    height: window.height * 0.06
                    horizontalAlignment: Text.AlignHCenter
                    text: figure.modelData[0]
                    size: height * 0.8
                    leastSize: Theme.fine
                    color: Theme.quiet
                }
                Label {
                    objectName: figure.modelData[2]
                    width: parent.width
                    height: window.height * 0.115
                    horizontalAlignment: Text.AlignHCenter
                    text: figure.modelData[1]
                    size: height * 0.85
                    leastSize: Theme.fine
                    font.bold: true
                }
            }
        }
    }
}
