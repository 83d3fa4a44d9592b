pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes
import theme

// Small drawn signs, on a grid of 24: shapes repeat what colours say.
Item {
    id: glyph

    property string name: ""
    property color colour: Theme.text
    property int size: Theme.px(18)

    readonly property var paths: ({
        "check": "M3 13 L9 19 L21 5 L18 3 L9 14 L5.5 10.5 Z",
        "cross": "M4 6 L6 4 L12 10 L18 4 L20 6 L14 12 L20 18 L18 20 L12 14 L6 20 L4 18 L10 12 Z",
        "warning": "M12 2 L23 21 L1 21 Z M11 9 L11.4 15 L12.6 15 L13 9 Z M11 16.5 L11 18.8 L13 18.8 L13 16.5 Z",
        "repeat": "M12 3 C7 3 3 7 3 12 L0.5 12 L4.7 17 L9 12 L6.2 12 C6.2 8.8 8.8 6.2 12 6.2 C13.6 6.2 15 6.9 16 8 L18.3 5.7 C16.7 4 14.5 3 12 3 Z M19.3 7 L15 12 L17.8 12 C17.8 15.2 15.2 17.8 12 17.8 C10.4 17.8 9 17.1 8 16 L5.7 18.3 C7.3 20 9.5 21 12 21 C17 21 21 17 21 12 L23.5 12 Z",
        "question": "M7 8 C7 4.5 9.3 2.5 12.2 2.5 C15.2 2.5 17.4 4.4 17.4 7.2 C17.4 9.6 16 10.8 14.7 11.8 C13.6 12.7 13.4 13.3 13.4 15 L10.6 15 C10.6 12.4 11.2 11.4 12.8 10.1 C13.9 9.2 14.5 8.6 14.5 7.3 C14.5 5.9 13.5 5 12.2 5 C10.7 5 9.8 6.1 9.8 8 Z M10.4 17.4 L13.6 17.4 L13.6 20.6 L10.4 20.6 Z",
        "dot": "M12 5 A7 7 0 1 1 11.99 5 Z",
        "ring": "M12 4 A8 8 0 1 1 11.99 4 Z M12 7 A5 5 0 1 0 12.01 7 Z",
        "play": "M6 3 L21 12 L6 21 Z",
        "star": "M12 1.5 L15.2 8.6 L22.9 9.4 L17.1 14.6 L18.8 22.2 L12 18.3 L5.2 22.2 L6.9 14.6 L1.1 9.4 L8.8 8.6 Z",
        "flag": "M5 2 L7.4 2 L7.4 3.4 L20 3.4 L16.6 8 L20 12.6 L7.4 12.6 L7.4 22 L5 22 Z",
        "undo": "M9 4 L9 8 L15 8 C19 8 21.5 10.5 21.5 14 C21.5 17.5 19 20 15 20 L7 20 L7 17 L15 17 C17.2 17 18.5 15.8 18.5 14 C18.5 12.2 17.2 11 15 11 L9 11 L9 15 L2.5 9.5 Z"
    })

    implicitWidth: size
    implicitHeight: size
    visible: name !== ""

    Shape {
        width: 24
        height: 24
        transform: Scale { xScale: glyph.width / 24; yScale: glyph.height / 24 }

        ShapePath {
            strokeWidth: -1
            fillColor: glyph.colour
            fillRule: ShapePath.OddEvenFill
            PathSvg { path: glyph.paths[glyph.name] ?? "" }
        }
    }
}
