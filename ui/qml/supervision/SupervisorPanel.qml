pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Menu, form and confirmation of whoever is signed on. At the left what it is about and what was
// answered so far; at the right the keys of the question.
Panel {
    id: panel
    objectName: "supervisor"

    required property SupervisorViewModel model

    readonly property real side: model.kind === "cards" ? Math.min(Theme.px(250), width - 13 * Theme.touch - 14 * Theme.seam) : Theme.px(250)

    readonly property bool wordy: model.keys.some(key => key.text.length > 44)

    visible: model.visible
    border.color: Theme.supervisorFrame

    Item {
        id: about
        x: 2 * Theme.gap
        width: panel.side - 3 * Theme.gap
        anchors { top: parent.top; topMargin: Theme.gap; bottom: parent.bottom; bottomMargin: Theme.tight }

        Label {
            id: title
            objectName: "supervisorTitle"
            width: parent.width
            text: panel.model.title
            size: Theme.strong
            wrapMode: Text.WordWrap
            font.bold: true
        }
        Label {
            id: question
            objectName: "supervisorQuestion"
            anchors.top: title.bottom
            width: parent.width
            visible: text !== ""
            text: panel.model.question
            size: Theme.strong
            wrapMode: Text.WordWrap
            color: Theme.act
        }
        Label {
            objectName: "supervisorLines"
            anchors { top: question.visible ? question.bottom : title.bottom; topMargin: Theme.tight; bottom: message.visible ? message.top : backKey.top; bottomMargin: Theme.tight }
            width: parent.width
            visible: panel.model.kind !== "confirm" && panel.model.kind !== "about"
            verticalAlignment: Text.AlignTop
            text: panel.model.lines.join("\n")
            size: Theme.body
            leastSize: Theme.fine
            wrapMode: Text.WordWrap
            color: Theme.quiet
        }
        Label {
            id: message
            objectName: "supervisorMessage"
            anchors { bottom: backKey.top; bottomMargin: panel.model.tellsAbout ? Theme.touch + 2 * Theme.tight : Theme.tight }
            width: parent.width
            height: Math.min(implicitHeight, Theme.px(84))
            visible: text !== "" && panel.model.kind !== "confirm"
            text: panel.model.message
            size: Theme.body
            leastSize: Theme.fine
            wrapMode: Text.WordWrap
            font.bold: true
            color: panel.model.good ? Theme.good : Theme.stoppedText
        }
        TouchButton {
            objectName: "supervisorAbout"
            visible: panel.model.tellsAbout
            anchors { bottom: backKey.top; bottomMargin: Theme.tight }
            width: parent.width
            text: qsTr("About this table")
            size: Theme.body
            onTapped: panel.model.tellAbout()
        }
        TouchButton {
            id: backKey
            objectName: "supervisorBack"
            anchors.bottom: parent.bottom
            width: parent.width
            text: panel.model.atTop ? qsTr("Close") : qsTr("Back")
            size: Theme.body
            onTapped: panel.model.back()
        }
    }

    Item {
        id: area
        x: panel.side
        y: Theme.seam
        width: panel.width - panel.side - Theme.seam
        height: panel.height - 2 * Theme.seam

        readonly property real keyWidth: (width - 2 * Theme.seam) / 3
        readonly property real keyHeight: (height - 3 * Theme.seam) / 4

        Grid {
            visible: panel.model.kind === "keys"
            columns: 3
            spacing: Theme.seam
            Repeater {
                model: panel.model.kind === "keys" ? panel.model.keys : []
                TouchButton {
                    required property var modelData
                    objectName: "entry-" + modelData.code
                    width: area.keyWidth
                    height: area.keyHeight
                    text: modelData.text
                    note: modelData.note
                    reason: modelData.reason
                    active: modelData.reason === ""
                    kind: modelData.done ? "chosen" : "plain"
                    glyph: modelData.done ? "check" : ""
                    size: panel.wordy ? Theme.px(15) : Theme.body
                    onTapped: panel.model.choose(modelData.code)
                }
            }
        }

        NumberPad {
            visible: panel.model.kind === "money" || panel.model.kind === "number"
            width: 2 * area.keyWidth + Theme.seam
            height: parent.height
            extra: panel.model.kind === "money" ? "." : ""
            onKeyed: (sign) => panel.model.key(sign)
            onCleared: panel.model.clear()
        }
        Label {
            objectName: "supervisorKeyed"
            visible: panel.model.kind === "money" || panel.model.kind === "number"
            x: 2 * (area.keyWidth + Theme.seam)
            width: area.keyWidth - Theme.gap
            height: 2 * area.keyHeight
            horizontalAlignment: Text.AlignRight
            text: panel.model.keyed
            size: Theme.figure
            leastSize: Theme.body
            font.bold: true
        }
        Label {
            objectName: "supervisorPresent"
            visible: panel.model.present !== ""
            x: 2 * (area.keyWidth + Theme.seam)
            y: 2 * area.keyHeight
            width: area.keyWidth - Theme.gap
            height: area.keyHeight
            horizontalAlignment: Text.AlignRight
            text: panel.model.present
            size: Theme.strong
            leastSize: Theme.fine
            color: Theme.quiet
        }
        TouchButton {
            objectName: "supervisorNext"
            visible: panel.model.kind === "money" || panel.model.kind === "number"
            x: 2 * (area.keyWidth + Theme.seam)
            y: 3 * (area.keyHeight + Theme.seam)
            width: area.keyWidth
            height: area.keyHeight
            text: qsTr("Next")
            kind: "primary"
            active: panel.model.canNext
            onTapped: panel.model.next()
        }

        CardKeys {
            visible: panel.model.kind === "cards"
            width: parent.width
            height: parent.height
            cards: panel.model.cards
            onKeyed: (card) => panel.model.card(card)
        }

        Label {
            objectName: "aboutLines"
            visible: panel.model.kind === "about"
            anchors { fill: parent; margins: Theme.gap }
            verticalAlignment: Text.AlignTop
            text: panel.model.lines.join("\n")
            size: Theme.strong
            leastSize: Theme.fine
            lineHeight: 1.15
            wrapMode: Text.WordWrap
        }

        Item {
            visible: panel.model.kind === "confirm"
            anchors.fill: parent

            readonly property bool foreseen: panel.model.headline !== ""

            Column {  // who gets what back
                id: follows
                visible: parent.foreseen
                anchors { right: parent.right; top: parent.top; topMargin: Theme.gap }
                width: parent.width * 0.56
                spacing: Theme.tight
                Label {
                    objectName: "confirmForeseen"
                    width: parent.width
                    text: panel.model.headline
                    size: Theme.strong
                    wrapMode: Text.WordWrap
                    font.bold: true
                }
                Shares { width: parent.width; shares: panel.model.shares }
                Label {
                    objectName: "confirmBesides"
                    visible: text !== ""
                    width: parent.width
                    text: panel.model.besides
                    size: Theme.body
                    wrapMode: Text.WordWrap
                    color: Theme.quiet
                }
            }
            Label {
                objectName: "confirmLines"
                anchors { left: parent.left; leftMargin: Theme.gap; top: parent.top; topMargin: Theme.gap; bottom: rule.top }
                width: parent.foreseen ? parent.width * 0.42 - Theme.gap : parent.width - 3 * Theme.gap
                verticalAlignment: Text.AlignTop
                text: panel.model.lines.length ? panel.model.lines.join("\n") : panel.model.title
                size: Theme.strong
                leastSize: Theme.fine
                wrapMode: Text.WordWrap
            }
            Label {
                id: rule
                objectName: "confirmPeople"
                anchors { left: parent.left; leftMargin: Theme.gap; bottom: refusal.top }
                width: parent.width - 3 * Theme.gap
                text: [panel.model.people, panel.model.clause].filter(one => one !== "").join("   ·   ")
                size: Theme.body
                color: Theme.printed
            }
            Label {
                id: refusal
                objectName: "confirmMessage"
                anchors { left: parent.left; leftMargin: Theme.gap; bottom: confirmKey.top; bottomMargin: Theme.tight }
                width: parent.width - 3 * Theme.gap
                visible: text !== ""
                height: visible ? Theme.px(44) : 0
                text: panel.model.message
                size: Theme.body
                leastSize: Theme.fine
                wrapMode: Text.WordWrap
                font.bold: true
                color: Theme.stoppedText
            }
            TouchButton {
                id: confirmKey
                objectName: "supervisorConfirm"
                anchors { right: parent.right; bottom: parent.bottom }
                width: 2 * area.keyWidth + Theme.seam
                height: area.keyHeight
                text: panel.model.confirmText
                kind: "supervisor"
                size: Theme.title
                onTapped: panel.model.confirm()
            }
        }
    }
}
