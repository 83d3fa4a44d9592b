"""The schema of a PostgreSQL server of pools: which version is there, and how it becomes ours.

A migration is a folder of SQL files, run in their order in one transaction; its number is the
version it leaves. The digest of each is kept with it: a schema that was made by other statements
under the same number, or that is newer than this program, is left alone, by name.
"""

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen

from controller.pools.refusals import PoolFault, Trouble
from controller.pools.server import Address, ServerConnection

_ONE_AT_A_TIME: Final = 0x4657_4A50
_WAIT_S_MAX: Final = 60
"""For others who set the server up at the same time, or read what is being changed."""
_BEGIN: Final = """
CREATE SCHEMA IF NOT EXISTS pool;
CREATE TABLE IF NOT EXISTS pool.schema_versions (
    version integer PRIMARY KEY,
    digest text,
    by_role name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT now()
);
"""
_APPLIED: Final = """
    SELECT version, to_jsonb(v)->>'digest' FROM pool.schema_versions v ORDER BY version
"""
"""The first servers were set up before there was a digest."""

T = TypeVar("T")


class Migration(NamedTuple):
    """What leaves a version of the schema."""

    version: int
    statements: tuple[str, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256("\0".join(self.statements).encode()).hexdigest()


def migrations(folder: Traversable) -> tuple[Migration, ...]:
    """Those of a folder, in their order."""
    numbered = sorted((of.name, of) for of in folder.iterdir() if of.name.isdecimal())
    return tuple(
        Migration(int(name), tuple(file.read_text("utf-8") for file in _in_order(of)))
        for name, of in numbered
    )


def _in_order(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda item: item.name)


OURS: Final = migrations(files("controller.pools") / "migrations")


class _PatientConnection(ServerConnection):
    """A connection on which an answer may take its time: a migration goes over all that is kept."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        return psycopg.Connection.wait(self, gen, interval)


def connected(address: Address) -> ServerConnection:
    """A connection to a server whose schema is ours, or PoolFault."""
    link = address.connect()
    try:
        expect_ours(link, address)
    except BaseException:
        link.close()
        raise
    return link


def expect_ours(
    link: "psycopg.Connection[Any]", address: Address, ours: tuple[Migration, ...] = OURS
) -> None:
    """The schema is of this version and was made by the same statements, or PoolFault."""
    try:
        there = _applied(link, address, ours)
    except psycopg.Error as failed:
        raise address.fault(failed) from failed
    if not there:
        raise PoolFault(Trouble.NO_SCHEMA, str(address), "an empty schema")
    if there != len(ours):
        detail = f"schema {there}, expected {len(ours)}: run `feltwork pool init`"
        raise PoolFault(Trouble.OTHER_SCHEMA, str(address), detail)


def _applied(link: "psycopg.Connection[Any]", address: Address, ours: tuple[Migration, ...]) -> int:
    """How many of our migrations were made there; PoolFault where there are others."""
    expected = {of.version: of.digest for of in ours}
    applied = link.execute(_APPLIED.encode()).fetchall()
    for version, digest in reversed(applied):
        if version not in expected:
            detail = f"schema {version}, expected {len(ours)}: use a newer Feltwork"
        elif digest != expected[version]:
            made = "of no digest" if digest is None else f"of digest {digest[:12]}"
            detail = (
                f"schema {version} {made}, expected {expected[version][:12]}: use the Feltwork "
                "that has made it, or set up a new database with `feltwork pool init`"
            )
        else:
            continue
        raise PoolFault(Trouble.OTHER_SCHEMA, str(address), detail)
    return len(applied)


class Migrated(NamedTuple):
    """What has become of a schema."""

    before: int
    """0 for none."""
    after: int
    closed: bool
    """Has PUBLIC nothing left that a table's login could use against others?"""


def migrate(address: Address, ours: tuple[Migration, ...] = OURS) -> Migrated:
    """Bring the schema up to ours, and revoke from PUBLIC what this login may revoke."""
    with address.connect(_PatientConnection) as link:
        try:
            with link.transaction():
                link.execute("SET LOCAL client_min_messages = warning")
                link.execute("SET LOCAL search_path = pool, pg_temp")
                link.execute("SET LOCAL statement_timeout = 0")
                link.execute(f"SET LOCAL lock_timeout = '{_WAIT_S_MAX}s'".encode())
                _expect_none_prepared(link, address)
                link.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
                link.execute(_BEGIN)
                before = _applied(link, address, ours)
                for migration in ours[before:]:
                    _make(link, migration)
                ((closed,),) = link.execute("SELECT pool.close_to_public()").fetchall()
        except psycopg.Error as failed:
            raise address.fault(failed) from failed
        expect_ours(link, address, ours)
    return Migrated(before, len(ours), closed)


def _expect_none_prepared(link: ServerConnection, address: Address) -> None:
    """A transaction that a table leaves prepared keeps its locks, without anybody to cut off."""
    ((seen,),) = link.execute("SHOW max_prepared_transactions").fetchall()
    if seen != "0":
        detail = f"expected max_prepared_transactions 0, found {seen}: set it and restart"
        raise PoolFault(Trouble.FAILED, str(address), detail)


def _make(link: ServerConnection, migration: Migration) -> None:
    for statements in migration.statements:
        link.execute(statements.encode())
    link.execute(
        "INSERT INTO pool.schema_versions (version, digest) VALUES (%s, %s)",
        (migration.version, migration.digest),
    )
