"""The table that a scenario is dealt at, and the record of the run.

Commands go into a real controller, whose record is in memory or in a file. Beside it stands a table
of the scenario's own. After a kill the file is played again from its first card: as long as the
record has what happens there anyway, the two are compared; where it ends, the controller goes on.
So the result is that of the whole scenario, whenever and however often the process was killed.
"""

import secrets
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

from controller.clock import Clock, MachineClock
from controller.domain.base import BrokenInvariant, evolve
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.events import CardDealt, CardKeyed, Event, ExtraCardDrawn, JackpotSensed
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.round.core import fold_one, follow_up
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table, new_table
from controller.games.registry import KINDS
from controller.house.decide import Asked, decide
from controller.house.state import public_house
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
from simulators.games.bonus.scenario.file import Scenario
from simulators.games.bonus.scenario.sections import FaultSection

Watcher = Callable[[Table, Table, Event], None]
"""Called with the table before and after every event."""


class _Recorded(NamedTuple):
    """What the record has of a scenario from before a kill."""

    begun: ScenarioBegun
    events: list[Event]
    """Of its rounds, in order."""
    started: bool
    """Does the record have the table as it was before the first round?"""


def _recorded(journal: SealedJournal) -> Iterator[_Recorded]:
    checkpoint = journal.recorder.last_checkpoint()
    found: list[_Recorded] = []
    for position, _, _, event in journal.events():
        if isinstance(event, ScenarioBegun):
            started = checkpoint is not None and checkpoint.position > position
            found.append(_Recorded(event, [], started))
        elif isinstance(event, Event) and found and not _told_by_hands(event):
            found[-1].events.append(event)
    return iter(found)


def _told_by_hands(event: Event) -> bool:
    """A chip was taken off a sensor, or a card keyed that the device had not read."""
    taken = isinstance(event, JackpotSensed) and not event.present
    return taken or isinstance(event, CardKeyed)


def _told(table: Table) -> Table:
    """As a file tells it: chips that the dealer takes off the sensors are not in it (sd (3)), nor
    is which cards were keyed."""
    sensed = table.round.sensed if table.round.phase is Phase.WAGERS else frozenset()
    return evolve(table, round=evolve(table.round, sensed=sensed, keyed=()))


def _same(recorded: Event, event: Event) -> bool:
    """A card that the device had not read may be any."""
    unread = isinstance(recorded, CardDealt | ExtraCardDrawn) and recorded.card is None
    return recorded == event or (unread and type(recorded) is type(event))


class Inlet(Protocol):
    """How what a scenario says reaches the controller."""

    def bring_up(self, fresh: BonusHouse, table: Table) -> None:
        """A controller on the record as it stands; `table` is where the scenario is."""
        ...

    def expect_cards(self, count: int, table: Table) -> None:
        """So many cards are about to leave the device."""
        ...

    def put(self, command: c.Command, table: Table) -> Answer:
        """Make it happen at a table that is like this; answered when it is on record."""
        ...

    def strike(self, fault: FaultSection, where: str) -> None:
        """Something goes wrong with a device; `where` it stands in the file."""
        ...

    def never_struck(self) -> list[str]:
        """Where in the file those faults stand that have not struck."""
        ...

    def snapshot(self) -> Snapshot:
        """The table as the controller shows it."""
        ...

    def cut(self) -> None:
        """The power is gone: the controller ends where it is."""
        ...

    def close(self) -> None:
        """Give everything free."""
        ...


