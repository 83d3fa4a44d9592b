"""What the one writer keeps, as folded from events."""

from abc import ABC, abstractmethod
from dataclasses import field
from typing import Any, ClassVar

from controller.domain.base import evolve
from controller.domain.frozen import Frozen
from controller.floor.state import Floor, Status
from controller.games.game import Game
from controller.house.devices import Mark
from controller.notices.outbox import Outbox
from controller.staff.roles import TrailPoint


class House(Frozen, ABC):
    """One table with all that belongs to it. A game adds what it keeps besides its rounds."""

    DROPPED: ClassVar = ("series",)
    table: Any
    """The rounds or hands of the game that is played here. The house reads its `rules` (which know
    the `places`), its `number` and `phase`, and whether it is `at_rest` and has `cards_out`."""
    name: str = ""
    """Of the table, as the pool and the notices know it."""
    floor: Floor | None = None
    """The table's life; none on the bench, where a scenario plays rounds and nothing else, nor
    where there is no table."""
    notices: Outbox = field(default_factory=Outbox)
    held: str | None = None
    """Why a mistake of ours holds the table until a supervisor lets it go on."""
    trail: TrailPoint | None = None
    """How far the staff register's trail is in the record."""
    marks: tuple[Mark, ...] = ()
    """How far each device was heard: numbers, nothing of what it said."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """What is played here."""

    @property
    def on_bench(self) -> bool:
        """Is nobody there to ask, since a scenario plays and nothing else happens?"""
        return self.floor is None

    @property
    def in_round(self) -> bool:
        """Is a round open?"""
        return not self.table.at_rest

    @property
    def cards_out(self) -> bool:
        """Has a card of the round left the device?"""
        return self.in_round and bool(self.table.cards_out)

    def settled_since(self, before: "House") -> bool:
        """Has a round just ended, or the table been closed? Then recovery may start from here."""
        round_over = before.in_round and not self.in_round
        closed = self.floor is not None and self.floor.status is Status.CLOSED
        was_open = before.floor is not None and before.floor.status is not Status.CLOSED
        return round_over or (closed and was_open)


def public_house(house: House) -> House:
    """What may be shown: nothing that lies face down is in it."""
    return evolve(house, table=house.game.public_view(house.table))
