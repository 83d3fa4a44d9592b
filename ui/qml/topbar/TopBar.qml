pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

Rectangle {
    id: bar
    objectName: "topBar"

    required property TopBarViewModel model
    required property SessionViewModel session
    required property string clock

    signal supervisorTapped
    signal devicesTapped
    signal simulatedTapped

    height: Math.max(Theme.px(60), Theme.touch + Theme.tight)
    color: session.active ? Theme.supervisorLow : Theme.bar

    Column {  // supervisor mode: who, as what, how long still
        visible: bar.session.active
        x: 2 * Theme.gap
        width: Theme.px(262)
        anchors.verticalCenter: parent.verticalCenter

        Label {
            objectName: "sessionName"
            width: parent.width
            text: bar.session.name
            size: Theme.strong
            leastSize: Theme.px(12)
            height: Theme.px(24)
            font.bold: true
        }
        Label {
            objectName: "sessionRole"
            text: bar.session.role
            size: Theme.fine
        }
        Label {
            objectName: "sessionLeft"
            text: qsTr("Leaves by itself in %1").arg(bar.session.left)
            size: Theme.fine
            font.bold: bar.session.soon
            color: bar.session.soon ? Theme.act : Theme.text
        }
    }

    Column {
        id: left
        visible: !bar.session.active
        x: Theme.gap
        width: Theme.px(216)
        anchors.verticalCenter: parent.verticalCenter

        Row {
            spacing: Theme.gap
            Label { objectName: "tableName"; text: bar.model.table; size: Theme.strong; font.bold: true }
        }
        Label { objectName: "game"; text: bar.model.game; size: Theme.fine; color: Theme.quiet }
        Label {
            objectName: "dealer"
            text: bar.model.dealer + "  ·  " + bar.model.round
            size: Theme.fine
            color: Theme.quiet
        }
    }

    Column {
        id: meter
        anchors.verticalCenter: parent.verticalCenter
        x: left.x + left.width + Theme.gap
        width: Theme.px(172)

        Label {
            objectName: "meterLabel"
            visible: text !== ""
            text: bar.model.meterLabel.toUpperCase()
            size: Theme.fine
            font.letterSpacing: Theme.px(2)
            color: Theme.printed
        }
        Label {
            objectName: "meter"
            visible: text !== ""
            text: bar.model.meter
            size: Theme.px(27)
            font.bold: true
            color: Theme.act
        }
    }

    Column {
        id: room
        visible: !bar.session.active
        anchors.verticalCenter: parent.verticalCenter
        x: meter.x + meter.width
        width: Theme.px(150)

        Repeater {
            model: bar.model.limits.split("   ")
            Label {
                required property string modelData
                required property int index
                objectName: "limit" + index
                text: modelData
                size: Theme.body
            }
        }
    }

    Row {
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gap

        Item {
            objectName: "devices"
            visible: bar.model.devices.length > 0
            anchors.verticalCenter: parent.verticalCenter
            width: Math.max(Theme.touch, marks.width)
            height: Theme.touch
            TapHandler {
                gesturePolicy: TapHandler.ReleaseWithinBounds
                onTapped: bar.devicesTapped()
            }

            Row {
                id: marks
                anchors.centerIn: parent
                spacing: Theme.px(5)

                Repeater {
                    model: bar.model.devices
                    Column {
                        id: device
                        required property var modelData
                        objectName: "device-" + modelData.name
                        Glyph {
                            anchors.horizontalCenter: parent.horizontalCenter
                            name: ({ "good": "check", "waiting": "ring", "bad": "warning" })[device.modelData.level]
                            colour: ({ "good": Theme.good, "waiting": Theme.quiet, "bad": Theme.act })[device.modelData.level]
                            size: Theme.px(17)
                        }
                        Label {
                            text: device.modelData.name
                            size: Theme.px(12)
                            color: Theme.quiet
                        }
                    }
                }
            }
        }

        Badge {
            objectName: "simulated"
            anchors.verticalCenter: parent.verticalCenter
            text: bar.model.simulated ? qsTr("SIMULATED") : ""
            ground: Theme.simulated
            ink: Theme.inkOnSimulated
            TapHandler { margin: Theme.gap; onTapped: bar.simulatedTapped() }
        }

        Label {
            objectName: "clock"
            anchors.verticalCenter: parent.verticalCenter
            text: bar.clock
            size: Theme.strong
            font.bold: true
        }

        TouchButton {
            objectName: "supervisorButton"
            anchors.verticalCenter: parent.verticalCenter
            text: bar.session.button
            size: bar.session.active ? Theme.body : Theme.fine
            implicitWidth: Theme.px(96)
            kind: bar.session.active ? "supervisor" : "plain"
            onTapped: bar.supervisorTapped()
        }
        TouchButton {
            objectName: "leaveButton"
            anchors.verticalCenter: parent.verticalCenter
            visible: bar.session.active
            text: qsTr("Leave")
            size: Theme.body
            implicitWidth: Theme.px(84)
            kind: "primary"
            onTapped: bar.session.leave()
        }
    }
}
