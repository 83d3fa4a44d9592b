pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// One place: its number, what it has decided, its cards, its wagers and its jackpot lamp.
Rectangle {
    id: tile

    required property PlaceViewModel place

    readonly property bool out: ["fold", "concede", "void", "settled"].includes(place.standing)
    readonly property var words: ({
        "bet": qsTr("BET"), "check": qsTr("CHECK"), "ask": qsTr("DECIDES"), "fold": qsTr("FOLDED"),
        "concede": qsTr("CONCEDED"), "void": qsTr("VOID"), "settled": qsTr("SETTLED")
    })
    readonly property var glyphs: ({
        "bet": "check", "check": "dot", "ask": "question", "fold": "cross", "concede": "cross",
        "void": "cross", "settled": "check"
    })
    readonly property string state_: out ? place.standing : place.decision

    objectName: "place" + place.number
    radius: Theme.radius
    color: place.active ? Theme.placeHigh : out ? Theme.placeOut : Theme.place
    border {
        width: place.active || place.opened ? Theme.stroke : Theme.line
        color: place.opened ? Theme.text : place.active ? Theme.act : Theme.edge
    }

    Item {
        id: content
        anchors { fill: parent; margins: Theme.px(5) }

        Rectangle {
            id: badge
            width: Theme.px(26)
            height: width
            radius: width / 2
            color: tile.place.active ? Theme.act : Theme.raised
            Label {
                objectName: "number"
                anchors.centerIn: parent
                text: tile.place.number
                size: Theme.body
                font.bold: true
                color: tile.place.active ? Theme.inkOnAct : Theme.text
            }
        }

        Badge {
            objectName: "decision"
            anchors { right: parent.right; verticalCenter: badge.verticalCenter }
            text: tile.place.result !== "" ? tile.place.result : tile.words[tile.state_] ?? ""
            glyph: tile.glyphs[tile.state_] ?? ""
            ground: tile.state_ === "ask" ? Theme.act : ["bet", "check"].includes(tile.state_) ? Theme.good : Theme.raised
            ink: ["ask", "bet", "check"].includes(tile.state_) ? Theme.inkOnAct : Theme.text
        }

        Row {
            id: cards
            y: badge.height + Theme.px(6)
            height: Theme.px(54)
            spacing: Theme.tight
            anchors.horizontalCenter: parent.horizontalCenter

            Repeater {
                model: tile.place.cards
                CardSpot {
                    required property string modelData
                    required property int index
                    objectName: "card" + index
                    code: modelData
                    width: Theme.px(39)
                    height: Theme.px(54)
                    forward: tile.place.forward[index] ?? false
                    out: tile.out
                    comparing: tile.place.forward.includes(true)
                }
            }
        }

        Row {  // before the cards: whose wagers these are
            anchors.centerIn: cards
            visible: tile.place.cards.length === 0
            spacing: Theme.tight
            Glyph {
                anchors.verticalCenter: parent.verticalCenter
                name: tile.place.repeated ? "repeat" : ""
                colour: Theme.act
                size: Theme.px(20)
            }
            Label {
                objectName: "note"
                anchors.verticalCenter: parent.verticalCenter
                text: tile.place.ante !== "" ? "$" + tile.place.ante : tile.place.seated ? qsTr("no ante") : qsTr("free")
                size: tile.place.ante !== "" ? Theme.px(27) : Theme.body
                font.bold: tile.place.ante !== ""
                color: tile.place.ante !== "" ? Theme.text : Theme.quiet
            }
        }

        Glyph {
            objectName: "marker"
            anchors { left: badge.right; leftMargin: Theme.tight; verticalCenter: badge.verticalCenter }
            name: tile.place.marker ? "flag" : ""
            colour: Theme.act
            size: Theme.px(16)
        }

        Grid {
            id: spots
            anchors { bottom: parent.bottom; horizontalCenter: parent.horizontalCenter }
            columns: 3
            columnSpacing: 0
            rowSpacing: 0

            Spot { objectName: "ante"; area: "ante"; word: qsTr("Ante"); amount: tile.place.ante; width: content.width / 3; height: Theme.px(45) }
            Spot { objectName: "bonus"; opacity: tile.place.bonusOffered ? 1 : 0; area: "bonus"; word: qsTr("Bonus"); amount: tile.place.bonus; width: content.width / 3; height: Theme.px(45) }
            Item {  // the jackpot: its lamp says whether the wager is in
                id: jackpot
                objectName: "jackpot"
                width: content.width / 3
                height: Theme.px(45)

                readonly property bool lit: tile.place.lamp !== "off"

                Rectangle {
                    anchors.horizontalCenter: parent.horizontalCenter
                    width: Theme.px(27)
                    height: width
                    radius: Theme.px(6)
                    color: jackpot.lit ? Theme.chipColours.jackpot : "transparent"
                    border { width: Theme.line; color: jackpot.lit ? Theme.text : Theme.printed }
                    opacity: jackpot.lit ? 1 : 0.6
                    Glyph {
                        anchors.centerIn: parent
                        name: "star"
                        colour: jackpot.lit ? Theme.inkOnChip : Theme.printed
                        size: Theme.px(17)
                    }
                    SequentialAnimation on scale {
                        running: tile.place.lamp === "flash"
                        loops: Animation.Infinite
                        NumberAnimation { to: 1.2; duration: Theme.slow }
                        NumberAnimation { to: 1.0; duration: Theme.slow }
                    }
                }
                Label {
                    objectName: "amount"
                    y: Theme.px(27)
                    width: parent.width
                    height: parent.height - y
                    horizontalAlignment: Text.AlignHCenter
                    text: tile.place.jackpot
                    size: Theme.body
                    leastSize: Theme.px(10)
                    font.bold: true
                }
            }
            Spot { objectName: "flop"; area: "flop"; word: qsTr("Flop"); amount: tile.place.flop; width: content.width / 3; height: Theme.px(45) }
            Spot { objectName: "turn"; area: "turn"; word: qsTr("Turn"); amount: tile.place.turn; width: content.width / 3; height: Theme.px(45) }
            Spot { objectName: "river"; area: "river"; word: qsTr("River"); amount: tile.place.river; width: content.width / 3; height: Theme.px(45) }
        }
    }

    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        longPressThreshold: 0.6
        onTapped: tile.place.tap()
        onLongPressed: tile.place.hold()
    }

    Item {  // its corner: the panel of the place
        objectName: "corner"
        width: Theme.touch
        height: Theme.touch
        TapHandler {
            gesturePolicy: TapHandler.ReleaseWithinBounds
            onTapped: tile.place.hold()
        }
    }
}
