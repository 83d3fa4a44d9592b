pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// From above: table and game, the meter, the page whose turn it is, the next notice in one line.
Rectangle {
    id: sign
    objectName: "tableSign"

    required property TableSignViewModel model
    property int pageMs: 7000
    property int countMs: 1400

    color: Theme.pit

    Timer {
        interval: sign.pageMs
        repeat: true
        running: sign.visible
        onTriggered: sign.model.turnPage()
    }

    Rectangle {
        id: head
        width: parent.width
        height: Theme.px(64)
        color: Theme.bar

        Label {
            objectName: "signTable"
            anchors { left: parent.left; leftMargin: Theme.px(24); verticalCenter: parent.verticalCenter }
            text: sign.model.table
            size: Theme.px(30)
            font.bold: true
        }
        Badge {
            objectName: "signSimulated"
            anchors.centerIn: parent
            text: sign.model.simulated ? qsTr("SIMULATED") : ""
            ground: Theme.simulated
            ink: Theme.inkOnSimulated
        }
        Label {
            objectName: "signGame"
            anchors { right: parent.right; rightMargin: Theme.px(24); verticalCenter: parent.verticalCenter }
            text: sign.model.game
            size: Theme.px(22)
            color: Theme.quiet
        }
    }

    Item {
        id: meter
        y: head.height
        width: parent.width
        readonly property bool low: sign.model.lines.length > 4 && sign.model.win === ""
        height: sign.model.meterLabel !== "" ? Theme.px(low ? 104 : 150) : 0
        visible: height > 0

        // Up it counts; down, after an award, it stands there at once.
        readonly property real wanted: sign.model.meterCents
        property real cents: -1
        onWantedChanged: {
            counting.stop();
            if (cents >= 0 && wanted > cents) {
                counting.to = wanted;
                counting.start();
            } else {
                cents = wanted;
            }
        }
        Component.onCompleted: cents = wanted
        NumberAnimation {
            id: counting
            target: meter
            property: "cents"
            duration: sign.countMs
            easing.type: Easing.OutCubic
        }
        function dollars(cents: real): string {
            const whole = Math.floor(cents / 100), rest = Math.floor(cents % 100);
            return "$" + whole.toString().replace(/\B(?=(\d{3})+$)/g, ",") + "." + (rest < 10 ? "0" : "") + rest;
        }

        Label {
            objectName: "signMeterLabel"
            anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.px(8) }
            text: sign.model.meterLabel.toUpperCase()
            size: Theme.px(22)
            font.letterSpacing: Theme.px(6)
            color: Theme.printed
        }
        Label {
            objectName: "signMeter"
            anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.px(6) }
            visible: sign.model.meterCents >= 0
            text: meter.dollars(Math.max(0, meter.cents))
            size: Theme.px(meter.low ? 56 : 84)
            font.bold: true
            color: Theme.act
        }
    }

    Item {  // the page
        id: page
        objectName: "signPage"
        x: Theme.px(48)
        y: meter.y + meter.height + Theme.px(10)
        width: parent.width - 2 * x
        height: foot.y - y - Theme.px(8)
        visible: sign.model.win === ""

        Row {
            id: heading
            spacing: Theme.gap * 2
            Glyph {
                visible: sign.model.urgent
                anchors.verticalCenter: parent.verticalCenter
                name: "warning"
                colour: Theme.act
                size: Theme.px(32)
            }
            Label {
                objectName: "signTitle"
                text: sign.model.title
                size: Theme.px(34)
                font.bold: true
                color: sign.model.urgent ? Theme.act : Theme.text
            }
        }
        Column {
            id: lines
            readonly property real room: page.height - y
            property real shrink: 1
            readonly property int size: Theme.px(sign.model.lines.length > 3 ? 28 : 40) * shrink
            y: heading.height + Theme.px(6)
            width: parent.width

            function fit(): void {  // the largest type in which every line of the page stands
                shrink = 1;
                forceLayout();
                while (implicitHeight > room && shrink > 0.4) {
                    shrink -= 0.04;
                    forceLayout();
                }
            }
            onRoomChanged: Qt.callLater(fit)
            Connections {
                target: sign.model
                function onLinesChanged(): void { Qt.callLater(lines.fit); }
            }
            Component.onCompleted: fit()

            Repeater {
                model: sign.model.lines
                Item {
                    id: line
                    required property var modelData
                    required property int index
                    width: lines.width
                    height: Math.max(what.height, amount.height) + Theme.tight
                    Rectangle {
                        visible: line.index > 0 && line.modelData.figure !== ""
                        width: parent.width
                        height: Theme.line
                        color: Theme.raised
                    }
                    Prose {
                        id: what
                        objectName: "signLine" + line.index
                        anchors.verticalCenter: parent.verticalCenter
                        width: amount.text === "" ? parent.width : parent.width - amount.width - Theme.px(24)
                        text: line.modelData.text
                        size: lines.size
                        color: line.modelData.figure !== "" ? Theme.quiet : Theme.text
                    }
                    Prose {
                        id: amount
                        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                        width: Math.min(implicitWidth, parent.width * 0.68)
                        horizontalAlignment: Text.AlignRight
                        text: line.modelData.figure
                        size: lines.size
                        font.bold: true
                    }
                }
            }
        }
    }

    Rectangle {  // what was won, over the page until the next round
        objectName: "signWin"
        visible: sign.model.win !== ""
        anchors.fill: page
        radius: Theme.radius
        color: Theme.act

        Column {
            anchors.centerIn: parent
            width: parent.width - 4 * Theme.gap
            spacing: Theme.gap
            Label {
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: qsTr("WON")
                size: Theme.px(22)
                font.letterSpacing: Theme.px(6)
                color: Theme.inkOnAct
            }
            Prose {
                objectName: "signWinner"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: sign.model.win
                size: Theme.px(40)
                font.bold: true
                color: Theme.inkOnAct
            }
            Label {
                objectName: "signWon"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: sign.model.winAmount
                size: Theme.px(88)
                font.bold: true
                color: Theme.inkOnAct
            }
        }
    }

    Rectangle {
        id: foot
        width: parent.width
        height: Theme.px(44)
        y: parent.height - height
        color: sign.model.notice !== "" ? Theme.act : Theme.bar

        Label {
            objectName: "signNotice"
            anchors { left: parent.left; leftMargin: Theme.px(24); verticalCenter: parent.verticalCenter }
            text: sign.model.notice
            size: Theme.px(22)
            font.bold: true
            color: Theme.inkOnAct
        }
        Row {  // which page of how many
            anchors { right: parent.right; rightMargin: Theme.px(24); verticalCenter: parent.verticalCenter }
            spacing: Theme.px(8)
            Repeater {
                model: sign.model.pages
                Rectangle {
                    required property int index
                    width: Theme.px(index === sign.model.page ? 22 : 9)
                    height: Theme.px(9)
                    radius: height / 2
                    color: sign.model.notice !== "" ? Theme.inkOnAct : index === sign.model.page ? Theme.text : Theme.edge
                }
            }
        }
    }
}
