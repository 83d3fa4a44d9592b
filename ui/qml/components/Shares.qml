pragma ComponentBehavior: Bound
import QtQuick
import theme

// What every place gets back, loses or owes, in two columns.
Item {
    id: list

    required property var shares

    readonly property var signs: ({ "back": "undo", "kept": "cross", "owes": "warning" })
    readonly property int rows: Math.ceil(list.shares.length / 2)

    implicitHeight: rows * Theme.px(22)

    Repeater {
        model: list.shares
        Item {
            id: share
            required property var modelData
            required property int index
            readonly property color ink: modelData.kind === "back" ? Theme.good : Theme.act

            objectName: "share" + modelData.place + "-" + modelData.kind
            x: Math.floor(index / list.rows) * (width + Theme.gap)
            y: index % list.rows * height
            width: (list.width - Theme.gap) / 2
            height: Theme.px(22)
            Glyph {
                id: kind
                anchors.verticalCenter: parent.verticalCenter
                name: list.signs[share.modelData.kind] ?? ""
                colour: share.ink
                size: Theme.px(13)
            }
            Label {
                objectName: "shareText"
                anchors { left: kind.right; leftMargin: Theme.tight; right: parent.right; verticalCenter: parent.verticalCenter }
                text: qsTr("%1 %2 %3").arg(share.modelData.named).arg(share.modelData.place).arg(share.modelData.text)
                leastSize: Theme.fine
                height: parent.height
                color: share.ink
            }
        }
    }
}
