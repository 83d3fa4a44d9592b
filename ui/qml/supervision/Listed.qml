pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// A list at the left, what was picked of it at the right.
Panel {
    id: panel
    objectName: "listed"

    required property ListedViewModel model

    border.color: Theme.supervisorFrame

    Label {
        objectName: "listedMessage"
        visible: text !== ""
        anchors.centerIn: parent
        text: panel.model.message
        size: Theme.strong
    }

    ListView {
        id: list
        objectName: "listedRows"
        x: Theme.tight
        y: Theme.tight
        width: Theme.px(226)
        height: parent.height - backKey.height - 3 * Theme.tight
        clip: true
        spacing: Theme.tight
        boundsBehavior: Flickable.StopAtBounds
        cacheBuffer: 0  // a row is there whole, or not yet
        model: panel.model.rows

        delegate: TouchButton {
            required property var modelData
            objectName: "row-" + modelData.number
            width: list.width
            text: modelData.text
            note: modelData.note
            kind: panel.model.picked === modelData.number ? "supervisor" : "plain"
            onTapped: panel.model.pick(modelData.number)
        }
    }
    TouchButton {
        id: backKey
        objectName: "listedBack"
        x: Theme.tight
        y: parent.height - height - Theme.tight
        width: list.width
        text: qsTr("Back")
        onTapped: panel.model.close()
    }

    ListView {
        id: details
        objectName: "listedDetails"
        anchors { left: list.right; leftMargin: 2 * Theme.gap; right: parent.right; rightMargin: 2 * Theme.gap }
        y: Theme.tight
        height: parent.height - 2 * Theme.tight
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        cacheBuffer: 0  // a row is there whole, or not yet
        model: panel.model.details

        delegate: Item {
            id: line
            required property var modelData
            width: details.width
            height: Math.max(cards.visible ? Theme.px(30) : Theme.px(22), words.implicitHeight + Theme.tight)

            Row {
                id: cards
                // Drawn signs are not clipped: a row that sticks out shows none.
                readonly property bool inside: line.y >= details.contentY - 1 && line.y + line.height <= details.contentY + details.height + 1
                visible: line.modelData.cards.length > 0
                opacity: inside ? 1 : 0
                spacing: Theme.px(3)
                anchors.verticalCenter: parent.verticalCenter
                Repeater {
                    model: line.modelData.cards
                    Rectangle {
                        id: card
                        required property string modelData
                        readonly property bool down: modelData === "back"
                        width: Theme.px(38)
                        height: Theme.px(26)
                        radius: Theme.px(4)
                        color: down ? Theme.cardBack : Theme.cardFace
                        Rank {
                            x: Theme.px(4)
                            height: parent.height
                            code: card.modelData
                            color: pip.colour
                        }
                        Suit {
                            id: pip
                            visible: !card.down
                            letter: card.down ? "s" : card.modelData[1]
                            width: Theme.px(13)
                            height: width
                            anchors { right: parent.right; rightMargin: Theme.px(3); verticalCenter: parent.verticalCenter }
                        }
                    }
                }
            }
            Prose {
                id: words
                objectName: "listedText"
                x: cards.visible ? Theme.px(215) : 0
                width: note.x - x - Theme.gap
                height: parent.height
                text: line.modelData.text
                font.bold: cards.visible
            }
            Label {
                id: note
                objectName: "listedNote"
                x: parent.width - width
                height: parent.height
                text: line.modelData.note
                size: Theme.note
                color: Theme.printed
            }
        }
    }
    Rectangle {  // how far down the list one is
        visible: details.contentHeight > details.height
        x: parent.width - Theme.px(8)
        width: Theme.px(3)
        radius: width / 2
        color: Theme.edge
        height: details.height * details.visibleArea.heightRatio
        y: details.y + details.height * details.visibleArea.yPosition
    }
}
