"""The register's file: its tables, a person's row, and whether a file is a register at all."""

import contextlib
import secrets
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from controller.clock import Moment
from controller.staff import pins, trail
from controller.staff.budget import Failures
from controller.staff.pins import RegisterError
from controller.staff.roles import RegisteredPerson, Role

_APPLICATION: Final = 0x4657_5354  # "FWST"
_VERSION: Final = 3
_BEFORE: Final = 2
"""The version that is carried over."""
_GUESSES: Final = f"""
CREATE TABLE guesses (
    failures INTEGER NOT NULL, tried_ms INTEGER NOT NULL, tried_boot TEXT NOT NULL
) STRICT;
INSERT INTO guesses VALUES (0, 0, '');
PRAGMA user_version = {_VERSION};
"""
_SCHEMA: Final = f"""
PRAGMA application_id = {_APPLICATION};
CREATE TABLE meta (key_check TEXT NOT NULL, id TEXT NOT NULL, bond TEXT) STRICT;
CREATE TABLE people (
    number TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,
    pin TEXT NOT NULL, card TEXT UNIQUE,
    attempts INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
    tried_ms INTEGER NOT NULL DEFAULT 0, tried_boot TEXT NOT NULL DEFAULT ''
) STRICT;
{_GUESSES}"""
_CARRY_OVER: Final = f"""
ALTER TABLE meta ADD COLUMN bond TEXT;
ALTER TABLE people ADD COLUMN tried_boot TEXT NOT NULL DEFAULT '';
ALTER TABLE trail ADD COLUMN people TEXT NOT NULL DEFAULT '';
{_GUESSES}"""


class PersonRow(NamedTuple):
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
    tried_boot: str

    def entry(self) -> RegisteredPerson:
        return RegisteredPerson(self.number, self.name, self.role, self.failures, bool(self.card))

    @property
    def charged(self) -> Failures:
        """What is charged to this person."""
        return Failures(self.failures, Moment(self.tried_boot, self.tried_ms))

    def __repr__(self) -> str:
        return f"Row({self.number})"  # the hashes are nobody's business


def rows_of(file: sqlite3.Connection, which: str = "", *values: str) -> list[PersonRow]:
    """Of everybody, or of some."""
    rows = file.execute(f"SELECT * FROM people {which}", values).fetchall()
    return [PersonRow(number, name, Role(role), *rest) for number, name, role, *rest in rows]


def find(file: sqlite3.Connection, number: str) -> PersonRow | None:
    """The row of one person."""
    return next(iter(rows_of(file, "WHERE number = ?", number)), None)


def update(file: sqlite3.Connection, number: str, **values: str | int | None) -> None:
    """Sets columns of one person."""
    columns = ", ".join(f"{column} = ?" for column in values)
    file.execute(f"UPDATE people SET {columns} WHERE number = ?", (*values.values(), number))


def charge(file: sqlite3.Connection, number: str, failures: Failures, **more: int) -> None:
    """What is charged to a person from now on."""
    last = failures.last
    update(file, number, failures=failures.count, tried_ms=last.ms, tried_boot=last.boot, **more)


def table_failures(file: sqlite3.Connection) -> Failures:
    """What is charged to the table as a whole."""
    count, ms, boot = file.execute("SELECT * FROM guesses").fetchone()
    return Failures(count, Moment(boot, ms))


def charge_table(file: sqlite3.Connection, failures: Failures) -> None:
    """What is charged to the table from now on."""
    values = (failures.count, failures.last.ms, failures.last.boot)
    file.execute("UPDATE guesses SET failures = ?, tried_ms = ?, tried_boot = ?", values)


def bond_of(file: sqlite3.Connection) -> str | None:
    """What the table left in the register at its start."""
    (bond,) = file.execute("SELECT bond FROM meta").fetchone()
    return None if bond is None else str(bond)


def write_schema(path: Path, key_check: str) -> None:
    """A register without people, with an id of its own."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as file, file:
            file.executescript(_SCHEMA + trail.SCHEMA)
            file.execute("INSERT INTO meta VALUES (?, ?, NULL)", (key_check, secrets.token_hex(16)))
    except sqlite3.Error as error:
        raise RegisterError(f"{path}: cannot be made: {error}") from error


def look_over(path: Path, file: sqlite3.Connection, key: bytes) -> bool:
    """Is it a register, whole, and is this its key? Whether it has to be carried over."""
    (application,) = file.execute("PRAGMA application_id").fetchone()
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise RegisterError(f"{path}: expected a staff register, found another file")
    if version not in (_BEFORE, _VERSION):
        raise RegisterError(f"{path}: expected version {_VERSION}, found {version}")
    (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise RegisterError(f"{path}: damaged: {found}. Restore it from its backup")
    if file.execute("SELECT key_check FROM meta").fetchall() != [(pins.key_check(key),)]:
        raise RegisterError(f"{pins.key_path(path)}: the key of another register; restore its own")
    if version == _BEFORE:
        return True
    rows_of(file)
    return False


def carry_over(file: sqlite3.Connection) -> None:
    """A register of the version before becomes one of this; whoever waited waits anew."""
    for statement in _CARRY_OVER.split(";"):  # not a script: that would commit
        file.execute(statement)
