pragma ComponentBehavior: Bound
import QtQuick
import theme

// One wager area: a ring and its word as printed on the felt; where a wager lies, a chip with the
// first letter, and the amount in place of the word: under it, or beside it where there is room. The
// jackpot's is square: its lamp says whether the wager is in.
Item {
    id: spot

    required property string area
    required property string word
    required property string amount
    property string lamp: "off"
    property bool wide: false

    readonly property bool jackpot: area === "jackpot"
    readonly property bool lies: jackpot ? lamp !== "off" : amount !== ""
    readonly property int disc: Theme.px(wide ? 36 : 24)

    Rectangle {  // or the chip that lies on it
        id: chip
        objectName: "ring"
        x: spot.wide ? 0 : (spot.width - width) / 2
        y: spot.wide ? (spot.height - height) / 2 : 0
        width: spot.disc
        height: width
        radius: spot.jackpot ? Theme.px(6) : width / 2
        color: spot.lies ? Theme.chipColours[spot.area] : "transparent"
        border { width: spot.lies && !spot.jackpot ? 0 : Theme.line; color: spot.lies ? Theme.text : Theme.printed }
        opacity: spot.lies ? 1 : 0.6

        Repeater {
            model: spot.lies && !spot.jackpot ? 6 : 0
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
            visible: spot.lies && !spot.jackpot
            anchors.centerIn: parent
            width: parent.width * 0.7
            height: width
            radius: width / 2
            color: parent.color
            border { width: Theme.line; color: Theme.inkOnChip }
        }
        Glyph {
            anchors.centerIn: parent
            name: spot.jackpot ? "star" : ""
            colour: spot.lies ? Theme.inkOnChip : Theme.printed
            size: spot.disc * 0.63
        }
        Timer {  // as the lamp does it: a screen that draws every frame for it keeps a core busy
            interval: Theme.slow
            repeat: true
            running: spot.lamp === "flash"
            onTriggered: chip.scale = chip.scale < 1 ? 1 : 0.8
            onRunningChanged: if (!running) chip.scale = 1
        }
    }

    Label {
        objectName: "letter"
        anchors.centerIn: chip
        text: spot.jackpot ? "" : spot.word[0]
        size: Theme.px(spot.wide ? 18 : 15)
        font.bold: true
        color: spot.lies ? Theme.inkOnChip : Theme.printed
    }

    Label {
        objectName: "word"
        visible: spot.amount === "" && (spot.wide || !spot.jackpot)  // the star says it
        x: spot.wide ? spot.disc + Theme.gap : 0
        y: spot.wide ? 0 : spot.disc
        width: spot.width - x
        height: spot.height - y
        horizontalAlignment: spot.wide ? Text.AlignLeft : Text.AlignHCenter
        text: spot.word
        size: Theme.note
        leastSize: Theme.fine
        color: Theme.printed
    }

    Label {
        objectName: "amount"
        visible: text !== ""
        x: spot.wide ? spot.disc + Theme.gap : 0
        y: spot.wide ? 0 : spot.disc
        width: spot.width - x
        height: spot.height - y
        horizontalAlignment: spot.wide ? Text.AlignLeft : Text.AlignHCenter
        text: spot.amount
        size: spot.wide ? Theme.px(27) : Theme.body
        leastSize: Theme.px(10)  // five figures in tokens: money is never cut off
        font.bold: true
    }
}
