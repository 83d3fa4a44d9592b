"""The real console over a table, touched as a finger would: for tests.

    screen = Screen(shift)
    screen.tap("primaryButton")
    assert screen.text("primaryButton", "label") == "Dealer's hand"

The table runs on the test's own thread unless it was started: `settle` lets both sides finish what
they have begun. Time for the finger is set by hand, so nothing here sleeps.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPointingDevice
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtTest import QTest

from tests.helpers.shift import LiveShift, Shift
from ui.bridge import Bridge
from ui.console import Console

SIZES = ((1024, 600), (1280, 800), (1920, 1080))
FINGER_MS = 400
"""How long a dealer takes from one tap to the next, at the least."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with the look of a text, and where."""

    what: str
    path: str
    text: str


class Screen:
    """One console, and the finger on it."""

    def __init__(
        self,
        shift: Shift,
        bridge: Bridge,
        *,
        size: tuple[int, int] = SIZES[0],
        inches: float = 0.0,
        four_colours: bool = False,
    ) -> None:
        self.shift, self.bridge = shift, bridge
        self.taps = 0
        self._ms = 1_000_000
        places = shift.rules.places
        bridge.attach(shift.controller)
        self.console = Console(
            bridge,
            places,
            size=size,
            inches=inches,
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
        """Until neither the controller nor the screen has anything left to do."""
        for _ in range(6):
            if not isinstance(self.shift, LiveShift):
                self.shift.controller.work()
            QGuiApplication.sendPostedEvents()
            QGuiApplication.processEvents()
        laid_out = [item for _, item in self.items() if item.inherits("QQuickBasePositioner")]
        for _ in range(3):  # from the inside out: rows first, then the columns they stand in
            for item in laid_out:
                item.ensurePolished()
        return self

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
            inside = (item for _, item in _visible(root, "") if item.objectName() == name)
            root = next(inside, None)
        return root

    def item(self, *names: str) -> QQuickItem:
        found = self.find(*names)
        assert found is not None, f"{'/'.join(names)} is not on the screen"
        return found

    def text(self, *names: str) -> str:
        return str(self.item(*names).property("text"))

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

    def centre(self, *names: str) -> QPoint:
        item = self.item(*names)
        middle = item.mapToScene(QPointF(item.width() / 2, item.height() / 2))
        return middle.toPoint()

    def touch(self, at: QPoint) -> None:
        """Down and up, nothing waited for."""
        self.taps += 1
        finger = touchscreen()
        QTest.touchEvent(self.window, finger).press(0, at, self.window).commit()
        QTest.touchEvent(self.window, finger).release(0, at, self.window).commit()

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

    def cut_off(self) -> list[Fault]:
        """Texts that do not fit where they stand, or stick out of the window or of their panel."""
        return [
            Fault(what, path, str(item.property("text")))
            for path, item in self.items()
            if _is_text(item)
            and not _scrolled_out(item)
            and (what := _cut(item, self._window_rect()))
        ]

    def overlaps(self) -> list[tuple[str, str]]:
        """Pairs of texts that lie on each other, ground of panels taken into account."""
        items = list(self.items())
        panels = [item for _, item in items if item.objectName() in PANELS]
        shown = [
            (f"{path}: {item.property('text')}", _ink(item))
            for path, item in items
            if _is_text(item)
            and item.property("text")
            and not _covered(item, panels)
            and not _scrolled_out(item)
        ]
        return [
            (one, other)
            for at, (one, ink) in enumerate(shown)
            for other, other_ink in shown[at + 1 :]
            if ink.intersects(other_ink)
        ]

    def small_texts(self, least: float) -> list[Fault]:
        """Texts whose capitals are lower than this, as they come out where they have shrunk."""
        return [
            Fault(f"{capitals:.1f}", path, str(item.property("text")))
            for path, item in self.items()
            if _is_text(item)
            and item.property("text")
            and (capitals := _capitals(item)) < least - 0.05
        ]

    def faint(self, least: float) -> list[Fault]:
        """Texts that stand out less than this from what is painted behind them."""
        self.settle()
        return faint_in(self.window, least)

    def hidden_places(self) -> list[tuple[str, str]]:
        """Panels that lie over a place: there lies the money."""
        shown = [(item.objectName(), _rect(item)) for _, item in self.items()]
        panels = [(name, rect) for name, rect in shown if name in PANELS]
        places = [(name, rect) for name, rect in shown if re.fullmatch(r"place\d+", name)]
        return [(p, q) for p, one in panels for q, other in places if one.intersects(other)]

    def small_targets(self, least: float) -> list[str]:
        """What is tapped and smaller than this, in either direction."""
        return [
            path
            for path, item in self.items()
            if _tappable(item) and min(item.width(), item.height()) < least - 0.01
        ]

    def tree(self) -> list[tuple[Any, ...]]:
        """All visible items with what can be read or seen of them, to compare two screens."""
        return [(path, *_face(item)) for path, item in self.items()]

    def _window_rect(self) -> QRectF:
        return QRectF(0, 0, self.window.width(), self.window.height())


PANELS = {
    "settlement",
    "chipPad",
    "choices",
    "cardPad",
    "irregularities",
    "placePanel",
    "faults",
    "signOn",
    "supervisor",
    "listed",
    "awards",
    "leaving",
}
"""What lies over something else; a new panel is named here."""

_devices: list[QPointingDevice] = []


def touchscreen() -> QPointingDevice:
    """One for the whole run: Qt never forgets a device."""
    if not _devices:
        _devices.append(QTest.createTouchDevice())
    return _devices[0]


def _visible(item: QQuickItem, path: str) -> Iterator[tuple[str, QQuickItem]]:
    for child in item.childItems():
        if not child.isVisible() or child.opacity() == 0:
            continue
        name = child.objectName()
        here = f"{path}/{name}" if name else path
        yield here, child
        yield from _visible(child, here)


def _is_text(item: QQuickItem) -> bool:
    return item.inherits("QQuickText")


def _capitals(item: QQuickItem) -> float:
    """The height of its capitals in pixels: of Source Sans Pro 0.66 of the size, lines 1.257."""
    return float(item.property("contentHeight") / item.property("lineCount") / 1.257 * 0.66)


def _tappable(item: QQuickItem) -> bool:
    handlers = [one for one in item.children() if one.inherits("QQuickTapHandler")]
    return bool(handlers) and item.objectName() not in PANELS


def _ink(item: QQuickItem) -> QRectF:
    """The rectangle the letters take, a hair smaller: lines may touch."""
    wide, high = item.property("contentWidth"), item.property("contentHeight")
    align = {Qt.AlignmentFlag.AlignRight.value: 1.0, Qt.AlignmentFlag.AlignHCenter.value: 0.5}
    left = (item.width() - wide) * align.get(item.property("across") or 0, 0.0)
    top = (item.height() - high) / 2
    letters = high * 0.22
    rect = QRectF(left + 1, top + letters, wide - 2, high - 2 * letters)
    return item.mapRectToScene(rect)


def luminance(colour: QColor) -> float:
    """As the Web Content Accessibility Guidelines 2.2 define it."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def painted(item: QQuickItem, seen: QImage) -> tuple[QColor, QColor]:
    """A text's colour as it comes out, and its ground: what the picture has most of around it."""
    high = item.property("contentHeight")
    box = _ink(item).adjusted(-2, -high / 8, 2, high / 8).toAlignedRect() & seen.rect()
    step = max(1, box.height() // 16)  # of large letters a part will do
    points = Counter(
        seen.pixel(x, y)
        for x in range(box.left(), box.right() + 1, step)
        for y in range(box.top(), box.bottom() + 1, step)
    )
    ground, ink = QColor(points.most_common(1)[0][0]), QColor(item.property("color"))
    shows, above = ink.alphaF(), item
    while above is not None:
        shows, above = shows * above.opacity(), above.parentItem()
    mixed = zip(ink.getRgbF()[:3], ground.getRgbF()[:3], strict=True)
    return QColor.fromRgbF(*(over * shows + under * (1 - shows) for over, under in mixed)), ground


def faint_in(window: QQuickWindow, least: float) -> list[Fault]:
    """Texts of a window that stand out less than this from what is painted behind them."""
    items, seen = list(_visible(window.contentItem(), "")), window.grabWindow()
    panels = [item for _, item in items if item.objectName() in PANELS]
    return [
        Fault(f"{ratio:.2f}: {ink.name()} on {ground.name()}", path, str(item.property("text")))
        for path, item in items
        if _is_text(item)
        and item.property("text")
        and not _covered(item, panels)
        and not _scrolled_out(item)
        for ink, ground in [painted(item, seen)]
        if (ratio := contrast(ink, ground)) < least
    ]


def _cut(item: QQuickItem, window: QRectF) -> str:
    if item.property("truncated"):
        return "truncated"
    wide, high = item.property("contentWidth"), item.property("contentHeight")
    if wide > item.width() + 1 or high > item.height() + 2:
        return f"needs {wide:.0f}x{high:.0f}, has {item.width():.0f}x{item.height():.0f}"
    ink = _ink(item)
    if item.property("text") and not window.contains(ink):
        return "outside the window"
    above: QQuickItem | None = item.parentItem()
    while above is not None and item.property("text"):
        solid = above.inherits("QQuickRectangle") and above.width() > 0
        if solid and not _rect(above).adjusted(-1, -1, 1, 1).contains(ink):
            return f"sticks out of {above.objectName() or 'its ground'}"
        above = above.parentItem() if not solid else None
    return ""


def _rect(item: QQuickItem) -> QRectF:
    return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))


def _scrolled_out(item: QQuickItem) -> bool:
    """Is it in a list that has to be moved before it is seen in full?"""
    above: QQuickItem | None = item.parentItem()
    while above is not None:
        if above.inherits("QQuickFlickable"):
            rect = above.mapRectToScene(QRectF(0, 0, above.width(), above.height()))
            return not rect.contains(_ink(item))
        above = above.parentItem()
    return False


def _covered(item: QQuickItem, panels: list[QQuickItem]) -> bool:
    """Is it under a panel that it is no part of?"""
    middle = item.mapToScene(QPointF(item.width() / 2, item.height() / 2))
    return any(_rect(panel).contains(middle) and not _inside(item, panel) for panel in panels)


def _inside(item: QQuickItem, panel: QQuickItem) -> bool:
    return panel.isAncestorOf(item)


_LOOK = ("text", "code", "colour", "color", "opacity", "x", "y", "width", "height", "active")


def _face(item: QQuickItem) -> tuple[Any, ...]:
    return tuple(str(item.property(name)) for name in _LOOK)


Made = Callable[..., Screen]
"""How tests ask for a screen: see the fixture `screen`."""
