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
        model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Clear", "0", "Extra"]
        TouchButton {
            required property string modelData
            readonly property bool clears: modelData === "Clear"
            readonly property string sign: modelData === "Extra" ? pad.extra : modelData
            objectName: "digit" + modelData
            visible: sign !== ""
            width: pad.keyWidth
            height: pad.keyHeight
            text: clears ? qsTr("Clear") : sign
            size: clears ? Theme.body : Theme.title
            active: pad.active
            onTapped: clears ? pad.cleared() : pad.keyed(sign)
        }
    }
}
