pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Staff number and PIN. Of the PIN there are dots only.
Panel {
    id: pad
    objectName: "signOn"

    required property SignOnViewModel model

    readonly property real side: Theme.px(330)
    readonly property real last: Theme.px(230)

    border.color: Theme.supervisorFrame

    Item {
        x: 2 * Theme.gap
        width: pad.side - 3 * Theme.gap
        anchors { top: parent.top; topMargin: Theme.gap; bottom: parent.bottom; bottomMargin: Theme.gap }

        Label {
            id: title
            objectName: "signOnTitle"
            text: pad.model.title
            size: Theme.strong
            font.bold: true
        }
        Prose {
            objectName: "signOnText"
            visible: pad.model.message === ""
            anchors { top: title.bottom; topMargin: Theme.tight }
            width: parent.width
            text: pad.model.text
            color: Theme.quiet
        }
        Prose {
            objectName: "signOnMessage"
            anchors { top: title.bottom; topMargin: Theme.tight; bottom: fields.top; bottomMargin: Theme.tight }
            width: parent.width
            verticalAlignment: Text.AlignTop
            text: pad.model.message
            leastSize: Theme.fine
            font.bold: true
            color: Theme.act
        }

        Row {
            id: fields
            anchors { bottom: parent.bottom; bottomMargin: shut.height }
            spacing: Theme.gap

            Rectangle {
                width: Theme.px(130)
                height: Theme.px(60)
                radius: Theme.radius
                color: Theme.pit
                border { width: Theme.stroke; color: pad.model.onPin ? Theme.edge : Theme.act }
                Label {
                    x: Theme.gap
                    y: Theme.tight
                    text: qsTr("Staff number")
                    size: Theme.fine
                    color: Theme.quiet
                }
                Label {
                    objectName: "signOnNumber"
                    anchors { left: parent.left; leftMargin: Theme.gap; right: parent.right; rightMargin: Theme.gap; bottom: parent.bottom }
                    height: Theme.px(36)
                    text: pad.model.number
                    size: Theme.title
                    leastSize: Theme.fine
                    font.bold: true
                }
            }
            Rectangle {
                width: Theme.px(168)
                height: Theme.px(60)
                radius: Theme.radius
                color: Theme.pit
                border { width: Theme.stroke; color: pad.model.onPin ? Theme.act : Theme.edge }
                Label {
                    x: Theme.gap
                    y: Theme.tight
                    text: qsTr("PIN")
                    size: Theme.fine
                    color: Theme.quiet
                }
                Row {
                    x: Theme.gap
                    anchors { bottom: parent.bottom; bottomMargin: Theme.px(12) }
                    spacing: Theme.px(3)
                    Repeater {
                        model: pad.model.dots
                        Rectangle {
                            width: Theme.px(9)
                            height: width
                            radius: width / 2
                            color: Theme.text
                        }
                    }
                }
            }
        }
    }

    TouchButton {
        id: shut
        objectName: "signOnClose"
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: Theme.px(242)
        text: qsTr("Close")
        onTapped: pad.model.close()
    }
    NumberPad {
        x: pad.side
        y: Theme.seam
        width: pad.width - pad.side - pad.last - 2 * Theme.tight
        height: pad.height - 2 * Theme.seam
        active: !pad.model.busy
        onKeyed: (sign) => pad.model.key(sign)
        onCleared: pad.model.clear()
    }

    Column {
        id: keys
        anchors { right: parent.right; rightMargin: Theme.tight; top: parent.top; topMargin: Theme.seam }
        width: pad.last - Theme.tight
        spacing: Theme.seam

        readonly property real keyHeight: (pad.height - 5 * Theme.seam) / 4

        TouchButton {
            objectName: "signOnList"
            width: parent.width
            height: parent.keyHeight
            text: qsTr("Dealer's menu")
            active: pad.model.listOffered
            onTapped: pad.model.openList()
        }
        TouchButton {
            objectName: "signOnDeals"
            width: parent.width
            height: parent.keyHeight
            text: pad.model.deals ? qsTr("As the dealer") : qsTr("Sign on as the dealer")
            glyph: pad.model.deals ? "check" : "ring"
            kind: pad.model.deals ? "chosen" : "plain"
            onTapped: pad.model.toggleDeals()
        }
    }
    TouchButton {
        objectName: "signOnGo"
        anchors { right: keys.right; bottom: parent.bottom; bottomMargin: Theme.seam }
        width: keys.width
        height: keys.keyHeight
        text: pad.model.goText
        size: Theme.strong
        kind: "primary"
        active: pad.model.canGo
        onTapped: pad.model.go()
    }
}
