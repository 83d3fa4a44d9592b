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
        "bet": qsTr("BET"), "check": qsTr("CHECK"), "ask": qsTr("DECIDES"), "wait": qsTr("WAITS"),
        "fold": qsTr("FOLDED"), "concede": qsTr("CONCEDED"), "void": qsTr("VOID"),
        "settled": qsTr("SETTLED"), "return": qsTr("RETURN")
    })
    readonly property var glyphs: ({
        "bet": "check", "check": "dot", "ask": "question", "fold": "cross", "concede": "cross",
        "void": "cross", "settled": "check", "return": "undo"
    })
    readonly property var acts: ({ "pay": "check", "take": "cross", "stands off": "ring", "return": "undo" })
    readonly property bool returns: place.standing === "return"
    readonly property string state_: out || returns ? place.standing : place.decision

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
            room: content.width - badge.width - Theme.tight
            text: tile.place.result !== "" ? tile.place.result : tile.words[tile.state_] ?? ""
            glyph: tile.acts[tile.place.resultAct] ?? tile.glyphs[tile.state_] ?? ""
            ground: ["ask", "return"].includes(tile.state_) ? Theme.act : ["bet", "check"].includes(tile.state_) ? Theme.good : Theme.raised
            ink: ["ask", "return", "bet", "check"].includes(tile.state_) ? Theme.inkOnAct : Theme.text
        }

        Row {
            id: cards
            y: badge.height + Theme.px(5)
            height: Theme.px(53)
            spacing: Theme.tight
            anchors.horizontalCenter: parent.horizontalCenter

            Repeater {
                model: tile.place.cards
                CardSpot {
                    required property string modelData
                    required property int index
                    objectName: "card" + index
                    code: modelData
                    width: Theme.px(38)
                    height: Theme.px(53)
                    forward: tile.place.forward[index] ?? false
                    lift: Theme.px(5)
                    out: tile.out && !comparing
                    comparing: tile.place.forward.includes(true)
                }
            }
        }

        Label {
            objectName: "note"
            anchors.centerIn: cards
            width: content.width
            horizontalAlignment: Text.AlignHCenter
            text: tile.place.note
            size: tile.returns ? Theme.px(27) : Theme.body
            leastSize: Theme.body
            font.bold: tile.returns
            color: tile.returns ? Theme.text : Theme.quiet
        }
        Glyph {  // the wagers are those of the last round
            objectName: "repeated"
            anchors { right: parent.right; verticalCenter: badge.verticalCenter }
            name: tile.place.repeated ? "repeat" : ""
            colour: Theme.act
            size: Theme.px(22)
        }

        Glyph {
            objectName: "marker"
            anchors { left: badge.right; leftMargin: Theme.tight; verticalCenter: badge.verticalCenter }
            name: tile.place.marker ? "flag" : ""
            colour: Theme.act
            size: Theme.px(16)
        }

        Grid {  // before the deal one under the other, large; then with the wagers of the streets
            id: spots
            readonly property bool wide: tile.place.betting && tile.place.note === ""
            readonly property real spotWidth: wide ? content.width : content.width / 3
            readonly property real spotHeight: Theme.px(wide ? 46 : 47)

            visible: !tile.returns
            anchors { bottom: parent.bottom; horizontalCenter: parent.horizontalCenter }
            columns: wide ? 1 : 3

            Spot { objectName: "ante"; area: "ante"; word: qsTr("Ante"); amount: tile.place.ante; wide: spots.wide; width: spots.spotWidth; height: spots.spotHeight }
            Spot { objectName: "bonus"; opacity: tile.place.bonusOffered ? 1 : 0; area: "bonus"; word: qsTr("Bonus"); amount: tile.place.bonus; wide: spots.wide; width: spots.spotWidth; height: spots.spotHeight }
            Spot { objectName: "jackpot"; area: "jackpot"; word: tile.place.jackpotName; amount: tile.place.jackpot; lamp: tile.place.lamp; wide: spots.wide; width: spots.spotWidth; height: spots.spotHeight }
            Spot { objectName: "flop"; visible: !spots.wide; area: "flop"; word: qsTr("Flop"); amount: tile.place.flop; width: spots.spotWidth; height: spots.spotHeight }
            Spot { objectName: "turn"; visible: !spots.wide; area: "turn"; word: qsTr("Turn"); amount: tile.place.turn; width: spots.spotWidth; height: spots.spotHeight }
            Spot { objectName: "river"; visible: !spots.wide; area: "river"; word: qsTr("River"); amount: tile.place.river; width: spots.spotWidth; height: spots.spotHeight }
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
