"""What an accepted command costs at a running table, against a bare commit of the same bytes.

Here less is better. Both sides are measured in turn, on the same disk, so that whatever else the
machine does hits both alike.
"""

import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from controller.authority import Command
from controller.domain import commands as c
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.domain.wagers import Area, Stake
from controller.journal.recorder import Entry
from controller.journal.sqlite import SqliteRecorder
from controller.round.phases import Phase
from tests.helpers.chaos import next_step
from tests.helpers.shift import GAMING, KEYS, Shift

_WARM_UP, _ROUNDS = 1_200, 8
"""A log of a thousand pages is written over from then on, which is how a shift spends its day."""

Line = tuple[str, float, str]


def bench() -> list[Line]:
    """The line."""
    Path(".cache").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=".cache", prefix="bench-") as name:
        return [_a_command(Path(name))]


def _round(shift: Shift) -> Iterator[Command]:
    """Five places with ante and jackpot, every card, decision and settlement by itself."""
    yield c.OpenRound(shift.floor.last_round + 1)
    for place in range(1, 6):
        yield c.PlaceWager(place, Area.ANTE, Stake(Money(2500)))
        yield c.JackpotSensor(place, present=True)
    chance = random.Random(7)
    while shift.table.round.phase is not Phase.IDLE:
        yield next_step(chance, shift.table)


class Watched(SqliteRecorder):
    """Remembers the bytes of each transaction."""

    def __init__(self, path: Path) -> None:
        self.committed: list[list[bytes]] = []
        super().__init__(path, KEYS, 0)

    def append(self, entries: Sequence[Entry]) -> int:
        self.committed.append([entry.payload for entry in entries])
        return super().append(entries)


def _a_command(folder: Path) -> Line:
    """Median over the commands of whole rounds at a running table, from the tap to the snapshot.

    Whatever the table does by itself is part of the command, and as many bare commits stand against
    it. Two neighbours find the disk in one mood.
    """
    commit = _bare(folder / "bare.db")
    pairs: list[tuple[float, float]] = []
    with closing(Watched(folder / "command.journal")) as recorder:
        shift = Shift(recorder=recorder).playing(1, 2, 3, 4, 5)
        for _ in range(_WARM_UP):
            commit([b"x" * 60])
            shift.do(c.JackpotSensor(1, present=False))
        for _ in range(_ROUNDS):
            for command in _round(shift.deck_ready()):
                _tap(shift, command, recorder, commit, pairs)
    us = [median(side) * 1e6 for side in zip(*pairs, strict=True)]
    ratio = median(ours / bare for ours, bare in pairs)
    note = f"{ratio:.2f}, {us[0]:.0f} µs / {us[1]:.0f} µs over {len(pairs)} commands"
    return (
        "one accepted command / bare SQLite commit of the same bytes",
        ratio,
        f"less is better, aim 1.5: {note}",
    )


def _tap(
    shift: Shift,
    command: Command,
    recorder: Watched,
    commit: Callable[[list[bytes]], None],
    pairs: list[tuple[float, float]],
) -> None:
    """One command, and the same bytes committed bare."""
    supervised = isinstance(command, c.ConfirmAward)
    if supervised:
        shift.on(GAMING)
    reason = shift.likeliest(command)
    recorder.committed.clear()
    begun = perf_counter()
    answer = shift.ask(command, reason)
    ours = perf_counter() - begun
    if isinstance(answer, Refused):
        raise RuntimeError(f"{command}: {answer.text()}")
    written = list(recorder.committed)

    def bare() -> None:
        for payloads in written:
            commit(payloads)

    pairs.append((ours, _timed(bare)))
    if supervised:
        shift.off()


def _bare(path: Path) -> Callable[[list[bytes]], None]:
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
