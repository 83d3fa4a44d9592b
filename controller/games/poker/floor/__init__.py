"""The floor of a table of the room: the life of any table, and what the rules add to it."""

from typing import Final

from controller.floor.core import FloorCore, floor_core
from controller.floor.state import Seat, Settings
from controller.games.poker.floor import cards, clock, hands, player_cards, players, waiting
from controller.games.poker.floor.state import PokerFloor
from controller.games.poker.rules import PokerRules

__all__ = ["FLOOR", "PokerFloor", "new_floor"]

FLOOR: Final[FloorCore[PokerFloor]] = floor_core(
    cards, clock, hands, player_cards, players, waiting
)
"""Every command and every event of it."""


def new_floor(rules: PokerRules, settings: Settings) -> PokerFloor:
    """The floor of a table that was never opened."""
    seats = tuple(Seat(place) for place in range(1, rules.places + 1))
    return PokerFloor(rules=rules, settings=settings, seats=seats, cashless=settings.cashless)
