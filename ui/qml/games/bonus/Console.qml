pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import guidance
import frame
import felt

// The console of the bonus game. Under the places, from the left: the dealer's hand, the community
// cards, and the context area, where the settlement, the chip pad and the choices of a place appear.
ConsoleFrame {
    id: window

    readonly property BonusViewModels game: view.game

    placesHeight: cloth.tileHeight

    felt: Felt {
        id: cloth
        anchors.fill: parent
        model: window.game.felt
        upper: window.upper
        lower: window.lower
    }

    underPlaces: Item {
        id: under
        readonly property real cardsWidth: width - contextArea.width - Theme.gap
        readonly property real cardWidth: Math.min((cardsWidth - dealers.words - 3 * Theme.gap - Theme.px(42)) / 7, (middle.height - Theme.px(38)) / 1.42)

        anchors.fill: parent

        DealersHand {
            id: dealers
            model: window.game.board
            cardWidth: under.cardWidth
            height: parent.height
            y: Math.max(0, (parent.height - middle.heading - middle.cardHeight) / 2)
        }
        Community {
            id: middle
            model: window.game.board
            x: dealers.width + Theme.gap
            y: dealers.y
            cardWidth: under.cardWidth
            width: contextArea.x - x - Theme.gap
            height: Math.min(parent.height, Theme.px(170))
        }
        Item {
            id: contextArea
            objectName: "contextArea"
            width: Theme.px(324)
            height: parent.height
            x: parent.width - width

            Said { anchors.fill: parent; model: window.view.guidance }
            Later {
                wanted: window.game.settlement.visible
                Settlement { model: window.game.settlement; awards: window.game.awards }
            }
            Later {
                wanted: window.game.chipPad.visible
                ChipPad { model: window.game.chipPad }
            }
            Later {
                wanted: window.game.choices.visible
                Choices { model: window.game.choices }
            }
        }
    }

    panels: [
        Later {
            wanted: window.game.cardPad.visible
            CardPad { pad: window.game.cardPad }
        },
        Later {
            wanted: window.game.awards.visible
            Awards { model: window.game.awards }
        },
        Later {
            wanted: window.game.placePanel.visible
            PlacePanel { model: window.game.placePanel }
        }
    ]
}
