pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// The window is to be closed in the middle of a round: what becomes of it, and two answers.
Panel {
    id: panel
    objectName: "leaving"

    required property LeavingViewModel model

    Label {
        id: title
        objectName: "leavingTitle"
        x: 2 * Theme.gap
        y: Theme.gap
        width: parent.width - 2 * x
        text: panel.model.title
        size: Theme.strong
        font.bold: true
    }
    Prose {
        objectName: "leavingText"
        x: title.x
        anchors { top: title.bottom; topMargin: Theme.gap; bottom: answers.top; bottomMargin: Theme.gap }
        width: title.width
        verticalAlignment: Text.AlignTop
        text: panel.model.text
        size: Theme.strong
        leastSize: Theme.body
    }
    Row {
        id: answers
        readonly property real each: (panel.width - 2 * Theme.tight - spacing) / 2

        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        spacing: Theme.gap
        TouchButton {
            objectName: "leavingStay"
            width: answers.each
            text: qsTr("Stay")
            size: Theme.strong
            kind: "primary"
            onTapped: panel.model.close()
        }
        TouchButton {
            objectName: "leavingLeave"
            width: answers.each
            text: qsTr("Close the console")
            size: Theme.strong
            onTapped: panel.model.leave()
        }
    }
}
