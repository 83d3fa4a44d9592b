pragma ComponentBehavior: Bound
import QtQuick
import theme

// One place or seat: who is there and how it stands at the left, what can be done at the right.
Panel {
    id: panel

    required property string name  // what the names of its parts begin with
    required property string title
    required property string about
    required property var acts
    property real side: Theme.px(360)
    property real keysAt: side
    property int rows: 3
    default property alias more: body.data  // under what it is about

    signal picked(string code)
    signal closed

    readonly property int columns: 2
    readonly property real keyWidth: (width - keysAt - (columns + 1) * Theme.tight) / columns
    readonly property real keyHeight: (height - 2 * Theme.seam - (rows - 1) * Theme.tight) / rows

    Label {
        id: title
        objectName: panel.name + "Title"
        x: 2 * Theme.gap
        y: Theme.gap
        text: panel.title
        size: Theme.strong
        font.bold: true
    }
    Prose {
        id: about
        objectName: panel.name + "State"
        anchors { left: title.left; top: title.bottom }
        width: panel.side - 3 * Theme.gap
        text: panel.about
        color: Theme.quiet
    }
    Item {
        id: body
        anchors { left: title.left; top: about.bottom; topMargin: Theme.tight; bottom: shut.top; bottomMargin: Theme.tight }
        width: about.width
    }
    TouchButton {
        id: shut
        objectName: panel.name + "Close"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: Theme.px(120)
        text: qsTr("Close")
        onTapped: panel.closed()
    }
    Repeater {
        model: panel.acts
        TouchButton {
            required property var modelData
            required property int index
            objectName: "act-" + modelData.code
            x: panel.keysAt + index % panel.columns * (panel.keyWidth + Theme.tight)
            y: Theme.seam + Math.floor(index / panel.columns) * (panel.keyHeight + Theme.tight)
            width: panel.keyWidth
            height: panel.keyHeight
            text: modelData.text
            note: modelData.note ?? ""
            reason: modelData.reason
            size: Theme.strong
            active: modelData.enabled
            kind: modelData.asks ? "final" : modelData.likely ? "primary" : "plain"
            onTapped: panel.picked(modelData.code)
        }
    }
}
