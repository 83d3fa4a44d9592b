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
import forms
import supervision
import leaving

// The console around a game. From above: top bar, room for the strip, felt, guidance line, action
// bar. A game fills the felt, what lies under its places, and its own panels. Whatever appears, a
// place or a key that a finger is on its way to stays where it is.
Window {
    id: window

    required property ConsoleViewModel view
    property real inches: 0
    property bool fourColours: false
    property alias felt: cloth.data
    property alias underPlaces: lowerArea.data
    property alias panels: gamePanels.data
    property real placesHeight: 0  // as high as the game draws a place
    readonly property real arch: Theme.px(32)  // what the places take besides, being bent

    readonly property real upper: trouble.height  // of the felt, kept free for the strip
    readonly property real lower: Math.max(lowerArea.height, overArea.height - line.height) + Theme.tight
    readonly property bool covered: gamePanels.visibleChildren.length + housePanels.visibleChildren.length > 0

    signal simulatedTapped

    objectName: "console"
    title: qsTr("Feltwork")
    color: Theme.pit
    minimumWidth: 1024
    minimumHeight: 600
    onClosing: close => close.accepted = view.leaving.mayClose()

    Binding { target: Theme; property: "width"; value: window.width }
    Binding { target: Theme; property: "height"; value: window.height }
    Binding { target: Theme; property: "inches"; value: window.inches }
    Binding { target: Theme; property: "fourColours"; value: window.fourColours }

    readonly property int inset: Theme.px(1)  // for the frame of supervisor mode

    TopBar {
        id: top
        y: window.inset
        z: 1  // its keys before the strip under them
        model: window.view.topBar
        clock: window.view.clock
        width: parent.width
        session: window.view.session
        onDevicesTapped: window.view.faults.show()
        onSimulatedTapped: window.simulatedTapped()
        onSupervisorTapped: window.view.panels.openLasting(window.view.session.active ? "supervisor" : "signOn")
    }
    Item {
        id: cloth
        y: top.y + top.height
        width: parent.width
        height: line.y - y
    }
    Strip {
        id: trouble
        model: window.view.strip
        y: cloth.y
        width: parent.width
        onTapped: window.view.faults.show()
    }

    Item {  // under the places: cards, and what is acted on now
        id: lowerArea
        objectName: "lowerArea"
        readonly property real wanted: 3 * Theme.touch + 4 * Theme.tight

        x: Theme.gap
        width: parent.width - 2 * Theme.gap
        height: Math.max(wanted, Math.min(cloth.height - window.upper - window.placesHeight - window.arch, Theme.px(240)))
        y: line.y - height - Theme.tight
        visible: !window.covered
    }

    Guidance {
        id: line
        visible: !window.covered  // what lies over it says what to do, or has asked
        model: window.view.guidance
        width: parent.width
        y: bar.y - height
    }
    ActionBar {
        id: bar
        model: window.view.actions
        aside: window.view.panels.asks
        width: parent.width
        y: parent.height - height - window.inset
    }

    Item {  // over the lower area and the guidance line: never over the places
        id: overArea

        x: Theme.gap
        width: parent.width - 2 * Theme.gap
        y: bar.y - height
        height: Math.max(lowerArea.height + line.height, 4 * Theme.touch + 5 * Theme.seam)

        Item {
            id: gamePanels
            anchors.fill: parent
        }
        Item {
            id: housePanels
            anchors.fill: parent

            Later {
                wanted: window.view.irregularities.visible
                Irregularities { reports: window.view.irregularities }
            }
            Later {
                wanted: window.view.supervisor.visible
                SupervisorPanel { supervisor: window.view.supervisor }
            }
            Later {
                wanted: window.view.history.visible || window.view.rules.visible
                Listed { model: window.view.rules.visible ? window.view.rules : window.view.history }
            }
            Later {
                wanted: window.view.signOn.visible
                SignOn { model: window.view.signOn }
            }
            Later {
                wanted: window.view.faults.visible
                Faults { model: window.view.faults }
            }
            Later {
                wanted: window.view.leaving.visible
                Leaving { model: window.view.leaving }
            }
        }
    }

    Rectangle {  // supervisor mode: the frame
        objectName: "supervisorFrame"
        anchors.fill: parent
        visible: window.view.session.active
        color: "transparent"
        border { width: Theme.px(3); color: Theme.supervisorFrame }
    }
}
