"""What a game is to a soak: its tables, its players and dealer, its checks.

Everything else of a soak is the same for every game: shifts, faults, crashes, traces, and the
checks that hold at any table (`simulators.people`).
"""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from simulators.faults import Trouble
from simulators.people.checks import Checks
from simulators.people.dealer import AnyDealer
from simulators.people.live import LiveGame
from simulators.people.swiping import LiveSeat
from simulators.people.tapping import Seated


class GameSoak(ABC):
    """A game as a soak plays it."""

    name: ClassVar[str]
    """As the controller's own `Game` is named."""
    tables: ClassVar[int]
    """How many kinds of tables a house has of it."""
    records: ClassVar[int] = 60
    """About so many a round has: before or after any of them the controller may die."""
    checked: ClassVar[tuple[StrEnum, ...]]
    """All that must hold at its tables, in the order in which it is listed."""
    sights: ClassVar[Mapping[Trouble, tuple[str, ...]]]
    """What its dealer has seen (`Seat.seen`) of trouble that leaves no mark on a wire."""

    @abstractmethod
    def table(self, kind: int, chance: random.Random) -> LiveGame:
        """One of the tables a house has."""

    @abstractmethod
    def players(self, game: Any, chance: random.Random) -> Sequence[Seated]:
        """Who sits there, each with a temperament."""

    @abstractmethod
    def dealer(self, seat: LiveSeat, players: Sequence[Any]) -> AnyDealer:
        """Who deals to them."""

    @abstractmethod
    def checks(self, held: Counter[str]) -> Checks:
        """What watches the table; `held` counts what it has checked."""

    @abstractmethod
    def ending(self, table: Any) -> str:
        """How the last round ended, in a word."""

    def happen(self, dealer: Any, number: int) -> None:
        """What a shift brings before its round of this number, besides another dealer."""
        return
