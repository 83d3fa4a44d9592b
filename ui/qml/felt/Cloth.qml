import QtQuick
import QtQuick.Shapes
import theme

// The cloth, and the line that is printed on it, under the places.
Rectangle {
    id: cloth

    required property real line  // how far down it is printed
    property real arc: 0  // by how much its ends hang lower

    gradient: Gradient {
        GradientStop { position: 0.0; color: Theme.feltHigh }
        GradientStop { position: 0.55; color: Theme.felt }
        GradientStop { position: 1.0; color: Theme.feltLow }
    }

    Shape {
        anchors.fill: parent
        ShapePath {
            strokeColor: Qt.alpha(Theme.printed, 0.35)
            strokeWidth: Theme.stroke
            fillColor: "transparent"
            startX: 0
            startY: cloth.line + cloth.arc
            PathQuad {
                x: cloth.width
                y: cloth.line + cloth.arc
                controlX: cloth.width / 2
                controlY: cloth.line - cloth.arc
            }
        }
    }
}
