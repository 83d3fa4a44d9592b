"""A whole table in memory, with its floor, its people and its jackpot pool: what a shift runs on.

Everything goes in as at the touchscreen: `submit` with what the tap has seen, people who sign on.
The record outlives the controller, the devices live on, and the pool is somebody else's.
"""

import secrets
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from typing import Final, Protocol

from controller.authority import Command
from controller.devices.table import TableDevices
from controller.domain.base import evolve, existing
from controller.domain.money import ZERO, Money
from controller.floor.base import Day
from controller.games.bonus.floor.state import BonusFloor, BonusSettings, new_floor
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.pool_answers import transfer_answered
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.games.registry import KINDS
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import Recorder
from controller.journal.sealing import SealedJournal
from controller.pools.contract import Pool
from controller.pools.delivery import PoolDelivery
from controller.pools.memory import MemoryPools
from controller.pools.outbox import PoolOutbox, PoolRead, fold_one
from controller.pools.refusals import PoolRefused
from controller.running.ports import Viewer
from controller.running.snapshot import Accepted, Answer, Snapshot
from controller.staff.pins import StaffCard
from controller.staff.roles import Actor, Person, Reason, Role
from controller.staff.session import Admitted, Denied, Means, Why
from simulators.people.memory import MemoryFelt, PromptTable, PumpClock
from simulators.people.tapping import likely_reason

MONDAY: Final = Day(2025, 3, 3)
MONDAY_MS: Final = 1_740_960_000_000
METER: Final = Money.parse("60000")
NAME: Final = "T7"

DEALER: Final = Person("101", "Dealer", Role.DEALER)
RELIEF: Final = Person("102", "Relief", Role.DEALER)
SUPERVISOR: Final = Person("201", "Supervisor", Role.GAMING_SUPERVISOR)
STAFF: Final = (DEALER, RELIEF, SUPERVISOR)


def staff_card(person: Person) -> str:
    """The number on somebody's staff card."""
    return f"9000000{person.number}"


class Watcher(Viewer, Protocol):
    """Follows a table and its record."""

    def begin(self, fresh: BonusHouse) -> None:
        """The table before its first record."""
        ...

    def writing(self) -> None:
        """Something is about to be recorded."""
        ...

    def recorded(self, events: Sequence[object]) -> None:
        """This is on record now."""
        ...


class Journal(SealedJournal):
    """Tells whoever watches what was recorded, event by event."""

    watchers: Sequence[Watcher] = ()

    def append(self, events: Sequence[object], *, round_number: int, at_ms: int) -> int:
        for watcher in self.watchers:
            watcher.writing()
        position = super().append(events, round_number=round_number, at_ms=at_ms)
        for watcher in self.watchers:
            watcher.recorded(events)
        return position


class LiveTable:
    """One table from its first start on; `crash` and it goes on from its record."""

    def __init__(
        self,
        rules: TableRules,
        seed: int = 0,
        recorder: Recorder | None = None,
        keys: TableKeys | None = None,
        watchers: Sequence[Watcher] = (),
    ) -> None:
        """Watchers are told of what is shown, and of what is recorded before and after."""
        self.rules, self.seed, self.watchers = rules, seed, watchers
        self.felt = MemoryFelt(rules, seed)
        self.felt.__enter__()
        self.clock = PumpClock(self.felt.pump, MONDAY_MS)
        self.keys = keys or TableKeys(*(secrets.token_bytes(32) for _ in range(3)))
        self.recorder: Recorder = recorder or MemoryRecorder(self.keys)
        self.pool = self._opened_pool()
        self.fresh = self._fresh()
        for watcher in watchers:
            watcher.begin(self.fresh)
        self.controller, self.devices = self._started()

    def _fresh(self) -> BonusHouse:
        jackpot = self.rules.jackpot is not None
        settings = BonusSettings(effective_from=Day(2024, 8, 16))
        table = new_table(self.rules, METER if jackpot else ZERO)
        floor = new_floor(self.rules, settings)
        outbox = PoolOutbox()
        if self.pool is not None:
            outbox = evolve(fold_one(outbox, PoolRead.of(self.pool.status())), seq=0)
        return BonusHouse(table, NAME, floor, pool=outbox, pooled=jackpot)

    def _opened_pool(self) -> Pool | None:
        if self.rules.jackpot is None:
            return None
        who = "P1", "P2"
        at = MONDAY_MS // 1_000
        pool = MemoryPools().open(NAME, parameters_of(self.rules.jackpot), who, at, METER, ZERO)
        if isinstance(pool, PoolRefused):
            raise ValueError(pool.text())
        pool.join("join", NAME, terms_of(self.rules.jackpot))
        return pool

    def _started(self) -> tuple[PromptTable, TableDevices]:
        felt = self.felt
        devices = TableDevices(felt.config, self.rules.places, felt.paired, site=felt)
        journal = Journal(self.recorder, self.keys, *KINDS)
        journal.watchers = self.watchers
        viewers = (devices, *self.watchers)
        table = PromptTable(self.fresh, journal, self.clock, devices.outlets, viewers)
        devices.attach(table)
        if devices.reader is not None:
            devices.reader.take_staff(self._owner)
        felt.attend(devices)
        return table, devices

    def crash(self) -> None:
        """The process is gone between two writes; another one comes up on the record."""
        self.devices.stop()
        self.clock.run += 1
        self.controller, self.devices = self._started()
        self.deliver()

    # The screen

    @property
    def snapshot(self) -> Snapshot:
        return self.controller.snapshot()

    @property
    def house(self) -> BonusHouse:
        return house_of(self.snapshot)

    @property
    def floor(self) -> BonusFloor:
        return existing(self.house.floor, "a shift without a floor")

    @property
    def signed_on(self) -> tuple[Actor, ...]:
        """Who stands at the screen."""
        return tuple(one for one in (self.snapshot.dealer, self.snapshot.on_top) if one)

    def tap(self, command: Command, reason: Reason | None = None) -> Answer:
        """As a finger does: what it has seen goes with it; the likeliest reason is chosen."""
        seen = self.snapshot.seen(getattr(command, "place", None))
        why = reason or likely_reason(self.house, command)
        answer = self.controller.submit(command, seen, why).result(0)
        self.deliver()
        return answer

    def sign_on(self, person: Person) -> None:
        """A PIN is shown."""
        admitted = Admitted(person, Means.PIN)
        answer = self.controller.sign_on(admitted, person.role).result(0)
        if not isinstance(answer, Accepted):
            raise ValueError(f"{person.name}: {answer.text()}")

    def _owner(self, card: StaffCard) -> "Future[str | Denied]":
        """In this house all staff have cards."""
        found = (one.number for one in STAFF if card == StaffCard(staff_card(one)))
        answer: Future[str | Denied] = Future()
        answer.set_result(next(found, Denied(Why.WRONG, None)))
        return answer

    def lock(self) -> None:
        """Whoever is on top leaves."""
        self.controller.lock().result(0)

    # The pool

    def deliver(self) -> None:
        """Deliver what is due to the pool."""
        if self.pool is not None and self.house.pool.due:
            answered = partial(transfer_answered, self.controller)
            delivery = PoolDelivery(self.pool, lambda *said: answered(*said).result(0))
            delivery.due(self.house.pool.pending)
            delivery.deliver_all()
