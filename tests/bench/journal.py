"""Recovery after many rounds against recovery after few: less is better, in turn, on one disk."""

import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from controller.domain.base import evolve
from controller.domain.kernel import Decided
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.events import Event
from controller.games.bonus.round.core import CORE, decide, fold
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table, new_table
from controller.games.bonus.round.view import turned
from controller.games.bonus.wagers import Area, Stake
from controller.journal.chain import AnchorFile, chained
from controller.journal.files import locate
from controller.journal.keys import TableKeys
from controller.journal.recorder import NewRecord, Record
from controller.journal.sealing import SealedJournal, cards_turned
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import SCHEMA
from tests.bench.measure import Line, on_disk
from tests.helpers.chaos import next_step
from tests.helpers.felt import jackpot_rules, table_rules

_KEYS = TableKeys(b"c" * 32, b"s" * 32, b"e" * 32)
_FRESH = new_table(table_rules(jackpot=jackpot_rules()), Money(6_000_000))
_MANY, _FEW, _RECOVERIES = 200_000, 200, 41
_BULK = 1_000


def bench() -> list[Line]:
    """The line."""
    with on_disk() as folder:
        return [_a_recovery(folder)]


class Step(NamedTuple):
    """An accepted command: the table around it, and what happened."""

    before: Table
    after: Table
    events: tuple[Event, ...]


def _round(table: Table) -> Iterator[Step]:
    """Seven places with ante, bonus and jackpot, every card, decision and settlement by itself."""
    commands: list[c.Command] = [c.OpenRound(table.round.number + 1)]
    for place in range(1, 8):
        commands += [c.PlaceWager(place, Area.ANTE, Stake(Money(2500)))]
        commands += [c.PlaceWager(place, Area.BONUS, Stake(Money(500)))]
        commands += [c.JackpotSensor(place, present=True)]
    chance = random.Random(7)
    while commands or table.round.phase is not Phase.IDLE:
        command = commands.pop(0) if commands else next_step(chance, table)
        decided = decide(table, command)
        if not isinstance(decided, Decided):
            raise RuntimeError(f"{command}: {decided.text()}")
        yield Step(table, decided.state, tuple(decided.events))
        table = decided.state


def _record(journal: SealedJournal, step: Step) -> None:
    """As the runtime does."""
    told = cards_turned(*turned(step.before, step.after))
    events = (*step.events, told) if told else step.events
    journal.append(events, round_number=step.after.round.number, at_ms=1_790_000_000_000)


def _a_recovery(folder: Path) -> Line:
    """Both tables are left in the middle of a seven-place round."""
    few, many = (_long(folder / f"{rounds}.journal", rounds) for rounds in (_FEW, _MANY))
    pairs = [(many(), few()) for _ in range(_RECOVERIES)]
    ms = [median(side) * 1e3 for side in zip(*pairs, strict=True)]
    ratio = median(long / short for long, short in pairs)
    note = f"{ratio:.2f}, {ms[0]:.1f} ms / {ms[1]:.1f} ms"
    return (
        f"recover {_MANY:,} rounds / {_FEW:,} rounds",
        ratio,
        f"less is better, aim 1.2: {note}",
    )


def _long(path: Path, rounds: int) -> Callable[[], float]:
    """A journal of so many rounds, and how long it takes to be where it was left."""
    with closing(SqliteRecorder(path, _KEYS, 0)) as recorder:
        journal = SealedJournal(recorder, _KEYS, *CORE.folds)
        journal.append(_voided(), round_number=1, at_ms=1)
        journal.checkpoint(_FRESH, round_number=1, at_ms=1)
        prepared = list(recorder.records(1))
    _repeat(path, prepared, rounds)
    with closing(SqliteRecorder(path, _KEYS, 0)) as recorder:
        journal = SealedJournal(recorder, _KEYS, *CORE.folds)
        table = evolve(_FRESH, round=evolve(_FRESH.round, number=rounds))
        journal.checkpoint(table, round_number=rounds, at_ms=1)
        for step in list(_round(table))[:60]:
            _record(journal, step)
            table = step.after

    def recover() -> float:
        begun = perf_counter()
        with closing(SqliteRecorder(path, _KEYS, 0)) as recorder:
            found = SealedJournal(recorder, _KEYS, *CORE.folds).recover(Table)
            events = (recorded.event for recorded in found.recorded)
            recovered = fold(found.state or _FRESH, events)
            took = perf_counter() - begun
        if recovered != table:
            raise RuntimeError("the table is not where it was")
        return took

    return recover


def _voided() -> tuple[Event, ...]:
    """The shortest round: bets, and a supervisor's void."""
    table, events = _FRESH, list[Event]()
    stake = Stake(Money(2500))
    void = c.Report(c.Irregularity.SUPERVISOR_VOID)
    for command in (c.OpenRound(1), c.PlaceWager(1, Area.ANTE, stake), void, c.CloseRound()):
        decided = decide(table, command)
        if not isinstance(decided, Decided):
            raise RuntimeError(f"{command}: {decided.text()}")
        table, events = decided.state, [*events, *decided.events]
    return tuple(events)


def _repeat(path: Path, prepared: list[Record], rounds: int) -> None:
    """A prepared round over and over, chained as it should be, past the disk's patience."""
    with closing(SqliteRecorder(path, _KEYS, 0)) as recorder:
        head = recorder.head()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=OFF")
    connection.execute("PRAGMA synchronous=OFF")
    triggers = [sql for sql in SCHEMA if sql.startswith("CREATE TRIGGER")]
    for sql in triggers:
        connection.execute(f"DROP TRIGGER {sql.split()[2]}")
    connection.execute("BEGIN")
    for begun in range(2, rounds + 1, _BULK):
        entries = [
            NewRecord(record.kind, number, record.at_ms, record.payload)
            for number in range(begun, min(begun + _BULK, rounds + 1))
            for record in prepared
        ]
        records, head = chained(_KEYS.chain, head, entries)
        connection.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", records)
    connection.execute("COMMIT")
    for sql in triggers:
        connection.execute(sql)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()
    with path.open("rb") as file:
        os.fsync(file)  # else the disk is still busy with it while we measure
    anchor = AnchorFile(locate(path).anchor, _KEYS.chain)
    anchor.renew(head)
    anchor.close()
