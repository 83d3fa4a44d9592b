pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// One thing to be said of several, its name before what can be chosen.
Row {
    id: aspect

    property string name: ""
    default property alias content: flow.data

    spacing: Theme.px(6)
    Label {
        width: Theme.px(72)
        height: Theme.px(34)
        text: aspect.name
        size: Theme.px(14)
        color: Theme.quiet
    }
    Flow {
        id: flow
        width: aspect.width - Theme.px(78)
        spacing: Theme.px(6)
    }
}
