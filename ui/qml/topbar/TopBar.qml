pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Which table, what is on the meter, the limits, the devices; in supervisor mode who, as what and
// how long still, in the place of the devices. What was called for or announced stands underneath.
Rectangle {
    id: bar
    objectName: "topBar"

    required property TopBarViewModel model
    required property SessionViewModel session
    required property string clock

    signal supervisorTapped
    signal devicesTapped
    signal simulatedTapped

    readonly property bool noted: model.notices.length > 0
    readonly property real upper: height - (noted ? Theme.px(19) : 0)

    height: Math.max(Theme.px(60), Theme.touch + Theme.tight)
    color: session.active ? Theme.supervisorLow : Theme.bar

    Column {
        id: left
        x: Theme.gap
        y: (bar.upper - height) / 2
        width: Theme.px(222)

        Row {
            width: parent.width
            spacing: Theme.gap
            Label {
                objectName: "tableName"
                width: Math.min(implicitWidth, parent.width - who.width - parent.spacing)
                height: Theme.px(24)
                text: bar.model.table
                size: Theme.strong
                leastSize: Theme.fine
                font.bold: true
            }
            Label {
                id: who
                objectName: "dealer"
                height: Theme.px(24)
                text: [bar.model.dealer, bar.model.round].filter(one => one !== "").join("  ·  ")
                size: Theme.fine
                color: Theme.quiet
            }
        }
        Label { objectName: "game"; text: bar.model.game; size: Theme.fine; color: Theme.quiet }
    }

    Column {
        id: meter
        x: left.x + left.width + Theme.gap
        y: (bar.upper - height) / 2
        width: Theme.px(bar.session.active ? 146 : 160)

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
            width: parent.width
            height: Theme.px(bar.noted ? 25 : 34)
            text: bar.model.meter
            size: bar.noted ? Theme.strong : Theme.px(27)
            leastSize: Theme.fine
            font.bold: true
            color: Theme.act
        }
    }

    Column {
        id: limits
        x: meter.x + meter.width + Theme.gap
        y: (bar.upper - height) / 2

        Repeater {
            model: bar.model.limits
            Label {
                required property string modelData
                required property int index
                objectName: "limit" + index
                width: Theme.px(124)
                height: Theme.px(20)
                text: modelData
                leastSize: Theme.fine
            }
        }
    }

    Row {  // what is still to come
        id: notices
        x: Theme.gap
        y: bar.upper
        spacing: Theme.tight
        Repeater {
            model: bar.model.notices
            Badge {
                required property string modelData
                required property int index
                objectName: "notice" + index
                implicitHeight: Theme.px(17)
                text: modelData
                glyph: "flag"
                size: Theme.fine
                ground: Theme.act
                ink: Theme.inkOnAct
            }
        }
    }

    Column {  // supervisor mode
        visible: bar.session.active
        anchors { right: keys.left; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Math.max(Theme.px(178), line.width)

        Prose {
            objectName: "sessionName"
            width: parent.width
            height: Theme.px(32)
            text: bar.session.name
            size: Theme.strong
            leastSize: Theme.fine
            font.bold: true
        }
        Row {
            id: line
            spacing: Theme.gap
            Label {
                objectName: "sessionRole"
                text: bar.session.role
                size: Theme.fine
            }
            Label {
                objectName: "sessionLeft"
                text: qsTr("%1 left").arg(bar.session.left)
                size: Theme.fine
                font.bold: true
                color: bar.session.soon ? Theme.act : Theme.text
            }
        }
    }

    Row {
        id: keys
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gap

        Item {
            objectName: "devices"
            visible: bar.model.devices.length > 0 && !bar.session.active
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
                            size: Theme.fine
                            color: Theme.quiet
                        }
                    }
                }
            }
        }

        Item {
            anchors.verticalCenter: parent.verticalCenter
            width: Math.max(time.width, bar.model.simulated ? Theme.touch : 0)
            height: Theme.touch
            Column {
                id: time
                anchors.centerIn: parent
                Label {
                    objectName: "clock"
                    anchors.horizontalCenter: parent.horizontalCenter
                    text: bar.clock
                    size: Theme.strong
                    font.bold: true
                }
                Badge {
                    objectName: "simulated"
                    text: bar.model.simulated ? qsTr("SIMULATED") : ""
                    ground: Theme.simulated
                    ink: Theme.inkOnSimulated
                }
            }
            Item {
                objectName: "simulatedTap"
                anchors.fill: parent
                visible: bar.model.simulated
                TapHandler { onTapped: bar.simulatedTapped() }
            }
        }

        TouchButton {
            objectName: "supervisorButton"
            anchors.verticalCenter: parent.verticalCenter
            visible: text !== ""
            text: bar.session.button
            size: bar.session.active ? Theme.body : Theme.fine
            implicitWidth: bar.session.active ? Theme.px(84) : Theme.px(96)
            kind: bar.session.active ? "supervisor" : "plain"
            onTapped: bar.supervisorTapped()
        }
        TouchButton {
            objectName: "leaveButton"
            anchors.verticalCenter: parent.verticalCenter
            visible: bar.session.active
            text: qsTr("Leave")
            implicitWidth: Theme.px(84)
            kind: "primary"
            onTapped: bar.session.leave()
        }
    }
}
