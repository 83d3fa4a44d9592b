pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// A player, a table or the clock: what is known of it at the left, what can be done at the right.
Panel {
    id: panel
    objectName: "aboutPanel"

    required property AboutViewModel model

    readonly property real side: Theme.px(250)
    readonly property int columns: 3
    readonly property real keyWidth: (width - side - (columns + 1) * Theme.seam) / columns
    readonly property real keyHeight: (height - 5 * Theme.seam) / 4

    Label {
        id: title
        objectName: "aboutTitle"
        x: 2 * Theme.gap
        y: Theme.gap
        width: panel.side - 3 * Theme.gap
        height: Theme.px(34)
        text: panel.model.title
        size: Theme.strong
        leastSize: Theme.fine
        font.bold: true
    }
    Prose {
        objectName: "aboutLines"
        anchors { left: title.left; top: title.bottom; bottom: shut.top; bottomMargin: Theme.tight }
        width: title.width
        verticalAlignment: Text.AlignTop
        text: panel.model.lines.join("\n")
        leastSize: Theme.fine
        color: Theme.quiet
    }
    TouchButton {
        id: shut
        objectName: "aboutClose"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: panel.side - 2 * Theme.tight
        text: qsTr("Close")
        onTapped: panel.model.close()
    }
    Repeater {
        model: panel.model.keys
        TouchButton {
            required property var modelData
            required property int index
            objectName: "about-" + modelData.code
            x: panel.side + index % panel.columns * (panel.keyWidth + Theme.seam)
            y: Theme.seam + Math.floor(index / panel.columns) * (panel.keyHeight + Theme.seam)
            width: panel.keyWidth
            height: panel.keyHeight
            text: modelData.text
            onTapped: panel.model.act(modelData.code)
        }
    }
}
