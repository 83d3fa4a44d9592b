pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// One seat: number, button and blinds, what became of the hand, stack, the wager in front, cards.
Rectangle {
    id: tile

    required property SeatViewModel seat

    readonly property bool out: ["folded", "mucked", "dead", "passed in", "away", "broke"].includes(seat.state)
    readonly property bool free: seat.state === "free" || seat.state === "kept"
    readonly property var words: ({
        "free": qsTr("free"), "kept": qsTr("kept"), "left": qsTr("MARKED"), "away": qsTr("AWAY"), "waits": qsTr("WAITS"), "posts": qsTr("POSTS"),
        "broke": qsTr("NO CHIPS"), "check": qsTr("CHECK"), "all-in": qsTr("ALL-IN"), "folded": qsTr("FOLD"),
        "mucked": qsTr("MUCK"), "dead": qsTr("DEAD"), "passed in": qsTr("PASSED"), "won": qsTr("WON")
    })
    readonly property var glyphs: ({
        "check": "dot", "all-in": "star", "folded": "cross", "mucked": "cross", "dead": "cross",
        "passed in": "cross", "won": "check"
    })
    readonly property bool timed: seat.clock !== ""  // on the clock
    readonly property bool bright: timed || ["all-in", "won"].includes(seat.state)
    readonly property bool good: seat.state === "check"

    objectName: "seat" + seat.number
    radius: Theme.radius
    color: seat.acting ? Theme.placeHigh : free ? "transparent" : out ? Theme.placeOut : Theme.place
    border {
        width: seat.acting || seat.opened || seat.chosen || seat.passes ? Theme.stroke : Theme.line
        color: seat.opened || seat.chosen ? Theme.text : seat.acting || seat.passes ? Theme.act : Theme.edge
    }

    Item {
        id: content
        anchors { fill: parent; margins: Theme.px(5) }

        Disc {
            id: badge
            number: tile.seat.number
            active: tile.seat.acting
        }
        Rectangle {  // the button, as it lies there
            id: disc
            objectName: "button"
            visible: tile.seat.button
            anchors { left: badge.right; leftMargin: Theme.tight }
            width: visible ? badge.width : 0
            height: badge.width
            radius: width / 2
            color: Theme.cardFace
            Label {
                anchors.centerIn: parent
                text: "D"
                size: Theme.note
                font.bold: true
                color: Theme.blackSuit
            }
        }
        Label {
            id: blind
            objectName: "blind"
            anchors { left: disc.visible ? disc.right : badge.right; leftMargin: Theme.tight; verticalCenter: badge.verticalCenter }
            width: visible ? implicitWidth : 0
            visible: tile.seat.blind !== "" && !disc.visible
            text: tile.seat.blind
            size: Theme.fine
            font.bold: true
            color: Theme.printed
        }
        Badge {
            objectName: "state"
            anchors { right: parent.right; verticalCenter: badge.verticalCenter }
            room: content.width - badge.width - (disc.visible ? disc.width + Theme.tight : 0) - (blind.visible ? blind.width + Theme.tight : 0) - Theme.tight
            text: tile.timed ? tile.seat.clock : tile.words[tile.seat.state] ?? ""
            glyph: tile.timed ? "" : tile.glyphs[tile.seat.state] ?? ""
            ground: tile.free ? "transparent" : tile.seat.urgent ? Theme.stopped : tile.bright ? Theme.act : tile.good ? Theme.good : Theme.raised
            ink: tile.seat.urgent ? Theme.text : tile.bright || tile.good ? Theme.inkOnAct : tile.free ? Theme.quiet : Theme.text
        }

        Row {
            id: cards
            anchors { right: parent.right; bottom: parent.bottom }
            spacing: Theme.px(2)
            Repeater {
                model: tile.seat.cards
                PlayingCard {
                    required property string modelData
                    required property int index
                    objectName: "card" + index
                    code: modelData
                    dimmed: tile.out
                    width: Theme.px(29)
                    height: Theme.px(41)
                }
            }
        }

        Item {
            anchors { left: parent.left; right: cards.left; rightMargin: Theme.tight; top: badge.bottom; bottom: parent.bottom }
            Label {
                objectName: "stack"
                width: parent.width
                height: Theme.px(24)
                y: tile.seat.wager === "" && tile.seat.won === "" ? (parent.height - height) / 2 : 0
                text: tile.seat.stack
                size: tile.seat.acting || tile.seat.wager === "" && tile.seat.won === "" ? Theme.strong : Theme.body
                leastSize: Theme.fine
                font.bold: true
                color: tile.out ? Theme.quiet : Theme.text
            }
            Label {
                objectName: "wager"
                width: parent.width
                height: Theme.px(26)
                anchors.bottom: parent.bottom
                visible: text !== ""
                text: tile.seat.won !== "" ? "+" + tile.seat.won : tile.seat.wager === "" ? "" : (tile.seat.wager.length > 7 ? "" : "● ") + tile.seat.wager
                size: Theme.strong
                leastSize: Theme.fine
                font.bold: true
                color: tile.out ? Theme.quiet : Theme.act
            }
        }
    }

    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        longPressThreshold: 0.6
        onTapped: tile.seat.tap()
        onLongPressed: tile.seat.hold()
    }
}
