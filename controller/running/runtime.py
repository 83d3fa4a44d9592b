"""The running table: one thread, one bounded inbox; decide, journal, fold, publish.

Dealer's taps, device messages and timer ticks come through one queue and are handled one at a time.
What is accepted is on the disk before anything is shown or sent (`writer`). Who asks is never said
by the one who asks: the controller knows who is signed on at its screen (`house.attendance`).
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from controller.authority import Command, observed
from controller.clock import Clock
from controller.domain.base import evolve
from controller.domain.instant import SECOND_MS, Instant, elapsed_ms
from controller.domain.refusals import Refused
from controller.floor.base import Command as FloorCommand
from controller.house.attendance import Attendance
from controller.house.decide import Asked, decide, next_step, unfit
from controller.house.devices import DeviceHeard, mark_of, next_order
from controller.house.events import FeltCompared, HoldLifted
from controller.house.fold import Event
from controller.house.state import House
from controller.journal.housekeeping import TableStarted
from controller.journal.sealing import SealedJournal
from controller.pools.heads import cause_of
from controller.running.gate import internal, turned_away
from controller.running.inbox import Inbox, Latest
from controller.running.permission import NotAsked, action_now, ask, may, refused_action
from controller.running.ports import Outlets, Viewer
from controller.running.publisher import Publisher
from controller.running.snapshot import Accepted, Answer, NotNow, Seen, Snapshot
from controller.running.undo import Undoable
from controller.running.writer import TableWriter
from controller.staff.powers import Action, HouseAction
from controller.staff.roles import Actor, Reason, Role, Trail
from controller.staff.session import Admitted

TICK_MS: Final = SECOND_MS
"""How often the controller looks at the clock, busy or not."""
_BUSY: Final = Refused(NotNow.BUSY)
Learned = Callable[[Any, Instant], Sequence[Event]]
"""What there is to record of something heard, at a house that is like this."""


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
        follows_up: bool = True,
        goes_ahead: bool = False,
        alive: Callable[[], object] = lambda: None,
        inbox_max: int = 256,
    ) -> None:
        """`follows_up`: does the table go on by itself? A scenario says itself when it does.
        `goes_ahead`: also where a tap could be asked for (`NextStep.ahead`)? `alive` is called
        about every second, for a watchdog."""
        self._clock, self.now, self._alive = clock, clock.now, alive
        self.started = started
        """Which program this is, and with which figures; none where nobody has said."""
        self._follows_up, self._goes_ahead = follows_up, goes_ahead
        self._inbox, self._attendance = Inbox(inbox_max), Attendance(fresh.game.session_times)
        publisher = Publisher(outlets or Outlets(), viewers)
        self._writer = TableWriter(fresh, journal, publisher, self._attendance)
        self._shows = Latest(partial(self._put, waits=True))
        self._ticked = clock.now()
        if held is not None:
            self._writer.hold(held)
        else:
            self._writer.begin(started, sinks, clock.now())
        self._writer.publish()

    # What other threads may call

    def snapshot(self) -> Snapshot:
        """The table as it may be shown."""
        return self._writer.snapshot

    def above(self) -> tuple[str, int] | None:
        """Who stands above the dealer, by name, and the milliseconds left if nobody taps."""
        return self._attendance.above(self._clock.now())

    def submit(
        self,
        command: Command,
        seen: Seen | None = None,
        reason: Reason | None = None,
        *,
        keypad: bool = False,
    ) -> "Future[Answer]":
        """Put a command into the inbox. An intent is turned away when the inbox is full; an
        observation waits for its place: it has happened. A key at the dealer's hand is the
        dealer's, whoever is on top at the screen."""
        work = partial(self.handle, command, seen, reason, keypad=keypad)
        return self._put(work, waits=observed(command))

    def preview(self, command: Command) -> "Future[Any]":
        """What would come of a command: nothing is recorded, and nobody is asked."""

        return self._inbox.put(partial(self._preview, command), waits=False, full=_BUSY)

    def undo(self, offered: Undoable, reason: Reason | None = None) -> "Future[Answer]":
        """The last tap is undone, if it still is the one that the screen offered to undo."""
        return self._put(partial(self._undo, offered, reason))

    def sign_on(self, admitted: Admitted, role: Role) -> "Future[Answer]":
        """Somebody has shown a PIN."""
        return self._put(partial(self._sign_on, admitted, role))

    def stay(self) -> "Future[Answer]":
        """A tap that asks for nothing yet, such as on a form: whoever taps is still there."""
        return self._put(partial(self._people, partial(self._attendance.pass_time, tapped=True)))

    def lock(self) -> "Future[Answer]":
        """Whoever is on top leaves; under a supervisor the dealer stays signed on."""
        return self._put(partial(self._people, self._attendance.lock))

    def compare_done(self) -> "Future[Answer]":
        """The dealer has compared the screen with the felt."""
        return self._put(self._compare_done)

    def lift_hold(self, reason: Reason) -> "Future[Answer]":
        """A supervisor lets a table go on that a mistake of ours had held."""
        return self._put(partial(self._lift_hold, reason))

    def copy_trail(self, trail: Trail) -> "Future[Answer]":
        """What has happened to the staff register: failed PINs, waits, changes."""
        return self._put(partial(self._copy_trail, trail), waits=True)

    def learn(self, find: Learned, *, while_held: bool = True) -> "Future[Answer]":
        """What the game has heard beside the table: recorded with whoever has to be told of it. A
        table that is held learns nothing more where that is not wanted."""
        return self._put(partial(self._learn, find, while_held), waits=True)

    def show_shared(self, shared: Any, find: Learned) -> "Future[Answer]":
        """What other tables play on too shows this now, and what is recorded of it. Of many that
        come at once the last counts, and they take one place in the inbox: nobody's tap is refused
        for them."""
        return self._shows.put(partial(self._show_shared, shared, find))

    def notice_delivered(self, number: int, sink: str) -> "Future[Answer]":
        """A notice has reached its sink."""
        now = self._clock.now()
        return self._put(partial(self._writer.delivered, number, sink, now), waits=True)

    def heard(self, command: Command | None, heard: DeviceHeard) -> "Future[Answer]":
        """What an event of a device, or a part of it, comes to: recorded once."""
        return self._put(partial(self._hear, command, heard), waits=True)

    def ordered(self, device: str, what: str) -> "Future[Answer]":
        """An order to a device has an id on record before it is sent: `Mark.order`."""
        return self._put(partial(self._order, device, what), waits=True)

    def outlet_came_back(self, name: str) -> "Future[Answer]":
        """A device was plugged in again: it is sent the whole of what it should show."""
        return self._put(partial(self._writer.send_again, name), waits=True)

    def hold(self, why: str) -> "Future[Answer]":
        """Something outside play forbids going on: a journal found damaged."""
        return self._put(partial(self._writer.hold, why), waits=True)

    def release(self, why: str) -> "Future[Answer]":
        """What `hold` said is over."""
        return self._put(partial(self._writer.release, why), waits=True)

    def stop(self) -> None:
        """Finish what is in the inbox, leave a state to start from, then end the thread."""
        self._put(self._leave, waits=True)
        self._inbox.stop()

    def _put(self, work: Callable[[], Answer], *, waits: bool = False) -> "Future[Answer]":
        return self._inbox.put(partial(self._guarded, work), waits=waits, full=_BUSY)

    # The controller's own thread

    def start(self) -> threading.Thread:
        """Run on a thread of its own."""
        return self._inbox.start("table-controller", partial(self._guarded, self._writer.unchanged))

    def work(self) -> None:
        """Do what is in the inbox on this thread, for headless runs."""
        self._inbox.drain()

    def _guarded(self, work: Callable[[], Answer]) -> Answer:
        """A mistake of ours holds the table: nobody plays on a state that cannot be trusted."""
        try:
            self._look_at_the_clock()
            answer = work()
            self._writer.show()
            return answer
        except Exception as fault:
            self._writer.hold_for_mistake(fault, self._clock.now())
            raise

    def _look_at_the_clock(self) -> None:
        gone_ms = elapsed_ms(self._ticked, self._clock.now())
        if gone_ms is None or gone_ms >= TICK_MS:
            self.tick()

    def tick(self) -> None:
        """Time has gone by: sessions end, notices run out, what is due happens."""
        self._ticked = now = self._clock.now()
        self._alive()
        self._writer.note(self._attendance.pass_time(now), now)
        self._follow_up(now)
        self._writer.show()

    def _leave(self) -> Answer:
        if self._writer.held is None and not self._writer.house.in_round:
            self._writer.checkpoint(self._clock.now())
        return self._writer.unchanged()

    def handle(
        self,
        command: Command,
        seen: Seen | None = None,
        reason: Reason | None = None,
        *,
        keypad: bool = False,
    ) -> Answer:
        """One command, and then whatever the table does by itself."""
        answer = self._handle(command, seen, reason, keypad=keypad)
        self._writer.show()
        return answer

    def _preview(self, command: Command) -> Any:
        house = self._writer.house
        return house.game.preview(house, command, self._clock.now())

    def _undo(self, offered: Undoable, reason: Reason | None) -> Answer:
        if offered != self._writer.snapshot.undo:
            return Refused(NotNow.STALE)
        return self._handle(offered.by, None, reason, undoes=offered.what)

    def _handle(
        self,
        command: Command,
        seen: Seen | None,
        reason: Reason | None,
        *,
        keypad: bool = False,
        undoes: str = "",
    ) -> Answer:
        now, writer, table = self._clock.now(), self._writer, self._writer.house.table
        on_screen = not observed(command) and not keypad
        writer.note(self._attendance.pass_time(now, tapped=on_screen), now)
        stale = seen not in (None, writer.seen(getattr(command, "place", None)))
        if refused := self._turned_away(command, stale=stale):
            return self._despite(command, refused, reason, now)
        action = self._action(command)
        asked = ask(writer.house, self._attendance, command, action, reason, now, keypad=keypad)
        if isinstance(asked, NotAsked):
            return self._not_asked(asked, now)
        answer = self._step(evolve(asked, undoes=undoes) if undoes else asked, now)
        if isinstance(answer, Accepted):
            if type(command) not in writer.house.game.core.handlers and on_screen:
                writer.changed_by_hand()
            if not observed(command):
                writer.taps.tapped(table, command, undoes=bool(undoes))
            self._follow_up(now)
        return answer

    def _despite(
        self, command: Command, refused: Refused, reason: Reason | None, now: Instant
    ) -> Answer:
        """What has happened is recorded all the same, and so is who was refused a privilege."""
        if internal(self._writer.house, command):
            return refused
        if observed(command):
            return self._writer.note((unfit(command, refused.text()),), now)
        record = refused_action(
            self._action(command), self._attendance.signed_on(), reason, refused
        )
        return self._not_asked(NotAsked(refused, record), now)

    def _turned_away(self, command: Command, *, stale: bool = False) -> Refused | None:
        house, held, comparing = self._writer.house, self._writer.held, self._writer.comparing
        return turned_away(house, held, command, comparing=comparing, stale=stale)

    def _action(self, command: Command) -> Action | None:
        return action_now(self._writer.house, command, comparing=self._writer.comparing)

    def _hear(self, command: Command | None, heard: DeviceHeard) -> Answer:
        now, writer = self._clock.now(), self._writer
        if mark_of(writer.house.marks, heard.device).covers(heard):
            return writer.unchanged()
        if command is None or (isinstance(command, FloorCommand) and not writer.house.floor):
            return writer.note((heard,), now)
        if refused := self._turned_away(command):
            return writer.note((unfit(command, refused.text()), heard), now)
        answer = self._step(Asked(command, action=self._action(command), heard=heard), now)
        if isinstance(answer, Accepted):
            self._follow_up(now)
        return answer

    def _order(self, device: str, what: str) -> Answer:
        ordered = next_order(self._writer.house.marks, device, what)
        return self._writer.note((ordered,), self._clock.now())

    def _then(self, answer: Answer, now: Instant) -> Answer:
        self._follow_up(now)
        return answer

    def _follow_up(self, now: Instant) -> None:
        """What the table does by itself, until a person is needed."""
        while self._follows_up and (own := self._dealer_came() or self._own(now)):
            if isinstance(self._step(own, now), Refused):
                return

    def _own(self, now: Instant) -> Asked | None:
        ahead = self._goes_ahead and self._attendance.on_top is None
        own = next_step(self._writer.house, now, ahead=ahead)
        return Asked(own) if own is not None and not self._writer.held else None

    def _dealer_came(self) -> Asked | None:
        floor = self._writer.house.floor
        change = (
            self._attendance.change_of_dealer(floor) if floor and not self._writer.held else None
        )
        return Asked(*change) if change else None

    def _step(self, asked: Asked, now: Instant) -> Answer:
        cause = cause_of(self._writer.journal.recorder.head())
        decided = decide(self._writer.house, asked, now, cause)
        if not isinstance(decided, Refused):
            if not decided.events:  # a device says what is known
                return self._writer.unchanged()
            return self._writer.decided(decided.events, decided.house, now)
        refused = refused_action(asked.action, asked.by, asked.reason, decided)
        return self._not_asked(NotAsked(decided, refused), now)

    # Sessions, holds, trail, outboxes

    def _compare_done(self) -> Answer:
        if not self._writer.comparing:
            return Refused(NotNow.NOTHING_TO_COMPARE)
        by = self._may(HouseAction.CONTINUE_RECOVERED, None)
        return by if isinstance(by, Refused) else self._go_on(FeltCompared(by))

    def _lift_hold(self, reason: Reason) -> Answer:
        if self._writer.house.held is None:
            return Refused(NotNow.NOTHING_HELD)
        by = self._may(HouseAction.LIFT_HOLD, reason)
        return by if isinstance(by, Refused) else self._go_on(HoldLifted(by, reason))

    def _may(self, action: Action, reason: Reason | None) -> tuple[Actor, ...] | Refused:
        now, writer = self._clock.now(), self._writer
        writer.note(self._attendance.pass_time(now, tapped=True), now)
        by = may(writer.house, self._attendance, action, reason, now)
        return self._not_asked(by, now) if isinstance(by, NotAsked) else by

    def _not_asked(self, answer: NotAsked, now: Instant) -> Refused:
        self._writer.note(answer.record, now)
        return answer.refused

    def _go_on(self, event: FeltCompared | HoldLifted) -> Answer:
        now = self._clock.now()
        self._writer.held = None
        return self._then(self._writer.note((event,), now), now)

    def _sign_on(self, admitted: Admitted, role: Role) -> Answer:
        now = self._clock.now()
        events = self._attendance.sign_on(admitted, role, now)
        if isinstance(events, Refused):
            return events
        return self._then(self._writer.note(events, now), now)

    def _people(self, change: Callable[[Instant], Sequence[Event]]) -> Answer:
        now = self._clock.now()
        return self._writer.note(change(now), now)

    def _copy_trail(self, trail: Trail) -> Answer:
        """Whoever was removed is signed on no longer; a register not the record's own holds it."""
        now = self._clock.now()
        for line in trail.lines:
            if line.what == HouseAction.REMOVE_PERSON:
                self._writer.note(self._attendance.strike_off(line.number, now), now)
        return self._writer.copy_trail(trail, now)

    def _show_shared(self, shared: Any, find: Learned) -> Answer:
        self._writer.show_shared(shared)
        return self._learn(find, while_held=True)

    def _learn(self, find: Learned, while_held: bool) -> Answer:
        if self._writer.held is not None and not while_held:
            return self._writer.unchanged()
        now = self._clock.now()
        return self._then(self._writer.tell(find(self._writer.house, now), now), now)
