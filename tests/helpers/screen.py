"""The real console over a table, touched as a finger would: for tests.

    screen = Screen(shift)
    screen.tap("primaryButton")
    assert screen.text("primaryButton", "label") == "Dealer's hand"

The table runs on the test's own thread unless it was started: `settle` lets both sides finish what
they have begun. Time for the finger is set by hand, so nothing here sleeps.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC
from typing import Any, cast

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPointingDevice
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtTest import QTest

from controller.staff.roles import Person
from tests.helpers import layout
from tests.helpers.layout import Fault
from tests.helpers.shift import DEALER, AnyShift, LiveShift, Shift
from ui.bridge import Bridge
from ui.console import Console
from ui.games.registry import screen_of
from ui.games.screen import GameScreen

SIZES = layout.SIZES
LOOKED_AT = (SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.long), SIZES[2])
"""What fits the smallest and the largest is every day taken to fit what lies between."""
CAPITALS = 0.66
"""The height of the capitals of Source Sans Pro, in sizes."""
FINGER_MS = 800
"""How long a dealer takes from one tap to the next, at the least."""


class Screen:
    """One console, and the finger on it."""

    def __init__(
        self,
        shift: AnyShift,
        bridge: Bridge,
        *,
        size: tuple[int, int] = SIZES[0],
        four_colours: bool = False,
        game: GameScreen | None = None,
    ) -> None:
        """`game`: shown as this one, whatever is played."""
        self.shift = cast(Shift, shift)
        """Of the bonus game in most tests; those of another know better."""
        self.bridge = bridge
        self.taps = 0
        self._ms = 1_000_000
        places = shift.rules.places
        bridge.attach(shift.controller)
        self.console = Console(
            bridge,
            game or screen_of(shift.controller.snapshot().house.game),
            places,
            size=size,
            inches=layout.INCHES[size],
            four_colours=four_colours,
            now_ms=lambda: self._ms,
            time_of_day=lambda: "20:41",
            zone=UTC,
        )
        self.window = self.console.window
        self.console.show()
        self.settle()

    def close(self) -> None:
        self.console.close()

    # Time

    def settle(self) -> "Screen":
        """Until neither the controller nor the screen has anything left to do: every frame that is
        drawn on the way lays everything out."""
        for _ in range(6):
            if not isinstance(self.shift, LiveShift):
                self.shift.controller.work()
            QGuiApplication.sendPostedEvents()
            QGuiApplication.processEvents()
        return self

    def do(self, *commands: Any) -> "Screen":
        """What happens at the table, and not by touch."""
        self.shift.do(*commands)
        return self.settle()

    def on(self, person: Person) -> "Screen":
        """Somebody signs on, and not by touch."""
        self.shift.on(person)
        return self.settle()

    def restart(self, person: Person = DEALER) -> "Screen":
        """The controller was killed and comes up again under the same screen; this one signs on."""
        self.bridge.attach(self.shift.restart().controller)
        return self.on(person)

    def move_to(self, shift: Shift) -> "Screen":
        """Another table comes under the same screen."""
        self.shift = shift
        self.bridge.attach(shift.controller)
        return self.settle()

    def wait(self, ms: int) -> "Screen":
        self._ms += ms
        return self

    # Finding

    def items(self) -> Iterator[tuple[str, QQuickItem]]:
        """Everything that is visible, with its path of names."""
        yield from _visible(self.window.contentItem(), "")

    def find(self, *names: str) -> QQuickItem | None:
        """The visible item of this name, inside those named before it."""
        root: QQuickItem | None = self.window.contentItem()
        for name in names:
            if root is None:
                return None
            root = _named(root, name)
        return root

    def item(self, *names: str) -> QQuickItem:
        found = self.find(*names)
        assert found is not None, f"{'/'.join(names)} is not on the screen"
        return found

    def text(self, *names: str) -> str:
        return str(self.item(*names).property("text"))

    def primary(self) -> str:
        """What the large key says."""
        return self.text("primaryButton", "label")

    def enabled(self, *names: str) -> bool:
        return bool(self.item(*names).property("active"))

    def texts(self) -> list[str]:
        """All that can be read on the screen."""
        return [str(item.property("text")) for _, item in self.items() if _is_text(item)]

    # Touching

    def tap(self, *names: str, after_ms: int = FINGER_MS) -> "Screen":
        """A finger goes down and up in the middle of it; what follows is waited for."""
        self.wait(after_ms)
        self.touch(self.centre(*names))
        return self.settle()

    def key(self, pad: str, figures: str) -> "Screen":
        """Figures on a pad, one after the other."""
        for figure in figures:
            self.tap(pad, f"digit{figure}")
        return self

    def centre(self, *names: str) -> QPoint:
        item = self.item(*names)
        middle = item.mapToScene(QPointF(item.width() / 2, item.height() / 2))
        return middle.toPoint()

    def touch(self, at: QPoint) -> None:
        """Down and up, nothing waited for."""
        self.taps += 1
        finger = QTest.touchEvent(self.window, touchscreen(), autoCommit=False)
        finger.press(0, at, self.window).commit(processEvents=False)
        finger.release(0, at, self.window).commit(processEvents=False)

    def click(self, *names: str) -> "Screen":
        """The same with a mouse."""
        self.taps += 1
        self.wait(FINGER_MS)
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(self.window, left, none, self.centre(*names))
        return self.settle()

    # Looking

    def picture(self) -> QImage:
        self.settle()
        return self.window.grabWindow()

    def faults(self) -> list[Fault]:
        """What cannot be read or tapped as it should be."""
        return layout.faults(self.settle().window)

    def small_texts(self, least: float) -> list[Fault]:
        """Texts whose capitals are lower than this, as they come out where they have shrunk."""
        return [
            Fault(f"{capitals:.1f}", path, str(item.property("text")))
            for path, item in self.items()
            if _is_text(item)
            and item.property("text")
            and (capitals := CAPITALS * layout.type_of(item)) < least - 0.05
        ]

    def faint(self, least: float) -> list[Fault]:
        """Texts that stand out less than this from what is painted behind them."""
        self.settle()
        return faint_in(self.window, least)

    def tree(self) -> list[tuple[Any, ...]]:
        """All visible items with what can be read or seen of them, to compare two screens."""
        return [(path, *_face(item)) for path, item in self.items()]


_devices: list[QPointingDevice] = []


def touchscreen() -> QPointingDevice:
    """One for the whole run: Qt never forgets a device."""
    if not _devices:
        _devices.append(QTest.createTouchDevice())
    return _devices[0]


def _visible(item: QQuickItem, path: str) -> Iterator[tuple[str, QQuickItem]]:
    waiting = [(path, child) for child in reversed(item.childItems())]
    while waiting:  # every item of every screen after every tap: no generator for each of them
        above, item = waiting.pop()
        if item.isVisible() and item.opacity() > 0:
            name = item.objectName()
            here = f"{above}/{name}" if name else above
            yield here, item
            waiting += [(here, child) for child in reversed(item.childItems())]


def _named(item: QQuickItem, name: str) -> QQuickItem | None:
    waiting = item.childItems()[::-1]
    while waiting:  # the same walk for every tap and every question: nothing but the name is asked
        item = waiting.pop()
        if item.isVisible() and item.opacity() > 0:
            if item.objectName() == name:
                return item
            waiting += item.childItems()[::-1]
    return None


def _is_text(item: QQuickItem) -> bool:
    return item.inherits("QQuickText")


def luminance(colour: QColor) -> float:
    """As the Web Content Accessibility Guidelines 2.2 define it."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def pixels(seen: QImage, box: QRect, step: int) -> Iterator[int]:
    """What is painted in a box, every so many points across and down."""
    part = seen.copy(box).convertToFormat(QImage.Format.Format_RGB32)
    wide, points = box.width(), memoryview(part.constBits()).cast("I")
    for row in range(0, len(points), step * wide):
        yield from points[row : row + wide : step]


