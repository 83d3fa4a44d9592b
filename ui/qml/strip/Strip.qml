pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Under the top bar, and only while something is wrong. Its room is kept free while nothing is: what
// lies on the felt never moves. Where there is no room for all, it says what failed and what to do.
// A tap on it opens the whole list; it may begin above the strip, where nothing else is tapped.
Rectangle {
    id: strip
    objectName: "strip"

    required property StripViewModel model

    signal tapped

    readonly property bool stopped: model.level === "stopped"
    readonly property color ink: stopped ? Theme.inkOnStopped : Theme.inkOnAct

    visible: model.visible
    height: Theme.px(37)
    color: stopped ? Theme.stopped : Theme.act

    Glyph {
        id: sign
        x: Theme.gap
        anchors.verticalCenter: parent.verticalCenter
        name: strip.stopped ? "cross" : "warning"
        colour: strip.ink
        size: Theme.px(20)
    }
    Label {
        id: what
        objectName: "stripTitle"
        anchors { left: sign.right; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        text: strip.model.title
        font.bold: true
        color: strip.ink
    }
    Prose {
        id: said
        objectName: "stripText"
        anchors {
            left: what.right; leftMargin: 2 * Theme.gap
            right: more.left; rightMargin: Theme.gap
            top: parent.top; bottom: parent.bottom
        }
        text: whole.lineCount > 2 ? strip.model.brief : strip.model.text
        size: whole.lineCount > 1 ? Theme.note : Theme.body
        leastSize: Theme.note
        lineHeight: whole.lineCount > 1 ? 0.84 : 1  // two lines close together
        color: strip.ink
    }
    Prose {  // all of it in the smallest type, to be measured
        id: whole
        visible: false
        width: said.width
        text: strip.model.text
        size: Theme.note
    }
    Badge {
        id: more
        objectName: "stripMore"
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: text !== "" ? implicitWidth : 0
        text: strip.model.more
        glyph: "play"
        ground: Theme.pit
    }
    Item {
        objectName: "stripTap"
        visible: strip.model.more !== ""
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Math.max(Theme.touch, parent.height)
        TapHandler {
            gesturePolicy: TapHandler.ReleaseWithinBounds
            onTapped: strip.tapped()
        }
    }
}
