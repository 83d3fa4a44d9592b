"""A table brought up with all that runs beside it: record, reception, pool, couriers.

A journal that is damaged does not stop the program: the table comes up from what can still be
believed, to be read, and is held. What the start did not verify is verified in the background.

So it is with the jackpot pool. One that is missing, damaged or does not agree with the journal
holds the table with the figures of both, and so does one that refuses a transfer: no award off the
meter can be confirmed then. A pool is made only together with the journal.

Pool and notices have heads of the journal that it must have as well (`journal.witness`); a journal
that lacks one was put back, and holds the table. Notices that are gone from where they went hold
nothing: logs are rotated, and whoever could put a journal back and reach the log would remove it.
It stands in the record.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from controller.devices.table import DeviceSetup
from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.instant import SECOND_MS
from controller.domain.money import ZERO, Money
from controller.floor.state import Settings, new_floor
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.pool_orders import awards_ahead, with_figures
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import TableRules
from controller.games.registry import KINDS
from controller.journal.digests import table_started
from controller.journal.keys import TableKeys
from controller.journal.reader import JournalReader
from controller.journal.recorder import Head, JournalDamaged, Recorder
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import salvaged, verify
from controller.journal.witness import replaced_by, sent_head
from controller.notices.courier import Courier
from controller.notices.sinks import Sink
from controller.pools import Standing, Status
from controller.pools.contract import Answer
from controller.pools.embedded import another_pool, difference, figures, other_figures
from controller.pools.heads import as_kept
from controller.pools.health import Condition, Health
from controller.pools.outbox import PoolOutbox, PoolRead, fold_one
from controller.pools.place import PoolOnServer
from controller.pools.teller import Teller
from controller.running.ports import Clock, Outlets, Viewer
from controller.running.reception import Reception
from controller.running.runtime import TableController
from controller.running.snapshot import SharedMeter, Snapshot
from controller.running.till import Till, meter_found, meter_read, own_till, shared_till
from controller.staff.register import Register
from controller.witnesses import Witnesses, told_by_pool


@frozen
class TableSetup:
    """What a table is, and where its files are."""

    name: str
    rules: TableRules
    settings: Settings
    journal: Path
    keys: TableKeys
    pool: Path | PoolOnServer
    """The embedded jackpot pool, or where the table shares one."""
    register: Register | None = None
    sinks: tuple[Sink, ...] = ()
    meter: Money = ZERO
    reserve: Money = ZERO
    """What the pool is opened with."""
    limit: Money | None = None
    """What the meter is let grow to; increments above it go to the pool's overflow."""
    goes_ahead: bool = False
    """Is it run from a screen: does it open rounds and turn hands by itself (`house.ahead`)?"""
    replaced_by: tuple[str, ...] = ()
    """The two people who decided that a new journal takes the place of the one the pool knows."""
    devices: DeviceSetup | None = None
    """None where every card is keyed and every wager tapped."""
    alive: Callable[[], object] = lambda: None
    """Called about every second by the table's own thread, and by nothing else: a watchdog."""


