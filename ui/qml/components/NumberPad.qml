pragma ComponentBehavior: Bound
import QtQuick
import theme

// Ten digits and two more keys, as on a telephone.
Grid {
    id: pad

    property string extra: ""  // the key beside 0: a point, or nothing
    property bool active: true

    signal keyed(string sign)
    signal cleared

    readonly property real keyWidth: (width - 2 * Theme.seam) / 3
    readonly property real keyHeight: (height - 3 * Theme.seam) / 4

    columns: 3
    spacing: Theme.seam

    Repeater {
        model: ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
        TouchButton {
            required property string modelData
            objectName: "digit" + modelData
            width: pad.keyWidth
            height: pad.keyHeight
            text: modelData
            size: Theme.title
            active: pad.active
            onTapped: pad.keyed(modelData)
        }
    }
    TouchButton {
        objectName: "digitClear"
        width: pad.keyWidth
        height: pad.keyHeight
        text: qsTr("Clear")
        size: Theme.body
        active: pad.active
        onTapped: pad.cleared()
    }
    TouchButton {
        objectName: "digit0"
        width: pad.keyWidth
        height: pad.keyHeight
        text: "0"
        size: Theme.title
        active: pad.active
        onTapped: pad.keyed("0")
    }
    TouchButton {
        objectName: "digitExtra"
        visible: pad.extra !== ""
        width: pad.keyWidth
        height: pad.keyHeight
        text: pad.extra
        size: Theme.title
        active: pad.active
        onTapped: pad.keyed(pad.extra)
    }
}
