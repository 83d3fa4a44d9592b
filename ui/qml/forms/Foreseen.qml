pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// What the clause makes of it: how the round ends, who gets what back; and who confirms it.
Item {
    id: page

    required property IrregularitiesViewModel model

    readonly property real decide: Theme.px(286)
    readonly property int confirms: model.confirms.length
    readonly property int confirmColumns: confirms > 3 ? 2 : 1

    Item {
        id: follows
        width: parent.width - page.decide - Theme.gap
        height: parent.height

        Glyph {
            id: sign
            anchors.verticalCenter: headline.verticalCenter
            name: page.model.ends ? "cross" : "play"
            colour: page.model.ends ? Theme.stoppedText : Theme.act
            size: Theme.px(20)
        }
        Prose {
            id: headline
            objectName: "foreseen"
            anchors { left: sign.right; leftMargin: Theme.gap; right: parent.right }
            text: page.model.headline
            size: Theme.title
            font.bold: true
        }
        Label {
            id: clause
            objectName: "foreseenClause"
            anchors { left: headline.left; top: headline.bottom }
            text: page.model.clause
            color: Theme.printed
        }

        Shares {
            id: shares
            anchors { top: clause.bottom; topMargin: Theme.tight; left: headline.left; right: parent.right }
            shares: page.model.shares
        }

        Prose {
            objectName: "foreseenLines"
            anchors { top: shares.bottom; topMargin: Theme.tight; left: headline.left; right: parent.right; bottom: parent.bottom }
            text: page.model.besides
            leastSize: Theme.fine
            verticalAlignment: Text.AlignTop
            color: Theme.quiet
        }
    }

    Column {  // who confirms it, where every form has its key
        anchors { right: parent.right; bottom: parent.bottom }
        width: page.decide
        spacing: Theme.gap
        Prose {  // somebody has to come first
            objectName: "foreseenWaits"
            visible: text !== ""
            width: parent.width
            text: page.model.waits
            size: Theme.strong
            color: Theme.act
        }
        TouchButton {
            objectName: "foreseenCall"
            visible: page.model.canCall
            width: parent.width
            height: Theme.touch + 2 * Theme.gap
            text: qsTr("Call a supervisor")
            size: Theme.strong
            kind: "primary"
            onTapped: page.model.call()
        }
        Label {
            visible: page.confirms > 1
            objectName: "foreseenBecause"
            width: parent.width
            text: qsTr("Confirm, because:")
            color: Theme.act
        }
        Grid {
            visible: page.confirms > 0
            columns: page.confirmColumns
            spacing: Theme.tight
            Repeater {
                model: page.model.confirms
                TouchButton {
                    required property var modelData
                    objectName: "confirm-" + modelData.code
                    width: (page.decide - (page.confirmColumns - 1) * Theme.tight) / page.confirmColumns
                    height: page.confirms > 1 ? Theme.touch : 2 * Theme.touch
                    text: modelData.text
                    size: page.confirms > 3 ? Theme.fine : page.confirms > 1 ? Theme.body : Theme.title
                    kind: page.model.ends ? "final" : "primary"
                    onTapped: page.model.confirm(modelData.code)
                }
            }
        }
    }
}
