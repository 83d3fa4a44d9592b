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
    property string page: "people"
    readonly property string shownPage: page === "people" && model.people.length === 0 ? "devices" : page

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
                    anchors { left: badge.right; leftMargin: 12 }
                    spacing: 6
                    Choice { objectName: "peoplePage"; visible: window.model.people.length > 0; text: qsTr("Players"); on: window.shownPage === "people"; onTapped: window.page = "people" }
                    Choice { objectName: "devicesPage"; text: qsTr("At the table"); on: window.shownPage === "devices"; onTapped: window.page = "devices" }
                    Choice { objectName: "troublesPage"; text: qsTr("What goes wrong"); on: window.shownPage === "troubles"; onTapped: window.page = "troubles" }
                }
                Choice { objectName: "benchClose"; anchors.right: parent.right; text: qsTr("Close"); onTapped: window.close() }
            }
            Crew {
                title: qsTr("Dealer")
                model: window.model
                width: parent.width
            }
            People {
                visible: window.shownPage === "people"
                model: window.model
                width: parent.width
            }
            Devices {
                visible: window.shownPage === "devices"
                model: window.model
                width: parent.width
            }
            Troubles {
                visible: window.shownPage === "troubles"
                model: window.troubles
                width: parent.width
            }
        }
    }
}
