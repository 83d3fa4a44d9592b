import QtQuick
import Feltwork
import theme
import components

// A player, a table or the clock: what is known of it at the left, what can be done at the right.
ActsPanel {
    id: panel
    objectName: "aboutPanel"

    required property AboutViewModel model

    name: "about"
    key: "about-"
    title: model.title
    about: ""
    acts: model.keys
    side: Theme.px(250)
    columns: 3
    rows: 4
    between: Theme.seam
    keySize: Theme.body
    onPicked: (code) => model.act(code)
    onClosed: model.close()

    Prose {
        objectName: "aboutLines"
        anchors.fill: parent
        verticalAlignment: Text.AlignTop
        text: panel.model.lines.join("\n")
        leastSize: Theme.fine
        color: Theme.quiet
    }
}
