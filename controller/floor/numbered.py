"""Entries by their numbers: incidents, corrections, disputes, claims and tasks alike.

The floor keeps the entries of a kind in a field (`disputes`) and the last number that it gave in
`numbers`. Commands and events name an entry by its kind (`dispute`).
"""

from typing import Any, Final, Generic, Protocol, TypeVar

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused
from controller.floor.citations import refuse
from controller.floor.entries import Claim, Correction, Dispute, Incident, Task
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Floor


class Entry(Protocol):
    """Known by its number, wherever it stands in its list."""

    @property
    def number(self) -> int: ...

    @property
    def open(self) -> bool:
        """Is there still something to be done about it?"""


E = TypeVar("E", bound=Entry)
F = TypeVar("F", bound=Floor)


class Entries(Generic[E]):
    """All entries of one kind."""

    def __init__(self, kind: str, fact: str | None, over: FloorRefusal) -> None:
        """`fact`: whose clause is behind them; `over`: why nothing is done to one that is done."""
        self._kind, self._field, self._fact, self._over = kind, f"{kind}s", fact, over

    def next_number(self, floor: Floor, _: object) -> int:
        """For the event that records one more (`Emits`): no number is ever given twice."""
        return int(getattr(floor.numbers, self._kind)) + 1

    def numbered(self, floor: Floor, number: int) -> E | None:
        """The entry of this number; none where there is none, or none any more."""
        return next((one for one in self._all(floor) if one.number == number), None)

    def verify(self, floor: Floor, command: Any, _: Asking) -> Refused | None:
        """Why nothing can be done about the entry that a command names."""
        entry = self.numbered(floor, getattr(command, self._kind))
        if entry is None:
            return refuse(floor.rules, FloorRefusal.NO_SUCH_ENTRY, self._fact)
        return None if entry.open else refuse(floor.rules, self._over, self._fact)

    def named(self, floor: Floor, by: object) -> E:
        """The entry that a command or an event names."""
        number = getattr(by, self._kind)
        entry = self.numbered(floor, number)
        return existing(entry, f"{self._kind} {number}: no such {self._kind}")

    def entered(self, floor: F, entry: E) -> F:
        """The floor with one more."""
        numbers = evolve(floor.numbers, **{self._kind: entry.number})
        return evolve(floor, **{self._field: (*self._all(floor), entry)}, numbers=numbers)

    def changed(self, floor: F, event: object, **changes: Any) -> F:
        """The floor with these changes to the entry that an event names."""
        old = self.named(floor, event)
        new = evolve(old, **changes)
        entries = tuple(new if one is old else one for one in self._all(floor))
        return evolve(floor, **{self._field: entries})

    def _all(self, floor: Floor) -> tuple[E, ...]:
        entries: tuple[E, ...] = getattr(floor, self._field)
        return entries


# fmt: off
CORRECTIONS: Final = Entries[Correction]("correction", "correction",    FloorRefusal.ENTRY_CLOSED)
DISPUTES: Final    = Entries[Dispute]   ("dispute",    "dispute",       FloorRefusal.ENTRY_CLOSED)
CLAIMS: Final      = Entries[Claim]     ("claim",      "claim refused", FloorRefusal.TOLD_ALREADY)
TASKS: Final       = Entries[Task]      ("task",       None,            FloorRefusal.TOLD_ALREADY)
INCIDENTS: Final   = Entries[Incident]  ("incident",   "detained",      FloorRefusal.NOT_DETAINED)
# fmt: on
