pragma ComponentBehavior: Bound
import QtQuick
import theme
import components

// A heading and what belongs under it, flowing over as many rows as it needs.
Column {
    id: section

    required property string title
    default property alias content: flow.data

    spacing: Theme.tight
    Label {
        text: section.title.toUpperCase()
        size: Theme.px(12)
        font.letterSpacing: Theme.px(2)
        color: Theme.printed
    }
    Flow {
        id: flow
        width: section.width
        spacing: Theme.px(6)
    }
}
