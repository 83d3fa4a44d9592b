pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// What the seat in turn can raise to: two keys beside each other.
Item {
    id: wagers
    objectName: "wagers"

    required property WagersViewModel model

    readonly property int count: model.keys.length
    readonly property int rows: 3
    readonly property real keyWidth: (width - Theme.tight) / 2
    readonly property real keyHeight: (height - (rows - 1) * Theme.tight) / rows

    Prose {
        objectName: "whyNoWager"
        anchors { fill: parent; margins: Theme.gap }
        visible: text !== ""
        text: wagers.model.whyNot
        leastSize: Theme.note
        horizontalAlignment: Text.AlignRight
        color: Theme.quiet
    }
    Repeater {
        model: wagers.model.keys
        TouchButton {
            required property var modelData
            required property int index
            readonly property int column: modelData.slot % 2
            readonly property bool alone: index === wagers.count - 1 && (column === 0 || index === 0)

            objectName: "size-" + modelData.code
            x: alone ? 0 : column * (wagers.keyWidth + Theme.tight)
            y: Math.floor(modelData.slot / 2) * (wagers.keyHeight + Theme.tight)
            width: alone ? wagers.width : wagers.keyWidth
            height: wagers.keyHeight
            text: modelData.text
            note: modelData.note
            size: Theme.strong
            active: modelData.enabled
            onTapped: wagers.model.choose(modelData.code)
        }
    }
}
