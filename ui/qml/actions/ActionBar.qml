pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The dealer's hand is here all evening: nothing in this bar ever moves. "No more bets" stands beside
// the spot where the last place is paid: a finger that taps once more there locks nothing.
Rectangle {
    id: bar
    objectName: "actionBar"

    required property ActionsViewModel model
    property bool aside: false  // a panel asks: the one key in amber is on it

    height: Theme.touch + 3 * Theme.tight
    color: Theme.pit

    TouchButton {
        id: irregularity
        objectName: "irregularityButton"
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(144)
        text: bar.model.reportText
        glyph: bar.model.reportGlyph
        active: bar.model.irregularityEnabled
        onTapped: bar.model.irregularity()
    }
    TouchButton {
        id: undo
        objectName: "undoButton"
        anchors { left: irregularity.right; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(178)
        text: qsTr("Undo")
        note: bar.model.undoNote
        glyph: "undo"
        active: bar.model.undoEnabled
        onTapped: bar.model.undo()
    }

    Row {  // the game's own keys
        anchors { right: primary.left; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        layoutDirection: Qt.RightToLeft
        spacing: Theme.gap

        Repeater {
            model: bar.model.keys.length
            TouchButton {
                required property int index
                readonly property var key: bar.model.keys[index] ?? ({code: "", text: "", enabled: false})

                objectName: key.code + "Button"
                width: Theme.px(132)
                text: key.text
                size: Theme.strong
                active: key.enabled
                onTapped: bar.model.key(key.code)
            }
        }
    }

    TouchButton {
        objectName: "otherButton"
        anchors { right: primary.left; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(190)
        visible: bar.model.otherText !== ""
        text: bar.model.otherText
        size: Theme.strong
        onTapped: bar.model.other()
    }

    TouchButton {
        objectName: "betsOpen"
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: primary.width
        height: primary.height
        visible: bar.model.apart
        text: qsTr("Bets are open")
        size: Theme.strong
        active: false
    }
    TouchButton {
        id: primary
        objectName: "primaryButton"
        anchors { right: parent.right; rightMargin: Theme.gap + (bar.model.apart ? width + Theme.gap : 0); verticalCenter: parent.verticalCenter }
        width: Theme.px(312)
        height: Theme.touch + Theme.gap
        text: bar.model.primaryText
        reason: bar.model.primaryReason
        kind: bar.aside ? "plain" : "primary"
        size: Theme.title
        active: bar.model.primaryEnabled
        onTapped: bar.model.primary()
    }
}
