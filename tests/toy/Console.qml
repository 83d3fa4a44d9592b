import QtQuick
import frame

ConsoleFrame {
    id: window

    placesHeight: 40
    felt: Text {
        objectName: "toyFelt"
        text: window.view.game.felt.text
        y: parent.height / 2
    }
}
