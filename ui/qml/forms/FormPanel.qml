pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// A form in the making. At the left what it is about, what was answered so far and the ways out; at
// the right the question, or what a panel shows instead of one: its last page.
Panel {
    id: panel

    required property FormViewModel model
    required property string name  // what the names of its parts begin with
    property string key: "entry-"
    property bool down: false
    property real least: Theme.px(250)  // the width of what stands at the left
    property bool closes: false  // "Close" stands beside "Back", and not in its place
    property bool tells: true  // answers and refusals stand at the left
    property string extraName: ""  // one more key at the left; none where it has no text
    property string extraText: ""
    default property alias pages: area.data

    signal extra

    readonly property real side: model.kind === "cards" ? Math.min(least, width - 13 * Theme.touch - 14 * Theme.seam) : least
    readonly property bool several: model.kind === "several"
    readonly property real keyWidth: ask.keyWidth
    readonly property real keyHeight: ask.keyHeight

    Item {
        id: about
        x: 2 * Theme.gap
        width: panel.side - 3 * Theme.gap
        anchors { top: parent.top; topMargin: Theme.gap; bottom: keys.top; bottomMargin: Theme.tight }

        Prose {
            id: title
            objectName: panel.name + "Title"
            width: parent.width
            text: panel.model.title
            size: Theme.strong
            font.bold: true
        }
        Prose {
            id: question
            objectName: panel.name + "Question"
            anchors.top: title.bottom
            width: parent.width
            visible: text !== ""
            text: panel.model.question
            size: Theme.strong
            color: Theme.act
        }
        Label {  // what is being typed
            id: typed
            objectName: panel.name + "Typed"
            anchors.top: question.bottom
            width: parent.width
            height: visible ? Theme.px(36) : 0
            visible: panel.model.kind === "text"
            text: panel.model.keyed
            size: Theme.title
            leastSize: Theme.fine
            font.bold: true
        }
        Prose {
            objectName: panel.name + "Lines"
            anchors { top: typed.visible ? typed.bottom : question.visible ? question.bottom : title.bottom; topMargin: Theme.tight; bottom: message.visible ? message.top : parent.bottom; bottomMargin: message.visible ? Theme.tight : 0 }
            width: parent.width
            visible: panel.tells && !(typed.visible && message.visible)  // the refusal needs the room
            verticalAlignment: Text.AlignTop
            text: panel.model.lines.join("\n")
            leastSize: Theme.fine
            color: Theme.quiet
        }
        Prose {
            id: message
            objectName: panel.name + "Message"
            anchors.bottom: parent.bottom
            width: parent.width
            height: Math.min(implicitHeight, Theme.px(84))
            visible: text !== "" && panel.tells
            text: panel.model.message
            leastSize: Theme.fine
            font.bold: true
            color: panel.model.good ? Theme.good : Theme.stoppedText
        }
    }
    Column {
        id: keys
        x: Theme.tight
        anchors { bottom: parent.bottom; bottomMargin: Theme.tight }
        width: panel.side - 2 * Theme.tight
        spacing: Theme.tight
        TouchButton {
            objectName: panel.several ? panel.name + "Done" : panel.extraName
            visible: panel.several || panel.extraText !== ""
            width: keys.width
            text: panel.several ? qsTr("Done") : panel.extraText
            kind: panel.several ? "primary" : "plain"
            size: panel.several ? Theme.strong : Theme.body
            active: !panel.several || panel.model.canNext
            onTapped: panel.several ? panel.model.next() : panel.extra()
        }
        Row {
            spacing: Theme.tight
            TouchButton {
                id: closeKey
                objectName: panel.name + "Close"
                visible: panel.closes
                width: backKey.visible ? (keys.width - Theme.tight) / 2 : keys.width
                text: qsTr("Close")
                onTapped: panel.model.close()
            }
            TouchButton {
                id: backKey
                objectName: panel.name + "Back"
                visible: !panel.closes || !panel.model.atTop
                width: closeKey.visible ? (keys.width - Theme.tight) / 2 : keys.width
                text: panel.model.atTop ? qsTr("Close") : qsTr("Back")
                onTapped: panel.model.back()
            }
        }
    }

    Item {
        id: area
        x: panel.side
        y: Theme.seam
        width: panel.width - panel.side - Theme.tight
        height: panel.height - 2 * Theme.seam

        Ask {
            id: ask
            anchors.fill: parent
            model: panel.model
            name: panel.name
            key: panel.key
            down: panel.down
        }
    }
}
