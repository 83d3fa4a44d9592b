pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme

// The sign at the table, for the players: a window or a screen of its own.
Window {
    id: window

    required property TableSignViewModel model

    objectName: "signWindow"
    title: qsTr("Feltwork · table sign")
    color: Theme.pit
    minimumWidth: 640
    minimumHeight: 360

    Binding { target: Theme; property: "width"; value: window.width }
    Binding { target: Theme; property: "height"; value: window.height }

    TableSign { anchors.fill: parent; model: window.model }
}
