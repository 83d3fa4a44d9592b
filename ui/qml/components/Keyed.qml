import QtQuick
import theme

// What is being keyed: whose it is and within which bounds, and beside them the amount so far.
Item {
    id: keyed

    required property string name  // what the names of its parts begin with
    required property string title
    required property string bounds
    required property string amount
    property color boundsColour: Theme.quiet
    property color colour: Theme.text

    Column {
        anchors { left: parent.left; leftMargin: Theme.tight; verticalCenter: parent.verticalCenter }
        width: parent.width * 0.45
        Label {
            objectName: keyed.name + "Title"
            text: keyed.title
            size: Theme.note
            color: Theme.quiet
        }
        Label {
            objectName: keyed.name + "Bounds"
            width: parent.width
            height: Theme.px(22)
            text: keyed.bounds
            size: Theme.note
            leastSize: Theme.fine
            color: keyed.boundsColour
        }
    }
    Label {
        objectName: keyed.name + "Amount"
        anchors { right: parent.right; rightMargin: Theme.tight }
        width: parent.width * 0.55 - 2 * Theme.tight
        height: parent.height
        horizontalAlignment: Text.AlignRight
        text: keyed.amount
        size: Theme.px(30)
        leastSize: Theme.body
        font.bold: true
        color: keyed.colour
    }
}
