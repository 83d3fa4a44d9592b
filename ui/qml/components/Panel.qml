pragma ComponentBehavior: Bound
import QtQuick
import theme

// The ground of a panel: it swallows taps, so that nothing under it is hit by mistake.
Rectangle {
    id: panel

    radius: Theme.radius
    color: Theme.bar
    border { width: Theme.stroke; color: Theme.edge }

    TapHandler {
        gesturePolicy: TapHandler.WithinBounds
    }
}
