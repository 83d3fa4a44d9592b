pragma ComponentBehavior: Bound
import QtQuick
import theme

// One wager area: a ring and its word as printed on the felt; where a wager lies, a chip with the
// first letter, and the amount in place of the word.
Item {
    id: spot

    required property string area
    required property string word
    required property string amount

    readonly property int disc: Theme.px(27)

    Rectangle {
        objectName: "ring"
        anchors.horizontalCenter: parent.horizontalCenter
        width: spot.disc
        height: width
        radius: width / 2
        color: "transparent"
        border { width: Theme.line; color: Theme.printed }
        opacity: spot.amount === "" ? 0.6 : 0
    }

    Rectangle {  // the chip
        id: chip
        visible: spot.amount !== ""
        anchors.horizontalCenter: parent.horizontalCenter
        width: spot.disc
        height: width
        radius: width / 2
        color: Theme.chipColours[spot.area]

        Repeater {
            model: 6
            Rectangle {
                id: notch
                required property int index
                width: chip.width * 0.17
                height: chip.width * 0.1
                color: Theme.inkOnChip
                x: chip.width / 2 - width / 2
                y: 0
                transform: Rotation {
                    origin.x: notch.width / 2
                    origin.y: chip.width / 2
                    angle: notch.index * 60
                }
            }
        }
        Rectangle {
            anchors.centerIn: parent
            width: parent.width * 0.7
            height: width
            radius: width / 2
            color: parent.color
            border { width: Theme.line; color: Theme.inkOnChip }
        }
    }

    Label {
        objectName: "letter"
        anchors.horizontalCenter: parent.horizontalCenter
        height: spot.disc
        text: spot.word[0]
        size: Theme.fine
        font.bold: true
        color: spot.amount === "" ? Theme.printed : Theme.inkOnChip
    }

    Label {
        objectName: "word"
        visible: spot.amount === ""
        anchors.horizontalCenter: parent.horizontalCenter
        horizontalAlignment: Text.AlignHCenter
        y: spot.disc
        width: spot.width
        height: spot.height - spot.disc
        text: spot.word
        size: Theme.fine
        leastSize: Theme.px(10)
        color: Theme.printed
    }

    Label {
        objectName: "amount"
        anchors.horizontalCenter: parent.horizontalCenter
        horizontalAlignment: Text.AlignHCenter
        y: spot.disc
        width: spot.width
        height: spot.height - spot.disc
        text: spot.amount
        size: Theme.body
        leastSize: Theme.px(10)
        font.bold: true
    }
}