def painted(item: QQuickItem, seen: QImage) -> tuple[QColor, QColor]:
    """A text's colour as it comes out, and its ground: what the picture has most of around it."""
    high = item.property("contentHeight")
    box = layout.ink_of(item).adjusted(-2, -high / 8, 2, high / 8).toAlignedRect() & seen.rect()
    step = max(1, box.height() // 16)  # of large letters a part will do
    points = Counter(pixels(seen, box, step))
    ground, ink = QColor(points.most_common(1)[0][0]), QColor(item.property("color"))
    shows, above = ink.alphaF(), item
    while above is not None:
        shows, above = shows * above.opacity(), above.parentItem()
    mixed = zip(ink.getRgbF()[:3], ground.getRgbF()[:3], strict=True)
    return QColor.fromRgbF(*(over * shows + under * (1 - shows) for over, under in mixed)), ground


def faint_in(window: QQuickWindow, least: float) -> list[Fault]:
    """Texts of a window that stand out less than this from what is painted behind them."""
    seen = window.grabWindow()
    return [
        Fault(f"{ratio:.2f}: {ink.name()} on {ground.name()}", one.path, one.text)
        for one in layout.texts(layout.in_sight(layout.visible(window)))
        for ink, ground in [painted(one.item, seen)]
        if (ratio := contrast(ink, ground)) < least
    ]


_LOOK = ("text", "code", "colour", "color", "opacity", "x", "y", "width", "height", "active")


def _face(item: QQuickItem) -> tuple[Any, ...]:
    return tuple(str(item.property(name)) for name in _LOOK)


Made = Callable[..., Screen]
"""How tests ask for a screen: see the fixture `made`."""
Keep = Callable[[Screen], Screen]
"""How they leave one to be closed: see the fixture `keep`."""
