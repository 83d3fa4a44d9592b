"""The jackpot pool beside a bonus table: what it is told, what it answers, what holds the table.

A pool that is missing, damaged or does not agree with the journal holds the table with the figures
of both, and so does one that refuses a transfer: no award off the meter can be confirmed then. A
pool is made only together with the journal.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Final

from controller.domain.base import evolve
from controller.domain.instant import SECOND_MS, Instant
from controller.domain.money import ZERO, Money
from controller.games.beside import Beside
from controller.games.bonus.floor.state import new_floor
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.opened_pool import (
    OpenedPool,
    meter_found,
    meter_read,
    own_pool,
    shared_pool,
)
from controller.games.bonus.pool_agreement import difference, figures
from controller.games.bonus.pool_answers import pool_read, pool_shows, transfer_answered
from controller.games.bonus.pool_orders import awards_ahead, with_figures
from controller.games.bonus.pool_setup import PoolSetup
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.shared_meter import SharedMeter
from controller.journal.reader import JournalReader
from controller.journal.recorder import Head, Recorder
from controller.journal.witness import Stray, account_of_kept, replaced_by, strays
from controller.pools import PoolState, Status
from controller.pools.delivery import PoolDelivery
from controller.pools.embedded import another_pool, other_figures
from controller.pools.heads import as_kept
from controller.pools.health import Condition, Health
from controller.pools.outbox import PoolOutbox, PoolRead, fold_one

if TYPE_CHECKING:
    from controller.running.running_table import TableSetup
    from controller.running.runtime import TableController
    from controller.running.snapshot import Snapshot

_TOLD: Final = "The jackpot pool has heard of"


class PoolBeside(Beside):
    """The pool of one table, its own or one that it shares."""

    _controller: "TableController"
    _recorder: Recorder
    _distrust: Callable[[str], None]

    def __init__(self, setup: "TableSetup", now: Instant, opened: ExitStack, *, new: bool) -> None:
        self._setup = setup
        self._found = _opened(setup, now, opened, new=new)
        self._delivery: PoolDelivery | None = None
        self._hold = ""
        """What the pool holds the table for."""
        self._again = 0
        """How often people have had a refused transfer sent again, as the delivery knows it."""
        self._settles = False
        """Are awards about to be worked out, as the delivery knows it?"""
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="pools")
        self._asked: Future[tuple[Status, ...]] | None = None
        opened.callback(self._asking.shutdown)
        super().__init__(_fresh(setup, self._found.standing))

    def other_pools(self) -> "Future[tuple[Status, ...]]":
        """Those to go over to, when their server has said them; it is asked once at a time."""
        if self._asked is None or self._asked.done():
            self._asked = self._asking.submit(self._other_pools)
        return self._asked

    def _other_pools(self) -> tuple[Status, ...]:
        pools, now = self._found.pools, house_of(self._controller.snapshot()).pool.pool
        found = [pools.pool(name) for name in pools.names() if name != now] if pools else []
        return tuple(pool.status() for pool in found if pool is not None)

    def meter(self) -> Money | None:
        """What the pool's meter shows, whatever has become of the journal; none without a pool."""
        shown = self._delivery.status().available if self._delivery else None
        found = self._found.standing
        return found.available if shown is None and found is not None else shown

    def pool_health(self) -> Health | None:
        """How the way to the pool is; none without a pool."""
        return self._delivery.health() if self._delivery else None

    def open(
        self, controller: "TableController", recorder: Recorder, distrust: Callable[[str], None]
    ) -> None:
        """Carry transfers, if pool and journal agree; hold the table if they do not."""
        self._controller, self._recorder, self._distrust = controller, recorder, distrust
        house = house_of(controller.snapshot())
        found = self._found = self._found.expecting(house.pool.server)
        pool, standing, trouble = found.known_as(house.pool.pool), found.standing, found.trouble
        if pool is not None and standing is not None:
            trouble = self._difference(house, standing)
            if house.pool.pool == standing.pool:
                trouble = trouble or another_pool(house.pool, pool.anchored(self._setup.name))
        if trouble:
            controller.hold(f"{trouble} {figures(house.table, standing)}")
        elif pool is not None:
            heard = (
                partial(transfer_answered, controller),
                self._felt,
                self._read,
                self._show_shared,
            )
            self._delivery = PoolDelivery(
                pool,
                *heard,
                table=self._setup.name,
                replaced_by=replaced_by(recorder),
                stray=self._stray,
                pools=found.pools,
                met=partial(pool_read, controller),
            )
            self._again = house.pool.again
            self._hand_over(house.pool, controller.snapshot().head)

    def start(self, opened: ExitStack) -> None:
        if self._delivery:
            opened.callback(self._anchor_end)
            self._delivery.start()
            opened.callback(self._delivery.stop)
            self._found.listen(self._delivery, opened)

    def show(self, snapshot: "Snapshot") -> None:
        """What the table owes its pool is handed over."""
        if self._delivery is None:
            return
        outbox = house_of(snapshot).pool
        self._hand_over(outbox, snapshot.head)
        if outbox.again != self._again:
            self._again = outbox.again
            self._delivery.again()
        settles, self._settles = self._settles, awards_ahead(house_of(snapshot))
        if self._settles and not settles and self._found.linked:
            self._delivery.look()  # what others have made of the meter

    def _hand_over(self, outbox: PoolOutbox, head: Head) -> None:
        if self._delivery:
            kept = as_kept(head, self._recorder.journal)
            self._delivery.due(outbox.pending, kept, outbox.answered)

    def held(self, why: str) -> str:
        """With the pool's word on the meter."""
        if self._found.standing is None:
            return why
        return f"{why.rstrip('.')}. The pool's meter reads {self._found.standing.available}."

    def strays(self, recorder: Recorder) -> Iterator[Stray]:
        heads = self._found.heads(self._setup.name)
        return _told_by_pool(recorder, heads)

    def replaced(self, head: Head, journal: str, by: tuple[str, ...]) -> None:
        if self._found.pool:
            self._found.pool.anchor(self._setup.name, as_kept(head, journal), by)

    def _felt(self, health: Health) -> None:
        """A pool that cannot be reached is tried again; anything worse is for people."""
        if self._hold and health.condition is Condition.GOOD:
            self._controller.release(self._hold)
        self._hold = ""
        if health.condition is Condition.REFUSED:
            self._hold = (
                f"The jackpot pool has refused transfer {health.transfer}: {health.reason} "
                f"{self._figures()} Call a supervisor: send it again, or settle it by hand."
            )
        elif health.condition is Condition.BROKEN:
            self._hold = f"The jackpot pool cannot be trusted: {health.reason} {self._figures()}"
        if self._hold:
            self._controller.hold(self._hold)

    def _show_shared(self, available: Money | None, linked: bool) -> None:
        """What the others play is on the sign at once, and in the record with the next look."""
        if self._found.linked is not None:
            meter = house_of(self._controller.snapshot()).table.meter
            shown = available or self.meter() or (meter.value if meter else ZERO)
            standing = self._delivery.status().standing if self._delivery else None
            reserved = standing.reserved if standing else ZERO
            pool_shows(self._controller, SharedMeter(shown, linked, reserved))

    def _read(self, standing: PoolState) -> None:
        """Whenever the pool was read and nothing is under way, it says what the table says."""
        house = house_of(self._controller.snapshot())
        shared = self._found.linked is not None
        if standing.pool != house.pool.pool or (standing.seq < house.pool.seq and not shared):
            return
        if house.pool.unread or (shared and other_figures(house.pool, standing)):
            pool_read(self._controller, PoolRead.of(standing))
            return
        wrong = self._difference(house, standing)
        # What is above a limit went to the overflow; on a shared meter others play too.
        above = bool(wrong) and not shared and standing.parameters.limit is not None
        if wrong and not above:
            self._controller.hold(f"{wrong} {figures(house.table, standing)}")
        elif shared and awards_ahead(house):
            pool_read(self._controller, meter_found(standing))
        elif shared or above:
            pool_read(self._controller, meter_read(standing))

    def _difference(self, house: BonusHouse, standing: PoolState) -> str:
        shared = self._found.linked is not None
        return difference(house.table, house.pool, standing, shared=shared)

    def _figures(self) -> str:
        standing = self._delivery.status().standing if self._delivery else None
        return figures(
            house_of(self._controller.snapshot()).table, standing or self._found.standing
        )

    def _anchor_end(self) -> None:
        if self._delivery:
            self._delivery.leave(as_kept(self._recorder.head(), self._recorder.journal))

    def _stray(self, heads: Sequence[Head]) -> str:
        """Why the journal is not the one that the pool was told by, where the start could not ask.

        On the delivery's thread.
        """
        reader = JournalReader(self._setup.journal)
        for stray in _told_by_pool(reader, heads):
            self._distrust(why := stray.why(reader))
            return why
        return ""


