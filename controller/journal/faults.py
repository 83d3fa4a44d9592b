"""SQLite's errors in words: what was seen, what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.journal.recorder import JournalFault
from controller.private_files import DISK_IS_FULL, FREE_SPACE, wants_room


def error_name(error: Exception) -> str:
    """What SQLite calls it."""
    return str(getattr(error, "sqlite_errorname", ""))


_FAULTS: Final = (
    # what SQLite calls it, what was seen, what to do
    ("SQLITE_FULL", DISK_IS_FULL, FREE_SPACE),
    ("SQLITE_READONLY", "the file or its disk is read-only", "Make it writable for this user"),
    ("SQLITE_CANTOPEN", "the file cannot be opened", "Check the owner of folder and file"),
    ("SQLITE_BUSY", "another process holds the file", "Stop it: only one can write a journal"),
    ("SQLITE_NOTADB", "it is not a journal", "Name another file for the journal"),
    ("SQLITE_CORRUPT", "the file is damaged", "Keep it as evidence and verify it"),
    ("SQLITE_IOERR", "the disk does not work", "Check the disk, its quota and its cables"),
    ("SQLITE_CONSTRAINT", "another record is there", "Only one process can write a journal"),
)
NOT_DAMAGE: Final = tuple(
    name for name, _, _ in _FAULTS if name not in ("SQLITE_CORRUPT", "SQLITE_CONSTRAINT")
)


def in_words(path: Path, error: sqlite3.Error) -> JournalFault:
    """SQLite's error in words: what was seen, what to do."""
    name = error_name(error)
    if wants_room(error, path):
        name = "SQLITE_FULL"
    for start, seen, todo in _FAULTS:
        if name.startswith(start):
            return JournalFault(f"{path}: {seen} ({error}). {todo}")
    return JournalFault(f"{path}: the journal cannot be used: {error}")


@contextmanager
def journal_faults(path: Path) -> Iterator[None]:
    """What SQLite raises in here is a fault of the journal."""
    try:
        yield
    except sqlite3.Error as error:
        raise in_words(path, error) from error
