"""The login of one table, with any SQL: what it may do to its own it may not do to others."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import psycopg
import pytest

from controller.domain.money import Money
from controller.pools import PoolState, Terms
from controller.pools import transfers as c
from controller.pools.content import content
from controller.pools.delivery import CALM_MS, PoolDelivery
from controller.pools.listener import Listener
from controller.pools.postgres import PostgresPool, PostgresPools
from controller.pools.server import Address
from tests.attack.malice import BAD, GOOD, LOGIN, VALUES, House, Raw, every_way
from tests.unit.pools.backends import done

Link = psycopg.Connection[Any]

CALL = "CALL pool.transfer(%s, %s, %s::jsonb)"
HELD = json.dumps(content(c.Contribute("1/h", BAD, 70, 1)))
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


@pytest.fixture
def link(house: House) -> Iterator[Link]:
    made = house.as_bad()
    yield made
    made.close()


def tried(link: Link, query: str, values: Any = None) -> str:
    """What came of it: nothing, or the class of the error."""
    try:
        link.execute(query.encode(), values)
    except psycopg.Error as wrong:
        return wrong.sqlstate or "gone"
    return ""


# What can be said


@pytest.mark.parametrize("one_in", [11, pytest.param(1, marks=pytest.mark.attack)])
def test_no_field_of_any_transfer_does_harm_whatever_it_says(house: House, one_in: int) -> None:
    before, came = house.size(), set[str]()
    for number, said in enumerate(islice(every_way(), 0, None, one_in)):
        came.add(tried(house.link, CALL, ("main", f"1/x{one_in}/{number}", said)))
    assert came <= {"", "22023", "42501", "22P02", "22P05", "54001"}, "refused, each by its reason"
    assert house.size() < before + MEGABYTE
    assert house.link.execute("SELECT max(octet_length(detail)) FROM pool.refusals").fetchone()
    house.expect_well()


def test_no_pool_or_id_does_harm_whatever_it_is(house: House) -> None:
    said = json.dumps(content(c.Contribute("1/x", BAD, 60, 1)))
    before = house.size()
    texts = [value for value in VALUES if isinstance(value, str) and not isinstance(value, Raw)]
    for name in (*texts, None, "rich", "1/" + "x" * 300, "2/x"):
        assert tried(house.link, CALL, (name, "1/y", said)) in {"", "22023", "P0002", "42501"}
        assert tried(house.link, CALL, ("main", name, said)) in {"", "22023", "42501"}
    assert tried(house.link, CALL, ("main", "1/y", None)) == "22023"
    assert house.size() < before + MEGABYTE
    house.expect_well()


@pytest.mark.attack
@pytest.mark.parametrize(
    "query",
    [
        "CALL pool.transfer('main', '1/x', jsonb_build_object('kind', 'Leave', 'table', '1', "
        "'junk', repeat('x', 100000000)))",
        "CALL pool.transfer('rich', '1/x', jsonb_build_object('kind', repeat('x', 100000000)))",
        "CALL pool.transfer('rich', '1/x', jsonb_build_object('kind', 'Join', 'table', '1', "
        "'terms', jsonb_build_object('schedule', repeat('x', 100000000))))",
        "CALL pool.transfer('main', '1/' || repeat('x', 100000000), '{}')",
        "CALL pool.transfer(repeat('x', 100000000), '1/x', '{}')",
        "SELECT pool.anchor('main', repeat('x', 100000000), 9, 1, ''::bytea, ''::bytea)",
        "SELECT pool.anchor('main', '1', 9, 1, repeat('x', 100000000)::bytea, ''::bytea)",
        "SELECT pool.anchor('main', '1', 9, 1, repeat('x', 32)::bytea, "
        "repeat('x', 100000000)::bytea)",
        "SELECT pool.anchor('main', '1', 9, 1, repeat('x', 32)::bytea, repeat('x', 16)::bytea, "
        "ARRAY[repeat('x', 100000000), 'y'])",
    ],
    ids=lambda query: query[:60],
)
def test_a_hundred_megabytes_leave_nothing_behind(house: House, query: str) -> None:
    before = house.size()
    assert tried(house.link, query) in {"22023", "42501", "23514"}
    assert house.size() == before
    house.expect_well()


def test_no_head_does_harm_whatever_it_is(house: House) -> None:
    mac, journal = bytes(32), bytes(16)
    sound: list[Any] = ["main", BAD, 9, 1, mac, journal, ["1", "2"]]
    odd: tuple[Any, ...] = (
        None,
        -1,
        0,
        2**62,
        "",
        "x" * 300,
        b"",
        bytes(33),
        [],
        [None, None],
        ["1", "\n"],
    )
    for place in range(len(sound)):
        for value in (*odd, "rich", GOOD):
            tried(
                house.link,
                "SELECT pool.anchor(%s, %s, %s, %s, %s, %s, %s)",
                [*sound[:place], value, *sound[place + 1 :]],
            )
    assert house.pit.of(GOOD).anchored(GOOD) == ()
    heads = house.pit.of(BAD).anchored(BAD)
    assert all(len(head.mac) == 32 and 0 < head.position < 10**13 for head in heads)
    house.expect_well()


# What can be held


def _holds_by_transaction(link: Link) -> None:
    link.execute("SET idle_in_transaction_session_timeout = 0")
    link.execute("BEGIN")
    assert tried(link, CALL, ("main", "1/h", HELD)) == "2D000"


def _holds_by_savepoint(link: Link) -> None:
    link.execute("BEGIN")
    link.execute("SAVEPOINT before")
    assert tried(link, CALL, ("main", "1/h", HELD)) == "2D000"
    link.execute("ROLLBACK TO before")


def _holds_by_function(link: Link) -> None:
    link.execute("BEGIN")
    assert tried(link, "SELECT pool.apply(%s, %s, %s::jsonb)", ("main", "1/h", HELD)) == "42501"


def _holds_by_many_in_one(link: Link) -> None:
    assert tried(link, f"BEGIN; CALL pool.transfer('main', '1/h', '{HELD}')") == "2D000"


def _holds_by_pipeline(link: Link) -> None:
    """Carried out, and no end of the transaction is ever sent."""
    raw = link.pgconn
    raw.enter_pipeline_mode()
    raw.send_query_params(
        b"CALL pool.transfer($1, $2, $3::jsonb)", [b"main", b"1/h", HELD.encode()]
    )
    raw.send_flush_request()
    while raw.flush():
        pass
    result = raw.get_result()
    assert result is not None
    assert result.get_value(0, 0)


def _holds_by_forged_words(link: Link) -> None:
    """The words by which the server knows its own procedure, in a statement of one's own."""
    words = "PL/pgSQL function pool.transfer(text,text,jsonb,jsonb) line 4 at assignment"
    link.execute("BEGIN")
    forged = f"SELECT pool.apply('main', '1/h', '{HELD}') --\n/* */ -- {words}"
    for query in (forged, forged + "\n", forged + f"\n-- {words}\n/*\n{words}*/"):
        assert tried(link, "SAVEPOINT s") == ""
        got = tried(link, "SELECT query_to_xml(%s, true, true, '')", (query,))
        assert got in {"42501", "0A000"}
        link.execute("ROLLBACK TO s")
    assert tried(link, "SELECT ts_stat(%s)", (forged,)) == "42501"


