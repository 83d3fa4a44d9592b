pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// What the dealer says aloud now, and what is not as it should be.
Item {
    id: said
    objectName: "said"

    required property GuidanceViewModel model
    property bool announces: true

    Column {
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: parent.width - 2 * Theme.gap
        spacing: Theme.gap

        Column {
            visible: said.announces && said.model.announce !== ""
            width: parent.width
            Label {
                anchors.right: parent.right
                text: qsTr("SAY")
                size: Theme.note
                font.letterSpacing: Theme.px(2)
                color: Theme.printed
            }
            Prose {
                objectName: "announce"
                width: parent.width
                horizontalAlignment: Text.AlignRight
                text: "“" + said.model.announce + "”"
                size: Theme.title
            }
        }
        Prose {
            objectName: "reminder"
            visible: text !== "" && said.model.warning === ""
            width: parent.width
            horizontalAlignment: Text.AlignRight
            text: said.model.reminder
            size: Theme.note
            color: Theme.quiet
        }
        Item {
            objectName: "warnings"
            visible: said.model.warning !== ""
            width: parent.width
            height: Math.max(Theme.touch, row.height)
            Row {
                id: row
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                spacing: Theme.gap
                Glyph {
                    anchors.verticalCenter: parent.verticalCenter
                    name: "warning"
                    colour: Theme.act
                    size: Theme.px(20)
                }
                Prose {
                    objectName: "warning"
                    width: Math.min(implicitWidth, said.width - Theme.px(44))
                    text: said.model.warnings > 1 ? qsTr("%1 (%2 more: tap)").arg(said.model.warning).arg(said.model.warnings - 1) : said.model.warning
                    color: Theme.act
                }
            }
            TapHandler {
                enabled: said.model.warnings > 1
                gesturePolicy: TapHandler.ReleaseWithinBounds
                onTapped: said.model.nextWarning()
            }
        }
    }
}
