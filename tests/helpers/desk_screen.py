"""The screen of a tournament desk, with or without players."""

from typing import Any

from controller.tournament.format import Format
from tests.helpers.desk_shift import DeskShift
from tests.helpers.screen import Screen
from tests.helpers.shift import GAMING
from tests.helpers.tournament_desk import form, level
from ui.bridge import Bridge

FORM = form(
    tables=2,
    seats=9,
    players_max=18,
    rebuys=True,
    levels=(level(20, 25, 50), level(20, 50, 100), level(10), level(20, 100, 200, 25)),
)


def desk_screen(rules: Format = FORM, **look: Any) -> Screen:
    """The director is signed on, nobody has entered."""
    bridge = Bridge(simulated=True)
    shift = DeskShift(rules, viewers=(bridge,))
    screen = Screen(shift, bridge, **look)
    shift.on(GAMING)
    return screen.settle()


def shift_of(screen: Screen) -> DeskShift:
    shift: Any = screen.shift
    found: DeskShift = shift
    return found


def typed(screen: Screen, *names: str) -> Screen:
    """Names on the keyboard, one after the other."""
    for name in names:
        for letter in name.lower():
            screen.tap("letterSpace" if letter == " " else f"letter-{letter}")
        screen.tap("letterEnter")
    return screen
