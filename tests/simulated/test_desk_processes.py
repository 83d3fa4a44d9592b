"""A desk and a table that are two processes of one machine, as in the room: started from their
files, killed as `kill -9` does, started again."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import pytest

from controller.clock import MachineClock
from controller.domain.base import evolve
from controller.games.desk.tournament_file import load_tournament
from controller.games.registry import KINDS
from controller.journal.keys import keys_for
from controller.journal.reader import JournalReader
from controller.journal.recorder import State
from controller.journal.sealing import SealedJournal
from controller.running.running_table import RunningTable
from controller.tables import load_table
from controller.tournament.tables import ReportTaken
from tests.helpers.desk_shift import DeskShift
from tests.helpers.kill import KILLED, Child, Ended, verdict
from tests.helpers.patience import eventually
from tests.helpers.shift import GAMING, Live
from tests.helpers.under_desk import UnderDeskShift
from ui.bench.staff import demo_register
from ui.commands.desk_record import house_in
from ui.table_folder import TableFolder

pytestmark = pytest.mark.usefixtures("untraced")

TOURNAMENT: Final = """
name = "Friday"
ruleset = "poker-room"
entry = "100"
bank = "1000"
prizes = ["1"]
[[levels]]
minutes = 600
blinds = ["25", "50"]
"""
TABLE: Final = """
game = "poker"
name = "31"
ruleset = "poker-room"
limit = "no-limit"
places = 6
[tournament]
desk = "{desk}"
table = 1
"""
SEATED: Final = ("anna 1.1", "ben 1.2", "cara 1.3")
BEGIN: Final = {"anna": 1000, "ben": 1000, "cara": 1000}


# What happens in the processes


class LiveDesk(Live, DeskShift):
    """The desk in its process."""


class LiveTable(Live, UnderDeskShift):
    """The table in its process."""


def run_station(file: Path, folder: Path, theirs: Connection) -> str:
    """Come up from files, and do what is asked, one after the other, until killed."""
    live, load = (LiveTable, load_table) if file.stem == "table" else (LiveDesk, load_tournament)
    table, kept = load(str(file)), TableFolder(folder).create()
    setup = kept.setup(table, kept.keys(), demo_register(kept.staff), None, lambda: None)
    by_commands = evolve(setup, goes_ahead=False)
    with closing(RunningTable(by_commands, MachineClock())) as running:
        shift = live(running.controller, table.rules)
        while True:
            theirs.send(theirs.recv()(shift))


def start(desk: LiveDesk) -> None:
    desk.started(*SEATED)


def open_table(table: LiveTable) -> None:
    table.opened()


def play_hand(table: LiveTable) -> None:
    """As soon as the desk lets it begin."""
    eventually(lambda: table.link.waits is None and not table.link.behind)
    table.hand()


def hears_the_desk(table: LiveTable) -> None:
    eventually(lambda: not table.link.reports and not table.link.behind)


def comes_up_again(table: LiveTable) -> None:
    table.compared()


def signs_on_again(desk: LiveDesk) -> None:
    desk.on(GAMING)


def on_felt(table: LiveTable) -> dict[str, int]:
    seats = {line.seat: line.name for line in table.link.followed.seats}  # type: ignore[union-attr]
    return {seats[seat]: stack for seat, stack in table.stacks().items()}


# The processes, seen from outside


class Station:
    """One of them."""

    def __init__(self, file: Path, folder: Path) -> None:
        self._line, theirs = Pipe()
        self._child = Child(partial(run_station, file, folder, theirs))
        theirs.close()
        self._runs = True

    def do(self, act: Callable[[Any], Any]) -> Any:
        self._line.send(act)
        try:
            return self._line.recv()
        except EOFError:
            raise AssertionError(self._ended().said) from None

    def kill(self) -> None:
        self._child.kill()
        assert self._ended().status == KILLED

    def end(self) -> None:
        """Whatever has become of it: no process stays behind."""
        if self._runs:
            self.kill()

    def _ended(self) -> Ended:
        self._runs = False
        self._line.close()
        return self._child.ended()


class Machine:
    """On which both run, each from its file and in its folder."""

    def __init__(self, disk: Path, opened: ExitStack) -> None:
        self.disk, self._opened = disk, opened
        (disk / "desk.toml").write_text(TOURNAMENT)
        (disk / "table.toml").write_text(TABLE.format(desk=disk / "desk"))

    def started(self, name: str) -> Station:
        station = Station(self.disk / f"{name}.toml", self.disk / name)
        self._opened.callback(station.end)
        return station

    def in_the_books(self) -> dict[str, int]:
        """In dollars, read from the record of the desk while the desk may be writing it."""
        desk = house_in(TableFolder(self.disk / "desk")).table
        return {one.name: one.stack // 100 for one in desk.entrants}

    def taken(self) -> list[int]:
        """The number of every report that the desk has taken."""
        path = self.disk / "desk" / "table.journal"
        journal = SealedJournal(JournalReader(path), keys_for(path, None, create=False), *KINDS)
        events = (recorded.event for recorded in journal.events())
        return [event.number for event in events if isinstance(event, ReportTaken)]

    @contextmanager
    def letters_stuck(self) -> Iterator[None]:
        """Some other process does not let go of the letters."""
        with closing(sqlite3.connect(self.disk / "desk" / "relay.db")) as letters:
            letters.execute("BEGIN IMMEDIATE")
            yield


@pytest.fixture
def machine(disk: Path) -> Iterator[Machine]:
    with ExitStack() as opened:
        yield Machine(disk, opened)


def test_desk_and_table_as_processes_killed_between_hand_and_delivery(machine: Machine) -> None:
    table, desk = machine.started("table"), machine.started("desk")
    desk.do(start)
    table.do(open_table)
    table.do(play_hand)
    first = table.do(on_felt)
    assert first != BEGIN
    eventually(lambda: machine.in_the_books() == first)
    table.do(hears_the_desk)
    with machine.letters_stuck():
        table.do(play_hand)
        second = table.do(on_felt)
        table.kill()
        assert machine.in_the_books() == first != second
    desk.kill()

    desk, table = machine.started("desk"), machine.started("table")
    eventually(lambda: machine.in_the_books() == second)
    desk.do(signs_on_again)
    table.do(comes_up_again)
    table.do(hears_the_desk)
    assert table.do(on_felt) == second
    table.do(play_hand)
    third = table.do(on_felt)
    eventually(lambda: machine.in_the_books() == third)
    assert machine.taken() == [1, 2, 3]
    desk.kill()
    table.kill()
    assert sum(third.values()) == sum(BEGIN.values())
    for name in ("desk", "table"):
        assert verdict(machine.disk / name / "table.journal").state is State.INTACT
