pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// A street or a hand is keyed as it is turned over.
CardsPanel {
    id: panel
    objectName: "handPad"

    required property HandPadViewModel pad

    model: pad
    name: "pad"
    why.size: Theme.note

    TouchButton {
        objectName: "lieWrong"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: panel.side - 2 * Theme.tight
        visible: panel.pad.wrong
        text: qsTr("Dealt wrong")
        onTapped: panel.pad.reportWrong()
    }
}
