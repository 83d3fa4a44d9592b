pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// What now, for whom, how much; the clause behind it at the right. A refusal stands in its place.
Rectangle {
    id: line
    objectName: "guidance"

    required property GuidanceViewModel model

    readonly property bool refused: model.refusal !== ""

    height: Theme.px(Theme.tall ? 62 : 48)
    color: Theme.pit

    Rectangle {
        width: Theme.px(5)
        height: parent.height
        color: line.refused ? Theme.stopped : Theme.act
    }
    Glyph {
        id: sign
        x: Theme.px(14)
        anchors.verticalCenter: parent.verticalCenter
        name: line.refused ? "warning" : "play"
        colour: line.refused ? Theme.stoppedText : Theme.act
    }
    Prose {
        objectName: "guidanceText"
        anchors {
            left: sign.right; leftMargin: Theme.gap
            right: clause.left; rightMargin: Theme.gap
            top: parent.top; bottom: parent.bottom
        }
        text: line.refused ? line.model.refusal : line.model.text
        size: Theme.strong
        leastSize: Theme.fine
        lineHeight: 0.9
        color: line.refused ? Theme.stoppedText : Theme.text
    }
    Label {
        id: clause
        objectName: "clause"
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        text: line.refused ? "" : line.model.clause
        size: Theme.note
        color: Theme.printed
    }
}
