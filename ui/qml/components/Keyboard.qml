pragma ComponentBehavior: Bound
import QtQuick
import theme

// Letters for a name, as on any keyboard; a second page has digits and letters with accents. A word
// begins with a capital by itself.
Item {
    id: board

    property bool active: true  // what was typed can be entered

    signal keyed(string sign)
    signal erased
    signal entered

    property bool more: false
    property bool capital: false
    readonly property var pages: [
        ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
        ["1234567890", "éèáàäöüñç", "ßøåíóú#"]
    ]
    readonly property var rows: pages[more ? 1 : 0]
    readonly property real keyHeight: (height - 3 * Theme.seam) / 4
    readonly property real keyWidth: (width - 9 * Theme.seam) / 10

    function type(sign: string) {
        board.keyed(board.capital ? sign.toUpperCase() : sign);
        board.capital = false;
    }

    Repeater {
        model: 3
        Row {
            id: row
            required property int index
            readonly property string letters: board.rows[index]
            x: index === 2 ? 1.5 * (board.keyWidth + Theme.seam) : (board.width - letters.length * (board.keyWidth + Theme.seam) + Theme.seam) / 2
            y: index * (board.keyHeight + Theme.seam)
            spacing: Theme.seam
            Repeater {
                model: row.letters.length
                TouchButton {
                    required property int index
                    readonly property string sign: row.letters[index] ?? ""
                    objectName: "letter-" + sign
                    width: board.keyWidth
                    height: board.keyHeight
                    text: board.capital ? sign.toUpperCase() : sign
                    size: Theme.title
                    onTapped: board.type(sign)
                }
            }
        }
    }
    TouchButton {
        objectName: "letterShift"
        y: 2 * (board.keyHeight + Theme.seam)
        width: 1.5 * board.keyWidth + 0.5 * Theme.seam
        height: board.keyHeight
        text: board.capital ? "aa" : "Aa"
        onTapped: board.capital = !board.capital
    }
    TouchButton {
        objectName: "letterErase"
        x: board.width - width
        y: 2 * (board.keyHeight + Theme.seam)
        width: 1.5 * board.keyWidth + 0.5 * Theme.seam
        height: board.keyHeight
        text: qsTr("Erase")
        onTapped: board.erased()
    }
    Row {
        y: 3 * (board.keyHeight + Theme.seam)
        spacing: Theme.seam
        TouchButton {
            objectName: "letterMore"
            width: 1.5 * board.keyWidth + 0.5 * Theme.seam
            height: board.keyHeight
            text: board.more ? "abc" : "12é"
            onTapped: board.more = !board.more
        }
        Repeater {
            model: ["-", "'", "."]
            TouchButton {
                required property string modelData
                objectName: "letter-" + modelData
                width: board.keyWidth
                height: board.keyHeight
                text: modelData
                size: Theme.title
                onTapped: board.type(modelData)
            }
        }
        TouchButton {
            objectName: "letterSpace"
            width: 3 * board.keyWidth + 2 * Theme.seam
            height: board.keyHeight
            text: qsTr("space")
            onTapped: board.keyed(" ")
        }
        TouchButton {
            objectName: "letterEnter"
            width: 2.5 * board.keyWidth + 1.5 * Theme.seam
            height: board.keyHeight
            text: qsTr("Enter")
            size: Theme.strong
            kind: "primary"
            active: board.active
            onTapped: board.entered()
        }
    }
}
