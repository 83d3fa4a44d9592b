pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// One place: its number, what it has decided, its cards, and its spots with what lies on them. Where
// there are many places it is narrow: the badge stands under the number.
Rectangle {
    id: tile

    required property PlaceViewModel place

    readonly property var spots: place.spotList
    readonly property bool narrow: content.width < Theme.px(128)  // of more than seven places
    readonly property var grounds: ({ "act": Theme.act, "good": Theme.good })

    objectName: "place" + place.number
    radius: Theme.radius
    color: place.active ? Theme.placeHigh : place.out ? Theme.placeOut : Theme.place
    border {
        width: place.active || place.opened ? Theme.stroke : Theme.line
        color: place.opened ? Theme.text : place.active ? Theme.act : Theme.edge
    }

    Item {
        id: content
        anchors { fill: parent; margins: Theme.tight }

        Disc {
            id: badge
            number: tile.place.number
            active: tile.place.active
        }

        Badge {
            id: word
            objectName: "decision"
            x: parent.width - width
            y: tile.narrow ? badge.height + Theme.seam : Math.ceil((badge.height - height) / 2)
            room: tile.narrow ? content.width : content.width - badge.width - Theme.tight
            text: tile.place.badge
            glyph: tile.place.badgeGlyph
            ground: tile.grounds[tile.place.badgeKind] ?? Theme.raised
            ink: tile.place.badgeKind !== "" ? Theme.inkOnAct : Theme.text
        }

        Row {
            id: cards
            readonly property real cardWidth: Math.min(Theme.px(38), (content.width + spacing) / Math.max(2, tile.place.cards.length) - spacing)

            y: tile.narrow ? word.y + word.height + Theme.seam : badge.height + Theme.px(5)
            height: Math.round(cardWidth * Theme.px(53) / Theme.px(38))
            spacing: Theme.tight
            anchors.horizontalCenter: parent.horizontalCenter

            Repeater {
                model: tile.place.cards
                CardSpot {
                    required property string modelData
                    required property int index
                    objectName: "card" + index
                    code: modelData
                    width: cards.cardWidth
                    height: cards.height
                    forward: tile.place.forward[index] ?? false
                    lift: tile.narrow ? Theme.seam : Theme.px(5)
                    out: tile.place.out && !comparing
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
            size: tile.place.returns ? Theme.px(27) : Theme.body
            leastSize: Theme.body
            font.bold: tile.place.returns
            color: tile.place.returns ? Theme.text : Theme.quiet
        }
        Glyph {  // where no badge stands
            objectName: "sign"
            anchors { right: parent.right; verticalCenter: badge.verticalCenter }
            name: tile.place.sign
            colour: Theme.act
            size: Theme.px(22)
        }

        Glyph {
            objectName: "mark"
            anchors { left: badge.right; leftMargin: Theme.tight; verticalCenter: badge.verticalCenter }
            name: tile.place.mark
            colour: Theme.act
            size: Theme.px(16)
        }

        Grid {  // before the deal one under the other, large; then in two columns where there are many
            id: spots
            readonly property int across: tile.place.large || tile.spots.length <= 3 ? 1 : 2
            readonly property real room: content.height - cards.y - cards.height - Theme.tight

            visible: !tile.place.returns
            anchors { bottom: parent.bottom; horizontalCenter: parent.horizontalCenter }
            flow: Grid.TopToBottom
            rows: Math.ceil(tile.spots.length / across)

            Repeater {
                model: tile.spots
                Spot {
                    required property SpotViewModel modelData
                    spot: modelData
                    width: content.width / spots.across
                    height: tile.place.large ? Theme.px(46) : Math.min(Theme.px(28), spots.room / spots.rows)
                    onTapped: (name) => tile.place.tapSpot(name)
                }
            }
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
