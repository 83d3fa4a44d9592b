pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// One place: who sits there, its round so far, and what can be done there.
Panel {
    id: panel
    objectName: "placePanel"

    required property PlacePanelViewModel model

    readonly property real side: Theme.px(360)
    readonly property int columns: 2
    readonly property int rows: 3
    readonly property real keyWidth: (width - side - (columns + 1) * Theme.tight) / columns
    readonly property real keyHeight: (height - (rows + 1) * Theme.tight) / rows

    Label {
        id: title
        objectName: "placeTitle"
        x: 2 * Theme.gap
        y: Theme.gap
        text: panel.model.title
        size: Theme.strong
        font.bold: true
    }
    Prose {
        id: seat
        objectName: "placeSeat"
        anchors { left: title.left; top: title.bottom }
        width: panel.side - 3 * Theme.gap
        text: panel.model.seat
        color: Theme.quiet
    }
    Prose {
        objectName: "placeHistory"
        anchors { left: title.left; top: seat.bottom; topMargin: Theme.tight; bottom: shut.top; bottomMargin: Theme.tight }
        width: panel.side - 3 * Theme.gap
        text: panel.model.history.join("\n")
        leastSize: Theme.fine
        verticalAlignment: Text.AlignTop
    }
    TouchButton {
        id: shut
        objectName: "placeClose"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: Theme.px(120)
        text: qsTr("Close")
        onTapped: panel.model.close()
    }

    Item {
        x: panel.side
        y: Theme.tight
        Repeater {
            model: panel.model.acts
            TouchButton {
                required property var modelData
                required property int index
                objectName: "act-" + modelData.code
                x: index % panel.columns * (panel.keyWidth + Theme.tight)
                y: Math.floor(index / panel.columns) * (panel.keyHeight + Theme.tight)
                width: panel.keyWidth
                height: panel.keyHeight
                text: modelData.text
                reason: modelData.reason
                size: Theme.strong
                active: modelData.enabled
                kind: modelData.asks ? "final" : modelData.likely ? "primary" : "plain"
                onTapped: panel.model.act(modelData.code)
            }
        }
    }
}
