"""A whole table in memory, with its floor, its people and whatever its game owes others.

Everything goes in as at the touchscreen. The record outlives the controller, the devices live on,
and what is outside the house is somebody else's.
"""

import secrets
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Final

from controller.devices.table import TableDevices
from controller.floor.base import Day
from controller.games.registry import KINDS
from controller.house.state import House
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import Recorder
from controller.journal.sealing import SealedJournal
from controller.running.ports import Viewer
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Snapshot
from controller.staff.pins import StaffCard
from controller.staff.roles import Actor, Person, Role
from controller.staff.session import Admitted, Denied, Means, Why
from simulators.people.memory import MemoryFelt, PromptTable, PumpClock

MONDAY: Final = Day(2025, 3, 3)
MONDAY_MS: Final = 1_740_960_000_000
NAME: Final = "T7"

DEALER: Final = Person("101", "Dealer", Role.DEALER)
RELIEF: Final = Person("102", "Relief", Role.DEALER)
SUPERVISOR: Final = Person("201", "Supervisor", Role.GAMING_SUPERVISOR)
STAFF: Final = (DEALER, RELIEF, SUPERVISOR)


def staff_card(person: Person) -> str:
    """The number on somebody's staff card."""
    return f"9000000{person.number}"


class LiveGame:
    """What a game brings to one table in memory."""

    rules: Any
    """Of the table: places, where cards come from, whether there is a jackpot."""
    devices: str
    """The file in `config/devices` that names what is fitted there."""
    fresh: House
    """The table before its first record."""

    def deliver(self, controller: TableController) -> None:
        """What is due to others is carried there, and answered; most owe nobody anything."""


class Watcher(Viewer):
    """Follows a table and its record."""

    def begin(self, fresh: Any) -> None:
        """The table before its first record."""

    def writing(self) -> None:
        """Something is about to be recorded."""

    def recorded(self, events: Sequence[object]) -> None:
        """This is on record now."""

    def show(self, snapshot: Snapshot) -> None:
        """This is on the screen now."""


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
        game: LiveGame,
        seed: int = 0,
        recorder: Recorder | None = None,
        keys: TableKeys | None = None,
        watchers: Sequence[Watcher] = (),
    ) -> None:
        """Watchers are told of what is shown, and of what is recorded before and after."""
        self.game, self.seed, self.watchers = game, seed, watchers
        self.felt = MemoryFelt(game.rules, seed, devices=game.devices)
        self.felt.__enter__()
        self.clock = PumpClock(self.felt.pump, MONDAY_MS)
        self.keys = keys or TableKeys(*(secrets.token_bytes(32) for _ in range(3)))
        self.recorder: Recorder = recorder or MemoryRecorder(self.keys)
        for watcher in watchers:
            watcher.begin(game.fresh)
        self.controller, self.devices = self._started()

    def _started(self) -> tuple[PromptTable, TableDevices]:
        felt = self.felt
        devices = TableDevices(felt.config, felt.rules.places, felt.paired, site=felt)
        journal = Journal(self.recorder, self.keys, *KINDS)
        journal.watchers = self.watchers
        viewers = (devices, *self.watchers)
        table = PromptTable(self.game.fresh, journal, self.clock, devices.outlets, viewers)
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

    def deliver(self) -> None:
        """What the game owes others is carried there."""
        self.game.deliver(self.controller)

    # The screen

    @property
    def snapshot(self) -> Snapshot:
        return self.controller.snapshot()

    @property
    def house(self) -> Any:
        return self.snapshot.house

    @property
    def floor(self) -> Any:
        return self.snapshot.house.floor

    @property
    def signed_on(self) -> tuple[Actor, ...]:
        """Who stands at the screen."""
        return tuple(one for one in (self.snapshot.dealer, self.snapshot.on_top) if one)

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
