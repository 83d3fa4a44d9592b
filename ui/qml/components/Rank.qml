pragma ComponentBehavior: Bound
import QtQuick
import theme

// The rank of a card: what its code calls "T" is written 10.
Label {
    required property string code

    text: code === "" || code === "back" ? "" : code[0] === "T" ? "10" : code[0]
    font.bold: true
}
