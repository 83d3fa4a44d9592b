pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// A card that no device has read is keyed.
CardsPanel {
    objectName: "cardPad"

    required property CardPadViewModel pad

    model: pad
    name: "cardPad"
    why.color: pad.twice ? Theme.act : Theme.quiet
    centred: true
}