def _holds_by_block(link: Link) -> None:
    block = f"BEGIN CALL pool.transfer('main', '1/h', '{HELD}'); PERFORM pg_sleep(60); END"
    assert tried(link, f"DO $${block}$$") == "42501"


def _holds_by_cursor(link: Link) -> None:
    link.execute("BEGIN")
    query = f"DECLARE held CURSOR WITH HOLD FOR SELECT pool.apply('main', '1/h', '{HELD}')"
    assert tried(link, query) in {"", "42501"}
    assert tried(link, "FETCH held") != ""


def _holds_by_prepared(link: Link) -> None:
    link.execute("BEGIN")
    link.execute("SELECT count(*) FROM pool.books")
    assert tried(link, "PREPARE TRANSACTION 'held'") == "55000"


@pytest.mark.parametrize(
    "holds",
    [
        _holds_by_transaction,
        _holds_by_savepoint,
        _holds_by_function,
        _holds_by_many_in_one,
        _holds_by_pipeline,
        _holds_by_forged_words,
        _holds_by_block,
        _holds_by_cursor,
        _holds_by_prepared,
    ],
    ids=lambda holds: holds.__name__,
)
def test_nobody_waits_for_a_table_that_does_not_end_what_it_began(
    house: House, link: Link, holds: Any
) -> None:
    holds(link)
    house.expect_well()
    locks = (
        "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
        "WHERE a.usename = %s AND l.relation = 'pool.books'::regclass AND l.mode LIKE 'Row%%'"
    )
    with psycopg.connect(house.server.url(), autocommit=True) as owner:
        assert owner.execute(locks, (LOGIN,)).fetchone() == (0,)


