"""The schema of a PostgreSQL server of pools: which version is there, and how it becomes ours.

A migration is a folder of SQL files, run in their order in one transaction; its number is the
version it leaves. A schema that is newer than this program is left alone, by name.
"""

from importlib.resources import files
from typing import Final

import psycopg

from controller.pools.refusals import PoolFault, Trouble
from controller.pools.server import Address, Link

_FOLDER: Final = files("controller.pools") / "migrations"
MIGRATIONS: Final = tuple(sorted(item.name for item in _FOLDER.iterdir() if item.name.isdecimal()))
SCHEMA_VERSION: Final = int(MIGRATIONS[-1])
_ONE_AT_A_TIME: Final = 0x4657_4A50
_BEGIN: Final = """
CREATE SCHEMA IF NOT EXISTS pool;
CREATE TABLE IF NOT EXISTS pool.schema_versions (
    version integer PRIMARY KEY,
    by_role name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT now()
);
"""


def version_there(link: Link, address: Address) -> int:
    """The version of the schema, or PoolFault where there is none."""
    try:
        found = link.execute("SELECT max(version) FROM pool.schema_versions").fetchone()
    except psycopg.Error as failed:
        raise address.fault(failed) from failed
    if found is None or found[0] is None:
        raise PoolFault(Trouble.NO_SCHEMA, str(address), "an empty schema")
    return int(found[0])


def expect_ours(link: Link, address: Address) -> None:
    """The schema is of this version, or PoolFault."""
    version = version_there(link, address)
    if version != SCHEMA_VERSION:
        to_do = "use a newer Feltwork" if version > SCHEMA_VERSION else "run `feltwork pool init`"
        detail = f"schema {version}, expected {SCHEMA_VERSION}: {to_do}"
        raise PoolFault(Trouble.OTHER_SCHEMA, str(address), detail)


def migrate(address: Address) -> tuple[int, int]:
    """Bring the schema up to ours: the version before, 0 for none, and the one after."""
    with address.connect() as link:
        try:
            with link.transaction():
                link.execute("SET LOCAL client_min_messages = warning")
                link.execute("SET LOCAL search_path = pool, pg_temp")
                link.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
                link.execute(_BEGIN)
                found = link.execute("SELECT max(version) FROM pool.schema_versions").fetchone()
                before = int(found[0] or 0) if found else 0
                _bring_up(link, before)
        except psycopg.Error as failed:
            raise address.fault(failed) from failed
        expect_ours(link, address)
    return before, SCHEMA_VERSION


def _bring_up(link: Link, before: int) -> None:
    for name in MIGRATIONS:
        if int(name) <= before:
            continue
        for file in sorted((_FOLDER / name).iterdir(), key=lambda item: item.name):
            link.execute(file.read_text("utf-8").encode())
        link.execute("INSERT INTO pool.schema_versions (version) VALUES (%s)", (int(name),))
