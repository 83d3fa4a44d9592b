pragma Singleton
import QtQuick

// The one theme: every colour, size and duration. Sizes are drawn for 1024x600 and grow with the
// screen; what is tapped is never smaller than 12 mm on the screen it is shown on.
QtObject {
    id: theme

    property real width: 1024
    property real height: 600
    property real inches: 0  // the screen's diagonal; 0 where nobody has said

    property bool fourColours: false  // a colour for each suit

    readonly property real scale: Math.min(width / 1024, height / 600)
    readonly property real diagonal: inches > 0 ? inches : Math.max(10, Math.min(15, 10 + (width - 1024) * 5 / 896))
    readonly property real mm: Math.hypot(width, height) / (diagonal * 25.4)
    readonly property bool tall: height > 620 * scale  // room for one line more
    readonly property int touch: Math.max(Math.ceil(12 * mm), px(56))

    function px(size: real): int {
        return Math.round(size * scale);
    }

    // Space
    readonly property int gap: px(8)
    readonly property int tight: px(4)
    readonly property int seam: px(2)  // between four rows of keys in the room of three and a line
    readonly property int radius: px(10)
    readonly property int line: Math.max(1, px(1))
    readonly property int stroke: Math.max(2, px(2))

    // Type, by what it is for
    readonly property int fine: px(13)  // nothing is smaller
    readonly property int note: px(16)  // the least that a dealer is to read at arm's length
    readonly property int body: px(18)
    readonly property int strong: px(20)
    readonly property int title: px(23)
    readonly property int figure: px(40)
    readonly property var tabular: ({ "tnum": 1, "lnum": 1 })

    // The room, the felt and what stands on it
    readonly property color pit: "#10181b"
    readonly property color bar: "#182327"
    readonly property color raised: "#24343a"
    readonly property color edge: "#4a6169"
    readonly property color key: "#2d424a"  // what can be tapped is raised further
    readonly property color off: "#131c1f"  // what cannot, lies deeper than any ground it is on
    readonly property color felt: "#0f3b31"
    readonly property color feltHigh: "#16493c"
    readonly property color feltLow: "#0b2c25"
    readonly property color printed: "#d0c193"  // what is printed on the felt
    readonly property color place: "#0c2f28"
    readonly property color placeHigh: "#1b5647"
    readonly property color placeOut: "#10201d"  // folded, settled: it has left the felt

    readonly property color text: "#f4f1e8"
    readonly property color quiet: "#c3cec9"
    readonly property color faded: "#87958f"  // on a key that cannot be used

    // What a colour says is always said by a shape or a word as well
    readonly property color act: "#ffc24a"      // a person must act
    readonly property color inkOnAct: "#1d1503"
    readonly property color stopped: "#a81f22"
    readonly property color inkOnStopped: "#ffffff"
    readonly property color stoppedText: "#ffa39b"
    readonly property color supervisor: "#1f5fa8"
    readonly property color inkOnSupervisor: "#ffffff"
    readonly property color supervisorFrame: "#4a93e6"
    readonly property color supervisorLow: "#17426f"
    readonly property color good: "#8fdcae"
    readonly property color simulated: "#f0d9ff"
    readonly property color inkOnSimulated: "#2a0f3d"

    // Cards and chips
    readonly property color cardFace: "#fbf8f0"
    readonly property color cardBack: "#7c2230"
    readonly property color cardBackDimmed: "#4d1a23"
    readonly property color cardBackLine: "#c98e96"
    readonly property color blackSuit: "#15191b"
    readonly property color redSuit: "#b8121c"
    readonly property color cardDimmed: "#bab8b2"    // a card that is not of the hand compared
    readonly property color redOnDimmed: "#8c0c15"
    readonly property color blueSuit: "#0b4fa8"      // diamonds and clubs, where each suit has its own
    readonly property color blueOnDimmed: "#0a3f86"
    readonly property color greenSuit: "#12672f"
    readonly property color greenOnDimmed: "#0d4f24"
    readonly property var chipColours: ({
        "ante": "#f4f1e8", "bonus": "#ffc24a", "flop": "#8fdcae", "turn": "#9cc9ff",
        "river": "#e5b8ff", "jackpot": "#ff9d7a"
    })
    readonly property color inkOnChip: "#171310"

    // The light-emitting sign, as the bench shows it
    readonly property color ledGround: "#140a06"
    readonly property color led: "#ff7a3c"

    // Motion is short and explains
    readonly property int quick: 120
    readonly property int slow: 200

    // Pairs that carry text, for whoever checks their contrast: [text, ground]
    readonly property var pairs: [
        [text, pit], [text, bar], [text, raised], [text, key], [faded, off], [act, off], [quiet, off], [text, felt], [text, feltHigh], [text, feltLow],
        [text, place], [text, placeHigh], [quiet, pit], [quiet, bar], [quiet, raised], [quiet, felt],
        [quiet, feltHigh], [quiet, feltLow], [quiet, place], [quiet, placeHigh], [printed, felt],
        [printed, place], [printed, placeHigh], [printed, placeOut], [text, placeOut], [quiet, placeOut],
        [printed, feltLow], [act, bar], [act, raised], [act, feltLow], [act, place],
        [inkOnAct, act], [inkOnStopped, stopped], [stoppedText, feltLow], [stoppedText, bar],
        [stoppedText, place], [inkOnSupervisor, supervisor], [inkOnSupervisor, supervisorLow], [act, supervisorLow],
        [good, bar], [good, feltLow], [good, place],
        [inkOnSimulated, simulated], [blackSuit, cardFace], [redSuit, cardFace],
        [blackSuit, cardDimmed], [redOnDimmed, cardDimmed], [blueSuit, cardFace], [blueOnDimmed, cardDimmed],
        [greenSuit, cardFace], [greenOnDimmed, cardDimmed], [led, ledGround],
        [inkOnChip, chipColours.ante], [inkOnChip, chipColours.bonus], [inkOnChip, chipColours.flop],
        [inkOnChip, chipColours.turn], [inkOnChip, chipColours.river], [inkOnChip, chipColours.jackpot]
    ]
}