class DirectInlet:
    """Commands go straight in, on the thread of whoever plays the scenario."""

    def __init__(self, run: "Run") -> None:
        self._run = run
        self._controller: TableController | None = None

    def bring_up(self, fresh: BonusHouse, table: Table) -> None:
        self._controller = self._run.controller(fresh)

    def expect_cards(self, count: int, table: Table) -> None:
        pass

    def put(self, command: c.Command, table: Table) -> Answer:
        return self._up().handle(command)

    def strike(self, fault: FaultSection, where: str) -> None:
        """There is no device, and what happens to one is put right by itself."""

    def never_struck(self) -> list[str]:
        return []

    def snapshot(self) -> Snapshot:
        return self._up().snapshot()

    def cut(self) -> None:
        self._controller = None

    def close(self) -> None:
        self.cut()

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
        inlets: "Callable[[Scenario, Run], Inlet] | None" = None,
    ) -> None:
        self.clock = clock
        self._inlets = inlets
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
        if self._inlet is not None:
            self._inlet.close()
        self._recorder.close()

    def inlet(self, scenario: Scenario) -> Inlet:
        """For the next scenario; what the last one used ends here."""
        if self._inlet is not None:
            self._inlet.close()
        self._inlet = self._inlets(scenario, self) if self._inlets else DirectInlet(self)
        return self._inlet

    def _journal(self) -> SealedJournal:
        return SealedJournal(self._recorder, self._keys, *KINDS)

    def begin(self, scenario: Scenario, fresh: BonusHouse) -> list[Event]:
        """The next scenario of the run; what the record has of it from before a kill."""
        content = scenario.content.model_dump_json().encode()
        begun = ScenarioBegun(sha256(content).hexdigest(), scenario.name)
        before = next(self._before, None)
        if before is not None and before.begun.digest != begun.digest:
            raise JournalFault(
                f"{self._path}: the record of {before.begun.name} seen, expected that of "
                f"{begun.name} as it is now: play it with a journal of its own"
            )
        journal, at_ms = self._journal(), self.clock.now().wall_ms
        if before is None:
            journal.append((begun,), round_number=0, at_ms=at_ms)
        if before is None or not before.started:
            journal.checkpoint(fresh, round_number=0, at_ms=at_ms)
        return before.events if before else []

    def controller(
        self,
        fresh: BonusHouse,
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


class ScenarioTable:
    """A table that is fed from a file."""

    def __init__(
        self, scenario: Scenario, watch: Watcher | None = None, run: Run | None = None
    ) -> None:
        jackpot = scenario.content.jackpot
        pool = (jackpot.meter, jackpot.reserve) if jackpot else ()
        self.scenario = scenario
        self._house = self._fresh = BonusHouse(new_table(scenario.rules, *pool))
        self._run = run or Run(MachineClock())
        self._watch = watch
        self._inlet = self._run.inlet(scenario)
        self._recorded = self._run.begin(scenario, self._fresh)
        self._recorded.reverse()
        self._up = False
        """Is a controller up?"""

    @property
    def table(self) -> Table:
        """The table as the scenario has dealt it."""
        return self._house.table

    def do(self, command: c.Command) -> Refused | None:
        """Put one command to the table."""
        decided = decide(self._house, Asked(command), self._run.clock.now())
        if isinstance(decided, Refused):
            return decided
        events = [event for event in decided.events if isinstance(event, Event)]
        if self._recorded:
            self._compare(events)
        else:
            self._go_on(command)
        self._tell(events)
        self._house = house_of(decided)
        if self._up and isinstance(command, c.CloseRound):
            self._check("the controller's table is not the scenario's")
        return None

    def expect_cards(self, count: int) -> None:
        """So many cards are about to leave the device."""
        if not self._recorded:
            self._inlet.expect_cards(count, self.table)

    def strike(self, fault: FaultSection, where: str) -> None:
        """Something goes wrong with a device."""
        if not self._recorded:
            self._inlet.strike(fault, where)

    def never_struck(self) -> list[str]:
        """Where in the file those faults stand that waited for something that never came."""
        return self._inlet.never_struck()

    def follow_up(self) -> None:
        """Whatever the table does by itself."""
        while (command := follow_up(self.table)) is not None:
            self.do(command)

    def lose_power(self) -> None:
        """The controller is gone; a new one comes up from the record, wherever the round was."""
        if self._recorded:
            return  # that was before the process was killed
        self._inlet.cut()
        self._run.restart()
        self._bring_up()
        self._check("the recovered table is not where it was")

    def _bring_up(self) -> None:
        self._inlet.bring_up(self._fresh, self.table)
        self._up = True

    def _check(self, otherwise: str) -> None:
        shown = self._inlet.snapshot().house.table
        if _told(shown) != _told(public_house(self._house).table):
            raise BrokenInvariant(otherwise)

    def _compare(self, events: list[Event]) -> None:
        for event in events:
            if not self._recorded or not _same(self._recorded.pop(), event):
                raise JournalFault(
                    f"{type(event).__name__} expected next in the record of the run, something "
                    "else seen: it was made by another version or another scenario"
                )

    def _go_on(self, command: c.Command) -> None:
        if not self._up:
            self._bring_up()
        answer = self._inlet.put(command, self.table)
        if isinstance(answer, Refused):
            raise JournalFault(answer.text())
        held = self._inlet.snapshot().held
        if held is not None:  # the command stands, but nothing may follow it
            raise JournalFault(held)

    def _tell(self, events: list[Event]) -> None:
        before = self.table
        if self._watch is None:
            return
        for event in events:
            after = fold_one(before, event)
            self._watch(before, after, event)
            before = after
