import QtQuick
import Feltwork
import theme
import components

// One place: who sits there, its round so far, and what can be done there.
ActsPanel {
    id: panel
    objectName: "placePanel"

    required property PlacePanelViewModel model

    name: "place"
    title: model.title
    about: model.seat
    acts: model.acts
    onPicked: (code) => model.act(code)
    onClosed: model.close()

    Prose {
        objectName: "placeHistory"
        anchors.fill: parent
        text: panel.model.history.join("\n")
        leastSize: Theme.fine
        verticalAlignment: Text.AlignTop
    }
}
