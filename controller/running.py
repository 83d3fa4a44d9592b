"""A table brought up with all that runs beside it: record, reception, pool, couriers.

A journal that is damaged does not stop the program: the table comes up from what can still be
believed, to be read, and is held. What the start did not verify is verified in the background.
"""

import secrets
import threading
from dataclasses import dataclass
from pathlib import Path

from controller.domain.instant import SECOND_MS
from controller.domain.money import ZERO, Money
from controller.domain.rules import TableRules
from controller.floor.state import Settings, new_floor
from controller.house.fold import KINDS
from controller.house.state import House
from controller.journal.digests import table_started
from controller.journal.keys import TableKeys
from controller.journal.recorder import JournalDamaged, JournalFault, Recorder, State
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import salvaged, verify
from controller.notices.courier import Courier
from controller.notices.sinks import Sink
from controller.pools import PoolFault, PoolRefused, Trouble
from controller.pools.contract import Answer, Pool
from controller.pools.link import parameters_of, terms_of
from controller.pools.sqlite import SqlitePools
from controller.pools.teller import Teller
from controller.ports import Clock, Outlets, Viewer
from controller.reception import Reception
from controller.round.state import new_table
from controller.runtime import TableController
from controller.snapshot import Snapshot
from controller.staff.register import Register


@dataclass(frozen=True)
class TableSetup:
    """What a table is, and where its files are."""

    name: str
    rules: TableRules
    settings: Settings
    journal: Path
    keys: TableKeys
    pool: Path
    """The embedded jackpot pool."""
    register: Register | None = None
    sinks: tuple[Sink, ...] = ()
    meter: Money = ZERO
    reserve: Money = ZERO
    """What the pool is opened with."""


class RunningTable:
    """A controller on its thread, and whoever carries for it."""

    def __init__(
        self,
        setup: TableSetup,
        clock: Clock,
        outlets: Outlets | None = None,
        viewers: tuple[Viewer, ...] = (),
    ) -> None:
        recorder, held = _record(setup, clock)
        pool = None if held else embedded_pool(setup, clock)
        self._recorder = recorder
        self._teller = Teller(pool, self._answered) if pool else None
        self._courier = Courier(setup.name, setup.sinks, self._delivered, clock)
        self.controller = TableController(
            _fresh(setup, pool),
            SealedJournal(recorder, setup.keys, *KINDS),
            clock,
            outlets,
            (self, *viewers),
            started=table_started(),
            sinks=self._courier.sinks,
            held=held,
        )
        self._thread = self.controller.start()
        self.reception: Reception | None = None
        if setup.register is not None:
            self.reception = Reception(setup.register, self.controller, clock)
        self._courier.start()
        if self._teller:
            self._teller.start()
        self._verifier = threading.Thread(target=self._verify_rest, args=(setup,), daemon=True)
        if not held:
            self._verifier.start()

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer of the table: what it owes others is handed over."""
        self._courier.hand_over(snapshot.house.notices.pending, snapshot.head)
        if self._teller:
            self._teller.due(snapshot.house.pool.pending)

    def close(self) -> None:
        """Finish what was begun; what is not delivered stands in the journal."""
        if self.reception:
            self.reception.close()
        self.controller.stop()
        self._thread.join()
        self._courier.stop()
        if self._teller:
            self._teller.stop()
        self._recorder.close()

    def _answered(self, transfer: str, answer: Answer) -> None:
        self.controller.transfer_answered(transfer, answer)

    def _delivered(self, number: int, sink: str) -> None:
        self.controller.notice_delivered(number, sink)

    def _verify_rest(self, setup: TableSetup) -> None:
        """From the first record on: the start has looked at the end of the journal only."""
        try:
            verdict = verify(setup.journal, setup.keys)
        except JournalFault as fault:
            self.controller.hold(f"The journal cannot be verified: {fault}")
            return
        if verdict.state is State.DAMAGED:
            self.controller.hold(str(JournalDamaged(setup.journal, verdict)))


def _record(setup: TableSetup, clock: Clock) -> tuple[Recorder, str | None]:
    """The journal, or what can still be believed of it and why the table is held."""
    try:
        return SqliteRecorder(setup.journal, setup.keys, clock.now().wall_ms), None
    except JournalDamaged as damaged:
        _, readable = salvaged(setup.journal, setup.keys)
        return readable, str(damaged)


def _fresh(setup: TableSetup, pool: Pool | None) -> House:
    """The table before its first round; its meter is the pool's."""
    meter, reserve = setup.meter, setup.reserve
    if pool is not None:
        status = pool.status()
        meter, reserve = status.available, status.reserve
    table = new_table(setup.rules, meter, reserve)
    floor = new_floor(setup.rules, setup.settings)
    return House(table, setup.name, secrets.token_hex(8), floor)


def embedded_pool(setup: TableSetup, clock: Clock) -> Pool | None:
    """The pool of a table that is linked to no other; opened with the table's own figures."""
    jackpot = setup.rules.jackpot
    if jackpot is None:
        return None
    at = clock.now().wall_ms // SECOND_MS
    pools = SqlitePools(setup.pool)
    figures = parameters_of(jackpot)
    opened = pools.pool(setup.name) or pools.open(
        setup.name, figures, (setup.name,), at, setup.meter, setup.reserve
    )
    if isinstance(opened, PoolRefused):
        raise PoolFault(Trouble.FAILED, str(setup.pool), opened.text())
    joined = opened.join(f"{setup.name}/join", setup.name, terms_of(jackpot))
    if isinstance(joined, PoolRefused):
        raise PoolFault(Trouble.FAILED, str(setup.pool), joined.text())
    return opened
