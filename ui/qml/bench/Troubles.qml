pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Anything that devices, lines and cards can do wrong: chosen, let happen, seen to strike.
Section {
    id: troubles

    required property TroublesViewModel model

    readonly property var marks: ({ "waits": "ring", "lasts": "warning", "struck": "check", "called off": "cross" })

    objectName: "troubles"
    title: qsTr("What goes wrong")

    Aspect {
        width: troubles.width
        name: qsTr("What")
        Repeater {
            model: troubles.model.kinds.length
            Choice {
                required property int index
                readonly property var modelData: troubles.model.kinds[index]
                objectName: "trouble-" + modelData.code
                text: modelData.text
                on: modelData.on
                onTapped: troubles.model.chooseKind(modelData.code)
            }
        }
        Prose {
            objectName: "troubleWhat"
            width: parent.width
            text: troubles.model.what
            size: Theme.px(14)
            color: Theme.quiet
        }
    }
    Aspect {
        width: troubles.width
        name: qsTr("Where")
        Repeater {
            model: troubles.model.devices
            Choice {
                required property string modelData
                objectName: "troubleAt-" + modelData
                text: modelData
                on: troubles.model.device === modelData
                onTapped: troubles.model.chooseDevice(modelData)
            }
        }
    }
    Aspect {
        width: troubles.width
        visible: troubles.model.hasMoment
        name: qsTr("When")
        Choice { objectName: "troubleAtOnce"; text: qsTr("With the next message"); on: troubles.model.atOnce; onTapped: troubles.model.chooseMoment(true) }
        Choice { objectName: "troubleWithin"; text: troubles.model.within; on: !troubles.model.atOnce; onTapped: troubles.model.chooseMoment(false) }
    }
    Aspect {
        width: troubles.width
        visible: troubles.model.hasEnd
        name: qsTr("How long")
        Choice { objectName: "troubleAWhile"; text: troubles.model.aWhile; on: !troubles.model.untilMended; onTapped: troubles.model.chooseEnd(false) }
        Choice { objectName: "troubleUntilMended"; text: qsTr("Until it is fixed"); on: troubles.model.untilMended; onTapped: troubles.model.chooseEnd(true) }
    }
    Aspect {
        width: troubles.width
        Choice { objectName: "letHappen"; text: qsTr("Make it happen"); mark: "warning"; onTapped: troubles.model.letHappen() }
        Choice { objectName: "putRight"; visible: troubles.model.toMend; text: qsTr("Fix everything"); mark: "check"; onTapped: troubles.model.putRight() }
    }
    Aspect {
        width: troubles.width
        visible: troubles.model.incidents.length > 0
        Repeater {
            model: troubles.model.incidents.length
            Row {
                required property int index
                readonly property var modelData: troubles.model.incidents[index]
                width: parent.width
                spacing: Theme.gap
                Glyph {
                    anchors.verticalCenter: parent.verticalCenter
                    name: troubles.marks[parent.modelData.fate]
                    colour: told.color
                    size: Theme.px(13)
                }
                Label {
                    id: told
                    objectName: "incident" + parent.index
                    text: parent.modelData.text
                    size: Theme.px(14)
                    color: parent.modelData.fate === "waits" || parent.modelData.fate === "lasts" ? Theme.act : Theme.quiet
                }
            }
        }
    }
}
