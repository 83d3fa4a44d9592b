"""One command in the journal against a bare SQLite commit of the same bytes, on the same disk.

Here less is better: the ratio is our cost divided by the bare commit's. Both are measured in turn
in the same folder, so that whatever else the disk does hits both alike.
"""

import sqlite3
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from controller.domain.cards import DECK
from controller.domain.events import CardDealt, DecisionMade, Event, WagerPlaced
from controller.domain.money import Money
from controller.domain.rules import Street
from controller.domain.wagers import Area, Choice, Stake
from controller.journal.keys import TableKeys
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder

_KEYS = TableKeys(b"c" * 32, b"s" * 32, b"e" * 32)
_WARM_UP, _TIMES = 1_200, 400
"""A log of a thousand pages is written over from then on, which is how a shift spends its day."""
COMMANDS: dict[str, Sequence[object]] = {
    "a wager": (WagerPlaced(3, Area.ANTE, Stake(Money(2500))),),
    "a card, sealed": (CardDealt(DECK[17]),),
    "seven decisions at once": tuple(
        DecisionMade(place, Street.FLOP, Choice.BET, Stake(Money(5000))) for place in range(1, 8)
    ),
}


def _bare(path: Path) -> Callable[[list[bytes]], None]:
    """What a program does that only wants its bytes on the disk."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
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


def bench() -> list[tuple[str, float, str]]:
    """In turn, median of the ratios: two neighbours meet the disk in the same mood."""
    found: list[tuple[str, float, str]] = []
    Path(".cache").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=".cache", prefix="bench-") as name:
        folder = Path(name)
        (folder / "journal").mkdir()
        recorder = SqliteRecorder(folder / "journal", _KEYS, 0)
        journal = SealedJournal(recorder, _KEYS, Event)
        bare = _bare(folder / "bare.db")
        for _ in range(_WARM_UP):
            journal.append(COMMANDS["a wager"], round_number=1, at_ms=1)
            bare([b"x" * 60])
        for what, events in COMMANDS.items():
            since = recorder.head().position
            journal.append(events, round_number=1, at_ms=1)
            payloads = [record.payload for record in recorder.records(since)]
            ours_once = partial(journal.append, events, round_number=1, at_ms=1)
            bare_once = partial(bare, payloads)
            pairs = [(_timed(ours_once), _timed(bare_once)) for _ in range(_TIMES)]
            us = [statistics.median(side) * 1e6 for side in zip(*pairs, strict=True)]
            note = f"{us[0]:.0f} µs against {us[1]:.0f} µs; less is better"
            ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            found.append((f"journal: {what}, against a bare SQLite commit", ratio, note))
        recorder.close()
    return found
