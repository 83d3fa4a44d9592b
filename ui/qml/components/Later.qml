pragma ComponentBehavior: Bound
import QtQuick

// A panel that the first frame does not show. It is made in quiet moments after that frame, so that
// the screen is there early and no tap waits; and at once where it is wanted before it is ready.
Loader {
    id: later

    required property bool wanted
    default property Component panel
    property bool begun: false

    anchors.fill: parent
    active: begun || wanted
    asynchronous: !wanted
    visible: wanted
    sourceComponent: panel

    Connections {
        target: later.Window.window
        enabled: !later.begun
        function onFrameSwapped() { later.begun = true }
    }
}