@pytest.mark.attack
def test_a_transaction_that_stays_open_is_cut_off_whatever_was_set(house: House) -> None:
    with house.as_bad() as stays, house.as_bad() as runs, ThreadPoolExecutor(1) as aside:
        for name in ("idle_in_transaction_session_timeout", "statement_timeout"):
            stays.execute(f"SET {name} = 0".encode())
            runs.execute(f"SET {name} = 0".encode())
        stays.execute("LISTEN feltwork_pool")
        stays.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        stays.execute("SELECT count(*) FROM pool.books")
        running = aside.submit(tried, runs, "SELECT pg_sleep(600)")
        until = time.monotonic() + 30
        while time.monotonic() < until and (not running.done() or not tried(stays, "SELECT")):
            time.sleep(0.5)
            house.pit.house.reap()
        assert running.result(1) == "57P01"
        assert tried(stays, "SELECT") in {"57P01", "gone"}
    house.expect_well()


# What can be told


class Watched(PostgresPool):
    looks = 0

    def standing(self) -> PoolState:
        self.looks += 1
        return super().standing()


def test_notices_show_no_figure_and_call_for_a_look_a_second_at_most(house: House) -> None:
    pools = PostgresPools(Address(house.server.url(f"table_{GOOD}")))
    pool, shown = Watched("main", pools), set[Money | None]()
    true = pool.standing().available
    flooded = threading.Event()
    delivery = PoolDelivery(
        pool, lambda *_: None, shown=lambda meter, _: shown.add(meter), table=GOOD
    )
    lies = [
        "main", "", "x" * 7_000, "[" * 7_000, "null", "rich",
        json.dumps({"form": 1, "pool": "main", "seq": 10**9, "available": 1, "version": 1,
                    "following": 1, "latest": 1, "next_told": False}),
    ]  # fmt: skip

    def flood() -> None:
        with house.as_bad() as link:
            while not flooded.is_set():
                for lie in lies:
                    link.execute(f"NOTIFY feltwork_pool, '{lie}'".encode())

    with ThreadPoolExecutor(1) as aside, delivery, Listener(Address(house.server.url()), delivery):
        begun = time.monotonic()
        flooding = aside.submit(flood)
        time.sleep(1.2)
        looks, took_s = pool.looks, time.monotonic() - begun
        flooded.set()
        flooding.result()
    assert looks <= took_s * 1_000 / CALM_MS + 4, "and those of the start"
    assert shown == {true}
    pools.close()
    house.expect_well()


def test_transfers_go_on_while_somebody_keeps_notices_from_being_read(house: House) -> None:
    with house.as_bad() as deaf, house.as_bad() as loud:
        deaf.execute("LISTEN feltwork_pool")
        deaf.execute("BEGIN")
        deaf.execute("SELECT count(*) FROM pool.books")
        for _ in range(200):
            loud.execute(f"NOTIFY feltwork_pool, '{'x' * 7_900}'".encode())
        house.expect_well()


# What else a login has


