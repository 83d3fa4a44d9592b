"""The room: a desk, its tables, the letters between them, and what goes wrong with any of it.

Time goes by in windows. In a window every table plays the same number of hands, with or without its
link; after it everybody is heard, and the director does what is due. So the course does not depend
on when a letter comes, and a tournament with kills and cuts ends as one without.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from controller.domain.base import BrokenInvariant
from controller.private_files import temporary_folder
from controller.relay.contract import Relay, RelayFault
from controller.relay.letters import Box, Letter
from controller.relay.memory import MemoryRelay
from controller.relay.sqlite import SqliteRelay
from controller.tournament.format import Format
from controller.tournament.phases import Phase
from controller.tournament.prizes import Won, won
from controller.tournament.state import Desk, rebuys_open
from simulators.games.poker.people.players import Player
from simulators.games.tournament.people.director import SimDirector
from simulators.games.tournament.people.station import Station
from simulators.games.tournament.people.table import SimTable

HAND_MS: Final = 120_000
HANDS_A_WINDOW: Final = 3
WINDOWS_MAX: Final = 5_000
SETTLES_MAX: Final = 200
QUIET: Final = 2
"""A letter that was put into the store in one round is read in the next."""


class CutRelay(Relay):
    """The store between desk and tables, with lines that can be cut."""

    def __init__(self, inner: Relay) -> None:
        self._inner = inner
        self.cut: set[int] = set()

    def put(self, box: Box, letter: Letter) -> None:
        self._works(box)
        self._inner.put(box, letter)

    def latest(self, box: Box) -> Letter | None:
        self._works(box)
        return self._inner.latest(box)

    def close(self) -> None:
        self._inner.close()

    def _works(self, box: Box) -> None:
        if box.table in self.cut:
            raise RelayFault(f"The line of table {box.table} is cut.")


class Course(NamedTuple):
    """How a tournament has ended."""

    places: tuple[Won, ...]
    """The first one first."""
    hands: int
    windows: int
    rebuys: int
    addons: int
    happened: Counter[str]
    """What went wrong on the way."""


class Room:
    """One tournament of simulated people. `crashes`: before so many of 1,000 acts of a dealer the
    table is killed, after ten times as many hands the desk; in so many of 100 windows a table has
    no line to the desk."""

    def __init__(
        self,
        form: Format,
        players: int,
        seed: int,
        folder: Path | None,
        opened: ExitStack,
        crashes: int = 0,
    ) -> None:
        self._form, self._crashes = form, crashes
        self._chance = random.Random(f"{seed}/crashes")
        self.happened: Counter[str] = Counter()
        place = folder or opened.enter_context(temporary_folder("tournament"))
        store = MemoryRelay() if folder is None else SqliteRelay(folder / "relay.db")
        self._relay = CutRelay(store)
        opened.callback(self._relay.close)
        names = [f"player{number:03d}" for number in range(1, players + 1)]
        self._players = {name: Player(number, seed) for number, name in enumerate(names, 1)}
        self.director = SimDirector(form, seed, place, self._relay, folder)
        opened.callback(self.director.close)
        self.tables = [
            SimTable(number, self._players, form.seats, seed, place, self._relay, folder)
            for number in range(1, -(-players // form.seats) + 1)
        ]
        for table in self.tables:
            opened.callback(table.close)
        self.director.enter(names, len(self.tables))
        self._settle()
        self.director.start()
        self._settle()

    @property
    def desk(self) -> Desk:
        """The tournament as the desk has it."""
        return self.director.desk

    # Playing

    def windows(self) -> Iterator[int]:
        """One window after the other, to the end: how many players are left after each."""
        for _ in range(WINDOWS_MAX):
            if self.director.over:
                break
            self._window()
            yield sum(one.stack > 0 for one in self.desk.entrants)
        self._settle()
        self.director.end()
        self._settle()
        self.check()

    def _window(self) -> None:
        one = rebuys_open(self.desk) or self.desk.phase is Phase.HAND_FOR_HAND
        hands, began = 1 if one else HANDS_A_WINDOW, self.director.clock.ms
        self._cut_lines()
        for index in range(hands):
            for table in self.tables:
                if table.playable:
                    # No two hands of the room end in the same moment, and the desk has its time.
                    table.clock.ms = began + (index + 1) * HAND_MS + table.number
                    self.director.clock.ms = table.clock.ms
                    table.hand(lambda table=table: self._strike(table))
                    table.exchange()
                    self.director.exchange()
                    self._strike(self.director, 10 * self._crashes)
        self._relay.cut.clear()
        self._settle()
        ends = began + hands * HAND_MS + len(self.tables) + 1
        self.director.pass_time(ends - self.director.clock.ms)
        self._settle()
        if not self.director.over:
            self.director.direct(self._settle)
        self.check()

    def _settle(self) -> None:
        """Letters go to and fro until nothing comes of them."""
        quiet = 0
        for _ in range(SETTLES_MAX):
            moved = [station.exchange() for station in self._stations()]
            quiet = 0 if any(moved) else quiet + 1
            if quiet == QUIET:
                return
            self._strike(self._chance.choice((self.director, *self.tables)))
        raise BrokenInvariant("letters go to and fro without an end")

    def _stations(self) -> list[Station]:
        return [*self.tables, self.director]

    # What goes wrong

    def _strike(self, station: Station, crashes: int | None = None) -> None:
        """The desk does less than a dealer, and is struck more often."""
        often = self._crashes if crashes is None else crashes
        if not often or self._chance.randrange(1_000) >= often:
            return
        self.happened["kills of the desk" if station is self.director else "kills of a table"] += 1
        station.kill()

    def _cut_lines(self) -> None:
        for table in self.tables:
            if self._chance.randrange(100) < self._crashes:
                self._relay.cut.add(table.number)
                self.happened["lines cut"] += 1

    # What always holds

    def check(self) -> None:
        """28.3: not a chip is gone or new; nobody is at two seats, and nobody shares one."""
        desk, books = self.desk, self.desk.books
        at_desk = {one.name: int(one.stack) for one in desk.entrants if one.is_in and one.seat}
        on_felt: dict[str, int] = {}
        for table in self.tables:
            for name, stack in table.stacks().items():
                if name in on_felt:
                    raise BrokenInvariant(f"{name} is at two seats")
                on_felt[name] = stack
        if on_felt != at_desk:
            raise BrokenInvariant(f"stacks: {on_felt} on the felt, {at_desk} at the desk")
        out = books.pocketed + books.taken + books.kept + books.returned + books.commission
        if sum(at_desk.values()) != books.issued + books.coloured - out:
            raise BrokenInvariant(f"{sum(at_desk.values())} in play, the books: {books}")
        seats = [one.seat for one in desk.entrants if one.is_in and one.seat]
        if len(set(seats)) != len(seats):
            raise BrokenInvariant("two are on one seat")
        self._check_balance()

    def _check_balance(self) -> None:
        """26.1.f: no table has two players fewer than another, unless those who may buy again keep
        all its other seats."""
        tables = [tuple(self.desk.players(number)) for number in self.desk.table_numbers()]
        counts = [sum(one.stack > 0 for one in players) for players in tables]
        room = [
            count
            for count, players in zip(counts, tables, strict=True)
            if len(players) < self.desk.form.seats
        ]
        if room and not self.director.over and max(counts) - min(room) > 1:
            raise BrokenInvariant(f"tables of {counts} players are not balanced")

    def course(self, windows: int) -> Course:
        """How the tournament ended."""
        desk = self.desk
        hands = sum(table.desk_link.played for table in self.tables)
        counts = desk.rebuys, desk.addons
        return Course(tuple(won(desk)), hands, windows, *counts, self.happened)


def play(
    form: Format,
    players: int,
    seed: int,
    folder: Path | None = None,
    crashes: int = 0,
    shown: Callable[[int], object] = lambda left: None,
) -> Course:
    """A whole tournament to its prizes; `shown` is told after every window how many are left."""
    with ExitStack() as opened:
        room = Room(form, players, seed, folder, opened, crashes)
        windows = 0
        for left in room.windows():
            windows += 1
            shown(left)
        return room.course(windows)
