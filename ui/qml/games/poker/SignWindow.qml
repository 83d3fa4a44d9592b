pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The sign at the table, for the players: what is played for, the order of hands, and notices.
Window {
    id: window

    required property RoomSignViewModel model
    property int pageMs: 7000

    objectName: "signWindow"
    title: qsTr("Feltwork · table sign")
    color: Theme.pit
    minimumWidth: 640
    minimumHeight: 360

    Binding { target: Theme; property: "width"; value: window.width }
    Binding { target: Theme; property: "height"; value: window.height }

    Timer {
        interval: window.pageMs
        repeat: true
        running: window.visible
        onTriggered: window.model.turnPage()
    }

    Column {
        id: head
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.px(24) }
        width: parent.width * 0.86
        spacing: Theme.px(10)

        Label {
            objectName: "signTitle"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: window.model.table + " · " + window.model.game + (window.model.simulated ? qsTr(" · SIMULATED") : "")
            size: Theme.px(28)
            color: Theme.printed
        }
        Label {
            objectName: "signPage"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: window.model.title
            size: Theme.px(50)
            leastSize: Theme.figure
            font.bold: true
            color: window.model.urgent ? Theme.act : Theme.text
        }
    }

    Column {
        id: rows
        anchors { horizontalCenter: parent.horizontalCenter; top: head.bottom; topMargin: Theme.px(10) }
        width: parent.width * 0.86
        readonly property real room: notice.y - y - Theme.px(10)

        Repeater {
            model: window.model.lines
            Item {
                id: row
                required property var modelData
                width: parent.width
                height: Math.min(Theme.px(60), rows.room / window.model.lines.length)
                Label {
                    width: row.modelData.figure === "" ? parent.width : parent.width * 0.32
                    height: parent.height
                    horizontalAlignment: row.modelData.figure === "" ? Text.AlignHCenter : Text.AlignLeft
                    text: row.modelData.text
                    size: Theme.px(30)
                    leastSize: Theme.strong
                    color: row.modelData.figure === "" ? Theme.text : Theme.quiet
                }
                Label {
                    anchors.right: parent.right
                    width: parent.width * 0.66
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: row.modelData.figure
                    size: Theme.px(30)
                    leastSize: Theme.strong
                    font.bold: true
                }
            }
        }
    }

    Label {
        id: notice
        objectName: "signNotice"
        anchors { bottom: parent.bottom; bottomMargin: Theme.px(16); horizontalCenter: parent.horizontalCenter }
        width: parent.width * 0.86
        horizontalAlignment: Text.AlignHCenter
        text: window.model.notice
        size: Theme.px(28)
        color: Theme.act
    }
}
