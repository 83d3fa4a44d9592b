"""A shift at a table that keeps a journal: real commands, real records."""

import random
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.round.core import CORE, decide, fold
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table, new_table
from controller.games.bonus.round.view import turned
from controller.games.bonus.wagers import Area, Stake
from controller.journal.files import Located, file_name
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import NewRecord, Record, Recorder
from controller.journal.sealing import SealedJournal, cards_turned
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import SCHEMA
from tests.helpers.chaos import any_command, next_step
from tests.helpers.felt import jackpot_rules, table_rules

ROOT = Path(__file__).parents[3]
KEYS = TableKeys(b"c" * 32, b"s" * 32, b"e" * 32)
RULES = (
    table_rules("nsw-2024", dealing="shuffler", jackpot=jackpot_rules(bonus=True)),
    table_rules("sd", places=5, jackpot=jackpot_rules("THBP-08", wager="1")),
    table_rules("nsw-legacy", dealing="shoe", jackpot=jackpot_rules(bonus=True)),
    table_rules("nsw-2024", method="B", jackpot=jackpot_rules(increment_millionths=123_457)),
)


class Shift:
    """Plays rounds; every accepted command goes into the journal before it counts."""

    def __init__(
        self, recorder: Recorder, *, seed: int = 1, rules: int = 0, tell_cards: bool = True
    ) -> None:
        self.recorder = recorder
        self.journal = SealedJournal(recorder, KEYS, *CORE.folds)
        self.chance = random.Random(seed)
        self.table = new_table(RULES[rules], Money(5_000_000), Money(12_345))
        self.tell_cards = tell_cards
        self.at_ms = 1_790_000_000_000

    def do(self, command: c.Command) -> bool:
        """Journaled if it was accepted."""
        decided = decide(self.table, command)
        if isinstance(decided, Refused):
            return False
        told = cards_turned(*turned(self.table, decided.state)) if self.tell_cards else None
        self.at_ms += 1500
        events: list[object] = [*decided.events, *([told] if told else ())]
        number = decided.state.round.number
        self.journal.append(events, round_number=number, at_ms=self.at_ms)
        self.table = decided.state
        return True

    def bets(self) -> None:
        """A round is open and wagers lie."""
        self.do(c.OpenRound(self.table.round.number + 1))
        self.do(c.DeckVerified())
        self.do(c.OpenRound(self.table.round.number + 1))
        for place in range(1, self.table.rules.places + 1):
            if self.chance.random() < 0.6:
                self.do(c.PlaceWager(place, Area.ANTE, Stake(Money(2500 * place))))
                self.do(c.JackpotSensor(place, present=self.chance.random() < 0.7))

    def play(self, rounds: int = 1, *, mishaps: int = 0) -> None:
        """Rounds from the first wager to the checkpoint."""
        for _ in range(rounds):
            self.bets()
            for _ in range(mishaps):
                self.do(any_command(self.chance, self.table))
            while self.table.round.phase is not Phase.IDLE:
                if not self.do(next_step(self.chance, self.table)):
                    raise AssertionError(f"stuck in {self.table.round.phase}")
            self.checkpoint()

    def checkpoint(self) -> None:
        number = self.table.round.number
        self.journal.checkpoint(self.table, round_number=number, at_ms=self.at_ms)

    def archive(self) -> None:
        """The end of the shift's file."""
        number = self.table.round.number
        self.journal.archive(self.table, round_number=number, at_ms=self.at_ms)

    def recovered(self) -> Table:
        """The table as the journal has it."""
        recovery = self.journal.recover(Table)
        start = recovery.state or new_table(self.table.rules, Money(5_000_000), Money(12_345))
        return fold(start, [recorded.event for recorded in recovery.recorded])


def in_memory(*, seed: int = 1, rules: int = 0) -> Shift:
    """A shift that needs no disk."""
    return Shift(MemoryRecorder(KEYS), seed=seed, rules=rules)


def open_journal(path: Path, at_ms: int = 1_790_000_000_000) -> SqliteRecorder:
    """The journal by this name, its folder made where it is missing."""
    path.parent.mkdir(exist_ok=True)
    return SqliteRecorder(path, KEYS, at_ms)


def playing(
    path: Path, rounds: int = 1, *, mishaps: int = 0, seed: int = 1, rules: int = 0
) -> Shift:
    """A shift that has played so many rounds into this journal, which is still open."""
    shift = Shift(open_journal(path), seed=seed, rules=rules)
    shift.play(rounds, mishaps=mishaps)
    return shift


def played(
    path: Path, rounds: int = 1, *, mishaps: int = 0, seed: int = 1, rules: int = 0
) -> Shift:
    """The same, closed in good order."""
    shift = playing(path, rounds, mishaps=mishaps, seed=seed, rules=rules)
    shift.recorder.close()
    return shift


def resumed(path: Path, seed: int = 1) -> Shift:
    """The table as this journal has it goes on."""
    shift = Shift(open_journal(path), seed=seed)
    shift.table = shift.recovered()
    return shift


NAME = "run.journal"
COPY = Path("copy") / NAME


def copied(journal: Path, to: Path) -> Path:
    """What somebody takes away: all files as they lie there, even beside a running table."""
    shutil.rmtree(to.parent, ignore_errors=True)
    to.parent.mkdir()
    for file in journal.parent.iterdir():
        if file.is_file() and not file.name.endswith("-shm"):
            shutil.copyfile(file, to.parent / file.name)
    return to


def anchor_of(journal: Path) -> Path:
    return Located(journal).anchor


@contextmanager
def unguarded(journal: Path, number: int = 1) -> Iterator[sqlite3.Connection]:
    """Behind the journal's back: the triggers are away and come back as if nothing had been."""
    connection = sqlite3.connect(file_name(journal, number), isolation_level=None)
    triggers = [sql for sql in SCHEMA if sql.startswith("CREATE TRIGGER")]
    for sql in triggers:
        connection.execute(f"DROP TRIGGER {sql.split()[2]}")
    try:
        yield connection
        for sql in triggers:
            connection.execute(sql)
    finally:
        connection.close()


def put(connection: sqlite3.Connection, records: Sequence[Record]) -> None:
    """Just these records, as they are."""
    connection.execute("BEGIN")
    connection.execute("DELETE FROM record")
    connection.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", records)
    connection.execute("COMMIT")


def stored(journal: Path, number: int = 1) -> list[Record]:
    """What stands in a file, without asking whether it is true."""
    connection = sqlite3.connect(file_name(journal, number))
    try:
        found = connection.execute("SELECT * FROM record ORDER BY position").fetchall()
    finally:
        connection.close()
    return [Record._make(row) for row in found]


def entry(text: str = "x", size: int = 0) -> NewRecord:
    """A record of no consequence."""
    return NewRecord("Tested", 1, 5, text.encode() + b"." * size)


def child(code: str, *arguments: str) -> "subprocess.Popen[str]":
    """A process of its own with the journal's name as argument."""
    opening = """
        import os, sys
        from pathlib import Path
        from controller.journal.keys import TableKeys
        from controller.journal.recorder import NewRecord, JournalFault
        from controller.journal.sqlite import SqliteRecorder
        KEYS = TableKeys(b"c" * 32, b"s" * 32, b"e" * 32)
        path = Path(sys.argv[1])
    """
    source = textwrap.dedent(opening) + textwrap.dedent(code)
    return subprocess.Popen(
        [sys.executable, "-c", source, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def finished(process: "subprocess.Popen[str]") -> str:
    """What it said, if it ended well."""
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out
