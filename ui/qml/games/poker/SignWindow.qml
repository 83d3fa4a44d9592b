pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The sign at the table, for the players: the game and what it is played for.
Window {
    id: window

    required property RoomSignViewModel model

    objectName: "signWindow"
    title: qsTr("Feltwork · table sign")
    color: Theme.pit
    minimumWidth: 640
    minimumHeight: 360

    Binding { target: Theme; property: "width"; value: window.width }
    Binding { target: Theme; property: "height"; value: window.height }

    Column {
        anchors.centerIn: parent
        width: parent.width * 0.86
        spacing: Theme.px(18)

        Label {
            objectName: "signTitle"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: window.model.table + (window.model.simulated ? qsTr(" · SIMULATED") : "")
            size: Theme.px(34)
            color: Theme.printed
        }
        Label {
            objectName: "signGame"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: window.model.title
            size: Theme.px(58)
            leastSize: Theme.figure
            font.bold: true
        }
        Repeater {
            model: window.model.rows
            Item {
                id: row
                required property var modelData
                width: parent.width
                height: Theme.px(52)
                Label {
                    width: parent.width * 0.32
                    height: parent.height
                    text: row.modelData.text
                    size: Theme.px(32)
                    color: Theme.quiet
                }
                Label {
                    anchors.right: parent.right
                    width: parent.width * 0.66
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: row.modelData.value
                    size: Theme.px(32)
                    leastSize: Theme.strong
                    font.bold: true
                }
            }
        }
    }
}
