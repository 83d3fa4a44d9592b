pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes
import theme

// A pip, drawn: the four suits differ in outline, not in colour alone.
Item {
    id: suit

    property string letter: "s"
    property bool dimmed: false
    readonly property color red: dimmed ? Theme.redOnDimmed : Theme.redSuit
    readonly property color diamonds: !Theme.fourColours ? red : dimmed ? Theme.blueOnDimmed : Theme.blueSuit
    readonly property color clubs: !Theme.fourColours ? Theme.blackSuit : dimmed ? Theme.greenOnDimmed : Theme.greenSuit
    readonly property color colour: letter === "h" ? red : letter === "d" ? diamonds : letter === "c" ? clubs : Theme.blackSuit

    readonly property var paths: ({
        "h": "M50 92 C20 64 5 47 5 28 C5 14 16 5 28 5 C38 5 46 11 50 21 C54 11 62 5 72 5 C84 5 95 14 95 28 C95 47 80 64 50 92 Z",
        "d": "M50 3 C58 21 71 37 86 50 C71 63 58 79 50 97 C42 79 29 63 14 50 C29 37 42 21 50 3 Z",
        "s": "M50 4 C66 27 95 41 95 64 C95 76 85 84 74 84 C66 84 59 80 55 73 C56 84 60 91 67 96 L33 96 C40 91 44 84 45 73 C41 80 34 84 26 84 C15 84 5 76 5 64 C5 41 34 27 50 4 Z",
        "c": "M50 4 C61 4 70 13 70 24 C70 31 67 37 62 41 C66 39 71 38 75 38 C86 38 95 47 95 58 C95 69 86 78 75 78 C67 78 59 73 55 65 C56 80 60 90 67 96 L33 96 C40 90 44 80 45 65 C41 73 33 78 25 78 C14 78 5 69 5 58 C5 47 14 38 25 38 C29 38 34 39 38 41 C33 37 30 31 30 24 C30 13 39 4 50 4 Z"
    })

    Shape {
        width: 100
        height: 100
        transform: Scale { xScale: suit.width / 100; yScale: suit.height / 100 }

        ShapePath {
            strokeWidth: -1
            fillColor: suit.colour
            PathSvg { path: suit.paths[suit.letter] ?? "" }
        }
    }
}
