pragma ComponentBehavior: Bound
import QtQuick
import theme

// Everything that is tapped. At least 12 mm each way; where it cannot be used it stays, sinks into
// its ground and says why.
Rectangle {
    id: button

    required property string text
    property string reason: ""  // why it cannot be used; only then shown
    property string note: ""  // a second line, always shown
    property string glyph: ""
    property string kind: "plain"  // plain, primary, chosen, final, supervisor
    property bool active: true
    property int size: Theme.body

    signal tapped

    readonly property var grounds: ({
        "plain": Theme.key, "primary": Theme.act, "chosen": Theme.good, "final": Theme.stopped,
        "supervisor": Theme.supervisor
    })
    readonly property var inks: ({
        "plain": Theme.text, "primary": Theme.inkOnAct, "chosen": Theme.inkOnAct,
        "final": Theme.inkOnStopped, "supervisor": Theme.inkOnSupervisor
    })
    readonly property color ink: active ? inks[kind] : Theme.faded

    implicitWidth: Math.max(Theme.touch, content.implicitWidth + 4 * Theme.gap)
    implicitHeight: Theme.touch
    radius: Theme.radius
    color: !active ? Theme.off : tap.pressed ? Qt.darker(grounds[kind], 1.18) : grounds[kind]
    border { width: Theme.line; color: active ? Theme.edge : Theme.raised }
    scale: tap.pressed && active ? 0.97 : 1

    Row {
        id: content
        anchors.centerIn: parent
        spacing: Theme.gap

        Glyph {
            name: button.glyph
            colour: button.ink
            size: button.size
            anchors.verticalCenter: parent.verticalCenter
        }
        Column {
            anchors.verticalCenter: parent.verticalCenter

            Prose {
                id: words
                objectName: "label"
                anchors.horizontalCenter: parent.horizontalCenter
                readonly property real room: button.width - 2 * Theme.gap - (button.glyph ? button.size + Theme.gap : 0)

                width: Math.min(implicitWidth, room)
                horizontalAlignment: Text.AlignHCenter
                text: button.text
                size: button.size
                leastSize: Math.min(size, Theme.note)
                fontSizeMode: Text.HorizontalFit  // its longest word
                font.bold: true
                color: button.ink
            }
            Prose {
                objectName: "reason"
                visible: text !== ""
                anchors.horizontalCenter: parent.horizontalCenter
                width: Math.min(implicitWidth, words.room)
                horizontalAlignment: Text.AlignHCenter
                text: !button.active && button.reason !== "" ? button.reason : button.note
                size: Theme.note
                color: button.active || button.reason === "" ? button.ink : button.kind === "primary" ? Theme.act : Theme.quiet
            }
        }
    }

    TapHandler {
        id: tap
        enabled: button.active
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: button.tapped()
    }
}
