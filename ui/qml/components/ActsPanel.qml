pragma ComponentBehavior: Bound
import QtQuick
import theme

// One place, seat, player or table: who is there and how it stands at the left, what can be done at the right.
Panel {
    id: panel

    required property string name  // what the names of its parts begin with
    required property string title
    required property string about
    required property var acts
    property real side: Theme.px(360)
    property real keysAt: side
    property int columns: 2
    property int rows: 3
    property real between: Theme.tight
    property string key: "act-"  // what the names of the keys begin with
    property int keySize: Theme.strong
    default property alias more: body.data  // under what it is about

    signal picked(string code)
    signal closed

    readonly property real keyWidth: (width - keysAt - Theme.tight - (columns - 1) * between) / columns
    readonly property real keyHeight: (height - 2 * Theme.seam - (rows - 1) * between) / rows

    Label {
        id: title
        objectName: panel.name + "Title"
        x: 2 * Theme.gap
        y: Theme.gap
        width: panel.side - 3 * Theme.gap
        height: Theme.px(30)
        text: panel.title
        size: Theme.strong
        leastSize: Theme.fine
        font.bold: true
    }
    Prose {
        id: about
        objectName: panel.name + "State"
        anchors { left: title.left; top: title.bottom }
        width: title.width
        text: panel.about
        color: Theme.quiet
    }
    Item {
        id: body
        anchors { left: title.left; top: about.text !== "" ? about.bottom : title.bottom; topMargin: Theme.tight; bottom: shut.top; bottomMargin: Theme.tight }
        width: about.width
    }
    TouchButton {
        id: shut
        objectName: panel.name + "Close"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: Math.min(panel.side - 2 * Theme.tight, Theme.px(242))
        text: qsTr("Close")
        onTapped: panel.closed()
    }
    Repeater {
        model: panel.acts
        TouchButton {
            required property var modelData
            required property int index
            objectName: panel.key + modelData.code
            x: panel.keysAt + index % panel.columns * (panel.keyWidth + panel.between)
            y: Theme.seam + Math.floor(index / panel.columns) * (panel.keyHeight + panel.between)
            width: panel.keyWidth
            height: panel.keyHeight
            text: modelData.text
            note: modelData.note ?? ""
            reason: modelData.reason
            size: panel.keySize
            active: modelData.enabled
            kind: modelData.asks ? "final" : modelData.likely ? "primary" : "plain"
            onTapped: panel.picked(modelData.code)
        }
    }
}
