pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme

// What has happened, what is still to be said of it, what follows. It lies over the cards in the
// middle and the guidance line, never over the places, where the money is.
FormPanel {
    id: panel
    objectName: "irregularities"

    required property IrregularitiesViewModel reports

    model: reports
    name: "irregularity"
    key: "say-"
    down: true
    least: Theme.px(226)
    closes: true
    border.color: Theme.act
    extraName: "say-call"
    extraText: reports.atTop && reports.canCall ? qsTr("Call a supervisor") : ""
    onExtra: reports.call()

    Foreseen {
        visible: panel.model.kind === "confirm"
        model: panel.reports
        anchors { fill: parent; leftMargin: Theme.gap; topMargin: Theme.gap - Theme.seam; bottomMargin: Theme.tight - Theme.seam }
    }
}
