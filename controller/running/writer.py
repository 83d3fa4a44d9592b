"""State and record of one table in one hand: on the disk first, then it has happened, then shown.

If the record cannot be kept the table is held: nothing further is accepted, and what was not
recorded has not happened. A mistake of ours holds the table as well, through any number of starts,
until a supervisor lets it go on.
"""

from collections.abc import Sequence
from typing import Any, Final

from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.floor.state import Status
from controller.games.registry import house_in
from controller.house.attendance import Attendance
from controller.house.events import RegisterRefused, TableHeld, trail_copied
from controller.house.fold import Event, fold
from controller.house.state import House, public_house
from controller.house.subjects import held_notice, notices_of
from controller.journal.codec import Undecodable
from controller.journal.housekeeping import TableStarted
from controller.journal.recorder import JournalFault, RecordedFault
from controller.journal.sealing import Recovery, SealedJournal, cards_turned
from controller.notices.outbox import configure, raise_notices, record_delivery
from controller.running.outputs import derive_outputs
from controller.running.publisher import Publisher
from controller.running.snapshot import Accepted, Answer, NotNow, Seen, Snapshot
from controller.running.undo import LastTaps
from controller.staff.roles import Trail

COMPARE: Final = "Recovered after an interruption. Compare the screen with the felt, then continue."