NOT_FOR_TABLES = (
    "SELECT pg_advisory_lock(n) FROM generate_series(1, 1000000) n",
    "SELECT pg_try_advisory_xact_lock(1, 2)",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT pg_notify('feltwork_pool', 'main')",
    "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))",
    "SELECT pg_export_snapshot()",
    "CREATE TEMP TABLE mine (x text)",
    "CREATE TABLE public.mine (x text)",
    "CREATE TABLE pool.mine (x text)",
    "CREATE SCHEMA mine",
    "CREATE FUNCTION pg_temp.transfer(text, text, jsonb, jsonb) RETURNS int LANGUAGE sql "
    "AS 'SELECT 1'",
    "DO $$BEGIN PERFORM 1; END$$",
    "LOCK TABLE pool.books IN ACCESS EXCLUSIVE MODE",
    "LOCK TABLE pool.books IN ROW EXCLUSIVE MODE",
    "SELECT * FROM pool.books FOR UPDATE",
    "SELECT * FROM pool.books FOR KEY SHARE",
    "COPY pool.books FROM STDIN",
    "COPY pool.books TO PROGRAM 'true'",
    "COPY pool.books TO '/tmp/feltwork-stolen'",
    "SELECT pg_read_file('/etc/passwd')",
    "SET ROLE postgres",
    "SET ROLE table_2",
    "SET SESSION AUTHORIZATION postgres",
    "SET session_replication_role = replica",
    "SET temp_file_limit = -1",
    "ALTER ROLE table_2 PASSWORD 'x'",
    "ALTER ROLE CURRENT_USER CONNECTION LIMIT -1",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER ROLE table_2 SET statement_timeout = 1",
    "ALTER DATABASE pools SET statement_timeout = 1",
    "GRANT feltwork_pool_table TO table_2",
    "GRANT feltwork_pool_house TO table_1",
    "CREATE ROLE mine",
    "COMMENT ON TABLE pool.books IS 'x'",
    "COMMENT ON DATABASE pools IS 'x'",
    "CREATE STATISTICS mine ON pool, seq FROM pool.books",
    "CREATE EXTENSION dblink",
    "CREATE PUBLICATION mine",
    "CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION pool.stays()",
    "SELECT pg_create_logical_replication_slot('x', 'pgoutput')",
    "SELECT pg_switch_wal()",
    "SELECT pg_reload_conf()",
    "SELECT pool.signs_of_life('1 s')",
    "SELECT pool.standbys()",
    "SELECT pool.told(b, t) FROM pool.books b, pool.transfers t",
)


def test_a_login_has_nothing_that_it_does_not_need(house: House, link: Link) -> None:
    came = {}
    for statement in NOT_FOR_TABLES:
        link.execute("BEGIN")
        came[statement] = tried(link, statement)
        link.execute("ROLLBACK")
    refused = {"42501", "0A000"}
    assert {statement: why for statement, why in came.items() if why not in refused} == {}
    assert tried(link, "ALTER SYSTEM SET port = 1") == "42501"
    house.expect_well()


def test_no_login_ends_or_reads_what_others_do(house: House) -> None:
    others = (
        "SELECT pid, query, client_addr, state FROM pg_stat_activity "
        "WHERE usename <> session_user AND datname = current_database()"
    )
    found = house.link.execute(others).fetchall()
    assert found
    ending = "SELECT 1 / (NOT pg_terminate_backend(%s))::int"  # false where it has ended by itself
    came = set[str]()
    for pid, query, *rest in found:
        assert (query, *rest) == ("<insufficient privilege>", None, None)
        came.add(tried(house.link, ending, (pid,)))
    assert came - {""} == {"42501"}, "whoever is still there was not ended"


def test_a_login_has_so_many_connections(house: House) -> None:
    made = [house.as_bad() for _ in range(6)]  # beside that of the house, and the table's own
    with pytest.raises(psycopg.OperationalError, match="too many connections for role"):
        house.as_bad()
    house.expect_well()
    for link in made:
        link.close()


