"""Every screen at every size: nothing elided, clipped, broken, overlapping, too small or moving.

The screens are those that a curious finger comes to and those of the scripted shift; what is wrong
with one is said with its window, size, state, item and text.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtQuick import QQuickItem, QQuickWindow

from tests.helpers.curious import Curious
from tests.helpers.curious_room import CuriousInTheRoom
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.layout import SIZES, Eye, rect_of
from tests.helpers.poker_screen import RULES, poker_screen
from tests.helpers.screen import LOOKED_AT, Keep, Made, Screen, luminance, pixels
from tests.helpers.shift import CASINO, Shift
from tests.qml.test_console import dealt
from tests.qml.test_look import in_trouble
from ui.bridge import Bridge
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.evening import Pictured
from ui.commands.shift.script import Script

TABLES = (
    ("nsw-2024", "A", "shuffler", "nsw"),
    ("sd", "A", "hand", "PMG-01"),
    ("nsw-legacy", "A", "shoe", "nsw"),
    ("nsw-2024", "B", "shoe", "nsw"),
)
QML = Path(__file__).parents[2] / "ui" / "qml"


def table(kind: tuple[str, str, str, str], bridge: Bridge) -> Shift:
    ruleset, method, dealing, schedule = kind
    jackpot = jackpot_rules(schedule, bonus=ruleset != "sd")
    rules = table_rules(ruleset, method=method, dealing=dealing, places=7, jackpot=jackpot)
    return Shift(rules, viewers=(bridge,), goes_ahead=True)


def wander(screen: Screen, eye: Eye, seed: int, tables: range, taps: int) -> Curious:
    finger = Curious(screen, seed, lambda screen, state: eye.look(screen.window, state))
    for number in tables:
        finger.evening(table(TABLES[number], screen.bridge), taps)
    return finger


@pytest.mark.parametrize(("number", "taps"), [(0, 40), (1, 20), (2, 20)])
def test_everything_fits_wherever_a_curious_finger_comes(
    made: Made, number: int, taps: int
) -> None:
    """A table of each rule set, each at another size; most at the smallest, which is drawn fast."""
    size = SIZES[number]
    eye = Eye((size,))
    finger = wander(made(size=size), eye, 7 + number, range(number, number + 1), taps)
    assert eye.found == []
    assert eye.states > taps / 3
    assert len({where for where, _ in finger.tapped}) > taps / 5


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2))
def test_everything_fits_at_every_size_through_whole_evenings(made: Made, seed: int) -> None:
    eye = Eye()
    wander(made(), eye, 100 + seed, range(len(TABLES)), 30)
    assert eye.found == []


class Looking:
    """Watches the scripted shift: all windows that are open, whenever one is pictured."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye

    def say(self, table: str, text: str) -> None:
        pass

    def picture(self, stage: Pictured, caption: str, window: QQuickWindow) -> None:
        stage.look()
        self._eye.look_around(f"{stage.name}: {caption}")

    def advance(self) -> None:
        pass


@pytest.mark.long
def test_everything_fits_at_every_size_through_the_scripted_shift(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    eye = Eye()
    Script(tmp_path, ShiftClock(), Looking(eye), more=0).play()
    assert eye.found == []
    assert eye.states > 50


@pytest.mark.parametrize("size", LOOKED_AT)
def test_nothing_on_the_felt_moves_when_a_strip_a_panel_or_a_supervisor_appears(
    made: Made, size: tuple[int, int]
) -> None:
    screen = dealt(made(size=size), *range(1, 8))
    names = [
        *(f"place{place}" for place in range(1, 8)),
        *("irregularityButton", "undoButton", "primaryButton"),
    ]
    before = [rect_of(screen.item(name)) for name in names]

    def stands(what: str) -> None:
        assert [rect_of(screen.settle().item(name)) for name in names] == before, what

    in_trouble(screen)
    stands("the strip")
    for key in ("irregularityButton", "devices", "supervisorButton"):
        screen.tap(key)
        stands(key)
    screen.shift.on(CASINO)
    stands("supervisor mode")
    screen.tap("supervisorButton")
    stands("the menu")
    screen.tap("supervisorBack").tap("place1", "corner")
    stands("the panel of a place")


def brightness(key: QQuickItem, seen: QImage) -> float:
    """The mean luminance of what is painted on it, border and letters included."""
    box = rect_of(key).toAlignedRect() & seen.rect()
    points = Counter(pixels(seen, box, 2))
    light = sum(luminance(QColor(point)) * count for point, count in points.items())
    return light / points.total()


def keys(screen: Screen, *, active: bool) -> list[QQuickItem]:
    return [
        item
        for _, item in screen.items()
        if item.property("kind") == "plain" and item.property("active") is active
    ]


def test_a_key_that_cannot_be_used_is_darker_than_any_that_can(made: Made) -> None:
    screen = dealt(made(), 1, 2, 3)
    screen.tap("place1").tap("place1").tap("choice-fold").tap("choice-fold")
    screen.tap("place1", "corner")
    seen = screen.picture()
    off, on = keys(screen, active=False), keys(screen, active=True)
    assert off
    assert on
    dim = max(brightness(key, seen) for key in off)
    bright = min(brightness(key, seen) for key in on)
    assert dim < 0.7 * bright, (dim, bright)


def test_no_text_may_break_inside_a_word_or_be_elided() -> None:
    """`Text.Wrap` breaks a word that is wider than its room; `WordWrap` never does."""
    for path in QML.rglob("*.qml"):
        said = path.read_text("utf-8")
        for never in ("Text.Wrap\n", "WrapAnywhere", "elide:"):
            assert never not in said, f"{path.name}: {never.strip()}"


def wander_in_the_room(
    keep: Keep, eye: Eye, seed: int, size: tuple[int, int], taps: int
) -> CuriousInTheRoom:
    """Eleven seats, ten of them taken: as crowded as it gets."""
    screen = keep(poker_screen(replace(RULES, seats=11), size=size))
    finger = CuriousInTheRoom(screen, seed, lambda screen, state: eye.look(screen.window, state))
    finger.stay(taps)
    return finger


@pytest.mark.parametrize(("seed", "size"), [(5, SIZES[0]), (1, SIZES[2])])
def test_everything_fits_in_the_poker_room_wherever_a_curious_finger_comes(
    keep: Keep, seed: int, size: tuple[int, int]
) -> None:
    eye = Eye((size,))
    finger = wander_in_the_room(keep, eye, seed, size, 40)
    assert eye.found == []
    assert eye.states > 20
    assert len({where for where, _ in finger.tapped}) > 10


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2))
def test_everything_fits_in_the_poker_room_through_whole_evenings(keep: Keep, seed: int) -> None:
    eye = Eye()
    wander_in_the_room(keep, eye, 100 + seed, SIZES[0], 120)
    assert eye.found == []
