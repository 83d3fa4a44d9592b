"""A server that has pools already is brought up to a newer schema, with all that it keeps."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.pools import EVERYTHING
from controller.pools.migrate import OURS, Migration, expect_ours, migrate, migrations
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault
from controller.pools.server import Address
from tests.helpers.postgres import quick_server
from tests.unit.pools.backends import done, opened, win

ADDED = "ALTER TABLE pool.hits ADD COLUMN note text NOT NULL DEFAULT 'none';"
COUNTED = """
CREATE FUNCTION pool.noted() RETURNS bigint LANGUAGE sql AS
    $$SELECT count(*) FROM pool.hits WHERE note = 'none'$$;
"""
BOTH = (*OURS, Migration(2, (ADDED, COUNTED)))


@pytest.fixture
def address() -> Iterator[Address]:
    """A database with the first schema, in which a pool was played on."""
    server = quick_server()
    server.sql("DROP DATABASE IF EXISTS older WITH (FORCE)", "CREATE DATABASE older")
    found = Address(server.url(database="older"))
    assert migrate(found, OURS[:1]) == (0, 1, True)
    with closing(PostgresPools(found)) as pools:
        pool = opened(pools)
        done(pool.contribute("c", "t1", 1, 3))
        win(pool, "t1", 1, EVERYTHING, resets=True)
    yield found
    server.sql("DROP DATABASE older WITH (FORCE)")


def test_a_newer_schema_keeps_what_is_there(address: Address) -> None:
    with address.connect() as link:
        with pytest.raises(PoolFault, match="schema 1, expected 2: run `feltwork pool init`"):
            expect_ours(link, address, BOTH)
        books = link.execute("SELECT b FROM pool.books b").fetchall()
        assert migrate(address, BOTH) == (1, 2, True)
        expect_ours(link, address, BOTH)
        assert link.execute("SELECT b FROM pool.books b").fetchall() == books
        assert link.execute("SELECT pool.noted()").fetchone() == (1,)
    assert migrate(address, BOTH) == (2, 2, True)
    with pytest.raises(PoolFault, match="schema 2, expected 1: use a newer Feltwork"):
        PostgresPools(address)


def test_a_migration_that_fails_leaves_nothing_behind(address: Address) -> None:
    halfway = (*OURS, Migration(2, (ADDED, "SELECT nothing.at_all();")))
    with pytest.raises(PoolFault):
        migrate(address, halfway)
    with closing(PostgresPools(address)) as pools:
        assert pools.rows("SELECT max(version) FROM pool.schema_versions") == [(1,)]
        columns = "SELECT 1 FROM information_schema.columns WHERE column_name = 'note'"
        assert pools.rows(columns) == []


def test_a_migration_may_take_longer_than_an_answer(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.pools.server.ANSWER_S_MAX", 0.05)
    unlimited = """
        DO $$ BEGIN
            ASSERT current_setting('statement_timeout') = '0';
            ASSERT current_setting('lock_timeout') = '1min';
        END $$;
    """
    long = Migration(2, (unlimited, "SELECT pg_sleep(0.2);", ADDED))
    assert migrate(address, (*OURS, long)) == (1, 2, True)


def test_migrations_are_read_in_their_order_and_known_by_all_they_say(tmp_path: Path) -> None:
    for name, text in (("0001/1_b.sql", "b"), ("0001/2_a.sql", "a"), ("0002/1_c.sql", "c")):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    first, second = migrations(tmp_path)
    assert (first.version, first.statements) == (1, ("b", "a"))
    assert (second.version, second.statements) == (2, ("c",))
    assert first.digest != Migration(1, ("ba",)).digest
    assert len(OURS) == OURS[-1].version
