pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The people around the table: what the dealer is to key next stands above, the board in the
// middle, then everybody with what lies in front of them.
Column {
    id: around

    required property BenchViewModel model

    spacing: Theme.px(10)

    Rectangle {
        width: parent.width
        height: Theme.px(46)
        radius: Theme.radius
        color: around.model.said === "" ? Theme.raised : Theme.act
        Label {
            objectName: "said"
            anchors { fill: parent; leftMargin: Theme.px(12); rightMargin: Theme.px(12) }
            horizontalAlignment: Text.AlignHCenter
            text: around.model.said === "" ? qsTr("Nobody has to do anything.") : around.model.said
            size: Theme.px(22)
            leastSize: Theme.px(13)
            font.bold: true
            color: around.model.said === "" ? Theme.quiet : Theme.inkOnAct
        }
    }
    Rectangle {
        width: parent.width
        height: Theme.px(92)
        radius: Theme.radius
        color: Theme.felt
        border { width: Theme.line; color: Theme.edge }
        Row {
            anchors.centerIn: parent
            spacing: Theme.px(8)
            Repeater {
                model: 5
                CardSpot {
                    required property int index
                    objectName: "bench-board" + index
                    width: Theme.px(50)
                    height: Theme.px(70)
                    code: around.model.board[index] ?? ""
                }
            }
            Label {
                objectName: "benchPot"
                width: Theme.px(110)
                height: Theme.px(70)
                horizontalAlignment: Text.AlignHCenter
                text: around.model.pot === "" ? "" : qsTr("Pot %1").arg(around.model.pot)
                size: Theme.px(19)
                leastSize: Theme.px(12)
                font.bold: true
            }
        }
    }
    Flow {
        width: parent.width
        spacing: Theme.px(6)
        Repeater {
            model: around.model.people.length
            Person {
                required property int index
                row: around.model.people[index]
                width: (around.width - 2 * Theme.px(6)) / 3
            }
        }
    }
}
