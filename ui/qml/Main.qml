pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import topbar
import strip
import guidance
import actions
import faults
import supervision
import leaving
import games.bonus

// The console. From above: top bar, room for the strip, felt, guidance line, action bar.
// Under the places, from the left: the dealer's hand, the community cards, and the context area,
// where the settlement, the chip pad and the choices of a place appear. Whatever appears, a place
// or a key that a finger is on its way to stays where it is.
Window {
    id: window

    required property ConsoleViewModel desk
    property real inches: 0
    property bool fourColours: false

    signal simulatedTapped

    objectName: "console"
    title: qsTr("Feltwork")
    color: Theme.pit
    minimumWidth: 1024
    minimumHeight: 600
    onClosing: close => close.accepted = desk.leaving.mayClose()

    Binding { target: Theme; property: "width"; value: window.width }
    Binding { target: Theme; property: "height"; value: window.height }
    Binding { target: Theme; property: "inches"; value: window.inches }
    Binding { target: Theme; property: "fourColours"; value: window.fourColours }

    readonly property int inset: Theme.px(1)  // for the frame of supervisor mode

    TopBar {
        id: top
        y: window.inset
        z: 1  // its keys before the strip under them
        model: window.desk.topBar
        clock: window.desk.clock
        width: parent.width
        session: window.desk.session
        onDevicesTapped: window.desk.faults.show()
        onSimulatedTapped: window.simulatedTapped()
        onSupervisorTapped: window.desk.panels.openLasting(window.desk.session.active ? "supervisor" : "signOn")
    }
    Felt {
        id: cloth
        readonly property bool covered: overArea.taken

        model: window.desk.felt
        upper: trouble.height
        lower: Math.max(lowerArea.height, overArea.height - line.height) + Theme.tight
        y: top.y + top.height
        width: parent.width
        height: line.y - y
    }
    Strip {
        id: trouble
        model: window.desk.strip
        y: cloth.y
        width: parent.width
        onTapped: window.desk.faults.show()
    }

    Item {  // under the places: cards, and what is acted on now
        id: lowerArea
        objectName: "lowerArea"
        readonly property real wanted: 3 * Theme.touch + 4 * Theme.tight
        readonly property real cardsWidth: width - contextArea.width - Theme.gap
        readonly property real cardWidth: Math.min((cardsWidth - dealers.words - 3 * Theme.gap - Theme.px(42)) / 7, (middle.height - Theme.px(38)) / 1.42)

        x: Theme.gap
        width: parent.width - 2 * Theme.gap
        height: Math.max(wanted, Math.min(cloth.height - cloth.upper - cloth.tileHeight - Theme.px(56), Theme.px(240)))
        y: line.y - height - Theme.tight
        visible: !cloth.covered

        DealersHand {
            id: dealers
            model: window.desk.board
            cardWidth: lowerArea.cardWidth
            height: parent.height
            y: Math.max(0, (parent.height - middle.heading - middle.cardHeight) / 2)
        }
        Community {
            id: middle
            model: window.desk.board
            x: dealers.width + Theme.gap
            y: dealers.y
            cardWidth: lowerArea.cardWidth
            width: contextArea.x - x - Theme.gap
            height: Math.min(parent.height, Theme.px(170))
        }
        Item {
            id: contextArea
            objectName: "contextArea"
            width: Theme.px(324)
            height: parent.height
            x: parent.width - width

            Said { anchors.fill: parent; model: window.desk.guidance }
            Later {
                anchors.fill: parent
                wanted: window.desk.settlement.visible
                Settlement { model: window.desk.settlement; awards: window.desk.awards }
            }
            Later {
                anchors.fill: parent
                wanted: window.desk.chipPad.visible
                ChipPad { model: window.desk.chipPad }
            }
            Later {
                anchors.fill: parent
                wanted: window.desk.choices.visible
                Choices { model: window.desk.choices }
            }
        }
    }

    Guidance {
        id: line
        visible: !cloth.covered  // what lies over it says what to do, or has asked
        model: window.desk.guidance
        width: parent.width
        y: bar.y - height
    }
    ActionBar {
        id: bar
        model: window.desk.actions
        width: parent.width
        y: parent.height - height - window.inset
    }

    Item {  // over the lower area and the guidance line: never over the places
        id: overArea
        readonly property bool taken: visibleChildren.length > 0

        x: Theme.gap
        width: parent.width - 2 * Theme.gap
        y: bar.y - height
        height: Math.max(lowerArea.height + line.height, 4 * Theme.touch + 5 * Theme.seam)

        Later {
            anchors.fill: parent
            wanted: window.desk.cardPad.visible
            CardPad { model: window.desk.cardPad }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.awards.visible
            Awards { model: window.desk.awards }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.supervisor.visible
            SupervisorPanel { model: window.desk.supervisor }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.history.visible || window.desk.rules.visible
            Listed { model: window.desk.rules.visible ? window.desk.rules : window.desk.history }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.signOn.visible
            SignOn { model: window.desk.signOn }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.faults.visible
            Faults { model: window.desk.faults }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.placePanel.visible
            PlacePanel { model: window.desk.placePanel }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.irregularities.visible
            Irregularities { model: window.desk.irregularities }
        }
        Later {
            anchors.fill: parent
            wanted: window.desk.leaving.visible
            Leaving { model: window.desk.leaving }
        }
    }

    Rectangle {  // supervisor mode: the frame
        objectName: "supervisorFrame"
        anchors.fill: parent
        visible: window.desk.session.active
        color: "transparent"
        border { width: Theme.px(3); color: Theme.supervisorFrame }
    }
}
