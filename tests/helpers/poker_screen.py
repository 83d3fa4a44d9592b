"""The console of a table of the poker room, with players at it."""

from dataclasses import replace
from typing import Any

from controller.games.poker.rules import Limit, PokerRules, Scale
from controller.games.poker.state import Table
from tests.helpers.poker_shift import PokerShift
from tests.helpers.screen import Screen
from ui.bridge import Bridge

RULES = PokerRules(
    Limit.NO_LIMIT,
    small=100,
    big=200,
    seats=9,
    bank_min=4000,
    scale=Scale(step=2000, amount=100, cap=1000, before_flop=False),
)
BANKS = {"s1": "198", "s2": "398", "s3": "60", "s5": "402", "s6": "77", "s8": "310", "s9": "1250"}
"""Button 1, blinds 2 and 3; seat 5 acts first."""


def poker_screen(rules: PokerRules = RULES, **look: Any) -> Screen:
    """A table that was never opened."""
    bridge = Bridge(simulated=True)
    shift = PokerShift(rules, viewers=(bridge,), goes_ahead=True)
    return Screen(shift, bridge, **look)


def seated(rules: PokerRules = RULES, *, keyed: bool = True, **look: Any) -> Screen:
    """An open table with its players, between hands."""
    screen = poker_screen(replace(rules, keyed=keyed), **look)
    shift: Any = screen.shift
    shift.sitting(**{key: bank for key, bank in BANKS.items() if int(key[1:]) <= rules.seats})
    return screen.settle()


def table(screen: Screen) -> Table:
    shift: Any = screen.shift
    found: Table = shift.table
    return found


def keyed(screen: Screen, cards: str) -> Screen:
    """Cards on the pad, one after the other."""
    for card in cards.split():
        screen.tap(f"key-{card}")
    return screen