class RunningTable:
    """A controller on its thread, and whoever carries for it."""

    def __init__(
        self,
        setup: TableSetup,
        clock: Clock,
        outlets: Outlets | None = None,
        viewers: tuple[Viewer, ...] = (),
    ) -> None:
        self._setup = setup
        self._teller: Teller | None = None
        self._pool_hold = ""
        """What the pool holds the table for."""
        self._again = 0
        """How often people have had a refused transfer sent again, as the teller knows it."""
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="pools")
        self._asked: Future[tuple[Status, ...]] | None = None
        self._settles = False
        """Are awards about to be worked out, as the teller knows it?"""
        self.reception: Reception | None = None
        self.devices = setup.devices.fitted(setup.rules.places) if setup.devices else None
        if self.devices:
            outlets = outlets or self.devices.outlets
            viewers = (self.devices, *viewers)
        with ExitStack() as opened:  # whatever fails in here, no file stays locked
            self._recorder, held = _record(setup, clock)
            opened.callback(self._recorder.close)
            self._till = _till(setup, clock, opened, new=_new(self._recorder, held))
            opened.callback(self._asking.shutdown)
            held = held or self._witnesses().object_to(
                self._recorder,
                setup.replaced_by,
                clock.now().wall_ms,
                new=_new(self._recorder, None),
            )
            witness = partial(sent_head, setup.keys.chain, self._recorder.journal)
            self._courier = Courier(setup.name, setup.sinks, witness, self._delivered, clock)
            self.controller = TableController(
                _fresh(setup, self._till.standing),
                SealedJournal(self._recorder, setup.keys, *KINDS),
                clock,
                outlets,
                (self, *viewers),
                started=table_started(),
                sinks=self._courier.sinks,
                held=self._with_meter(held),
                goes_ahead=setup.goes_ahead,
                alive=setup.alive,
            )
            if not held:
                self._open_till()
            self._start(opened, clock)
            self._closing = opened.pop_all()
        self._verifier = threading.Thread(target=self._verify_rest, daemon=True)
        if not held:
            self._verifier.start()

    def _start(self, opened: ExitStack, clock: Clock) -> None:
        """In the order in which they need each other; they end in the opposite one."""
        if self._teller:
            opened.callback(self._anchor_end)
            self._teller.start()
            opened.callback(self._teller.stop)
            self._till.listen(self._teller, opened)
        self._courier.start()
        opened.callback(self._courier.stop)
        self.controller.work()  # held from the first moment on, where it has to be
        self._thread = self.controller.start()
        opened.callback(self._stop)
        if self._setup.register is not None:
            key = self._setup.keys.chain
            self.reception = Reception(self._setup.register, self.controller, clock, key)
            opened.callback(self.reception.close)
        if self.devices is not None:
            if self.reception is not None and self.devices.reader is not None:
                self.devices.reader.take_staff(self.reception.owner)
            opened.callback(self.devices.stop)
            self.devices.start(self.controller)

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer of the table: what it owes others is handed over."""
        self._courier.hand_over(snapshot.house.notices.pending, snapshot.head)
        if self._teller:
            outbox = snapshot.house.pool
            self._hand_over(outbox, snapshot.head)
            if outbox.again != self._again:
                self._again = outbox.again
                self._teller.again()
            settles, self._settles = self._settles, awards_ahead(snapshot.house)
            if self._settles and not settles and self._till.linked:
                self._teller.look()  # what others have made of the meter

    def close(self) -> None:
        """Finish what was begun; what is not delivered stands in the journal."""
        self._closing.close()

    def _stop(self) -> None:
        self.controller.stop()
        self._thread.join()

    # The pool

    def other_pools(self) -> "Future[tuple[Status, ...]]":
        """Those to go over to, when their server has said them; it is asked once at a time."""
        if self._asked is None or self._asked.done():
            self._asked = self._asking.submit(self._other_pools)
        return self._asked

    def _other_pools(self) -> tuple[Status, ...]:
        pools, now = self._till.pools, self.controller.snapshot().house.pool.pool
        found = [pools.pool(name) for name in pools.names() if name != now] if pools else []
        return tuple(pool.status() for pool in found if pool is not None)

    def meter(self) -> Money | None:
        """What the pool's meter shows, whatever has become of the journal; none without a pool."""
        shown = self._teller.status().available if self._teller else None
        found = self._till.standing
        return found.available if shown is None and found is not None else shown

    def pool_health(self) -> Health | None:
        """How the way to the pool is; none without a pool."""
        return self._teller.health() if self._teller else None

    def _open_till(self) -> None:
        """Carry transfers, if pool and journal agree; hold the table if they do not."""
        house = self.controller.snapshot().house
        till = self._till = self._till.expecting(house.pool.server)
        pool, found, trouble = till.known_as(house.pool.pool), till.standing, till.trouble
        if pool is not None and found is not None:
            trouble = self._difference(house, found)
            if house.pool.pool == found.pool:
                trouble = trouble or another_pool(house.pool, pool.anchored(self._setup.name))
        if trouble:
            self.controller.hold(f"{trouble} {figures(house.table, found)}")
        elif pool is not None:
            heard = self._answered, self._felt, self._read, self._show_shared
            self._teller = Teller(
                pool,
                *heard,
                table=self._setup.name,
                replaced_by=replaced_by(self._recorder),
                stray=self._stray,
                pools=till.pools,
                met=self.controller.pool_read,
            )
            self._again, outbox = house.pool.again, house.pool
            self._hand_over(outbox, self.controller.snapshot().head)

    def _hand_over(self, outbox: PoolOutbox, head: Head) -> None:
        if self._teller:
            kept = as_kept(head, self._recorder.journal)
            self._teller.due(outbox.pending, kept, outbox.answered)

    def _with_meter(self, held: str | None) -> str | None:
        """Of a table that is held for its journal, the pool's word on the meter."""
        if held is None or self._till.standing is None:
            return held
        return f"{held.rstrip('.')}. The pool's meter reads {self._till.standing.available}."

    def _answered(self, transfer: str, answer: Answer) -> None:
        self.controller.transfer_answered(transfer, answer)

    def _felt(self, health: Health) -> None:
        """A pool that cannot be reached is tried again; anything worse is for people."""
        if self._pool_hold and health.condition is Condition.GOOD:
            self.controller.release(self._pool_hold)
        self._pool_hold = ""
        if health.condition is Condition.REFUSED:
            self._pool_hold = (
                f"The jackpot pool has refused transfer {health.transfer}: {health.reason} "
                f"{self._figures()} Call a supervisor: send it again, or settle it by hand."
            )
        elif health.condition is Condition.BROKEN:
            self._pool_hold = (
                f"The jackpot pool cannot be trusted: {health.reason} {self._figures()}"
            )
        if self._pool_hold:
            self.controller.hold(self._pool_hold)

    def _show_shared(self, available: Money | None, linked: bool) -> None:
        """What the others play is on the sign at once, and in the record with the next look."""
        if self._till.linked is not None:
            meter = self.controller.snapshot().house.table.meter
            shown = available or self.meter() or (meter.value if meter else ZERO)
            standing = self._teller.status().standing if self._teller else None
            reserved = standing.reserved if standing else ZERO
            self.controller.pool_shows(SharedMeter(shown, linked, reserved))

    def _read(self, standing: Standing) -> None:
        """Whenever the pool was read and nothing is under way, it says what the table says."""
        house = self.controller.snapshot().house
        shared = self._till.linked is not None
        if standing.pool != house.pool.pool or (standing.seq < house.pool.seq and not shared):
            return
        if house.pool.unread or (shared and other_figures(house.pool, standing)):
            self.controller.pool_read(PoolRead.of(standing))
            return
        wrong = self._difference(house, standing)
        # What is above a limit went to the overflow; on a shared meter others play too.
        above = bool(wrong) and not shared and standing.parameters.limit is not None
        if wrong and not above:
            self.controller.hold(f"{wrong} {figures(house.table, standing)}")
        elif shared and awards_ahead(house):
            self.controller.pool_read(meter_found(standing))
        elif shared or above:
            self.controller.pool_read(meter_read(standing))

    def _difference(self, house: BonusHouse, standing: Standing) -> str:
        shared = self._till.linked is not None
        return difference(house.table, house.pool, standing, shared=shared)

    def _figures(self) -> str:
        standing = self._teller.status().standing if self._teller else None
        return figures(self.controller.snapshot().house.table, standing or self._till.standing)

    def _anchor_end(self) -> None:
        if self._teller:
            self._teller.leave(as_kept(self._recorder.head(), self._recorder.journal))

    def _stray(self, heads: Sequence[Head]) -> str:
        """Why the journal is not the one that the pool was told by, where the start could not ask.

        On the teller's thread.
        """
        reader = JournalReader(self._setup.journal)
        for stray in told_by_pool(reader, heads):
            self._distrust(why := stray.why(reader))
            return why
        return ""

    def _witnesses(self) -> Witnesses:
        setup = self._setup
        return Witnesses(setup.name, setup.sinks, setup.keys.chain, self._till)

    # Couriers and the rest of the journal

    def _delivered(self, number: int, sink: str) -> None:
        self.controller.notice_delivered(number, sink)

    def _verify_rest(self) -> None:
        """From the first record on: the start has looked at the end of the journal only."""
        setup = self._setup
        try:
            reader = JournalReader(setup.journal)
            witnesses = self._witnesses()
            sent = witnesses.sent(reader)
            strange = witnesses.strays(reader, sent)
            heads = [head for _, found in sent for head in found.account.heads]
            verdict = verify(setup.journal, setup.keys, heads=heads)
        except Exception as fault:  # noqa: BLE001 - whatever it was, nobody can say it is whole
            self._distrust(f"The journal cannot be verified: {type(fault).__name__}: {fault}")
            return
        if not verdict.usable:
            self._distrust(str(JournalDamaged(setup.journal, verdict)))
        elif strange:
            self._distrust(strange[0].why(reader))

    def _distrust(self, why: str) -> None:
        """The journal stays as it is, for whoever looks into it."""
        self._recorder.seal_off(why)
        self.controller.hold(why)


