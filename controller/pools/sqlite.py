"""Pools in one SQLite file: the embedded default, in the table's own process.

WAL with `synchronous=FULL`: a transfer is one transaction, on the disk before its answer is given,
so that a retry after a kill or a power cut finds the first answer or none at all. Transfers are
append-only by trigger and numbered without a gap; the balance of the books is a constraint of the
table as well. Several processes may use the file: `BEGIN IMMEDIATE` puts them in order.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from os import PathLike, fspath
from os.path import exists
from pathlib import Path
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from controller.domain.base import BrokenInvariant, existing
from controller.domain.money import Money
from controller.journal.recorder import Head
from controller.pools import (
    Accounts,
    Books,
    Contribution,
    Counters,
    Hit,
    Level,
    Membership,
    PoolState,
    Record,
    Reservation,
    Status,
    Version,
)
from controller.pools.books import open_books, settle
from controller.pools.content import answer_again, answer_from_plain, answer_to_plain, content
from controller.pools.contract import Pool, Pools
from controller.pools.decision import Decision, standing_of, status_of
from controller.pools.heads import goes_on
from controller.pools.refusals import PoolFault, Trouble
from controller.pools.rows import from_row, names, quoted
from controller.pools.schema import APPLICATION, FORMER_VERSION, SCHEMA_VERSION, statements
from controller.pools.transfers import Answer, Open, Transfer
from controller.private_files import begin_private, wants_room

WAIT_MS: Final = 5_000
_NEXT_HEAD: Final = "(SELECT COALESCE(MAX(turn), 0) + 1 FROM heads)"

_TROUBLES: Final = {
    sqlite3.SQLITE_FULL: Trouble.DISK_FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_NOTADB: Trouble.FOREIGN_FILE,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
}

R = TypeVar("R")


class _Rows(Generic[R]):
    """One kind of record and the table it is kept in, a column for each field."""

    def __init__(self, kind: type[R], table: str, *keys: str) -> None:
        self._kind, self._names = kind, names(kind)
        columns = self._names if "pool" in self._names else ("pool", *self._names)
        self._owned = len(columns) > len(self._names)
        set_ = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in keys)
        self._write = (
            f"INSERT INTO {table} ({quoted(columns)}) VALUES ({', '.join('?' * len(columns))}) "
            f"ON CONFLICT ({quoted(keys)}) DO UPDATE SET {set_}"
        )
        self._select = f"SELECT {quoted(self._names)} FROM {table} WHERE "

    def write(self, db: sqlite3.Connection, pool: str, record: R) -> None:
        values = (getattr(record, name) for name in self._names)
        row = [json.dumps(value) if isinstance(value, tuple) else value for value in values]
        db.execute(self._write, [pool, *row] if self._owned else row)

    def find(self, db: sqlite3.Connection, where: str, *values: object) -> list[R]:
        return [from_row(self._kind, row) for row in db.execute(self._select + where, values)]

    def one(self, db: sqlite3.Connection, where: str, *values: object) -> R | None:
        return next(iter(self.find(db, where, *values)), None)


_BOOKS: Final = _Rows(Books, "books", "pool")
_VERSIONS: Final = _Rows(Version, "versions", "pool", "version")
_CONTRIBUTIONS: Final = _Rows(Contribution, "contributions", "pool", "id")
_RESERVATIONS: Final = _Rows(Reservation, "reservations", "pool", "id")
_HITS: Final = _Rows(Hit, "hits", "pool", "id")
_LINKS: Final = _Rows(Membership, "links", "table")
_ROWS: Final[dict[type[Record], _Rows[Any]]] = {
    Version: _VERSIONS,
    Contribution: _CONTRIBUTIONS,
    Reservation: _RESERVATIONS,
    Hit: _HITS,
    Membership: _LINKS,
}


def _pool_of(db: sqlite3.Connection, table: str) -> str | None:
    link = _LINKS.one(db, '"table" = ?', table)
    return None if link is None else link.pool


class _Facts:
    """What is on record about one pool, read within one transaction."""

    def __init__(self, db: sqlite3.Connection, pool: str) -> None:
        self._db, self.pool = db, pool

    @cached_property
    def books(self) -> Books:
        return existing(_BOOKS.one(self._db, "pool = ?", self.pool), f"no pool {self.pool}")

    def version(self, version: int) -> Version | None:
        return _VERSIONS.one(self._db, "pool = ? AND version = ?", self.pool, version)

    def pool_of(self, table: str) -> str | None:
        return _pool_of(self._db, table)

    def tables(self) -> tuple[str, ...]:
        links = _LINKS.find(self._db, 'pool = ? ORDER BY "table"', self.pool)
        return tuple(link.table for link in links)

    def contribution(self, id: str) -> Contribution | None:
        return _CONTRIBUTIONS.one(self._db, "pool = ? AND id = ?", self.pool, id)

    def reservation(self, id: str) -> Reservation | None:
        return _RESERVATIONS.one(self._db, "pool = ? AND id = ?", self.pool, id)

    def open_reservation(self, table: str, round: int) -> Reservation | None:
        where = 'pool = ? AND "table" = ? AND round = ? AND closed = 0'
        return _RESERVATIONS.one(self._db, where, self.pool, table, round)

    def held_reservations(self) -> list[Reservation]:
        return _RESERVATIONS.find(self._db, "pool = ? AND held > 0 ORDER BY seq", self.pool)

    def open_by(self, table: str) -> list[Reservation]:
        return _RESERVATIONS.find(self._db, '"table" = ? AND closed = 0 ORDER BY pool, seq', table)

    def reservations_set_after(self, seq: int) -> list[Reservation]:
        return _RESERVATIONS.find(self._db, "pool = ? AND set_at > ?", self.pool, seq)

    def hit(self, id: str) -> Hit | None:
        return _HITS.one(self._db, "pool = ? AND id = ?", self.pool, id)

    def standing_hits_after(self, seq: int) -> list[Hit]:
        where = "pool = ? AND seq > ? AND NOT reversed ORDER BY seq"
        return _HITS.find(self._db, where, self.pool, seq)


class SqlitePool(Pool):
    """One pool of a file."""

    def __init__(self, name: str, file: "SqlitePools") -> None:
        self.name = name
        self._file = file

    def apply(self, transfer: Transfer) -> Answer:
        with self._file.transaction("IMMEDIATE") as db:
            first = db.execute(
                "SELECT content, answer FROM transfers WHERE pool = ? AND id = ?",
                (self.name, transfer.id),
            ).fetchone()
            if first is not None:
                said, answer = (json.loads(text) for text in first)
                return answer_again(said, answer_from_plain(answer), transfer)
            if isinstance(transfer, Open):
                decision = open_books(self.name, transfer)
            else:
                decision = settle(_Facts(db, self.name), transfer)
            if decision.kept:
                self._keep(db, transfer, decision)
            return decision.answer

    def _keep(self, db: sqlite3.Connection, transfer: Transfer, decision: Decision) -> None:
        texts = json.dumps(content(transfer)), json.dumps(answer_to_plain(decision.answer))
        row = self.name, decision.books.seq, transfer.id, *texts, *vars(decision.moved).values()
        db.execute(f"INSERT INTO transfers VALUES ({', '.join('?' * len(row))})", row)
        _BOOKS.write(db, self.name, decision.books)
        for record in decision.records:
            _ROWS[type(record)].write(db, self.name, record)

    def standing(self) -> PoolState:
        with self._file.transaction() as db:
            return standing_of(_Facts(db, self.name))

    def status(self) -> Status:
        with self._file.transaction() as db:
            return status_of(_Facts(db, self.name))

    def history(self, limit: int = 25) -> tuple[Hit, ...]:
        with self._file.transaction() as db:
            return tuple(_HITS.find(db, "pool = ? ORDER BY seq DESC LIMIT ?", self.name, limit))

    def counters(self) -> Counters:
        with self._file.transaction() as db:
            books = _Facts(db, self.name).books
            levels = db.execute(
                "SELECT level, COUNT(*), SUM(amount) FROM hits "
                "WHERE pool = ? AND NOT reversed GROUP BY level ORDER BY MIN(seq)",
                (self.name,),
            )
            counted = {level: Level(hits, Money(won)) for level, hits, won in levels}
            return Counters(books.wagers_in, books.wagers_taken_back, counted)

    def anchor(self, table: str, head: Head, by: tuple[str, ...] = ()) -> None:
        with self._file.transaction("IMMEDIATE") as db:
            goes_on(table, self._heads(db, table), head, by)
            row = table, *head, json.dumps(by)
            db.execute(f"INSERT OR REPLACE INTO heads VALUES ({_NEXT_HEAD}, ?, ?, ?, ?, ?, ?)", row)

    def anchored(self, table: str) -> tuple[Head, ...]:
        with self._file.transaction() as db:
            return self._heads(db, table)

    def _heads(self, db: sqlite3.Connection, table: str) -> tuple[Head, ...]:
        query = 'SELECT position, round, mac, journal FROM heads WHERE "table" = ? ORDER BY turn'
        return tuple(map(Head._make, db.execute(query, (table,))))

    def audit(self) -> None:
        sums = ", ".join(f"SUM({name})" for name in names(Accounts))
        with self._file.transaction() as db:
            facts = _Facts(db, self.name)
            total = db.execute(
                f"SELECT COUNT(*), {sums} FROM transfers WHERE pool = ?", (self.name,)
            ).fetchone()
            added_up = dict(zip(("seq", *names(Accounts)), total, strict=True))
            added_up["reserved"] = sum(held.held for held in facts.held_reservations())
            facts.books.compared(self.name, added_up)


class SqlitePools(Pools):
    """A file of pools; made if it is not there, unless it has to be. Any thread may use it, one
    at a time."""

    def __init__(
        self, path: str | PathLike[str], wait_ms: int = WAIT_MS, *, create: bool = True
    ) -> None:
        self._path, self._lock, self._create = fspath(path), Lock(), create
        if not create and not exists(self._path):
            raise PoolFault(Trouble.MISSING, self._path, "no such file")
        with self._translated():
            self._begin()
            self._db = sqlite3.connect(
                self._path,
                timeout=wait_ms / 1000,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _begin(self) -> None:
        """A new file is its owner's alone, and so are those that SQLite puts beside it. Where it
        cannot be made SQLite says so."""
        if self._create and self._path != ":memory:":
            with suppress(OSError):
                begin_private(Path(self._path))

    def _prepare(self) -> None:
        new = self._recognised()  # before anything is changed: the file may be somebody else's
        if new and not self._create:
            raise PoolFault(Trouble.MISSING, self._path, "an empty file")
        mode = self._db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode not in ("wal", "memory"):
            raise PoolFault(Trouble.FAILED, self._path, f"journal mode {mode!r}, expected 'wal'")
        self._db.execute("PRAGMA synchronous = FULL")
        if not new:
            self._carry_over()
            return
        self._db.execute("BEGIN IMMEDIATE")
        if self._recognised():  # not so if another process was faster
            for statement in statements():
                self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self._db.execute("COMMIT")

    def _carry_over(self) -> None:
        """Schema 5 kept one head a table, by its file: the journal, where it was not archived."""
        self._db.execute("BEGIN IMMEDIATE")
        if self._db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA_VERSION:
            self._db.execute("ALTER TABLE heads RENAME TO former_heads")
            self._db.execute(next(one for one in statements() if "TABLE heads" in one))
            self._db.execute(
                'INSERT INTO heads SELECT ROW_NUMBER() OVER (), "table", position, round, mac, '
                "file_id, '[]' FROM former_heads"
            )
            self._db.execute("DROP TABLE former_heads")
            self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self._db.execute("COMMIT")

    def _recognised(self) -> bool:
        """Is the file empty? If it is not, is it ours?"""
        marks = "PRAGMA application_id", "PRAGMA user_version", "SELECT COUNT(*) FROM sqlite_schema"
        application, version, tables = (self._db.execute(mark).fetchone()[0] for mark in marks)
        if (application, version, tables) == (0, 0, 0):
            return True
        if application != APPLICATION:
            detail = f"application {application:#x}, expected {APPLICATION:#x}"
            raise PoolFault(Trouble.FOREIGN_FILE, self._path, detail)
        if version not in (FORMER_VERSION, SCHEMA_VERSION):
            detail = f"schema {version}, expected {SCHEMA_VERSION}"
            raise PoolFault(Trouble.OTHER_SCHEMA, self._path, detail)
        return False

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as wrong:
            raise BrokenInvariant(f"jackpot pool {self._path}: {wrong}") from wrong
        except sqlite3.Error as failed:
            code = getattr(failed, "sqlite_errorcode", 0) & 0xFF  # without the extended part
            if wants_room(failed, Path(self._path)):
                code = sqlite3.SQLITE_FULL
            trouble = _TROUBLES.get(code, Trouble.FAILED)
            raise PoolFault(trouble, self._path, str(failed)) from failed

    @contextmanager
    def transaction(self, kind: str = "DEFERRED") -> Iterator[sqlite3.Connection]:
        """One transaction: all of it on the disk, or nothing."""
        with self._lock, self._translated():
            self._db.execute(f"BEGIN {kind}")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a failed COMMIT may have rolled back by itself
                    self._db.execute("ROLLBACK")
                raise

    def names(self) -> tuple[str, ...]:
        with self.transaction() as db:
            return tuple(name for (name,) in db.execute("SELECT pool FROM books ORDER BY pool"))

    def named(self, name: str) -> SqlitePool:
        return SqlitePool(name, self)

    def pool_of(self, table: str) -> str | None:
        with self.transaction() as db:
            return _pool_of(db, table)

    def close(self) -> None:
        with self._lock, self._translated():
            self._db.close()
