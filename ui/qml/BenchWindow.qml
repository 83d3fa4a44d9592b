pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import bench

// The simulated devices as a person would handle them, and what can go wrong with them.
Window {
    id: window

    required property BenchViewModel model
    required property TroublesViewModel troubles
    property bool wrong: false  // which of the two pages

    objectName: "benchWindow"
    title: qsTr("Feltwork · bench (simulated)")
    color: Theme.bar
    minimumWidth: 560
    minimumHeight: 600

    Binding { target: Theme; property: "width"; value: 1024 }
    Binding { target: Theme; property: "height"; value: 600 }

    Flickable {
        anchors.fill: parent
        contentHeight: all.height + 32
        clip: true

        Column {
            id: all
            x: 16
            y: 12
            width: window.width - 32
            spacing: 14

            Item {
                width: parent.width
                height: Theme.px(34)
                Badge {
                    id: badge
                    anchors.verticalCenter: parent.verticalCenter
                    text: qsTr("SIMULATED")
                    ground: Theme.simulated
                    ink: Theme.inkOnSimulated
                }
                Row {
                    anchors.horizontalCenter: parent.horizontalCenter
                    spacing: 6
                    Choice { objectName: "devicesPage"; text: qsTr("At the table"); on: !window.wrong; onTapped: window.wrong = false }
                    Choice { objectName: "troublesPage"; text: qsTr("What goes wrong"); on: window.wrong; onTapped: window.wrong = true }
                }
                Choice { objectName: "benchClose"; anchors.right: parent.right; text: qsTr("To the console"); onTapped: window.close() }
            }
            Crew {
                title: qsTr("Dealer")
                model: window.model
                width: parent.width
            }
            Devices {
                visible: !window.wrong
                model: window.model
                width: parent.width
            }
            Troubles {
                visible: window.wrong
                model: window.troubles
                width: parent.width
            }
        }
    }
}
