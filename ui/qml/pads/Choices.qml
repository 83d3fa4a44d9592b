pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// All choices of one place.
Panel {
    id: pad
    objectName: "choices"

    required property ChoicesViewModel model

    visible: model.visible

    Label {
        id: title
        objectName: "choicesTitle"
        x: 2 * Theme.gap
        anchors.verticalCenter: shut.verticalCenter
        text: pad.model.title
        size: Theme.title
        font.bold: true
    }
    Label {
        objectName: "choicesNote"
        anchors { left: title.right; right: shut.left; margins: Theme.gap; verticalCenter: shut.verticalCenter }
        height: shut.height
        text: pad.model.note
        size: Theme.body
        leastSize: Theme.note
        wrapMode: Text.Wrap
        color: Theme.act
    }
    TouchButton {
        id: shut
        objectName: "choicesClose"
        anchors { right: parent.right; top: parent.top; margins: Theme.gap }
        text: qsTr("Close")
        size: Theme.body
        onTapped: pad.model.close()
    }
    Row {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gap }
        spacing: Theme.gap
        Repeater {
            id: offers
            model: pad.model.offers
            TouchButton {
                required property var modelData
                objectName: "choice-" + modelData.code
                width: (pad.width - (offers.count + 1) * Theme.gap) / offers.count
                height: pad.height - shut.height - 3 * Theme.gap
                text: modelData.text
                size: Theme.strong
                glyph: modelData.chosen ? "check" : ""
                kind: modelData.asks ? "final" : modelData.chosen ? "chosen" : "plain"
                active: modelData.enabled
                onTapped: pad.model.choose(modelData.code)
            }
        }
    }
}