def _own(setup: "TableSetup") -> PoolSetup:
    return setup.own or PoolSetup()


def _opened(setup: "TableSetup", now: Instant, opened: ExitStack, *, new: bool) -> OpenedPool:
    """The pool and what it says."""
    jackpot, at, own = setup.rules.jackpot, now.wall_ms // SECOND_MS, _own(setup)
    if jackpot is None:
        return OpenedPool()
    if own.server is not None:
        return shared_pool(own.server, setup.name, jackpot, at, opened, new=new)
    where, opening = setup.journal.with_name("pool.db"), (own.meter, own.reserve, own.limit)
    return own_pool(where, setup.name, jackpot, opening, at, opened, new=new)


def _told_by_pool(recorder: Recorder, heads: Sequence[Head]) -> Iterator[Stray]:
    """Those of the heads that a pool keeps and the journal lacks."""
    return strays(recorder, _TOLD, account_of_kept(heads, recorder.journal))


def _fresh(setup: "TableSetup", found: PoolState | None) -> BonusHouse:
    """The table before its first round; its meter is the pool's."""
    rules: TableRules = setup.rules
    outbox = PoolOutbox()
    if found is not None:
        rules = with_figures(rules, found.parameters)
        outbox = evolve(fold_one(outbox, PoolRead.of(found)), seq=0)  # it has not told anything
    own = _own(setup)
    table = new_table(rules, own.meter, own.reserve)
    if found is not None:
        read = meter_read(found)
        table = evolve(table, meter=Meter(read.exact, read.exact_reserve))
    floor, pooled = new_floor(rules, setup.settings), rules.jackpot is not None
    return BonusHouse(table, setup.name, floor, pool=outbox, pooled=pooled)
