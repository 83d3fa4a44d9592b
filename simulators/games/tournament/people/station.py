"""A place of work: a controller with its record, which can be killed and comes up again."""

import secrets
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Final

from controller.domain.instant import Instant
from controller.games.beside import Beside
from controller.games.registry import KINDS
from controller.journal.keys import TableKeys, keys_for
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import Recorder
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.relay.courier import Courier
from controller.staff.roles import Person
from controller.staff.session import Admitted, Means
from simulators.people.live import DEALER, MONDAY_MS, SUPERVISOR
from simulators.people.memory import PromptTable
from simulators.people.tapping import ANSWER_S_MAX, Finger

ROUNDS_MAX: Final = 50


class StationClock:
    """Virtual time; every start has a steady clock of its own."""

    def __init__(self) -> None:
        self.ms, self.run = 0, 0

    def now(self) -> Instant:
        return Instant(MONDAY_MS + self.ms, self.ms, self.run)


class Station(Finger, ABC):
    """The desk, or a table. Without a folder its record is in memory, and outlives a kill too."""

    link: Beside
    courier: Courier

    def __init__(self, name: str, folder: Path | None) -> None:
        super().__init__(DEALER, SUPERVISOR)
        self.clock = StationClock()
        self.kills = 0
        self._path = None if folder is None else folder / f"{name}.journal"
        if self._path is not None:
            self._keys = keys_for(self._path, None, create=True)
        else:
            self._keys = TableKeys(*(secrets.token_bytes(32) for _ in range(3)))
        self._kept: Recorder | None = None
        self._start()

    @abstractmethod
    def _link(self) -> tuple[Beside, Courier]:
        """What runs beside the controller, on a house that was never opened."""

    @property
    def controller(self) -> PromptTable:
        return self._controller

    def _start(self) -> None:
        self._recorder = self._opened()
        self.link, self.courier = self._link()
        journal = SealedJournal(self._recorder, self._keys, *KINDS)
        self._controller = PromptTable(
            self.link.fresh, journal, self.clock, viewers=(self.link,), goes_ahead=True
        )
        self.link.open(self._controller, self._recorder, lambda why: None)

    def _opened(self) -> Recorder:
        if self._path is not None:
            return SqliteRecorder(self._path, self._keys, self.clock.now().wall_ms)
        self._kept = self._kept or MemoryRecorder(self._keys)
        return self._kept

    def kill(self) -> None:
        """Gone between two writes; what is left is the record, and it comes up again."""
        self.kills += 1
        if self._path is not None:
            self._recorder.close()
        self.clock.run += 1
        self._start()

    def close(self) -> None:
        """Release the record."""
        if self._path is not None:
            self._recorder.close()

    def sign_on(self, person: Person) -> None:
        shown = Admitted(person, Means.PIN)
        self._controller.sign_on(shown, person.role).result(ANSWER_S_MAX)

    def exchange(self) -> bool:
        """Letters go out and come in; has anything come of it?"""
        before: Any = self._controller.snapshot().head
        self.courier.exchange()
        return bool(self._controller.snapshot().head != before)
