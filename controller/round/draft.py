"""A decision in the making: events, and the table as they leave it."""

from typing import NamedTuple

from controller.domain.events import Event
from controller.round.fold import fold_one
from controller.round.state import Table


class Decided(NamedTuple):
    """An accepted command: what happened, and the table folded from it."""

    events: tuple[Event, ...]
    table: Table


class Draft:
    """Collects events; each is folded at once, so that the next can be judged on the outcome."""

    __slots__ = ("_events", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self._events: tuple[Event, ...] = ()

    def emit(self, event: Event) -> None:
        """One more event."""
        self.table = fold_one(self.table, event)
        self._events += (event,)

    def decided(self) -> Decided:
        """What was decided."""
        return Decided(self._events, self.table)
