pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// One spot: a ring and its word as printed on the felt; where a wager lies, a chip with the first
// letter, and the amount beside it in place of the word. One with a sign is square: its lamp says
// whether the wager is in.
Item {
    id: place

    required property SpotViewModel spot

    signal tapped(string name)

    readonly property bool square: spot.glyph !== ""
    readonly property bool lies: spot.state === "lies" || spot.state === "flash"
    readonly property int disc: Math.min(Theme.px(36), height - Theme.px(6))
    readonly property bool small: disc < Theme.px(36)
    readonly property real beside: disc + (!small ? Theme.gap : spot.amount.length > 7 ? Theme.seam : Theme.tight)

    objectName: spot.name
    visible: spot.state !== "gone"
    opacity: spot.state === "blank" ? 0 : 1

    Rectangle {  // or the chip that lies on it
        id: chip
        objectName: "ring"
        anchors.verticalCenter: parent.verticalCenter
        width: place.disc
        height: width
        radius: place.square ? Theme.px(6) : width / 2
        color: place.lies ? Theme.chipColours[place.objectName] ?? Theme.chipColours.ante : "transparent"
        border { width: place.lies && !place.square ? 0 : Theme.line; color: place.lies ? Theme.text : Theme.printed }
        opacity: place.lies ? 1 : 0.6

        Repeater {
            model: place.lies && !place.square ? 6 : 0
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
            visible: place.lies && !place.square
            anchors.centerIn: parent
            width: parent.width * 0.78  // within the notches
            height: width
            radius: width / 2
            color: parent.color
            border { width: Theme.line; color: Theme.inkOnChip }
        }
        Glyph {
            anchors.centerIn: parent
            name: place.spot.glyph
            colour: place.lies ? Theme.inkOnChip : Theme.printed
            size: place.disc * 0.63
        }
        Timer {  // as the lamp does it: a screen that draws every frame for it keeps a core busy
            interval: Theme.slow
            repeat: true
            running: place.spot.state === "flash"
            onTriggered: chip.scale = chip.scale < 1 ? 1 : 0.8
            onRunningChanged: if (!running) chip.scale = 1
        }
    }

    Label {
        objectName: "letter"
        anchors.centerIn: chip
        text: place.square ? "" : place.spot.word.charAt(0)
        size: place.small ? Math.min(Theme.px(15), Math.round(place.disc * 0.63)) : Theme.px(18)
        font.bold: true
        color: place.lies ? Theme.inkOnChip : Theme.printed
    }

    Label {
        objectName: "word"
        visible: place.spot.amount === "" && !(place.small && place.square)  // the sign says it
        x: place.beside
        width: place.width - x - Theme.seam
        height: place.height
        text: place.spot.word
        size: place.small ? Theme.px(14) : Theme.note
        color: Theme.printed
    }

    Label {
        objectName: "amount"
        visible: text !== ""
        x: place.beside
        width: place.width - x
        height: place.height
        text: place.spot.amount
        size: place.small ? Theme.body : Theme.px(27)
        leastSize: Theme.px(10)  // five figures in tokens: money is never cut off
        font.bold: true
    }

    Item {  // never smaller than a finger
        visible: place.spot.tappable
        anchors.centerIn: parent
        width: Math.max(parent.width, Theme.touch)
        height: Math.max(parent.height, Theme.touch)
        TapHandler {
            gesturePolicy: TapHandler.ReleaseWithinBounds
            onTapped: place.tapped(place.objectName)
        }
    }
}
