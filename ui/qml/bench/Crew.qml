pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Somebody who deals, and how fast.
Section {
    id: crew

    required property BenchViewModel model

    Toggle {
        objectName: "dealForMe"
        width: Theme.px(184)
        text: qsTr("Deal for me")
        on: crew.model.deals
        onTapped: crew.model.dealForMe(!crew.model.deals)
    }
    Repeater {
        model: ["slow", "brisk", "fast", "full"]
        Choice {
            required property string modelData
            objectName: "pace-" + modelData
            text: ({ "slow": qsTr("Slow"), "brisk": qsTr("Brisk"), "fast": qsTr("Fast"), "full": qsTr("Full speed") })[modelData]
            on: crew.model.pace === modelData
            onTapped: crew.model.choosePace(modelData)
        }
    }
    Prose {
        objectName: "crewSays"
        visible: crew.model.says !== ""
        width: crew.width
        text: crew.model.says
        size: Theme.px(14)
        color: Theme.act
    }
}
