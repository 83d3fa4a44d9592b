pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components

// Amounts that belong together: tap whose it is, key it; whoever has won takes the rest.
Item {
    id: pad

    required property FormViewModel model

    readonly property int columns: 3
    readonly property real keyHeight: (height - 3 * Theme.seam) / 4
    readonly property real digits: Math.max(3 * Theme.touch + 2 * Theme.seam, Theme.px(200))
    readonly property real ends: Theme.px(132)
    readonly property real keyWidth: (width - digits - ends - (columns + 1) * Theme.seam - Theme.gap) / columns

    Repeater {
        model: pad.model.amounts
        TouchButton {
            required property var modelData
            required property int index
            objectName: "amount-" + modelData.code
            x: index % pad.columns * (pad.keyWidth + Theme.seam)
            y: Math.floor(index / pad.columns) * (pad.keyHeight + Theme.seam)
            width: pad.keyWidth
            height: pad.keyHeight
            text: modelData.code
            note: modelData.amount
            kind: modelData.picked ? "primary" : modelData.changed ? "chosen" : "plain"
            onTapped: pad.model.pickAmount(modelData.code)
        }
    }
    NumberPad {
        x: pad.width - pad.ends - Theme.seam - width
        width: pad.digits
        height: parent.height
        extra: "."
        onKeyed: (sign) => pad.model.key(sign)
        onCleared: pad.model.clear()
    }
    Prose {
        objectName: "amountsSaid"
        x: pad.width - pad.ends
        width: pad.ends
        height: 2 * pad.keyHeight
        horizontalAlignment: Text.AlignHCenter
        text: pad.model.keyed
        size: Theme.strong
        leastSize: Theme.fine
        font.bold: true
        color: pad.model.canNext ? Theme.good : Theme.act
    }
    TouchButton {
        objectName: "amountsRest"
        x: pad.width - pad.ends
        y: 2 * (pad.keyHeight + Theme.seam)
        width: pad.ends
        height: pad.keyHeight
        text: qsTr("Takes the rest")
        active: pad.model.amounts.some(one => one.picked)
        onTapped: pad.model.takeRest()
    }
    TouchButton {
        objectName: "amountsNext"
        x: pad.width - pad.ends
        y: 3 * (pad.keyHeight + Theme.seam)
        width: pad.ends
        height: pad.keyHeight
        text: qsTr("Next")
        size: Theme.strong
        kind: "primary"
        active: pad.model.canNext
        onTapped: pad.model.next()
    }
}