def test_what_a_login_sets_for_itself_is_its_own_affair(house: House) -> None:
    for name, value in (
        ("search_path", "pg_temp"), ("statement_timeout", "1"), ("datestyle", "'German'"),
        ("timezone", "'Pacific/Kiritimati'"), ("standard_conforming_strings", "off"),
        ("default_transaction_isolation", "'serializable'"), ("enable_indexscan", "off"),
        ("enable_bitmapscan", "off"), ("random_page_cost", "1e10"), ("lock_timeout", "1"),
        ("default_transaction_read_only", "on"), ("client_encoding", "'SQL_ASCII'"),
    ):  # fmt: skip
        house.link.execute(f"ALTER ROLE CURRENT_USER SET {name} = {value}".encode())
    house.link.execute("ALTER ROLE CURRENT_USER PASSWORD 'changed'")
    house.expect_well()
    with house.as_bad() as link:
        link.execute("SET default_transaction_read_only = off")
        link.execute("SET statement_timeout = 0")
        assert tried(link, CALL, ("main", "1/own", HELD)) == ""
        assert tried(link, CALL, ("main", "1/\\", HELD)) == ""
        assert tried(link, CALL, ("main", "1/\\\\n\n", HELD)) == "22023"
    house.expect_well()
    house.server.sql(f"ALTER ROLE {LOGIN} RESET ALL")


def test_a_login_of_another_database_or_of_nobody_gets_nowhere(house: House) -> None:
    server = house.server
    server.sql("DROP ROLE IF EXISTS stranger", "CREATE ROLE stranger LOGIN")
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(server.url("stranger"))
    server.sql("GRANT feltwork_pool_table TO stranger")  # as one that another database admitted
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(server.url("stranger"))
    server.sql("DROP ROLE stranger")


def test_public_may_nothing(house: House) -> None:
    granted = """
        SELECT 'database', datname::text FROM pg_database, aclexplode(datacl) a
        WHERE datname = current_database() AND a.grantee = 0
        UNION ALL SELECT 'schema', nspname FROM pg_namespace, aclexplode(nspacl) a
        WHERE a.grantee = 0 AND nspname IN ('pool', 'public')
        UNION ALL SELECT 'routine', p.oid::regprocedure::text FROM pg_proc p,
            aclexplode(coalesce(proacl, acldefault('f', proowner))) a
        WHERE a.grantee = 0 AND pronamespace = 'pool'::regnamespace
        UNION ALL SELECT 'table', c.relname FROM pg_class c, aclexplode(relacl) a
        WHERE a.grantee = 0 AND relnamespace = 'pool'::regnamespace
        UNION ALL SELECT 'type', t.typname FROM pg_type t, aclexplode(typacl) a
        WHERE a.grantee = 0 AND typnamespace = 'pool'::regnamespace
    """
    with psycopg.connect(house.server.url(), autocommit=True) as owner:
        assert owner.execute(granted).fetchall() == []


def test_a_table_that_is_refused_everywhere_fills_nothing(house: House) -> None:
    before = house.size()
    for number in range(300):
        joins = c.Join(f"1/{number}", BAD, Terms(f"{number}" * 60, Money(1), 1, Money(1)))
        said = json.dumps(content(joins))
        tried(house.link, CALL, ("rich", f"1/{number}", said))
    rows = "SELECT count(*) FROM pool.refusals WHERE pool = 'rich' AND kind = 'Join'"
    assert house.link.execute(rows).fetchone() == (1,)
    assert house.size() < before + MEGABYTE
    house.expect_well()


def test_a_table_does_not_fill_the_list_of_what_is_reserved(house: House) -> None:
    came = []
    for number in range(120):
        said = json.dumps(content(c.Reserve("1/x", BAD, 1_000 + number, Money(1))))
        came.append(tried(house.link, CALL, ("main", f"1/many/{number}", said)))
    assert came.count("54000") >= 20
    assert came[-1] == "54000"
    house.expect_well()


def test_what_is_sent_as_fast_as_it_is_answered_leaves_the_others_their_turn(house: House) -> None:
    sent = threading.Event()

    def push() -> None:
        with house.as_bad() as link:
            number = 0
            while not sent.is_set():
                number += 1
                link.execute(CALL, ("main", f"1/push/{number}", HELD))

    with ThreadPoolExecutor(1) as aside:
        pushing = aside.submit(push)
        try:
            for number in range(20):
                done(house.pit.of(GOOD).contribute(f"2/turn/{number}", GOOD, 80, 1))
        finally:
            sent.set()
        pushing.result()
    house.expect_well()
