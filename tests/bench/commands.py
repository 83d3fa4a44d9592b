"""What an accepted command costs at a running table, against a bare commit of the same bytes.

Here less is better. Both sides are measured in turn, on the same disk, so that whatever else the
machine does hits both alike.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from controller.authority import Command
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.journal.recorder import NewRecord
from controller.journal.sqlite import SqliteRecorder
from tests.bench.measure import Line, on_disk
from tests.helpers.shift import KEYS, Shift

_WARM_UP, _ROUNDS = 1_200, 8
"""A log of a thousand pages is written over from then on, which is how a shift spends its day."""


def bench() -> list[Line]:
    """Both lines."""
    with on_disk() as folder:
        return _a_command(folder)


_CARDS = "2c 7d 9h Js 4s  3d 8h  Ac 5d  Kc 6h  Qd 5h  Kd 6s  Qc 5s"
"""Community, dealer, five places; nobody wins a jackpot."""


def _round(number: int) -> list[Command]:
    """Five places with ante and jackpot, every card, decision and settlement by itself."""
    places = range(1, 6)
    commands: list[Command] = [c.OpenRound(number)]
    for place in places:
        commands.append(c.PlaceWager(place, Area.ANTE, Stake(Money(2500))))
        commands.append(c.JackpotSensor(place, present=True))
    commands += [c.NoMoreBets(), *(c.CardDrawn(card) for card in parse_cards(_CARDS))]
    for street, choice in zip(Street, (Choice.BET, Choice.CHECK, Choice.CHECK), strict=True):
        commands += [c.Decide(place, choice) for place in places]
        commands.append(c.Reveal(street))
    commands += [c.ShowDealersHand(), c.BeginSettlement()]
    return [*commands, *(c.SettlePlace(place) for place in reversed(places))]


class Watched(SqliteRecorder):
    """Remembers the bytes of each transaction, and how long it took."""

    def __init__(self, path: Path) -> None:
        self.committed: list[list[bytes]] = []
        self.took = 0.0
        super().__init__(path, KEYS, 0)

    def append(self, entries: Sequence[NewRecord]) -> int:
        self.committed.append([entry.payload for entry in entries])
        begun = perf_counter()
        position = super().append(entries)
        self.took += perf_counter() - begun
        return position


def _a_command(folder: Path) -> list[Line]:
    """Median over the commands of whole rounds at a running table, from the tap to the snapshot.

    Whatever the table does by itself is part of the command, and as many bare commits stand against
    it. Two neighbours find the disk in one mood.
    """
    commit = bare_commit(folder / "bare.db")
    costs: list[Cost] = []
    with closing(Watched(folder / "command.journal")) as recorder:
        shift = Shift(recorder=recorder).playing(1, 2, 3, 4, 5)
        for _ in range(_WARM_UP):
            commit([b"x" * 60])
            shift.do(c.JackpotSensor(1, present=False))
        for _ in range(_ROUNDS):
            for command in _round(shift.deck_ready().floor.last_round + 1):
                costs.append(_tap(shift, command, recorder, commit))
    whole, record, bare = (median(side) * 1e6 for side in zip(*costs, strict=True))
    note = f"median of {len(costs)}: {whole:.0f} µs, {record:.0f} µs of it the record"
    return [
        (
            "the record of one accepted command / bare SQLite commit of the same bytes",
            median(cost.record / cost.bare for cost in costs),
            f"less is better, aim 1.5; {record:.0f} µs / {bare:.0f} µs",
        ),
        (
            "one accepted command, from the tap to the snapshot / the same bare commit",
            median(cost.whole / cost.bare for cost in costs),
            f"less is better; {note}",
        ),
    ]


class Cost(NamedTuple):
    """Seconds."""

    whole: float
    record: float
    bare: float


def _tap(
    shift: Shift,
    command: Command,
    recorder: Watched,
    commit: Callable[[list[bytes]], None],
) -> Cost:
    """One command, and the same bytes committed bare."""
    reason = shift.likeliest(command)
    recorder.committed.clear()
    recorder.took = 0.0
    begun = perf_counter()
    answer = shift.ask(command, reason)
    ours = perf_counter() - begun
    if isinstance(answer, Refused):
        raise RuntimeError(f"{command}: {answer.text()}")
    written, record = list(recorder.committed), recorder.took

    def bare() -> None:
        for payloads in written:
            commit(payloads)

    return Cost(ours, record, _timed(bare))


def bare_commit(path: Path) -> Callable[[list[bytes]], None]:
    """What a program does that only wants its bytes on the disk."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "trusted_schema=OFF"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE record (position INTEGER PRIMARY KEY, payload BLOB) STRICT")
    insert = "INSERT INTO record (payload) VALUES (?)"

    def commit(payloads: list[bytes]) -> None:
        if len(payloads) == 1:
            connection.execute(insert, payloads)
            return
        connection.execute("BEGIN")
        connection.executemany(insert, [(payload,) for payload in payloads])
        connection.execute("COMMIT")

    return commit


def _timed(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun
