"""The floor of a table of the room: the life of any table, and what the rules add to it."""

from typing import Final

from controller.domain.frozen import frozen
from controller.floor.core import FloorCore, floor_core
from controller.floor.game import CheckLine, FloorGame
from controller.floor.state import Floor, Seat, Settings
from controller.games.poker.rules import PokerRules


class PokerFloorGame(FloorGame):
    """The poker room on the floor."""

    def layout(self, floor: "PokerFloor") -> tuple[CheckLine, ...]:
        cloth = f"The cloth has a place for the dealer and {floor.rules.places} seats"
        return (CheckLine("cloth", cloth, "layout"),)


@frozen
class PokerFloor(Floor):
    """A table of the room between and around hands."""

    rules: PokerRules

    @property
    def game(self) -> FloorGame:
        return POKER_FLOOR


POKER_FLOOR: Final = PokerFloorGame()
FLOOR: Final[FloorCore[PokerFloor]] = floor_core()
"""Every command and every event of it."""


def new_floor(rules: PokerRules, settings: Settings) -> PokerFloor:
    """A table that was never opened."""
    seats = tuple(Seat(place) for place in range(1, rules.places + 1))
    return PokerFloor(rules=rules, settings=settings, seats=seats, cashless=settings.cashless)
