"""Carries transfers from the table's outbox to its pool, on a thread of its own.

One at a time, in order, each until it is answered. A pool that fails is tried again, later and
later up to a limit; as every retry is harmless, nothing needs to be known about the first try. A
refusal stops the rest: people decide. It keeps nothing: it is given the whole outbox after
every change, and what it has not delivered when it ends is in the journal.

The controller's thread never waits for a pool: it hands over, and reads what was read last.

The meter is looked at after every transfer, when nothing was due for a while, and when somebody has
reason to. A notice from the server is only a hint to look, as any login can send one: however many
come, they cause one look a second at most. What a look finds goes to the sign. It goes on record
only where it is more than an increment, or now and then.

The head of the journal goes to the pool ahead of the transfers that stand in it, and whenever it
has moved on while nothing is due. Before anything is sent over a connection, the heads that the
pool has are held against the journal, and the transfers that it has as this table's against what
the journal knows: a table that was started without its server may have another past, and somebody
else its login.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final
from zlib import crc32

from controller.carrying import OnThread, retry_ms
from controller.domain.base import BrokenInvariant
from controller.domain.money import Money
from controller.journal.recorder import Head
from controller.pools import PoolState
from controller.pools.contract import Connection, Pool, Pools
from controller.pools.health import GOOD, Condition, Health, Reading
from controller.pools.outbox import Answered
from controller.pools.refusals import PoolFault, PoolRefusal, PoolRefused
from controller.pools.server_check import Met, ServerCheck
from controller.pools.transfers import Answer, Move, Transfer

READ_EVERY_MS: Final = 1_000
"""How often to look while nothing is due: other tables play on the same pool."""
HEARD_READ_EVERY_MS: Final = 5_000
"""The same while notices are heard: looks are then there to notice a link that died, long before
the jackpot has to close for it (11.14), and a notice that was lost."""
CALM_MS: Final = 1_000
"""Between a look and the next one that a notice calls for."""
SPREAD_MS: Final = 100
"""All tables of a pool get a notice at once: this spreads their looks."""
HINTS_A_LOOK: Final = 5
"""While hints keep coming, one look in so many counts as a look without a hint."""
LOOKS_A_HEAD: Final = 12
"""Where others play on the meter every look moves the head of the journal, and a head is a write:
by itself it goes out with every twelfth look that nothing has called for, a minute or two apart."""
TRIES_MAX: Final = 5
"""How often `deliver_all` tries a transfer."""


NOTHING: Final = Answered()


class PoolDelivery(OnThread):
    """Delivers what is due. Every answer goes to `answered`, every change of health to `felt`.

    What was read of the pool goes to `read`, what the sign can show of it to `shown`, all on the
    thread of its own. They must return at once and may call what the controller's thread may; an
    answer may come twice. `table`: whose journal it is; `replaced_by`: who put it in the place of
    another. `stray`: why it is not the one whose heads the pool has, if it is not. `pools`: where a
    pool is found that the table goes over to. `met`: is told of every server.
    """

    def __init__(
        self,
        pool: Pool,
        answered: Callable[[str, Answer], object],
        felt: Callable[[Health], object] = lambda health: None,
        read: Callable[[PoolState], object] = lambda standing: None,
        shown: Callable[[Money | None, bool], object] = lambda available, linked: None,
        *,
        table: str = "",
        replaced_by: tuple[str, ...] = (),
        stray: Callable[[Sequence[Head]], str] = lambda heads: "",
        pools: Pools | None = None,
        met: Met = lambda met: None,
    ) -> None:
        super().__init__("pool-delivery")
        self._pools, self._server = pools, ServerCheck(met)
        self._relieved = False
        """Have people dealt with a refusal of which `felt` was told?"""
        self._pool, self._answered, self._felt = pool, answered, felt
        self._told, self._shown, self._table = read, shown, table
        self._replaced_by, self._stray = replaced_by, stray
        self._compared: tuple[Connection | None, ...] = ()
        """The connection over which the journal was held against what the pool has."""
        self._spread_s = crc32(table.encode()) % SPREAD_MS / 1000
        self._head: Head | None = None
        self._anchored: Head | None = None
        """The head of the journal, and the one that the pool has."""
        self._changed = threading.Condition()
        self._handed: tuple[Transfer, ...] = ()
        self._due: tuple[Transfer, ...] = ()
        """The outbox as it was last handed over, and what of it is not delivered."""
        self._delivered: frozenset[str] = frozenset()
        """Answered, but perhaps still in the outbox when it is handed over next."""
        self._health = GOOD
        self._standing: PoolState | None = None
        self._available: Money | None = None
        self._seq = 0
        """What is shown, and the transfer after which it stood so."""
        self._recorded: PoolState | None = None
        """What `read` was last told."""
        self._hears, self._hinted = False, False
        """Is somebody listening, and has a hint come since the last look began?"""
        self._hints = 0
        """Looks in a row that only a hint has called for."""
        self._failures, self._woken = 0, False
        self._idle = 0
        """Looks that nothing has called for, since anything was due."""
        self._alone = False
        """Does the head of the journal go out by itself, with nothing due? It is not worth a write
        at every command."""

    # What the controller's thread may call

    def due(
        self, pending: Sequence[Transfer], head: Head | None = None, answered: Answered = NOTHING
    ) -> None:
        """The whole outbox as it is now, in order, and the head of the journal it stands in."""
        with self._changed:
            self._head, self._server.answered = head, answered
            changed, self._handed = self._handed != tuple(pending), tuple(pending)
            self._delivered &= {transfer.id for transfer in pending}
            self._due = tuple(t for t in pending if t.id not in self._delivered)
            gone = self._health.transfer not in {transfer.id for transfer in self._due}
            if self._health.condition is Condition.REFUSED and gone:
                self._health, self._relieved = GOOD, True  # it was set aside
            if changed and not self._failures:
                self._wake()

    def again(self) -> None:
        """The reason of a refusal or a failure is gone: send at once."""
        with self._changed:
            if self._health.condition in (Condition.REFUSED, Condition.UNREACHABLE):
                self._health, self._failures, self._relieved = GOOD, 0, True
            self._wake()

    def look(self) -> None:
        """Somebody may have changed the meter: read it now. A pool that fails is left its time."""
        with self._changed:
            if not self._failures:
                self._wake()

    @property
    def pool(self) -> Pool:
        """The pool that the table is in now."""
        return self._pool

    def status(self) -> Reading:
        """What was read last; returns at once."""
        with self._changed:
            return Reading(self._available, len(self._due), self._health, self._standing)

    def health(self) -> Health:
        return self.status().health

    # What the listener calls

    def listened(self, *, hears: bool) -> None:
        """It is connected, or no longer. Either way a change may have been missed."""
        with self._changed:
            self._hears = hears
        self.look()

    def hint(self) -> None:
        """Somebody says that the meter has changed: it is looked at soon, if the pool answers."""
        with self._changed:
            self._hinted = True
            self._changed.notify_all()

    # A thread of its own

    def stop(self) -> bool:
        """Finish the transfer in hand; the rest stays in the outbox. Did the thread end in time?"""
        self._ending.set()
        with self._changed:
            self._wake()
        return super().stop()

    def leave(self, head: Head) -> None:
        """After `stop`: the last head goes to the pool, or an earlier one is there."""
        if self.health().condition is not Condition.BROKEN:
            self._head = head
            with suppress(PoolFault, BrokenInvariant):
                self._expect_this_past()
                self._anchor()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as wrong:
            self._feel(Health(Condition.BROKEN, f"Nothing is sent any more: {wrong!r}"))
            raise

    def _work(self) -> None:
        while not self._ending.is_set():
            with self._changed:
                self._woken = self._hinted = False
            if self._try() and self._next() is not None:
                continue
            with self._changed:
                self._rest()

    def _rest(self) -> None:
        """Until there is something to do, or time for a look."""
        wait_s = self._wait_ms() / 1000
        calm_s = min(CALM_MS / 1000, wait_s) if self._hears and not self._failures else wait_s
        self._changed.wait_for(lambda: self._woken, calm_s)
        called_by_hint = calm_s < wait_s and not self._woken and self._hint_comes(calm_s, wait_s)
        others_play = self._hinted or self._hints > 0
        self._hints = (self._hints + 1) % HINTS_A_LOOK if called_by_hint else 0
        if not self._woken and not self._hints:
            self._idle += 1
            self._alone = not others_play or self._idle % LOOKS_A_HEAD == 0
        else:
            self._alone = False

    def _hint_comes(self, waited_s: float, wait_s: float) -> bool:
        """Does a hint come, or did the last look say that increments would bring none?"""
        untold_s = self._pool.untold_ms() / 1000
        left_s = min(untold_s or wait_s, wait_s) - waited_s
        self._changed.wait_for(lambda: self._woken or self._hinted, max(0.0, left_s))
        if self._hinted or untold_s:
            self._changed.wait_for(lambda: self._woken, self._spread_s)
        return not self._woken and (self._hinted or 0 < untold_s < wait_s)

    def _wake(self) -> None:
        self._woken = True
        self._changed.notify_all()

    def _wait_ms(self) -> int:
        if self._failures:
            return retry_ms(self._failures)
        return HEARD_READ_EVERY_MS if self._hears else READ_EVERY_MS

    # Without a thread

    def deliver_all(self) -> Health:
        """All that is due, now, on the caller's thread; for headless runs, which have no clock."""
        for _ in range(TRIES_MAX):
            while self._try() and self._next() is not None:
                pass
            if self.health().condition is not Condition.UNREACHABLE:
                break
        return self.health()

    # One step

    def _next(self) -> Transfer | None:
        with self._changed:
            stopped = self._health.condition in (Condition.REFUSED, Condition.BROKEN)
            return None if stopped or not self._due else self._due[0]

    def _try(self) -> bool:
        """Deliver what comes next, if anything, and read the meter. Did the pool work?"""
        if self._health.condition is Condition.BROKEN:
            return False
        self._relieve()
        transfer = self._next()
        doing = "" if transfer is None else transfer.id
        try:
            if not self._recognised():
                return False
            self._expect_this_past()
            if transfer is not None or self._alone:
                self._anchor()
            if transfer is not None:
                self._idle = self._hints = 0
                self._deliver(transfer)
            self._read()
        except PoolFault as fault:
            self._lose(Health(Condition.UNREACHABLE, str(fault), doing))
            return False
        except BrokenInvariant as wrong:
            self._feel(Health(Condition.BROKEN, str(wrong), doing))
            return False
        return True

    def _relieve(self) -> None:
        with self._changed:
            relieved, self._relieved = self._relieved, False
        if relieved:
            self._felt(GOOD)

    def _recognised(self) -> bool:
        """Has the server what was answered? If not that is due again, once it is on record."""
        with self._changed:
            delivered = self._delivered
        lost = self._server.lost(self._pool, delivered)
        if lost:
            standing = self._pool.standing()  # for people, if it is refused
            with self._changed:
                self._standing, self._failures = standing, 0
                self._delivered -= {*lost}
        return not lost

    def _anchor(self) -> None:
        with self._changed:
            head = self._head
        if head is not None and head != self._anchored:
            self._pool.anchor(self._table, head, self._replaced_by)
            self._anchored = head

    def _expect_this_past(self) -> None:
        """Once over every connection, and once for a pool in a file."""
        with self._changed:
            head = self._head
            mine = (*(of.id for of in self._handed), *self._delivered)
        connection = (self._pool.connection(),)
        if head is None or connection == self._compared:
            return
        if wrong := self._stray(self._pool.anchored(self._table)):
            raise BrokenInvariant(wrong)
        self._server.expect_known(self._pool, self._table, head.file_id, mine)
        self._compared = connection

    def _deliver(self, transfer: Transfer) -> None:
        if isinstance(transfer, Move):
            answer = self._go_over(transfer)
        else:
            answer = self._pool.apply(transfer)
        if isinstance(answer, PoolRefused):
            # Whoever hears of it may have it sent again at once: that comes after it was refused.
            health = Health(Condition.REFUSED, answer.text(), transfer.id)
            changed = self._turned(health)
            self._answered(transfer.id, answer)
            if changed:
                self._felt(health)
            return
        with self._changed:
            self._delivered |= {transfer.id}
            self._due = tuple(due for due in self._due if due.id != transfer.id)
        self._answered(transfer.id, answer)

    def _go_over(self, move: Move) -> Answer:
        """The new pool has the head of the journal before anybody hears that it is the one."""
        pool = self._pools.pool(move.into) if self._pools else None
        if pool is None:
            return PoolRefused(PoolRefusal.NO_SUCH_POOL, f"{move.into} seen.")
        answer = pool.apply(move)
        if not isinstance(answer, PoolRefused):
            self._pool, self._anchored = pool, None
            self._anchor()
        return answer

    def _read(self) -> None:
        standing = self._pool.standing()
        if standing.seq < self._seq:
            self._server.ask_again()
            if not self._recognised():
                return  # its meter says nothing yet
        with self._changed:
            self._standing, self._failures = standing, 0
            self._seq, self._available = standing.seq, standing.available
            recovered = self._health.condition is Condition.UNREACHABLE
        if recovered:
            self._feel(GOOD)
        self._shown(standing.available, True)
        if not self._hints or standing.matters_after(self._recorded):
            self._recorded = standing
            self._told(standing)

    def _lose(self, health: Health) -> None:
        with self._changed:
            self._failures += 1
            refused = self._health.condition is Condition.REFUSED
        self._shown(self._available, False)
        if not refused:  # that is for people, and stays until they have dealt with it
            self._feel(health)

    def _feel(self, health: Health) -> None:
        if self._turned(health):
            self._felt(health)

    def _turned(self, health: Health) -> bool:
        with self._changed:
            changed, self._health = self._health != health, health
        return changed
