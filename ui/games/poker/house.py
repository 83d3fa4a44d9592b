"""The house that a screen of the room shows: always one of the room's own kind."""

from typing import cast

from controller.domain.base import existing
from controller.games.poker.floor import PokerFloor
from controller.games.poker.house import PokerHouse
from ui.shown import Shown


def house_of(shown: Shown) -> PokerHouse:
    return cast(PokerHouse, shown.snapshot.house)


def floor_of(shown: Shown) -> PokerFloor:
    return existing(house_of(shown).floor, "a screen on the bench, where no table is open")
