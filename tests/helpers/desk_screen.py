"""The screen of a tournament desk, with or without players."""

from typing import Any

from controller.tournament.entries import Enter
from controller.tournament.format import Format
from controller.tournament.phases import Phase
from controller.tournament.state import Desk
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


def state(screen: Screen) -> Desk:
    found: Desk = shift_of(screen).table
    return found


def playing(screen: Screen, *names: str) -> Screen:
    """These have entered and drawn seats, and play."""
    shift_of(screen).do(*(Enter(name) for name in names or ("anna", "ben", "cara", "dan")))
    screen.settle().tap("primaryButton").tap("primaryButton").tap("primaryButton")
    assert state(screen).phase is Phase.PLAYING
    return screen


def at(screen: Screen, table: int) -> list[str]:
    return [one.name for one in state(screen).players(table)]


def busted(screen: Screen, table: int = 1) -> tuple[str, str]:
    """Somebody loses everything to somebody else, entered by touch."""
    loser, winner = at(screen, table)[:2]
    screen.tap("page-tables").tap(f"tile-{table}").tap("about-report-hand")
    screen.tap(f"amount-{loser}").tap("digit0").tap(f"amount-{winner}").tap("amountsRest")
    screen.tap("amountsNext").tap("supervisorConfirm")
    return loser, winner
