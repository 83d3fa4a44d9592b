"""A journal read by a process that does not own it, even beside the one that writes it."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from controller.journal.chain import GENESIS, files_of, start_of
from controller.journal.files import expected, locate, none_seen, not_a_journal
from controller.journal.recorder import Head, JournalFault, NewRecord, Record
from controller.journal.verify import UNREADABLE, last_checkpoint, last_record, reading, rows

T = TypeVar("T")

CHUNK: Final = 1000
"""So many records are read at once: a long look must not hold up the writer's housekeeping."""


def read_file(file: Path, since: int = 0, *, live: bool = False) -> Iterator[Record]:
    """The records of one file after a position, as far as they can be read."""
    try:
        with reading(file, live=live) as connection:
            while chunk := list(rows(connection, since, CHUNK)):
                yield from chunk
                since = chunk[-1].position
    except UNREADABLE as fault:
        raise unreadable(file, fault) from fault


def unreadable(file: Path, fault: Exception) -> JournalFault:
    """The fault of a file that is there and damaged."""
    return JournalFault(f"{file}: cannot be read from here on: {fault}. Verify the journal")


class JournalReader:
    """Keeps every promise of a recorder but writing. Nothing is believed: see `verify`."""

    def __init__(self, path: Path) -> None:
        self._journal = locate(path)
        named = self._journal.later or self._journal.first
        if seen := not_a_journal(named):
            raise expected(named, seen)
        if not self._journal.files():
            raise none_seen(named)

    @property
    def journal(self) -> str:
        return self._newest(_journal_of) or ""

    def records(self, since: int = 0) -> Iterator[Record]:
        for file, live in files_of(self._journal):
            for record in read_file(file, since, live=live):
                yield record
                since = record.position

    def last_checkpoint(self) -> Record | None:
        return self._newest(last_checkpoint)

    def head(self) -> Head:
        return self._newest(_head_of) or Head(0, 0, GENESIS, b"")

    def append(self, entries: Sequence[NewRecord]) -> int:
        self._refuse()

    def checkpoint(self, round_number: int, payload: bytes, at_ms: int) -> int:
        self._refuse()

    def archive(self, at_ms: int) -> Head:
        self._refuse()

    def seal_off(self, why: str) -> None:
        """It never was anything but read."""

    def close(self) -> None:
        """Nothing is held open."""

    def _refuse(self) -> NoReturn:
        raise JournalFault(f"{self._journal.first}: opened for reading only: nothing was written")

    def _newest(self, find: Callable[[sqlite3.Connection], T | None]) -> T | None:
        """What the newest file has that has it."""
        for file, live in reversed(files_of(self._journal)):
            try:
                with reading(file, live=live) as connection:
                    found = find(connection)
            except UNREADABLE as fault:
                raise unreadable(file, fault) from fault
            if found is not None:
                return found
        return None


def _journal_of(connection: sqlite3.Connection) -> str | None:
    first = next(rows(connection, limit=1), None)
    return None if first is None else start_of(first)[0].journal_id


def _head_of(connection: sqlite3.Connection) -> Head | None:
    first, last = next(rows(connection, limit=1), None), last_record(connection)
    if first is None or last is None:
        return None
    return Head(last.position, last.round, last.mac, start_of(first)[1].file_id)
