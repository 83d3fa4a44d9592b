"""The running table: one thread, one bounded inbox; decide, journal, fold, publish.

Dealer's taps, device messages and timer ticks come through one queue and are handled one at a time.
What is accepted is on the disk before anything is shown or sent. If the record cannot be kept the
table is held: nothing further is accepted, and what was not recorded has not happened.

Who asks is never said by the one who asks: the controller knows who is signed on at its screen.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from controller.authority import Command
from controller.domain import commands as c
from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.floor.opening import LogOnDealer
from controller.floor.state import Status
from controller.house.decide import (
    Asked,
    action_for,
    decide,
    follow_up,
    observed,
    privileged,
)
from controller.house.desk import FrontDesk
from controller.house.events import ActionRefused, FeltCompared, TrailCopied
from controller.house.fold import Event, fold
from controller.house.state import House, public_house
from controller.inbox import Inbox
from controller.journal.housekeeping import TableStarted
from controller.journal.recorder import JournalFault, RecordedFault
from controller.journal.sealing import SealedJournal, cards_turned
from controller.notices.outbox import configure, record_delivery
from controller.outputs import Outputs, derive_outputs, differences
from controller.pools.contract import Answer as PoolAnswer
from controller.pools.outbox import record_answer
from controller.ports import Clock, Outlets, Viewer
from controller.round.phases import Phase
from controller.snapshot import Accepted, Answer, NotNow, Seen, Snapshot
from controller.staff.powers import Action, NotAllowed
from controller.staff.roles import Actor, Reason, Role, TrailLine
from controller.staff.session import Admitted

COMPARE: Final = "Recovered after an interruption. Compare the screen with the felt, then continue."


_BUSY: Final = Refused(NotNow.BUSY)


class TableController:
    """The only writer of table state."""

    def __init__(
        self,
        fresh: House,
        journal: SealedJournal,
        clock: Clock,
        outlets: Outlets | None = None,
        viewers: Iterable[Viewer] = (),
        *,
        started: TableStarted | None = None,
        sinks: Sequence[str] = (),
        held: str | None = None,
        inbox_max: int = 256,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._outlets = outlets or Outlets()
        self._viewers = tuple(viewers)
        self._inbox = Inbox(inbox_max)
        recovery = journal.recover(House)
        self._house = fold(
            recovery.state or fresh, (recorded.event for recorded in recovery.recorded)
        )
        self._revisions = [0] * len(self._house.table.round.places)
        self._sent: Outputs | None = None
        self._desk = FrontDesk()
        interrupted = self._house.table.round.phase is not Phase.IDLE
        self._held = held or (COMPARE if interrupted else None)
        if held is None:
            new = recovery.state is None and not recovery.recorded
            self._begin(started, sinks, new=new)
        self._publish()

    def _begin(self, started: TableStarted | None, sinks: Sequence[str], *, new: bool) -> None:
        """Every start stands in the record, with what was started; a new record with its state."""
        events: list[Any] = [started] if started else []
        events += configure(self._house.notices, sinks)
        if events:
            self._record(events)
        if new and self._held is None:
            self._checkpoint(self._clock.now().wall_ms)

    # What other threads may call

    def snapshot(self) -> Snapshot:
        """The table as it may be shown."""
        return self._snapshot

    def submit(
        self, command: Command, seen: Seen | None = None, reason: Reason | None = None
    ) -> "Future[Answer]":
        """Put a command into the inbox. An intent is turned away when the inbox is full; an
        observation waits for its place: it has happened."""
        waits = observed(command)
        return self._put(partial(self.handle, command, seen, reason), waits=waits)

    def sign_on(self, admitted: Admitted, role: Role) -> "Future[Answer]":
        """Somebody has shown a PIN or a card."""
        return self._put(partial(self._sign_on, admitted, role))

    def lock(self) -> "Future[Answer]":
        """Whoever is on top leaves; under a supervisor the dealer stays signed on."""
        return self._put(self._lock)

    def compare_done(self) -> "Future[Answer]":
        """The dealer has compared the screen with the felt."""
        return self._put(self._compare_done)

    def copy_trail(self, lines: Sequence[TrailLine]) -> "Future[Answer]":
        """What has happened to the staff register: failed PINs, locks, changes."""
        return self._put(partial(self._copy_trail, lines), waits=True)

    def notice_delivered(self, number: int, sink: str) -> "Future[Answer]":
        """A courier has delivered a notice."""
        return self._put(partial(self._notice_delivered, number, sink), waits=True)

    def transfer_answered(self, transfer: str, answer: PoolAnswer) -> "Future[Answer]":
        """The pool has answered a transfer."""
        return self._put(partial(self._transfer_answered, transfer, answer), waits=True)

    def outlet_came_back(self, name: str) -> "Future[Answer]":
        """A device was plugged in again: it is sent the whole of what it should show."""
        return self._put(partial(self._send_again, name), waits=True)

    def hold(self, why: str) -> "Future[Answer]":
        """Something outside play forbids going on: a journal found damaged."""
        return self._put(partial(self._hold, why), waits=True)

    def stop(self) -> None:
        """Finish what is in the inbox, then end the thread."""
        self._inbox.stop()

    def _put(self, work: Callable[[], Answer], *, waits: bool = False) -> "Future[Answer]":
        return self._inbox.put(partial(self._guarded, work), waits=waits, full=_BUSY)

    def _guarded(self, work: Callable[[], Answer]) -> Answer:
        """A mistake of ours holds the table: nobody plays on a state that cannot be trusted."""
        try:
            return work()
        except Exception as fault:
            self._hold(f"The program has made a mistake: {type(fault).__name__}: {fault}")
            raise

    # The controller's own thread

    def start(self) -> threading.Thread:
        """Run on a thread of its own."""
        return self._inbox.start("table-controller", self.tick)

    def work(self) -> None:
        """Do what is in the inbox on this thread, for headless runs."""
        self._inbox.drain()

    def tick(self) -> None:
        """Time has gone by: sessions end, notices run out, what is due happens."""
        now = self._clock.now()
        self._note(self._desk.pass_time(now))
        self._follow_up(now)

    def handle(
        self, command: Command, seen: Seen | None = None, reason: Reason | None = None
    ) -> Answer:
        """One command, and then whatever the table does by itself."""
        now = self._clock.now()
        self._note(self._desk.pass_time(now, tapped=not observed(command)))
        if self._held is not None and not self._goes_through(command):
            return Refused(NotNow.HELD, None, self._held)
        if seen is not None and self._stale(command, seen):
            return Refused(NotNow.STALE)
        asked = self._asked(command, reason, now)
        if isinstance(asked, Refused):
            return asked
        answer = self._step(asked, now)
        if isinstance(answer, Accepted):
            self._follow_up(now)
        return answer

    def step(self, command: Command) -> Answer:
        """One command alone, for scenarios: they say themselves when the table goes on."""
        return self._step(Asked(command), self._clock.now())

    def _follow_up(self, now: Instant) -> None:
        """What the table does by itself, until a person is needed."""
        while (own := self._dealer_came() or self._own(now)) is not None:
            if isinstance(self._step(own, now), Refused):
                return

    def _own(self, now: Instant) -> Asked | None:
        own = follow_up(self._house, now)
        return Asked(own, by_itself=True) if own is not None and self._held is None else None

    def _dealer_came(self) -> Asked | None:
        """Whoever is signed on as dealer deals from now on."""
        dealer, floor = self._desk.dealer, self._house.floor
        if dealer is None or floor is None or floor.status is Status.CLOSED:
            return None
        if floor.dealer == dealer.number:
            return None
        return Asked(LogOnDealer(dealer.number), (dealer,), by_itself=True)

    def _step(self, asked: Asked, now: Instant) -> Answer:
        before = self._house
        decided = decide(before, asked, now)
        if isinstance(decided, Refused):
            return self._refused(asked, decided)
        turned = cards_turned(before.table, decided.house.table)
        extra: tuple[Any, ...] = (turned,) if turned else ()
        return self._record((*decided.events, *extra), decided.house, now)

    def _record(
        self, events: Sequence[Any], after: House | None = None, now: Instant | None = None
    ) -> Answer:
        """On the disk first; then it has happened, and is shown."""
        before = self._house
        at_ms = (now or self._clock.now()).wall_ms
        if after is None:
            after = fold(before, (event for event in events if isinstance(event, Event)))
        number = after.table.round.number
        try:
            self._journal.append(events, round_number=number, at_ms=at_ms)
        except RecordedFault as fault:
            self._take(after)
            self._hold(f"The record cannot be kept: {fault}")
            return Accepted(fault.position)
        except JournalFault as fault:
            return self._hold(f"The record cannot be kept: {fault}")
        accepted = self._unchanged()
        self._take(after)
        if _round_over(before, after):
            self._checkpoint(at_ms)
        self._publish()
        return accepted

    def _checkpoint(self, at_ms: int) -> None:
        """Recovery starts from here; where it cannot be written the table is held."""
        try:
            number = self._house.table.round.number
            self._journal.checkpoint(self._house, round_number=number, at_ms=at_ms)
        except JournalFault as fault:
            self._hold(f"The record cannot be kept: {fault}")

    def _take(self, after: House) -> None:
        """What was recorded is the state now; what has changed has a new revision."""
        was, now = self._house.table.round.places, after.table.round.places
        self._house = after
        for index, place in enumerate(now):
            if place is not was[index]:
                self._revisions[index] += 1

    def _publish(self) -> None:
        self._snapshot = Snapshot(
            public_house(self._house),
            tuple(self._revisions),
            self._held,
            self._journal.recorder.head(),
            self._desk.dealer,
            self._desk.on_top,
        )
        desired = derive_outputs(self._house, held=self._held is not None)
        for name, value in differences(self._sent, desired).items():
            self._send(name, value)
        self._sent = desired
        for viewer in self._viewers:
            viewer.show(self._snapshot)

    def _send(self, name: str, value: object) -> None:
        outlet = getattr(self._outlets, name)
        if outlet is not None:
            outlet.send(value)

    def _send_again(self, name: str) -> Answer:
        self._send(name, getattr(self._sent, name))
        return self._unchanged()

    def _unchanged(self) -> Accepted:
        return Accepted(self._journal.recorder.head().position)

    def _hold(self, why: str) -> Refused:
        """The first reason stands: what fails after it fails because of it."""
        if self._held in (None, COMPARE):
            self._held = why
        self._publish()
        return Refused(NotNow.HELD, None, self._held or why)

    # What a tap may do

    def _goes_through(self, command: Command) -> bool:
        """While the felt is compared, only what has happened counts, and a supervisor's void."""
        void = isinstance(command, c.Report) and (
            command.irregularity is c.Irregularity.SUPERVISOR_VOID
        )
        return self._held == COMPARE and (void or observed(command))

    def _compare_done(self) -> Answer:
        now = self._clock.now()
        self._note(self._desk.pass_time(now, tapped=True))
        if self._held != COMPARE:
            return Refused(NotNow.NOTHING_TO_COMPARE)
        by = self._compared_by(now)
        if isinstance(by, NotAllowed):
            return self._not_allowed(by, None)
        self._held = None
        answer = self._record((FeltCompared(by),))
        if isinstance(answer, Accepted):
            self._follow_up(now)
        return answer

    def _compared_by(self, now: Instant) -> tuple[Actor, ...] | NotAllowed:
        if self._house.floor is None:
            return ()
        return self._desk.actors(Action.CONTINUE_RECOVERED, None, None, now)

    def _stale(self, command: Command, seen: Seen) -> bool:
        """Was the tap meant for what is on the table now?"""
        round_ = self._house.table.round
        place = getattr(command, "place", None)
        revision = 0
        if isinstance(place, int) and 1 <= place <= len(self._revisions):
            revision = self._revisions[place - 1]
        return seen != Seen(round_.number, round_.phase, revision)

    # Who asks

    def _asked(self, command: Command, reason: Reason | None, now: Instant) -> Asked | Refused:
        action = action_for(self._house, command)
        if self._house.floor is None or action is None:
            return Asked(command)
        by = self._desk.actors(action, command, reason, now)
        if isinstance(by, NotAllowed):
            return self._not_allowed(by, reason)
        return Asked(command, by, reason)

    def _not_allowed(self, objection: NotAllowed, reason: Reason | None) -> Refused:
        refused = objection.refused(self._house.table.rules.ruleset)
        self._record_refusal(objection.action, self._desk.signed_on(), reason, refused)
        return refused

    def _refused(self, asked: Asked, refused: Refused) -> Refused:
        action = action_for(self._house, asked.command)
        if action is not None and not asked.by_itself:
            self._record_refusal(action, asked.by, asked.reason, refused)
        return refused

    def _record_refusal(
        self, action: Action, by: tuple[Actor, ...], reason: Reason | None, refused: Refused
    ) -> None:
        """A refused privileged action stands in the record; a dealer's stray tap does not."""
        if self._house.floor is not None and privileged(action):
            self._record((ActionRefused(action, by, reason, refused.text()),))

    # Sessions, trail, outboxes

    def _sign_on(self, admitted: Admitted, role: Role) -> Answer:
        now = self._clock.now()
        events = self._desk.sign_on(admitted, role, now)
        if isinstance(events, Refused):
            return events
        answer = self._record(events, now=now)
        self._follow_up(now)
        return answer

    def _lock(self) -> Answer:
        return self._note(self._desk.lock(self._clock.now()))

    def _note(self, events: Sequence[Event]) -> Answer:
        """Record what there is to record."""
        return self._record(events) if events else self._unchanged()

    def _copy_trail(self, lines: Sequence[TrailLine]) -> Answer:
        new = [line for line in lines if line.seq > self._house.trail]
        copied = tuple(
            TrailCopied(line.seq, line.at_ms, line.what, line.number, line.by, line.reason)
            for line in new
        )
        return self._note(copied)

    def _notice_delivered(self, number: int, sink: str) -> Answer:
        return self._note(record_delivery(self._house.notices, number, sink))

    def _transfer_answered(self, transfer: str, answer: PoolAnswer) -> Answer:
        return self._note(record_answer(self._house.pool, transfer, answer))


def _round_over(before: House, after: House) -> bool:
    return after.table.round.phase is Phase.IDLE and before.table.round.phase is not Phase.IDLE
