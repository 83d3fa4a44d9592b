pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import guidance
import frame

// The console of the poker room. Under the seats, from the left: the board, and the context area,
// where the sizes of a raise, the pot that is pushed and the pad for an amount appear.
ConsoleFrame {
    id: window

    readonly property PokerViewModels game: view.game

    placesHeight: oval.seatsHeight

    felt: Oval {
        id: oval
        anchors.fill: parent
        model: window.game.oval
        middle: window.game.middle
        upper: window.upper
        lower: window.lower
    }

    underPlaces: Item {
        anchors.fill: parent

        Middle {
            model: window.game.middle
            width: contextArea.x - Theme.gap
            height: parent.height
        }
        Item {
            id: contextArea
            objectName: "contextArea"
            width: Theme.px(324)
            height: parent.height
            x: parent.width - width

            Said {
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom; top: lastHand.visible ? parent.verticalCenter : parent.top }
                visible: !window.game.wagers.visible && !window.game.push.visible && !window.game.potPad.visible
                announces: !lastHand.visible
                model: window.view.guidance
            }
            Prose {  // what the last hand came to
                id: lastHand
                objectName: "lastHand"
                anchors { left: parent.left; right: parent.right; top: parent.top; bottom: parent.verticalCenter }
                visible: window.game.push.over !== ""
                anchors.rightMargin: Theme.gap
                horizontalAlignment: Text.AlignRight
                verticalAlignment: Text.AlignBottom
                text: window.game.push.over
                size: Theme.title
                leastSize: Theme.note
            }
            Wagers {
                anchors.fill: parent
                visible: window.game.wagers.visible && !window.game.wagers.pad
                model: window.game.wagers
            }
            Later {
                wanted: window.game.wagers.pad
                AmountPad { model: window.game.wagers }
            }
            Later {
                wanted: window.game.potPad.visible
                PotPad { model: window.game.potPad }
            }
            Later {
                wanted: window.game.push.visible && !window.game.potPad.visible
                Push { model: window.game.push }
            }
        }
    }

    panels: [
        Later {
            wanted: window.game.handPad.visible && window.view.panels.open === ""
            HandPad { pad: window.game.handPad }
        },
        Later {
            wanted: window.game.seatPanel.visible
            SeatPanel { model: window.game.seatPanel }
        }
    ]
}
