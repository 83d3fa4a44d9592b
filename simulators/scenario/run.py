"""The record that scenario files are dealt on, whatever is played in them.

Commands go into a real controller, whose record is in memory or in a file that outlives a kill. One
run deals any number of files on one record, each from its first card.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel

from controller.clock import Clock
from controller.domain.base import BrokenInvariant
from controller.games.registry import KINDS
from controller.house.state import House
from controller.journal.digests import table_started
from controller.journal.housekeeping import ScenarioBegun
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import JournalFault, Recorder
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.running.ports import Outlets, Viewer
from controller.running.runtime import TableController
from controller.running.snapshot import Answer, Snapshot
from controller.running.writer import COMPARE
from controller.whose import SCENARIO, foreign
from simulators.scenario.faults import ScenarioFault


class Scenario(Protocol):
    """A file that was read and found right."""

    @property
    def name(self) -> str:
        """Of the file, as it was given."""
        ...

    @property
    def content(self) -> BaseModel:
        """What it says."""
        ...


class RecordedScenario(NamedTuple):
    """What the record has of a scenario from before a kill."""

    begun: ScenarioBegun
    events: list[Any]
    """In order."""
    started: bool
    """Does the record have the table as it was before the first round?"""


def _recorded(journal: SealedJournal) -> Iterator[RecordedScenario]:
    checkpoint = journal.recorder.last_checkpoint()
    found: list[RecordedScenario] = []
    for position, _, _, event in journal.events():
        if isinstance(event, ScenarioBegun):
            started = checkpoint is not None and checkpoint.position > position
            found.append(RecordedScenario(event, [], started))
        elif found:
            found[-1].events.append(event)
    return iter(found)


class Inlet(ABC):
    """How what a scenario says reaches the controller."""

    @abstractmethod
    def bring_up(self, fresh: Any, table: Any) -> None:
        """A controller on the record as it stands; `table` is where the scenario is."""

    def expect_cards(self, count: int, table: Any) -> None:
        """So many cards are about to leave the device."""
        return

    @abstractmethod
    def put(self, command: Any, table: Any) -> Answer:
        """Make it happen at a table that is like this; answered when it is on record."""

    def strike(self, fault: ScenarioFault, where: str) -> None:
        """Something goes wrong with a device; `where` it stands in the file. Where there is none,
        that is put right by itself."""
        return

    def never_struck(self) -> list[str]:
        """Where in the file those faults stand that have not struck."""
        return []

    @abstractmethod
    def snapshot(self) -> Snapshot:
        """The table as the controller shows it."""

    @abstractmethod
    def cut(self) -> None:
        """The power is gone: the controller ends where it is."""

    def close(self) -> None:
        """Give everything free."""
        self.cut()


class DirectInlet(Inlet):
    """Commands go straight in, on the thread of whoever plays the scenario."""

    def __init__(self, run: "Run") -> None:
        self._run = run
        self._controller: TableController | None = None

    def bring_up(self, fresh: House, table: Any) -> None:
        self._controller = self._run.controller(fresh)

    def put(self, command: Any, table: Any) -> Answer:
        return self._up().handle(command)

    def snapshot(self) -> Snapshot:
        return self._up().snapshot()

    def cut(self) -> None:
        self._controller = None

    def _up(self) -> TableController:
        if self._controller is None:
            raise BrokenInvariant("no controller is up")
        return self._controller


class Run:
    """Scenarios one after the other on one record: in memory, or in a file that outlives a kill."""

    def __init__(
        self,
        clock: Clock,
        journal: Path | None = None,
        keys: TableKeys | None = None,
        inlets: "Inlets | None" = None,
    ) -> None:
        self.clock = clock
        self.inlets = inlets
        """How the next scenario reaches the controller; straight in where nothing is said."""
        self._inlet: Inlet | None = None
        self._path = journal
        self._keys = keys or TableKeys(*(secrets.token_bytes(32) for _ in range(3)))
        self._recorder: Recorder = MemoryRecorder(self._keys)
        if journal is not None and (wrong := foreign(journal, self._keys, SCENARIO)):
            raise JournalFault(f"{wrong}: play it with a journal of its own")
        self.restart()
        self._before = _recorded(self._journal())

    def restart(self) -> None:
        """As after a kill: what is left is the record."""
        if self._path is not None:
            self._recorder.close()
            self._recorder = SqliteRecorder(self._path, self._keys, self.clock.now().wall_ms)

    def close(self) -> None:
        """Give the devices and the journal free."""
        self.clear()
        self._recorder.close()

    def clear(self) -> None:
        """What the last scenario used ends here."""
        if self._inlet is not None:
            self._inlet.close()
            self._inlet = None

    def inlet(self, scenario: Scenario) -> Inlet:
        """For the next scenario."""
        self.clear()
        self._inlet = self.inlets(scenario, self) if self.inlets else DirectInlet(self)
        return self._inlet

    def _journal(self) -> SealedJournal:
        return SealedJournal(self._recorder, self._keys, *KINDS)

    def append(self, events: Sequence[Any]) -> None:
        """On the disk when this returns, where a journal is kept: all of it or nothing."""
        self._journal().append(events, round_number=0, at_ms=self.clock.now().wall_ms)

    def next_scenario(self, scenario: Scenario) -> RecordedScenario | None:
        """Begin it, or find what the record has of it from before a kill."""
        content = scenario.content.model_dump_json().encode()
        begun = ScenarioBegun(sha256(content).hexdigest(), scenario.name)
        before = next(self._before, None)
        if before is not None and before.begun.digest != begun.digest:
            raise JournalFault(
                f"{self._path}: the record of {before.begun.name} seen, expected that of "
                f"{begun.name} as it is now: play it with a journal of its own"
            )
        if before is None:
            self.append((begun,))
        return before

    def begin(self, scenario: Scenario, fresh: House) -> list[Any]:
        """The next scenario at a table; what the record has of it from before a kill."""
        before = self.next_scenario(scenario)
        if before is None or not before.started:
            at_ms = self.clock.now().wall_ms
            self._journal().checkpoint(fresh, round_number=0, at_ms=at_ms)
        return before.events if before else []

    def controller(
        self,
        fresh: House,
        outlets: Outlets | None = None,
        viewers: tuple[Viewer, ...] = (),
        kind: type[TableController] = TableController,
    ) -> TableController:
        """A controller on the record as it stands; the felt is as the record has it."""
        started = table_started() if self._path else None
        controller = kind(
            fresh,
            self._journal(),
            self.clock,
            outlets,
            viewers,
            started=started,
            follows_up=False,
        )
        if controller.snapshot().held == COMPARE:
            controller.compare_done()
            controller.work()
        return controller


Inlets = Callable[[Any, Run], Inlet]
"""How a scenario reaches a run: through devices, where there are any."""
