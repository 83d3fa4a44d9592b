pragma ComponentBehavior: Bound
import QtQuick
import theme

// All text. It is never elided: where it may not fit it wraps between words, or shrinks down to
// `leastSize`, which is no smaller than the smallest type.
Text {
    property int size: Theme.body
    property int leastSize: size
    readonly property int across: horizontalAlignment  // both for whoever measures the letters
    readonly property int down: verticalAlignment

    color: Theme.text
    font.pixelSize: size
    font.features: Theme.tabular
    minimumPixelSize: leastSize
    fontSizeMode: leastSize < size ? Text.Fit : Text.FixedSize
    textFormat: Text.PlainText
    verticalAlignment: Text.AlignVCenter
    renderType: Text.QtRendering
}
