"""The running table: one thread, one bounded inbox; decide, journal, fold, publish.

Dealer's taps, device messages and timer ticks are commands in one queue, handled one at a time.
What is accepted is on the disk before anything is shown or sent. If the record cannot be kept the
table is held: nothing further is accepted, and what was not recorded has not happened.
"""

import queue
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from controller.domain import commands as c
from controller.domain.refusals import Refusal, Refused
from controller.journal.recorder import JournalFault
from controller.journal.sealing import SealedJournal, cards_turned
from controller.outputs import derive_outputs
from controller.ports import Clock, Panel
from controller.round.decide import decide, follow_up
from controller.round.fold import fold
from controller.round.phases import Phase
from controller.round.state import Table
from controller.round.view import public_view

OBSERVATIONS: Final = (c.CardDrawn, c.CardsAtEmptyBox, c.JackpotSensor)
"""What has happened: never stale, never turned away."""


class Seen(NamedTuple):
    """What a tap was looking at."""

    round: int
    phase: Phase
    revision: int = 0
    """Of the place the tap is about; 0 for a tap about the whole table."""


class Accepted(NamedTuple):
    """A command that stands in the record."""

    position: int


Answer = Accepted | Refused


@dataclass(frozen=True)
class Snapshot:
    """What is published: nothing that lies face down is in it."""

    table: Table
    revisions: tuple[int, ...]
    """By place: how often it has changed since the controller started."""
    held: str | None
    """Why the table is held, in a sentence; none while it is open for play."""

    def seen(self, place: int | None = None) -> Seen:
        """What a tap on this snapshot has seen."""
        round_ = self.table.round
        revision = self.revisions[place - 1] if place else 0
        return Seen(round_.number, round_.phase, revision)


@dataclass
class _Submission:
    command: c.Command
    seen: Seen | None
    answer: "Future[Answer]" = field(default_factory=Future)


COMPARE: Final = "Recovered after an interruption. Compare the screen with the felt, then continue."


class TableController:
    """The only writer of table state."""

    def __init__(
        self,
        fresh: Table,
        journal: SealedJournal,
        clock: Clock,
        panels: Iterable[Panel] = (),
        *,
        inbox_max: int = 256,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._panels = tuple(panels)
        self._inbox: queue.Queue[_Submission | None] = queue.Queue(inbox_max)
        recovery = journal.recover(Table)
        start = recovery.state or fresh
        self._table = fold(start, (recorded.event for recorded in recovery.recorded))
        self._revisions = [0] * len(self._table.round.places)
        self._position = recovery.head.position
        interrupted = self._table.round.phase is not Phase.IDLE
        self._held: str | None = COMPARE if interrupted else None
        self._publish()

    # What other threads may call

    def snapshot(self) -> Snapshot:
        """The table as it may be shown."""
        return self._snapshot

    def submit(self, command: c.Command, seen: Seen | None = None) -> "Future[Answer]":
        """Put a command into the inbox. An intent is turned away when the inbox is full; an
        observation waits for its place: it has happened."""
        submission = _Submission(command, seen)
        if isinstance(command, OBSERVATIONS):
            self._inbox.put(submission)
            return submission.answer
        try:
            self._inbox.put_nowait(submission)
        except queue.Full:
            submission.answer.set_result(Refused(Refusal.BUSY))
        return submission.answer

    def stop(self) -> None:
        """Finish what is in the inbox, then end the thread."""
        self._inbox.put(None)

    # The controller's own thread

    def run(self) -> None:
        """Handle commands until stopped."""
        while (submission := self._inbox.get()) is not None:
            submission.answer.set_result(self.handle(submission.command, submission.seen))

    def start(self) -> threading.Thread:
        """Run on a thread of its own."""
        thread = threading.Thread(target=self.run, name="table-controller", daemon=True)
        thread.start()
        return thread

    def handle(self, command: c.Command, seen: Seen | None = None) -> Answer:
        """One command, and then whatever the table does by itself."""
        if self._held is not None:
            return Refused(Refusal.HELD, None, self._held)
        if seen is not None and self._stale(command, seen):
            return Refused(Refusal.STALE)
        answer = self._step(command)
        while isinstance(answer, Accepted) and (own := follow_up(self._table)) is not None:
            if isinstance(self._step(own), Refused):
                break
        return answer

    def continue_after_recovery(self) -> None:
        """The dealer has compared the screen with the felt."""
        if self._held == COMPARE:
            self._held = None
            self._publish()

    def _stale(self, command: c.Command, seen: Seen) -> bool:
        """Was the tap meant for what is on the table now?"""
        round_ = self._table.round
        place = getattr(command, "place", None)
        revision = 0
        if isinstance(place, int) and 1 <= place <= len(self._revisions):
            revision = self._revisions[place - 1]
        return seen != Seen(round_.number, round_.phase, revision)

    def _step(self, command: c.Command) -> Answer:
        before = self._table
        decided = decide(before, command)
        if isinstance(decided, Refused):
            return decided
        now = self._clock.now().wall_ms
        after = decided.table
        turned = cards_turned(before, after)
        events: tuple[object, ...] = (*decided.events, turned) if turned else decided.events
        try:
            number = after.round.number
            self._position = self._journal.append(events, round_number=number, at_ms=now)
            self._take(before, after)
            if after.round.phase is Phase.IDLE and before.round.phase is not Phase.IDLE:
                self._journal.checkpoint(after, round_number=number, at_ms=now)
        except JournalFault as fault:
            self._held = f"The record cannot be kept: {fault}"
            self._publish()
            return Refused(Refusal.HELD, None, self._held)
        self._publish()
        return Accepted(self._position)

    def _take(self, before: Table, after: Table) -> None:
        """What was recorded is the state now; what has changed has a new revision."""
        self._table = after
        for index, place in enumerate(after.round.places):
            if place is not before.round.places[index]:
                self._revisions[index] += 1

    def _publish(self) -> None:
        self._snapshot = Snapshot(public_view(self._table), tuple(self._revisions), self._held)
        outputs = derive_outputs(self._table)
        for panel in self._panels:
            panel.show(self._snapshot.table, outputs)