class TableWriter:
    """What the controller's thread owns."""

    def __init__(
        self, fresh: House, journal: SealedJournal, publisher: Publisher, attendance: Attendance
    ) -> None:
        recovery = _recovered(fresh, journal)
        self.journal = journal
        self.house: Any = fold(
            recovery.state or fresh, (recorded.event for recorded in recovery.recorded)
        )
        self.new = recovery.state is None
        """Has the record no state to start from yet?"""
        self.held: str | None = self.house.held or (COMPARE if _on_the_felt(self.house) else None)
        self.taps = LastTaps(self.house.game)
        self._publisher, self._attendance = publisher, attendance
        self._revisions = [0] * (1 + self.house.table.rules.places)
        self._snapshot: Snapshot | None = None
        self._unshown = True
        self._shared: Any = None

    def begin(self, started: TableStarted | None, sinks: Sequence[str], now: Instant) -> None:
        """Every start stands in the record, with what was started; a new record with its state."""
        events: list[Any] = [started] if started else []
        self.note([*events, *configure(self.house.notices, sinks)], now)
        if self.new and self.held is None:
            self.checkpoint(now)

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was last published."""
        return self._snapshot or self.publish()

    @property
    def comparing(self) -> bool:
        """Is it held for nothing but that the felt has to be compared?"""
        return self.held == COMPARE

    def seen(self, place: int | None) -> Seen:
        """What an honest tap on this place, or on the table as a whole, has seen."""
        at = place if place is not None and 1 <= place < len(self._revisions) else 0
        table = self.house.table
        return Seen(table.number, table.phase, self._revisions[at])

    def decided(self, events: Sequence[Event], after: House, now: Instant) -> Answer:
        """What a command decided; cards that it turned over become readable in the record."""
        turned = cards_turned(*after.game.turned(self.house.table, after.table))
        extra: tuple[Any, ...] = (turned,) if turned else ()
        return self._write((*events, *extra), after, now)

    def note(self, events: Sequence[Any], now: Instant) -> Answer:
        """What there is to record beside commands; nothing is as well."""
        if not events:
            return self.unchanged()
        after = fold(self.house, events)
        return self._write(events, after, now)

    def tell(self, events: Sequence[Any], now: Instant) -> Answer:
        """Beside commands: record it, and whoever has to be told of it."""
        table = self.house.table
        drafts = () if self.house.on_bench else notices_of(self.house.game, table, table, events)
        return self.note([*events, *raise_notices(self.house.notices, drafts, now.wall_ms)], now)

    def copy_trail(self, trail: Trail, now: Instant) -> Answer:
        """The lines of the staff register that the record has not; a register that is not the
        record's own is told of, and holds the table."""
        if trail.doubt:
            self.tell([RegisterRefused(trail.id, trail.doubt)], now)
            return self.hold(
                f"The staff register is refused: {trail.doubt}. "
                "Put the table's own back, then start the table again."
            )
        known, copied = self.house.trail, trail_copied(trail)
        if known is None:  # the register that was set up with the table: nobody has to be told
            return self.note(copied, now)
        return self.tell([one for one in copied if one.line > known.seq], now)

    def show_shared(self, shared: Any) -> None:
        """What the game shows of what other tables play on too; nothing of it is recorded."""
        if shared != self._shared:
            self._shared, self._unshown = shared, True

    def _write(self, events: Sequence[Any], after: House, now: Instant) -> Answer:
        before, number = self.house, after.table.number
        try:
            self.journal.append(events, round_number=number, at_ms=now.wall_ms)
        except RecordedFault as fault:
            self._take(after)
            self.hold(f"The record cannot be kept: {fault}")
            return Accepted(fault.position)
        except JournalFault as fault:
            return self.hold(f"The record cannot be kept: {fault}")
        accepted = self.unchanged()
        self._take(after)
        if after.settled_since(before):
            self.checkpoint(now)
        self._unshown = True
        return accepted

    def checkpoint(self, now: Instant) -> None:
        """Recovery starts from here; where it cannot be written the table is held."""
        number = self.house.table.number
        try:
            self.journal.checkpoint(self.house, round_number=number, at_ms=now.wall_ms)
        except JournalFault as fault:
            self.hold(f"The record cannot be kept: {fault}")

    def unchanged(self) -> Accepted:
        """The answer to what needed no record."""
        return Accepted(self.journal.recorder.head().position)

    def changed_by_hand(self) -> None:
        """Somebody changed the table as a whole: a tap that has not seen it is stale."""
        self._revisions[0] += 1
        self._unshown = True

    def hold(self, why: str) -> Refused:
        """The first reason stands: what fails after it fails because of it."""
        if self.held in (None, COMPARE):
            self.held = why
        self.publish()
        return Refused(NotNow.HELD, None, self.held or why)

    def hold_for_mistake(self, fault: Exception, now: Instant) -> None:
        """Nobody plays on a state that cannot be trusted. What the mistake was about is not told:
        it may be a card that lies face down."""
        why = f"The program made an error ({type(fault).__name__}): call a supervisor."
        if self.held in (None, COMPARE):
            self.held = None
            told = (held_notice("program-mistake", self.house.table.number),)
            raised = raise_notices(self.house.notices, told, now.wall_ms)
            self.note((TableHeld(why), *raised), now)
        self.hold(why)

    def release(self, why: str) -> Answer:
        """What held the table is over; another reason stands."""
        if self.held == why:
            self.held = COMPARE if self.house.in_round else None
            self.publish()
        return self.unchanged()

    def _take(self, after: House) -> None:
        """What was recorded is the state now; what has changed has a new revision."""
        was, self.house = self.house, after
        for place in _changed(was, after):
            self._revisions[place] += 1

    def send_again(self, outlet: str) -> Answer:
        """All that a device should show, to one that came back."""
        known = self._publisher.send_again(outlet)
        return self.unchanged() if known else Refused(NotNow.NO_SUCH_OUTLET)

    def delivered(self, number: int, sink: str, now: Instant) -> Answer:
        """A notice has reached its sink."""
        return self.note(record_delivery(self.house.notices, number, sink), now)

    def show(self) -> None:
        """What was recorded since it was last shown; once for all that one tap set off."""
        if self._unshown:
            self.publish()

    def publish(self) -> Snapshot:
        """What may be shown, to everybody who shows it."""
        self._unshown = False
        dealer, on_top = self._attendance.dealer, self._attendance.on_top
        here = tuple(one for one in (dealer, on_top) if one is not None)
        people = None if self.house.on_bench else here
        snapshot = Snapshot(
            public_house(self.house),
            tuple(self._revisions),
            self.held,
            self.journal.recorder.head(),
            dealer,
            on_top,
            self.house.game.step(self.house),
            self.taps.offer(self.house.table, people) if self.held is None else None,
            self._shared,
        )
        self._snapshot = snapshot
        held, shared = self.held is not None, self._shared
        undo = snapshot.undo is not None and on_top is None  # the keypad is the dealer's
        outputs = derive_outputs(self.house, held=held, shared=shared, undo=undo)
        self._publisher.publish(snapshot, outputs)
        return snapshot


def _changed(was: House, now: House) -> list[int]:
    """Places of which anything changed that a tap on them is about, in the game or by its seat."""
    found = [*now.game.changed_places(was.table, now.table)]
    if was.floor and now.floor and was.floor.seats is not now.floor.seats:
        seats = zip(was.floor.seats, now.floor.seats, strict=True)
        found += [new.place for old, new in seats if old is not new]
    return list(dict.fromkeys(found))


def _recovered(fresh: House, journal: SealedJournal) -> Recovery[Any]:
    """What the record holds of a table of this game; a record of another game is refused."""
    try:
        return journal.recover(type(fresh))
    except Undecodable as fault:
        last = journal.recorder.last_checkpoint()
        found = house_in(journal, last).game.name if last else fresh.game.name
        if found == fresh.game.name:
            raise
        raise JournalFault(
            f"expected the record of a table of {fresh.game.name}, found one of {found}: start "
            "the table with the game of its record, or in a folder of its own"
        ) from fault


def _on_the_felt(house: House) -> bool:
    """Is there anything on the felt that the screen could differ from?"""
    open_table = house.floor is not None and house.floor.status is Status.OPEN
    return open_table or house.in_round
