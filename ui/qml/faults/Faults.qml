pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Everything that is wrong: what failed, what still works, what to do, who must approve.
Panel {
    id: panel
    objectName: "faults"

    required property FaultsViewModel model

    readonly property real side: Theme.px(226)
    readonly property bool lifting: model.lifts.length > 0
    readonly property real listed: height - 2 * Theme.gap - (lifting ? Theme.touch + Theme.gap : 0)

    Column {
        x: 2 * Theme.gap
        y: Theme.gap
        width: panel.side - 3 * Theme.gap
        spacing: Theme.tight
        Prose {
            objectName: "faultsTitle"
            width: parent.width
            text: panel.model.title
            size: Theme.strong
            font.bold: true
        }
        Prose {
            objectName: "faultsWaits"
            width: parent.width
            visible: text !== ""
            text: panel.model.waits
            color: Theme.act
        }
    }
    Row {
        id: keys
        readonly property real whole: panel.side - 2 * Theme.tight

        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        spacing: Theme.tight
        TouchButton {
            objectName: "faultsClose"
            width: more.visible ? (keys.whole - keys.spacing) / 2 : keys.whole
            text: qsTr("Close")
            onTapped: panel.model.close()
        }
        TouchButton {
            id: more
            objectName: "faultsMore"
            visible: note !== ""
            width: (keys.whole - keys.spacing) / 2
            text: qsTr("More")
            note: panel.model.page
            onTapped: panel.model.more()
        }
    }

    Item {
        x: panel.side
        y: Theme.gap
        width: panel.width - x - 2 * Theme.gap
        height: panel.listed
        Repeater {
            id: rows
            model: panel.model.rows
            Item {
                id: row
                required property var modelData
                required property int index
                objectName: "fault" + index
                width: parent.width
                height: panel.listed / Math.max(1, rows.count)
                y: index * height
                Glyph {
                    id: sign
                    y: Theme.tight
                    name: row.modelData.stops ? "cross" : "warning"
                    colour: row.modelData.stops ? Theme.stoppedText : Theme.act
                    size: Theme.px(20)
                }
                Prose {
                    id: device
                    objectName: "faultDevice"
                    anchors { left: sign.right; leftMargin: Theme.gap }
                    width: Theme.px(110)
                    text: row.modelData.device
                    font.bold: true
                }
                Prose {
                    objectName: "faultFailed"
                    anchors { left: device.right; leftMargin: Theme.gap }
                    width: (row.width - device.x - device.width - 3 * Theme.gap) * 0.45
                    height: row.height - Theme.tight
                    verticalAlignment: Text.AlignTop
                    text: row.modelData.works !== "" ? row.modelData.failed + "\n" + row.modelData.works : row.modelData.failed
                    leastSize: Theme.fine
                    color: Theme.quiet
                }
                Prose {
                    objectName: "faultDo"
                    anchors.right: parent.right
                    width: (row.width - device.x - device.width - 3 * Theme.gap) * 0.55
                    height: row.height - Theme.tight
                    verticalAlignment: Text.AlignTop
                    text: row.modelData.approve !== "" ? qsTr("%1\nApproval: %2").arg(row.modelData.do).arg(row.modelData.approve) : row.modelData.do
                    leastSize: Theme.fine
                }
            }
        }
    }

    Row {
        visible: panel.lifting
        anchors { right: parent.right; bottom: parent.bottom; margins: Theme.tight }
        spacing: Theme.tight
        Label {
            height: Theme.touch
            text: qsTr("Release the table, because:")
            color: Theme.act
        }
        Repeater {
            model: panel.model.lifts
            TouchButton {
                required property var modelData
                objectName: "lift-" + modelData.code
                width: Theme.px(180)
                text: modelData.text
                kind: "supervisor"
                onTapped: panel.model.lift(modelData.code)
            }
        }
    }
}
