pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// One player: seat and temper, chips, cards, and what is said.
Rectangle {
    id: person

    required property var row  // a PersonRow

    objectName: "person" + row.seat
    height: Theme.px(96)
    radius: Theme.radius
    color: row.says !== "" ? Theme.placeHigh : row.out ? Theme.placeOut : Theme.place
    border { width: row.says !== "" ? Theme.stroke : Theme.line; color: row.says !== "" ? Theme.act : Theme.edge }

    Label {
        id: seat
        x: Theme.px(8)
        y: Theme.px(5)
        text: person.row.seat
        size: Theme.px(18)
        font.bold: true
    }
    Label {
        anchors { left: seat.right; leftMargin: Theme.px(8); baseline: seat.baseline; right: cards.left }
        text: person.row.who
        size: Theme.px(13)
        color: Theme.quiet
    }
    Label {
        anchors { left: parent.left; leftMargin: Theme.px(8); right: cards.left; rightMargin: Theme.px(4) }
        y: Theme.px(30)
        height: Theme.px(20)
        text: person.row.wager === "" ? person.row.stack : qsTr("%1 · %2 in front").arg(person.row.stack).arg(person.row.wager)
        size: Theme.px(14)
        leastSize: Theme.px(9)
    }
    Row {
        id: cards
        anchors { right: parent.right; top: parent.top; margins: Theme.px(6) }
        spacing: Theme.px(3)
        Repeater {
            model: person.row.cards.length
            PlayingCard {
                required property int index
                objectName: "card"
                width: Theme.px(26)
                height: Theme.px(37)
                code: person.row?.cards?.[index] ?? "back"
            }
        }
    }
    Prose {
        objectName: "says"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.px(8) }
        height: Theme.px(32)
        text: person.row.says
        size: Theme.px(15)
        leastSize: Theme.px(12)
        font.bold: true
        color: Theme.act
    }
}
