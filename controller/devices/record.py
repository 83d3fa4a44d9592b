"""Events of devices in the record, in the same transaction as what they led to.

A device keeps an event until it is acknowledged and sends it again after any interruption. What
was recorded carries the event's number, so a kill between record and acknowledgement neither
doubles nor loses a card: what comes again is known, what is not known was not recorded. A packet of
cards is one event of several parts, each recorded by itself.
"""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from controller.authority import Command
from controller.domain import events as e
from controller.domain.base import BrokenInvariant
from controller.house.events import ObservationUnfit
from controller.journal.keys import TableKeys
from controller.journal.recorder import RecordedFault, Recorder
from controller.journal.sealing import Recovery, SealedJournal
from controller.runtime import TableController
from controller.snapshot import Accepted, Answer

S = TypeVar("S")

OBSERVED: Final = (
    e.CardDealt,
    e.ExtraCardDrawn,
    e.KnownCardDrawn,
    e.JackpotSensed,
    ObservationUnfit,
)
"""What an observation is recorded as."""


@dataclass(frozen=True)
class DeviceHeard:
    """An event of a device is on record, with what stands before it in the same transaction."""

    device: str
    """Its name and pairing: event numbers begin anew with every pairing."""
    seq: int
    part: int = 0
    parts: int = 1
    """Of a packet of cards, which one and of how many."""
    what: str = ""
    """The message, never what lies face down in it."""


@dataclass(frozen=True)
class DeviceOrdered:
    """A device is about to be told to do something once, under this id."""

    device: str
    command_id: int
    what: str


DeviceEvent = DeviceHeard | DeviceOrdered


class _Mark(NamedTuple):
    """How far the record of one device goes."""

    seq: int = 0
    part: int = 0
    parts: int = 1

    @property
    def whole(self) -> int:
        """The last event that is on record with all its parts."""
        return self.seq if self.part + 1 == self.parts else self.seq - 1


class DeviceJournal(SealedJournal):
    """A journal that also knows how far every device was heard."""

    def __init__(self, recorder: Recorder, keys: TableKeys, *unions: Any) -> None:
        super().__init__(recorder, keys, *unions, DeviceEvent)
        self._read: bool = False
        self._marks: dict[str, _Mark] = {}
        self._orders: dict[str, int] = {}
        self._carried: DeviceHeard | None = None

    def recover(self, state: type[S]) -> Recovery[S]:
        """What devices said is no part of the table's state."""
        found = super().recover(state)
        kept = (one for one in found.recorded if not isinstance(one.event, DeviceEvent))
        return replace(found, recorded=tuple(kept))

    def append(self, events: Sequence[object], *, round_number: int, at_ms: int) -> int:
        if self._carried and any(isinstance(event, OBSERVED) for event in events):
            events, self._carried = (*events, self._carried), None
        try:
            position = super().append(events, round_number=round_number, at_ms=at_ms)
        except RecordedFault:
            self._take(events)
            raise
        self._take(events)
        return position

    @contextmanager
    def carrying(self, heard: DeviceHeard) -> Iterator[None]:
        """The next observation that is recorded is this event's."""
        self._carried = heard
        try:
            yield
        finally:
            self._carried = None

    def last_seq(self, device: str) -> int:
        """The last event of a device that is on record as a whole."""
        self.look()
        return self._marks.get(device, _Mark()).whole

    def knows(self, heard: DeviceHeard) -> bool:
        """Is this part of this event on record?"""
        self.look()
        return (heard.seq, heard.part) <= self._marks.get(heard.device, _Mark())[:2]

    def last_order(self, device: str) -> int:
        """The last id under which a device was told to do something."""
        self.look()
        return self._orders.get(device, 0)

    def look(self) -> None:
        """Read how far every device was heard, once; before other threads ask for it."""
        if not self._read:
            self._take([recorded.event for recorded in self.events()])
            self._read = True

    def _take(self, events: Sequence[object]) -> None:
        for event in events:
            if isinstance(event, DeviceHeard):
                self._marks[event.device] = _Mark(event.seq, event.part, event.parts)
            elif isinstance(event, DeviceOrdered):
                self._orders[event.device] = event.command_id


class DeviceTable(TableController):
    """A controller that hears devices."""

    def start(self) -> threading.Thread:
        """From here on devices may ask how far they were heard."""
        self._known.look()
        return super().start()

    def heard(self, command: Command | None, heard: DeviceHeard) -> "Future[Answer]":
        """What an event of a device, or a part of it, comes to; recorded once."""
        return self._put(partial(self._hear, command, heard), waits=True)

    def ordered(self, device: str, what: str) -> "Future[Answer]":
        """An order to a device has an id on record before it is sent."""
        return self._put(partial(self._order, device, what), waits=True)

    def last_seq(self, device: str) -> int:
        """The last event of a device that is on record as a whole."""
        return self._known.last_seq(device)

    def last_order(self, device: str) -> int:
        """The id under which a device was last told to do something."""
        return self._known.last_order(device)

    @property
    def _known(self) -> DeviceJournal:
        journal = self._keeper.journal
        if not isinstance(journal, DeviceJournal):
            raise BrokenInvariant("a table with devices needs a journal that knows them")
        return journal

    def _hear(self, command: Command | None, heard: DeviceHeard) -> Answer:
        if self._known.knows(heard):
            return self._keeper.unchanged()
        if command is None:
            return self._keeper.note((heard,), self._clock.now())
        with self._known.carrying(heard):
            answer = self.handle(command)
        if isinstance(answer, Accepted) and not self._known.knows(heard):
            raise BrokenInvariant(f"{heard.what} of {heard.device} was accepted without a record")
        return answer

    def _order(self, device: str, what: str) -> Answer:
        number = self._known.last_order(device) + 1
        return self._keeper.note((DeviceOrdered(device, number, what),), self._clock.now())
