"""Is everything on a window to be read and to be tapped? One walk over all that is visible.

    eye = Eye()
    eye.look(window, "flop decisions")  # at every size this window is used at
    assert eye.found == []

A text is wrong where it is elided, needs more room than it has, breaks inside a word, is smaller
than the smallest type, leaves its ground, its list or the window, lies on another text, or half on
something drawn. A key is wrong where it is smaller than a finger or lies on another key. What a
panel covers is not looked at. Places, cards and the keys of the action bar stay where they are,
whatever appears. A message names window, state, size, item and text.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication
from PySide6.QtQuick import QQuickItem, QQuickWindow

SIZES = ((1024, 600), (1280, 800), (1920, 1080))
INCHES = {(1024, 600): 10.0, (1280, 800): 10.0, (1920, 1080): 15.0}
TARGET_MM = 12
LEAST_TYPE = 13
"""The smallest type of the theme, on a window of 1024x600."""
USED_AT: dict[str, tuple[tuple[int, int], ...]] = {
    "console": SIZES,
    "benchWindow": ((620, 860), (560, 600)),
    "chooserWindow": SIZES,
    "signWindow": ((1280, 720), (640, 360), (1920, 1080)),
}
"""The sizes a window is looked at, by its name."""
PANELS = {
    *("settlement", "chipPad", "choices", "cardPad", "irregularities", "placePanel"),
    *("faults", "signOn", "supervisor", "listed", "awards", "leaving"),
}
"""What lies over something else; a new panel is named here."""
ROOM_PANELS = {"handPad", "amountPad", "push", "seatPanel", "aboutPanel"}
"""The same of the poker room alone, and of the tournament desk."""
OVER = PANELS | ROOM_PANELS
STEADY = re.compile(r"place\d+|(community|dealer|board)\d|(irregularity|undo)Button")
"""What never moves on a console: a finger may be on its way to it. The primary action has two
places: while bets are open it stands beside its own, so that a second "Paid" locks nothing."""
_LINE = 1.257
"""The height of a line of Source Sans Pro, in sizes; its capitals and figures take the middle."""
_HAIR = 1.0


@dataclass(frozen=True)
class Fault:
    """What is wrong with the look of an item, and where."""

    what: str
    path: str
    text: str

    def __str__(self) -> str:
        return f"{self.path or '/'} {self.text!r}: {self.what}"


class Seen:
    """One visible item with what is measured of it."""

    def __init__(self, item: QQuickItem, path: str, above: "Seen | None") -> None:
        self.item, self.path, self.above = item, path, above
        self.is_text = item.inherits("QQuickText")
        self.is_drawn = item.inherits("QQuickRectangle") and item.width() > 0
        self.panel: Seen | None = above.panel if above else None
        if item.objectName() in OVER:
            self.panel = self
        self.list: Seen | None = above.list if above else None
        if above is not None and above.item.inherits("QQuickFlickable"):
            self.list = above

    @cached_property
    def text(self) -> str:
        return str(self.item.property("text"))

    @cached_property
    def rect(self) -> QRectF:
        return rect_of(self.item)

    @cached_property
    def ink(self) -> QRectF:
        return ink_of(self.item)

    @cached_property
    def letters(self) -> QRectF:
        """Its ink, with what hangs below the line."""
        hangs = self.item.property("contentHeight") / max(1, self.item.property("lineCount")) / 6
        return self.ink.adjusted(0, 0, 0, hangs if set(self.text) & set("gjpqy") else 0)

    @cached_property
    def is_key(self) -> bool:
        return not self.is_text and is_tappable(self.item)

    def ancestors(self) -> "Iterator[Seen]":
        above = self.above
        while above is not None:
            yield above
            above = above.above

    def is_under(self, panels: "list[Seen]") -> bool:
        """Is it covered by a panel that it is no part of?"""
        middle = self.rect.center()
        return any(panel.rect.contains(middle) and self.panel is not panel for panel in panels)

    def is_scrolled_out(self) -> bool:
        """Is it in a list that has to be moved before it is seen in full?"""
        return self.list is not None and not self.list.rect.contains(
            self.ink if self.is_text else self.rect
        )


def visible(window: QQuickWindow) -> list[Seen]:
    """Everything that is visible, from behind to the front."""
    found: list[Seen] = []
    _walk(window.contentItem(), None, "", found)
    return found


def _walk(item: QQuickItem, above: Seen | None, path: str, found: list[Seen]) -> None:
    for child in item.childItems():
        if child.isVisible() and child.opacity() > 0:
            name = child.objectName()
            seen = Seen(child, f"{path}/{name}" if name else path, above)
            found.append(seen)
            _walk(child, seen, seen.path, found)


def rect_of(item: QQuickItem) -> QRectF:
    return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))


def ink_of(item: QQuickItem) -> QRectF:
    """What the letters take, from the top of the capitals to the line they stand on."""
    wide, high = item.property("contentWidth"), item.property("contentHeight")
    lines = max(1, item.property("lineCount"))
    across = {Qt.AlignmentFlag.AlignRight.value: 1.0, Qt.AlignmentFlag.AlignHCenter.value: 0.5}
    down = {Qt.AlignmentFlag.AlignTop.value: 0.0, Qt.AlignmentFlag.AlignBottom.value: 1.0}
    left = (item.width() - wide) * across.get(item.property("across") or 0, 0.0)
    top = (item.height() - high) * down.get(item.property("down") or 0, 0.5)
    spare = high / lines * 0.22
    return item.mapRectToScene(QRectF(left + 1, top + spare, wide - 2, high - 2 * spare))


def is_tappable(item: QQuickItem) -> bool:
    handlers = [one for one in item.children() if one.inherits("QQuickTapHandler")]
    return bool(handlers) and item.objectName() not in OVER


def type_of(item: QQuickItem) -> float:
    """The size its letters come out at, where it has shrunk too."""
    after, apart = max(1, item.property("lineCount")) - 1, item.property("lineHeight") or 1.0
    return float(item.property("contentHeight") / (1 + after * apart) / _LINE)


@lru_cache(maxsize=4096)
def _advance(word: str, font: str) -> float:
    made = QFont()
    made.fromString(font)
    return QFontMetricsF(made).horizontalAdvance(word)


def in_sight(items: list[Seen]) -> list[Seen]:
    """Without what a panel covers, or has to be scrolled to."""
    panels = [one for one in items if one.panel is one]
    return [one for one in items if not one.is_under(panels) and not one.is_scrolled_out()]


def texts(items: list[Seen]) -> list[Seen]:
    """What of it can be read."""
    return [one for one in items if one.is_text and one.text.strip()]


def faults(window: QQuickWindow) -> list[Fault]:
    """All that is wrong now, at the size that the window has."""
    items, size = visible(window), (window.width(), window.height())
    shown = in_sight(items)
    read = texts(shown)
    is_known = size in INCHES and window.property("inches") == INCHES[size]
    touch, least = touch_of(size) if is_known else (0.0, 0.0)
    whole = QRectF(0, 0, *size)
    return [
        *(Fault(what, one.path, one.text) for one in read for what in cut(one, whole)),
        *small_type(read, least),
        *lying_on_each_other(read),
        *half_on(read, [one for one in shown if one.is_drawn]),
        *keys(shown, touch),
        *hidden_places(items),
    ]


def cut(seen: Seen, window: QRectF) -> Iterator[str]:
    """What of a text is not to be seen, or not in one piece."""
    item = seen.item
    if item.property("truncated"):
        yield "elided"
    wide, high = item.property("contentWidth"), item.property("contentHeight")
    if wide > item.width() + _HAIR or high > item.height() + 2:
        yield f"needs {wide:.0f}x{high:.0f}, has {item.width():.0f}x{item.height():.0f}"
    if item.property("lineCount") > 1 and (word := _broken(item, seen.text)):
        yield f"breaks inside {word!r}, which is wider than {item.width():.0f}"
    if not window.contains(seen.letters):
        yield "is outside the window"
    ground = next((one for one in seen.ancestors() if one.is_drawn), None)
    if ground and not ground.rect.adjusted(-1, -1, 1, 1).contains(seen.letters):
        yield f"sticks out of {ground.item.objectName() or 'its ground'}"
    for one in seen.ancestors():
        if one.item.clip() and not one.rect.adjusted(-1, -1, 1, 1).contains(seen.ink):
            yield f"is clipped by {one.item.objectName() or 'a list'}"


def _broken(item: QQuickItem, text: str) -> str:
    font = QFont(item.property("font"))
    font.setPixelSize(max(1, round(type_of(item))))
    as_text = font.toString()
    words = (word for word in re.split(r"[\s\-–/]+", text) if len(word) > 1)
    return next((word for word in words if _advance(word, as_text) > item.width() + 2), "")


def small_type(read: list[Seen], least: float) -> Iterator[Fault]:
    for one in read:
        if (size := type_of(one.item)) < least - 0.4 and not _on_card(one):
            yield Fault(f"type of {size:.1f}, at least {least:.1f} expected", one.path, one.text)


def _on_card(seen: Seen) -> bool:
    return any(one.item.property("faceUp") is not None for one in seen.ancestors())


def lying_on_each_other(read: list[Seen]) -> Iterator[Fault]:
    for at, one in enumerate(read):
        for other in read[at + 1 :]:
            if one.ink.intersects(other.ink):
                yield Fault(f"lies on {other.path} {other.text!r}", one.path, one.text)


def half_on(read: list[Seen], drawn: list[Seen]) -> Iterator[Fault]:
    """A text beside or on a chip, a card, a bar or a key: never half on it."""
    for one in read:
        above, ink = set(map(id, one.ancestors())), one.ink
        for other in drawn:
            if not ink.intersects(other.rect) or id(other) in above:
                continue
            if other.panel is not one.panel and one.panel is not None:
                continue  # the panel lies over it
            if not other.rect.adjusted(-1, -1, 1, 1).contains(ink):
                yield Fault(f"lies half on {other.path}", one.path, one.text)
            elif other.is_key:
                yield Fault(f"lies on the key {other.path}", one.path, one.text)


def keys(shown: list[Seen], touch: float) -> Iterator[Fault]:
    """Smaller than a finger, or one on another."""
    found = [one for one in shown if one.is_key]
    for at, one in enumerate(found):
        wide, high = one.item.width(), one.item.height()
        if min(wide, high) < touch - 0.01:
            yield Fault(f"{wide:.0f}x{high:.0f}, {touch:.0f} expected", one.path, "")
        if not one.is_drawn:
            continue
        above = set(map(id, one.ancestors()))
        for other in found[at + 1 :]:
            inside = one in other.ancestors() or id(other) in above
            if other.is_drawn and not inside and one.rect.intersects(other.rect):
                yield Fault(f"lies on the key {other.path}", one.path, "")


def hidden_places(items: list[Seen]) -> Iterator[Fault]:
    """A panel over a place: there lies the money."""
    places = [one for one in items if re.fullmatch(r"(place|seat)\d+", one.item.objectName())]
    for panel in (one for one in items if one.panel is one):
        for place in places:
            if panel.rect.intersects(place.rect):
                yield Fault(f"lies over {place.path}", panel.path, "")


class Eye:
    """Looks at windows in one state after another and keeps what it finds; each state once."""

    def __init__(self, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
        self._sizes = sizes
        self._known: set[Any] = set()
        self._stood: dict[Any, QRectF] = {}
        self.states = 0
        self.found: list[str] = []

    def look(self, window: QQuickWindow, state: str) -> None:
        """At every size, unless it looked the same before but for its figures."""
        name = window.objectName()
        face = frozenset(
            (one.path, re.sub(r"\d", "0", one.text)) for one in visible(window) if one.is_text
        )
        if (name, face) in self._known:
            return
        self._known.add((name, face))
        self.states += 1
        before = window.width(), window.height()
        for size in USED_AT[name] if name != "console" else self._sizes:
            self._at(window, size)
            wrong = [*faults(window), *self._moved(window, size)]
            self.found += [f"{name} {size[0]}x{size[1]}, {state}: {fault}" for fault in wrong]
        self._at(window, before)

    def look_around(self, state: str) -> None:
        """At every window that is open."""
        for window in QGuiApplication.topLevelWindows():
            if isinstance(window, QQuickWindow) and window.isVisible():
                self.look(window, state)

    def _moved(self, window: QQuickWindow, size: tuple[int, int]) -> Iterator[Fault]:
        items = visible(window) if window.objectName() == "console" else []
        steady = [one for one in items if STEADY.fullmatch(one.item.objectName())]
        places = sum(one.path.startswith("/felt/place") for one in steady)
        for one in steady:
            stood = self._stood.setdefault((size, places, one.path), one.rect)
            if stood != one.rect:
                yield Fault(f"stood at {_corner(stood)}, now {_corner(one.rect)}", one.path, "")

    def _at(self, window: QQuickWindow, size: tuple[int, int]) -> None:
        window.resize(*size)
        if window.objectName() == "console":
            window.setProperty("inches", INCHES.get(size, 0.0))
        for _ in range(2):
            QGuiApplication.sendPostedEvents()
            QGuiApplication.processEvents()


def per_mm(size: tuple[int, int]) -> float:
    """So many points make a millimetre on a console of this size."""
    return math.hypot(*size) / INCHES[size] / 25.4


def touch_of(size: tuple[int, int]) -> tuple[float, float]:
    """How large a key and how small a letter may be on a console of this size."""
    return TARGET_MM * per_mm(size), LEAST_TYPE * min(size[0] / 1024, size[1] / 600)


def _corner(rect: QRectF) -> str:
    return f"{rect.x():.0f}, {rect.y():.0f}"
