"""The register's file: its tables, a person's row, and whether a file is a register at all."""

import contextlib
import secrets
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from controller.staff import pins, trail
from controller.staff.pins import RegisterError
from controller.staff.roles import Entry, Role

_APPLICATION: Final = 0x4657_5354  # "FWST"
_VERSION: Final = 2
_SCHEMA: Final = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE meta (key_check TEXT NOT NULL, id TEXT NOT NULL) STRICT;
CREATE TABLE people (
    number TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,
    pin TEXT NOT NULL, card TEXT UNIQUE,
    attempts INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
    tried_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
"""


class Row(NamedTuple):
    """Somebody, hashes and all."""

    number: str
    name: str
    role: Role
    pin: str
    card: str | None
    attempts: int
    """Over all time."""
    failures: int
    tried_ms: int

    def entry(self) -> Entry:
        return Entry(self.number, self.name, self.role, self.failures, bool(self.card))

    def __repr__(self) -> str:
        return f"Row({self.number})"  # the hashes are nobody's business


def rows_of(file: sqlite3.Connection, which: str = "", *values: str) -> list[Row]:
    """Of everybody, or of some."""
    rows = file.execute(f"SELECT * FROM people {which}", values).fetchall()
    return [Row(number, name, Role(role), *rest) for number, name, role, *rest in rows]


def find(file: sqlite3.Connection, number: str) -> Row | None:
    """The row of one person."""
    return next(iter(rows_of(file, "WHERE number = ?", number)), None)


def update(file: sqlite3.Connection, number: str, **values: str | int | None) -> None:
    """Sets columns of one person."""
    columns = ", ".join(f"{column} = ?" for column in values)
    file.execute(f"UPDATE people SET {columns} WHERE number = ?", (*values.values(), number))


def write_schema(path: Path, key_check: str) -> None:
    """A register without people, with an id of its own."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as file, file:
            file.executescript(_SCHEMA + trail.SCHEMA)
            file.execute("INSERT INTO meta VALUES (?, ?)", (key_check, secrets.token_hex(16)))
    except sqlite3.Error as error:
        raise RegisterError(f"{path}: cannot be made: {error}") from error


def look_over(path: Path, file: sqlite3.Connection, key: bytes) -> None:
    """Is it a register, whole, and is this its key?"""
    (application,) = file.execute("PRAGMA application_id").fetchone()
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise RegisterError(f"{path}: some other file seen, a staff register expected")
    if version != _VERSION:
        raise RegisterError(f"{path}: version {version} seen, {_VERSION} expected")
    (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise RegisterError(f"{path}: damaged: {found}. Restore it from its backup")
    if file.execute("SELECT key_check FROM meta").fetchall() != [(pins.key_check(key),)]:
        raise RegisterError(f"{pins.key_path(path)}: the key of another register; restore its own")
    rows_of(file)
