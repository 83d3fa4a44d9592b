pragma ComponentBehavior: Bound
import QtQuick

// A text that goes on in the next line where it is too long for one.
Label {
    wrapMode: Text.WordWrap
}