def _record(setup: TableSetup, clock: Clock) -> tuple[Recorder, str | None]:
    """The journal, or what can still be believed of it and why the table is held."""
    try:
        return SqliteRecorder(setup.journal, setup.keys, clock.now().wall_ms), None
    except JournalDamaged as damaged:
        _, readable = salvaged(setup.journal, setup.keys)
        return readable, str(damaged)


def _new(recorder: Recorder, held: str | None) -> bool:
    """Does the record begin with this start? Then there is nothing a pool could know of it."""
    return held is None and recorder.last_checkpoint() is None


def _till(setup: TableSetup, clock: Clock, opened: ExitStack, *, new: bool) -> Till:
    """The pool and what it says."""
    jackpot, at, where = setup.rules.jackpot, clock.now().wall_ms // SECOND_MS, setup.pool
    if jackpot is None:
        return Till()
    if isinstance(where, PoolOnServer):
        return shared_till(where, setup.name, jackpot, at, opened, new=new)
    opening = setup.meter, setup.reserve, setup.limit
    return own_till(where, setup.name, jackpot, opening, at, opened, new=new)


def _fresh(setup: TableSetup, found: Standing | None) -> BonusHouse:
    """The table before its first round; its meter is the pool's."""
    rules, outbox = setup.rules, PoolOutbox()
    if found is not None:
        rules = with_figures(rules, found.parameters)
        outbox = evolve(fold_one(outbox, PoolRead.of(found)), seq=0)  # it has not told anything
    table = new_table(rules, setup.meter, setup.reserve)
    if found is not None:
        read = meter_read(found)
        table = evolve(table, meter=Meter(read.exact, read.exact_reserve))
    floor, pooled = new_floor(rules, setup.settings), rules.jackpot is not None
    return BonusHouse(table, setup.name, floor, pool=outbox, pooled=pooled)
