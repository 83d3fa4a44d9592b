pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes
import theme

// One card, face up or face down. `code` is "Kd", or "back".
Rectangle {
    id: card

    required property string code
    property bool dimmed: false

    readonly property bool faceUp: code !== "" && code !== "back"
    readonly property string suitLetter: faceUp ? code[1] : ""

    radius: Math.max(3, width * 0.1)
    color: faceUp ? (dimmed ? Theme.cardDimmed : Theme.cardFace) : dimmed ? Theme.cardBackDimmed : Theme.cardBack
    border.width: faceUp ? 0 : Math.max(1, width * 0.04)
    border.color: dimmed ? Theme.cardBackLine : Theme.cardFace

    Rank {
        x: card.width * 0.08
        width: card.width * 0.84
        code: card.code
        size: Math.max(8, card.height * 0.5)
        color: suit.colour
        font.letterSpacing: text.length > 1 ? -card.width * 0.06 : 0
    }

    Suit {
        id: suit
        visible: card.faceUp
        letter: card.faceUp ? card.suitLetter : "s"
        dimmed: card.dimmed
        width: card.height * 0.36
        height: width
        anchors { right: parent.right; bottom: parent.bottom; margins: card.width * 0.1 }
    }

    Shape {  // the back: a lattice, drawn once for every size
        visible: !card.faceUp
        width: 40
        height: 56
        x: card.width * 0.12
        y: card.height * 0.1
        transform: Scale { xScale: card.width * 0.76 / 40; yScale: card.height * 0.8 / 56 }

        ShapePath {
            strokeColor: Theme.cardBackLine
            strokeWidth: 1.4
            fillColor: "transparent"
            PathSvg {
                path: "M0 0 L40 56 M40 0 L0 56 M20 0 L40 28 L20 56 L0 28 Z M0 14 L30 56 M10 0 L40 42 M40 14 L10 56 M30 0 L0 42 M0 0 L40 0 L40 56 L0 56 Z"
            }
        }
    }
}
