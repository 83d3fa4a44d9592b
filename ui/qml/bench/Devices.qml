pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// What stands on the table and around it. Rows are counted, not listed: what is tapped stays under
// the finger while what it says changes.
Column {
    id: devices

    required property BenchViewModel model

    readonly property real half: (width - 2 * Theme.gap) / 2
    readonly property int players: model.cards.filter(card => card.note === "").length

    spacing: Theme.px(14)

    Section {
        title: qsTr("Jackpot sign")
        visible: devices.model.sensors.length > 0
        width: parent.width
        Rectangle {
            width: devices.width
            height: Theme.px(42)
            radius: Theme.tight
            color: Theme.ledGround
            Label {
                objectName: "ledText"
                anchors.centerIn: parent
                text: devices.model.signText
                size: Theme.px(24)
                leastSize: Theme.px(12)
                width: parent.width - Theme.px(24)
                height: parent.height
                horizontalAlignment: Text.AlignHCenter
                font.letterSpacing: 3
                font.bold: true
                color: Theme.led
            }
        }
    }
    Section {
        title: qsTr("Places: tap to put a chip on the sensor or take it off")
        width: parent.width
        visible: devices.model.sensors.length > 0
        Repeater {
            model: devices.model.sensors.length
            PlaceSensor {
                required property int index
                objectName: "sensor" + (index + 1)
                row: devices.model.sensors[index]
                onTapped: devices.model.toggleChip(index + 1)
            }
        }
    }
    Row {
        spacing: 2 * Theme.gap
        Section {
            title: ({ "shuffler": qsTr("Shuffler"), "shoe": qsTr("Shoe"), "hand": qsTr("Cards, dealt by hand") })[devices.model.dealing] ?? ""
            width: devices.half
            Repeater {
                model: devices.model.piles.length
                Pile {
                    required property int index
                    row: devices.model.piles[index]
                }
            }
            Toggle {
                objectName: "cardsByThemselves"
                width: devices.half
                text: qsTr("Cards move automatically")
                on: !devices.model.byHand
                onTapped: devices.model.cardsByHand(!devices.model.byHand)
            }
            Choice { objectName: "drawCard"; visible: devices.model.dealing !== "hand"; text: devices.model.dealing === "shoe" ? qsTr("Draw a card") : qsTr("Take the packet"); onTapped: devices.model.drawCard() }
            Choice {
                readonly property string code: devices.model.code
                objectName: "pairDevice"
                visible: devices.model.dealing !== "hand"
                text: code !== "" ? qsTr("It shows %1 %2: they match").arg(code.slice(0, 3)).arg(code.slice(3)) : qsTr("Pairing mode")
                on: devices.model.pairing
                onTapped: devices.model.pairDevice()
            }
            Choice { objectName: "loadDeck"; visible: devices.model.dealing !== "hand"; text: qsTr("Load a deck"); onTapped: devices.model.loadDeck() }
        }
        Section {
            title: qsTr("Keypad: lit keys work")
            width: devices.half
            Repeater {
                model: devices.model.keys.length
                Choice {
                    required property int index
                    readonly property var key: devices.model.keys[index]
                    objectName: "key-" + key.name
                    width: (devices.half - 2 * Theme.px(6)) / 3
                    text: key.name.replace(/-/g, " ")
                    size: Theme.px(12)
                    on: key.lit
                    onTapped: devices.model.press(key.name)
                }
            }
        }
    }
    Section {
        title: qsTr("Cables: tap to unplug or plug in")
        width: parent.width
        Repeater {
            model: devices.model.plugs.length
            Choice {
                required property int index
                readonly property var plug: devices.model.plugs[index]
                objectName: "plug-" + plug.name
                text: plug.plugged ? plug.name : qsTr("%1 is out").arg(plug.name)
                mark: plug.plugged ? "check" : "warning"
                on: !plug.plugged
                onTapped: devices.model.togglePlug(plug.name)
            }
        }
    }
    Section {
        title: qsTr("Card reader: swipe a player's card or a staff card")
        width: parent.width
        Flow {
            width: devices.width  // rows of their own
            spacing: Theme.px(6)
            Repeater {
                model: devices.players
                SwipeCard {
                    required property int index
                    readonly property var card: devices.model.cards[index]
                    objectName: "swipe-" + card.track
                    width: Theme.px(64)
                    text: card.text
                    onTapped: devices.model.swipe(card.track)
                }
            }
            SwipeCard { objectName: "swipeBadly"; width: Theme.px(88); text: qsTr("Swipe badly"); onTapped: devices.model.swipeBadly() }
        }
        Repeater {
            model: devices.model.cards.length - devices.players
            SwipeCard {
                required property int index
                readonly property var card: devices.model.cards[devices.players + index]
                objectName: "swipe-" + card.track
                width: (devices.width - 3 * Theme.px(6)) / 4
                text: card.text
                note: card.note
                onTapped: devices.model.swipe(card.track)
            }
        }
    }
}
