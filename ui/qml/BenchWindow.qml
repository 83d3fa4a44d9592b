pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import bench

// The simulated devices as a person would handle them.
Window {
    id: window

    required property BenchViewModel model
    required property TroublesViewModel troubles

    objectName: "benchWindow"
    title: qsTr("Feltwork · bench (simulated)")
    color: Theme.bar
    minimumWidth: 560
    minimumHeight: 760

    Binding { target: Theme; property: "width"; value: 1024 }
    Binding { target: Theme; property: "height"; value: 600 }

    // Rows are counted, not listed: a button stays under the finger while what it says changes.
    Flickable {
        anchors.fill: parent
        contentHeight: all.height + 32
        clip: true

        Column {
            id: all
            x: 16
            y: 16
            width: window.width - 32
            spacing: 16

            Row {
                spacing: 10
                Badge { text: qsTr("SIMULATED"); ground: Theme.simulated; ink: Theme.inkOnSimulated }
                Label { text: qsTr("Everything on this bench is simulated."); color: Theme.quiet; size: 14 }
            }

            Section {
                title: qsTr("Deal for me")
                width: parent.width
                Choice {
                    objectName: "dealForMe"
                    text: window.model.deals ? qsTr("Stop dealing") : qsTr("Deal for me")
                    mark: window.model.deals ? "cross" : "play"
                    on: window.model.deals
                    onTapped: window.model.dealForMe(!window.model.deals)
                }
                Repeater {
                    model: ["slow", "brisk", "fast", "full"]
                    Choice {
                        required property string modelData
                        objectName: "pace-" + modelData
                        text: ({ "slow": qsTr("Slow"), "brisk": qsTr("Brisk"), "fast": qsTr("Fast"), "full": qsTr("As fast as it goes") })[modelData]
                        on: window.model.pace === modelData
                        onTapped: window.model.choosePace(modelData)
                    }
                }
                Label {
                    objectName: "crewSays"
                    visible: window.model.says !== ""
                    width: all.width
                    wrapMode: Text.Wrap
                    text: window.model.says
                    size: 14
                    color: Theme.act
                }
            }

            Section {
                title: qsTr("Cards: ") + window.model.dealing
                width: parent.width
                Choice {
                    objectName: "cardsByHand"
                    text: window.model.byHand ? qsTr("I move the cards") : qsTr("Cards move by themselves")
                    on: window.model.byHand
                    onTapped: window.model.cardsByHand(!window.model.byHand)
                }
                Choice { objectName: "drawCard"; visible: window.model.dealing !== "hand"; text: window.model.dealing === "shoe" ? qsTr("Draw a card") : qsTr("Take the packet"); onTapped: window.model.drawCard() }
                Choice { objectName: "loadDeck"; visible: window.model.dealing !== "hand"; text: qsTr("Load a deck"); onTapped: window.model.loadDeck() }
                Repeater {
                    model: window.model.machine.length
                    Label {
                        required property int index
                        readonly property string modelData: window.model.machine[index]
                        width: all.width
                        text: modelData
                        size: 14
                        color: Theme.quiet
                    }
                }
            }

            Section {
                title: qsTr("Jackpot sensors and lamps")
                width: parent.width
                visible: window.model.sensors.length > 0
                Repeater {
                    model: window.model.sensors.length
                    Choice {
                        required property int index
                        readonly property var modelData: window.model.sensors[index]
                        objectName: "sensor" + modelData.place
                        text: modelData.place + (modelData.stuck ? qsTr(" stuck") : modelData.chip ? qsTr(" chip") : qsTr(" –")) + qsTr(" · lamp ") + modelData.lamp
                        on: modelData.chip
                        onTapped: window.model.toggleChip(modelData.place)
                    }
                }
            }

            Section {
                title: qsTr("Jackpot sign")
                width: parent.width
                visible: window.model.sensors.length > 0
                Rectangle {
                    width: all.width
                    height: 46
                    radius: 4
                    color: Theme.ledGround
                    Label {
                        objectName: "ledText"
                        anchors.centerIn: parent
                        text: window.model.signText
                        size: 24
                        leastSize: 12
                        width: parent.width - 24
                        height: parent.height
                        horizontalAlignment: Text.AlignHCenter
                        font.letterSpacing: 3
                        font.bold: true
                        color: Theme.led
                    }
                }
            }

            Section {
                title: qsTr("Keypad (lit keys do something)")
                width: parent.width
                Repeater {
                    model: window.model.keys.length
                    Choice {
                        required property int index
                        readonly property var modelData: window.model.keys[index]
                        objectName: "key-" + modelData.name
                        text: modelData.name.replace(/-/g, " ")
                        on: modelData.lit
                        onTapped: window.model.press(modelData.name)
                    }
                }
            }

            Section {
                title: qsTr("Cables")
                width: parent.width
                Repeater {
                    model: window.model.plugs.length
                    Choice {
                        required property int index
                        readonly property var modelData: window.model.plugs[index]
                        objectName: "plug-" + modelData.name
                        text: (modelData.plugged ? qsTr("Pull ") : qsTr("Put back ")) + modelData.name
                        mark: modelData.plugged ? "check" : "warning"
                        on: !modelData.plugged
                        onTapped: window.model.togglePlug(modelData.name)
                    }
                }
            }

            Troubles {
                model: window.troubles
                width: parent.width
            }

            Section {
                title: qsTr("Swipe a card")
                width: parent.width
                Repeater {
                    model: window.model.cards.length
                    Choice {
                        required property int index
                        readonly property var modelData: window.model.cards[index]
                        objectName: "swipe-" + modelData.track
                        text: modelData.text
                        onTapped: window.model.swipe(modelData.track)
                    }
                }
                Choice { objectName: "swipeBadly"; text: qsTr("Swipe badly"); onTapped: window.model.swipeBadly() }
            }
        }
    }
}
