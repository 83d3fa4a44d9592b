pragma ComponentBehavior: Bound
import QtQuick
import Feltwork
import theme
import components
import felt

// The felt as the dealer sees it: seat 1 at the left hand, then clockwise round the oval. The far
// side is the upper row, the seats beside the dealer stand under its ends, and between them lie the
// pots. Nothing that opens under the seats ever covers one.
Item {
    id: oval
    objectName: "felt"

    required property FeltViewModel model
    required property MiddleViewModel middle
    property real upper: 0  // what is kept free above the seats for the strip
    property real lower: 0  // and under them for cards and panels

    readonly property int count: model.places.length
    readonly property int beside: count > 6 ? 2 : 1  // seats at each hand of the dealer
    readonly property int far: Math.max(0, count - 2 * beside)
    readonly property real raised: beside > 1 && far < 6 ? seatHeight / 2 : 0  // the ends of the oval, where the far side leaves room
    readonly property real seatWidth: Math.min(Theme.px(160), (width - 2 * Theme.gap) / Math.max(7, far))
    readonly property real seatHeight: Theme.px(92)
    readonly property real seatsHeight: 2 * seatHeight
    readonly property real spare: Math.max(0, height - upper - lower - seatsHeight - Theme.tight)
    readonly property real arc: Math.min(Theme.px(18), spare / 3)
    readonly property real begins: upper + Math.min(Theme.gap, spare / 3)

    function seatX(index: int): real {
        if (index < beside)
            return Theme.gap + (beside - 1 - index) * seatWidth;
        if (index >= count - beside)
            return width - Theme.gap - seatWidth * (1 + index - (count - beside));
        return width / 2 + (index - beside - far / 2) * seatWidth;
    }
    function seatY(index: int): real {
        if (index < beside || index >= count - beside)
            return begins + arc + seatHeight - (index === 1 || index === count - 2 ? raised : 0);
        const middle = (far - 1) / 2;
        const away = middle > 0 ? (index - beside - middle) / middle : 0;
        return begins + arc * away * away;
    }

    Cloth { anchors.fill: parent; line: oval.begins + oval.arc + oval.seatsHeight + Theme.tight }

    Item {  // the pots, between the seats beside the dealer
        id: pots
        objectName: "pots"
        readonly property real edge: Theme.gap + oval.beside * oval.seatWidth + Theme.gap

        x: edge
        width: oval.width - 2 * edge
        y: oval.begins + oval.arc + oval.seatHeight
        height: oval.seatHeight

        Column {
            anchors.centerIn: parent
            width: parent.width
            Label {
                objectName: "onTheTable"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                visible: oval.middle.onTheTable !== ""
                text: qsTr("On the table %1").arg(oval.middle.onTheTable)
                size: Theme.strong
                font.bold: true
            }
            Grid {  // many of them in two columns
                id: listed
                readonly property int count: oval.middle.pots.length

                columns: count > 3 ? 2 : 1
                Repeater {
                    model: oval.middle.pots
                    Label {
                        required property var modelData
                        required property int index
                        objectName: "pot" + index
                        width: pots.width / listed.columns
                        height: Math.min(Theme.px(24), (pots.height - Theme.px(26)) / Math.max(1, Math.ceil(listed.count / listed.columns)))
                        horizontalAlignment: listed.columns > 1 ? Text.AlignLeft : Text.AlignHCenter
                        text: modelData.name + "  " + modelData.amount + "  ·  " + (listed.columns > 1 ? "" : modelData.seats.includes(" ") ? qsTr("seats ") : qsTr("seat ")) + modelData.seats
                        leastSize: Theme.fine
                        color: Theme.printed
                    }
                }
            }
        }
    }

    Repeater {
        model: oval.model.places
        SeatTile {
            required property int index
            required property SeatViewModel modelData
            readonly property real inset: Theme.px(modelData.acting ? -3 : 5)  // the seat to act grows
            readonly property real over: Math.max(inset, oval.upper - oval.seatY(index))  // not under the strip

            seat: modelData
            x: oval.seatX(index) + inset
            y: oval.seatY(index) + over
            width: oval.seatWidth - 2 * inset
            height: oval.seatHeight - inset - over
        }
    }
}
