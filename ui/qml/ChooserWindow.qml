pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// Which simulated table to sit down at, or which tournament to run: a key for each.
Window {
    id: window

    required property var rows

    signal chosen(code: string)

    objectName: "chooserWindow"
    title: qsTr("Feltwork · choose")
    color: Theme.pit
    width: 1024
    height: 600
    minimumWidth: 800
    minimumHeight: 480

    Binding { target: Theme; property: "width"; value: window.width }
    Binding { target: Theme; property: "height"; value: window.height }

    Column {
        anchors.centerIn: parent
        width: parent.width * 0.86
        spacing: Theme.px(20)

        Label {
            objectName: "chooserTitle"
            text: qsTr("Deal at a table, or run a tournament?")
            size: Theme.figure
            leastSize: Theme.title
            width: parent.width
            font.bold: true
        }
        Prose {
            objectName: "chooserNote"
            text: qsTr("Devices, players and staff are simulated. Close the window to cancel.")
            width: parent.width
            color: Theme.quiet
        }
        Grid {
            id: keys
            width: parent.width
            columns: 2
            spacing: Theme.px(14)

            Repeater {
                model: window.rows
                TouchButton {
                    required property var modelData
                    required property int index
                    objectName: modelData.code
                    width: (keys.width - keys.spacing) / 2
                    height: Theme.px(92)
                    text: modelData.title
                    note: modelData.note
                    size: Theme.title
                    onTapped: window.chosen(modelData.code)
                }
            }
        }
    }
}
