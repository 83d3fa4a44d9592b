"""A relay in one SQLite file: desk and tables are processes of one machine.

A letter is one row and one transaction. What a power cut takes back is said again, since both sides
keep saying what the other has not confirmed: so nothing waits for the disk here, and the file stays
whole all the same (WAL with `synchronous=NORMAL`). So a file that is damaged may be removed at any
time: both sides notice, and go on with a new one.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from controller.private_files import begin_private
from controller.relay.contract import Relay, RelayFault
from controller.relay.letters import BYTES_MAX, Box, Letter

WAIT_MS: Final = 2_000
CURE: Final = " Remove the file: its letters are sent again."
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS letters (box INTEGER NOT NULL, writer TEXT NOT NULL, "
    "body BLOB NOT NULL, tag BLOB NOT NULL, PRIMARY KEY (box, writer)) WITHOUT ROWID"
)
_PUT: Final = "INSERT OR REPLACE INTO letters VALUES (?, ?, ?, ?)"
_LATEST: Final = (
    "SELECT body, tag FROM letters WHERE box = ? AND writer = ? AND typeof(body) = 'blob' "
    "AND typeof(tag) = 'blob' AND length(body) <= ? AND length(tag) <= 64"
)


class SqliteRelay(Relay):
    """A file of letters, opened with the first of them and made where there is none."""

    def __init__(self, path: Path, wait_ms: int = WAIT_MS) -> None:
        self._path, self._wait_s, self._lock = path, wait_ms / 1000, Lock()
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        """Which file it is: another may have its name by now."""

    def put(self, box: Box, letter: Letter) -> None:
        with self._opened() as db:
            db.execute(_PUT, (*box, *letter))

    def latest(self, box: Box) -> Letter | None:
        with self._opened() as db:
            row = db.execute(_LATEST, (*box, BYTES_MAX)).fetchone()
        return None if row is None else Letter(*row)

    def close(self) -> None:
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None

    def _there(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _connected(self) -> sqlite3.Connection:
        with suppress(OSError):  # where it cannot be made, SQLite says so
            begin_private(self._path)
        db = sqlite3.connect(
            self._path, timeout=self._wait_s, isolation_level=None, check_same_thread=False
        )
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute(_SCHEMA)
        except BaseException:
            db.close()
            raise
        return db

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._lock:
                if self._file != self._there():
                    self._let_go()
                if self._db is None:
                    self._db, self._file = self._connected(), self._there()
                yield self._db
        except sqlite3.Error as fault:
            self.close()
            cure = "" if isinstance(fault, sqlite3.OperationalError) else CURE
            raise RelayFault(f"{self._path}: the letters cannot be used: {fault}.{cure}") from fault
