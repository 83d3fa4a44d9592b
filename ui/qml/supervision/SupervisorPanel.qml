pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import forms

// Menu, form and confirmation of whoever is signed on.
FormPanel {
    id: panel
    objectName: "supervisor"

    required property SupervisorViewModel supervisor

    model: supervisor
    name: "supervisor"
    tells: model.kind !== "confirm" && model.kind !== "about"
    border.color: Theme.supervisorFrame
    extraName: "supervisorAbout"
    extraText: model.tellsAbout
    onExtra: supervisor.tellAbout()

    Prose {
        objectName: "aboutLines"
        visible: panel.model.kind === "about"
        anchors { fill: parent; margins: Theme.gap }
        verticalAlignment: Text.AlignTop
        text: panel.model.lines.join("\n")
        size: Theme.strong
        leastSize: Theme.fine
        lineHeight: 1.15
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
            Prose {
                objectName: "confirmForeseen"
                width: parent.width
                text: panel.model.headline
                size: Theme.strong
                font.bold: true
            }
            Shares { width: parent.width; shares: panel.model.shares }
            Prose {
                objectName: "confirmBesides"
                visible: text !== ""
                width: parent.width
                text: panel.model.besides
                color: Theme.quiet
            }
        }
        Prose {
            objectName: "confirmLines"
            anchors { left: parent.left; leftMargin: Theme.gap; top: parent.top; topMargin: Theme.gap; bottom: rule.top }
            width: parent.foreseen ? parent.width * 0.42 - Theme.gap : parent.width - 3 * Theme.gap
            verticalAlignment: Text.AlignTop
            text: panel.model.lines.length ? panel.model.lines.join("\n") : panel.model.title
            size: Theme.strong
            leastSize: Theme.fine
        }
        Label {
            id: rule
            objectName: "confirmPeople"
            anchors { left: parent.left; leftMargin: Theme.gap; bottom: refusal.top }
            width: parent.width - 3 * Theme.gap
            text: [panel.model.people, panel.model.clause].filter(one => one !== "").join("   ·   ")
            color: Theme.printed
        }
        Prose {
            id: refusal
            objectName: "confirmMessage"
            anchors { left: parent.left; leftMargin: Theme.gap; bottom: confirmKey.top; bottomMargin: Theme.tight }
            width: parent.width - 3 * Theme.gap
            visible: text !== ""
            height: visible ? Theme.px(44) : 0
            text: panel.model.message
            leastSize: Theme.fine
            font.bold: true
            color: Theme.stoppedText
        }
        TouchButton {
            id: confirmKey
            objectName: "supervisorConfirm"
            anchors { right: parent.right; bottom: parent.bottom }
            width: 2 * panel.keyWidth + Theme.seam
            height: panel.keyHeight
            text: panel.model.confirms[0]?.text ?? ""
            kind: "supervisor"
            size: Theme.title
            onTapped: panel.model.confirm("")
        }
    }
}
