"""Who may do what on a server of pools, tried by plain SQL past everything of ours."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from controller.journal.recorder import Head
from controller.pools import EVERYTHING
from controller.pools import transfers as c
from controller.pools.content import content
from controller.pools.contract import Pool
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolRefusal
from controller.pools.server import Address
from controller.pools.transfers import Transfer
from tests.helpers.postgres import Server, quick_server
from tests.unit.pools.backends import (
    PEOPLE,
    ROYAL,
    dollars,
    done,
    figures,
    opened,
    refused,
    terms,
    win,
)

Link = psycopg.Connection[Any]


@pytest.fixture(scope="module")
def server() -> Server:
    found = quick_server()
    found.emptied()
    return found


@pytest.fixture(scope="module")
def pool(server: Server) -> Iterator[Pool]:
    """Tables 1 and 2 play; each has a login of its own. Beside it is a pool with more in it."""
    pools = PostgresPools(Address(server.url()))
    opened(pools, name="rich", meter="900000", tables=())
    pool = opened(pools, meter="80000", tables=("1", "2"))
    with psycopg.connect(server.url(), autocommit=True) as owner:
        for number in (1, 2):
            owner.execute(f"DROP ROLE IF EXISTS table_{number}".encode())
            owner.execute(f"CREATE ROLE table_{number} LOGIN".encode())
            admitted(owner, number)
    done(pool.contribute("1/c", "1", 1, 3))
    done(pool.contribute("2/c", "2", 1, 3))
    win(pool, "2", 1, dollars("10"))
    done(pool.reserve("2/hold", "2", 2, dollars("100")))
    yield pool
    pool.audit()
    pools.close()


@pytest.fixture(scope="module")
def as_table(server: Server, pool: Pool) -> Iterator[Link]:
    """The login of table 1."""
    with psycopg.connect(server.url("table_1"), autocommit=True) as link:
        yield link


def admitted(owner: Link, number: int, *, figures: bool = False) -> None:
    of = f"table_{number}", str(number), figures
    owner.execute("SELECT pool.admit(%s, %s, ARRAY['main'], %s)", of)


def send(link: Link, transfer: Transfer, pool: str = "main") -> Any:
    said = json.dumps(content(transfer))
    return told(link, pool, transfer.id, said)


def told(link: Link, pool: str, id: str, said: str) -> Any:
    found = link.execute("CALL pool.transfer(%s, %s, %s::jsonb)", (pool, id, said)).fetchone()
    return found and (found[0]["refused"], found[0]["seq"])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE pool.books SET meter = meter + 1, house = house + 1",
        "UPDATE pool.transfers SET id = 'other'",
        "DELETE FROM pool.transfers",
        "TRUNCATE pool.transfers",
        "INSERT INTO pool.transfers SELECT * FROM pool.transfers",
        "UPDATE pool.hits SET reversed = true",
        "DELETE FROM pool.hits",
        "UPDATE pool.reservations SET held = 0",
        "UPDATE pool.versions SET seed = 1",
        "INSERT INTO pool.links VALUES ('3', 'main')",
        "UPDATE pool.heads SET position = 0",
        "DELETE FROM pool.refusals",
        "INSERT INTO pool.members VALUES ('table_1', '2', '{main}')",
        "UPDATE pool.members SET pools = '{main, rich}'",
        "DELETE FROM pool.members",
        "SELECT pool.admit('table_1', '2', '{main, rich}', true)",
        "SELECT pool.dismiss('2')",
        "SELECT pool.write(b) FROM pool.books b",
        "SELECT pool.keep_version('main', '{}', 1)",
        "SELECT pool.settle(b, '1/x', '{}') FROM pool.books b",
        "DROP TRIGGER transfers_stay ON pool.transfers",
        "ALTER TABLE pool.transfers DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "SET SESSION AUTHORIZATION table_2",
        "SET ROLE feltwork_pool_house",
        "CREATE FUNCTION pool.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    ],
)
def test_a_table_writes_nothing_by_itself(as_table: Link, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_table.execute(statement.encode())


@pytest.mark.parametrize(
    "transfer",
    [
        c.Contribute("1/x", "2", 5, 1),
        c.Reserve("1/x", "2", 5, dollars("1")),
        c.TakeBack("1/x", "2/c", 1),
        c.Amend("1/x", "2/hold", dollars("1")),
        c.Post("1/x", "2/hold", "royal-flush", dollars("1"), True, ROYAL, PEOPLE, 1),
        c.Release("1/x", "2/hold"),
        c.Reverse("1/x", "award 2 1"),
        c.Join("1/x", "2", terms(figures())),
        c.Leave("1/x", "2"),
        c.Move("1/x", "2", "main", "main", terms(figures())),
        c.ChangeParameters("1/x", figures(seed="1", version=2), PEOPLE, 1),
        c.WithdrawChange("1/x", 2, PEOPLE, 1),
        c.Open("1/x", figures(), None, dollars("0"), PEOPLE, 1),
        c.Contribute("2/x", "1", 5, 1),
    ],
    ids=lambda transfer: type(transfer).__name__,
)
def test_a_table_acts_for_itself_only_and_under_its_own_ids(
    as_table: Link, pool: Pool, transfer: Transfer
) -> None:
    before = pool.status()
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        send(as_table, transfer)
    assert pool.status() == before


def test_a_table_contributes_and_claims_for_itself(
    as_table: Link, server: Server, pool: Pool
) -> None:
    link = PostgresPools(Address(server.url("table_1")))
    own = link.named("main")
    done(own.join("1/join", "1", terms(figures())))
    done(own.contribute("1/a", "1", 7, 2))
    done(own.take_back("1/b", "1/a", 1))
    done(own.reserve("1/r", "1", 7, dollars("50")))
    done(own.apply(c.Post("1/p", "1/r", "flush", dollars("50"), False, ROYAL, PEOPLE, 1)))
    done(own.reverse("1/v", "1/p"))
    done(own.release("1/e", "1/r"))
    assert own.status() == pool.status()
    assert own.history() == pool.history()
    own.audit()
    link.close()
    by = "SELECT DISTINCT by_role FROM pool.transfers WHERE id LIKE '1/_' AND id <> '1/c'"
    assert as_table.execute(by).fetchall() == [("table_1",)]


def test_what_the_server_logs_of_parameters_keeps_no_table_from_sending(
    server: Server, pool: Pool
) -> None:
    """By its line in the server's context a call is known: nothing else comes to stand there."""
    setting = "log_parameter_max_length_on_error"
    server.sql(f"ALTER DATABASE pools SET {setting} = -1")
    try:
        link = PostgresPools(Address(server.url("table_1")))
        done(link.named("main").contribute("1/logged", "1", 7, 1))
        link.close()
    finally:
        server.sql(f"ALTER DATABASE pools RESET {setting}")


def test_a_claim_on_nothing_is_refused_and_stays_refused(as_table: Link, pool: Pool) -> None:
    late = c.Release("1/late", "2/later")
    first = send(as_table, late)
    assert first[0] == "no_such_reservation"
    done(pool.reserve("2/later", "2", 9, dollars("1")))
    assert send(as_table, late) == first, "it is somebody's now"
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        send(as_table, c.Release("1/later", "2/later"))
    assert "2/later" in [held.id for held in pool.status().reservations]


def test_what_is_refused_over_and_over_is_counted_in_one_row(as_table: Link, pool: Pool) -> None:
    before = pool.status()
    for number in range(3):
        late = c.Contribute(f"1/refused {number}", "1", 5, 1, version=9)
        assert send(as_table, late) == ("no_such_version", None)
    query = 'SELECT "table", kind, refused, detail, seq, times FROM pool.refusals'
    told = ("1", "Contribute", "no_such_version", "9 seen.", before.seq, 3)
    assert as_table.execute(query).fetchall() == [told]
    assert pool.status() == before


def test_what_is_refused_is_booked_to_the_table_that_has_asked_whatever_it_says(
    server: Server, as_table: Link
) -> None:
    withdraw = c.WithdrawChange("1/w", 9, PEOPLE, 1)
    said = {**content(withdraw), "table": "2"}
    with psycopg.connect(server.url(), autocommit=True) as owner:
        admitted(owner, 1, figures=True)
        with pytest.raises(psycopg.errors.DataError, match="table cannot be so"):
            told(as_table, "main", "1/w", json.dumps(said))
        assert send(as_table, withdraw)[0] == "nothing_pending"
        admitted(owner, 1)
    query = "SELECT \"table\" FROM pool.refusals WHERE kind = 'WithdrawChange'"
    assert as_table.execute(query).fetchall() == [("1",)]


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "Contribute", "table": "1", "round": 1, "wagers": -5, "version": None},
        {"kind": "Contribute", "table": "1", "round": 1, "wagers": None, "version": None},
        {"kind": "TakeBack", "contribution": "1/c", "wagers": -5},
        {"kind": "Reserve", "table": "1", "round": 1, "amount": -1},
        {"kind": "Reserve", "table": "1", "round": -1, "amount": 1},
        {"kind": "Reserve", "table": "1", "round": 1, "amount": {"percent": 101}},
        {"kind": "Reserve", "table": "1", "round": 1},
        {"kind": "Post", "reservation": "1/c", "amount": 1, "resets": False, "who": ["1", "1\t"]},
        {
            "kind": "Post",
            "reservation": "1/c",
            "amount": 1,
            "resets": False,
            "who": ["1", "\u00df"],
        },
    ],
)
def test_nonsense_is_refused_by_the_server_too(
    as_table: Link, pool: Pool, said: dict[str, object]
) -> None:
    before = pool.status()
    with pytest.raises(psycopg.errors.DataError):
        told(as_table, "main", "1/x", json.dumps(said))
    assert pool.status() == before


def test_two_people_at_a_table_that_may_agree_on_figures(server: Server, pool: Pool) -> None:
    with psycopg.connect(server.url(), autocommit=True) as owner:
        admitted(owner, 1, figures=True)
    with psycopg.connect(server.url("table_1"), autocommit=True) as link:
        change = c.ChangeParameters("1/x", figures(seed="1", version=2), PEOPLE, 1)
        assert send(link, change, "rich") == ("table_not_linked", None)
        assert send(link, change)[0] is None
    assert pool.status().latest == 2


def test_a_login_that_is_no_table_reads_at_most(server: Server, pool: Pool) -> None:
    server.sql("DROP ROLE IF EXISTS stranger", "CREATE ROLE stranger LOGIN", database="pools")
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(server.url("stranger"))
    server.sql("GRANT feltwork_pool_reader TO stranger")
    with psycopg.connect(server.url("stranger"), autocommit=True) as link:
        assert link.execute("SELECT count(*) FROM pool.books").fetchone() == (2,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            send(link, c.Contribute("1/x", "1", 5, 1))
        server.sql("GRANT feltwork_pool_table TO stranger")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="admitted as no table"):
            send(link, c.Contribute("1/y", "1", 5, 1))


def test_a_table_anchors_its_own_journal_only(as_table: Link, pool: Pool) -> None:
    anchor = "SELECT pool.anchor(%s, %s, 7, 1, %s, %s)"
    as_table.execute(anchor, ("main", "1", bytes(32), bytes(16)))
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_table.execute(anchor, ("main", "2", bytes(32), bytes(16)))
    assert pool.anchored("1") == (Head(7, 1, bytes(32), bytes(16)),)
    assert pool.anchored("2") == ()
    with pytest.raises(psycopg.errors.NoDataFound, match="no pool nowhere"):
        as_table.execute(anchor, ("nowhere", "1", bytes(32), bytes(16)))


# What a table could try for more than its own


@pytest.mark.parametrize(
    "transfer",
    [
        c.Reserve("1/rich", "1", 5, dollars("1")),
        c.TakeBack("1/rich", "nothing", 1),
        c.Release("1/rich", "nothing"),
        c.Contribute("1/rich", "1", 5, 1),
        c.Leave("1/rich", "1"),
    ],
    ids=lambda transfer: type(transfer).__name__,
)
def test_nothing_of_a_table_is_kept_in_a_pool_that_it_is_not_in(
    server: Server, as_table: Link, pool: Pool, transfer: Transfer
) -> None:
    assert send(as_table, transfer, "rich") == ("table_not_linked", None)
    found = "SELECT count(*) FROM pool.transfers WHERE pool = 'rich' AND by_role = 'table_1'"
    assert as_table.execute(found.encode()).fetchone() == (0,)


def test_a_table_joins_and_moves_into_those_pools_only_that_the_house_has_named(
    server: Server, as_table: Link, pool: Pool
) -> None:
    move = c.Move("1/move", "1", "main", "rich", terms(figures()))
    assert send(as_table, move, "rich") == ("table_not_admitted", None)
    join = c.Join("1/join rich", "1", terms(figures()))
    assert send(as_table, join, "rich") == ("table_not_admitted", None)
    with psycopg.connect(server.url(), autocommit=True) as owner:
        owner.execute("SELECT pool.admit('table_1', '1', '{main, rich}', false)")
        assert send(as_table, move, "rich")[0] is None
        assert send(as_table, move, "rich")[0] is None, "sent again"
        back = c.Move("1/back", "1", "rich", "main", terms(figures()))
        assert send(as_table, back)[0] is None
        assert send(as_table, move, "rich")[0] is None, "a copy that was late changes nothing"
        admitted(owner, 1)
    assert "1" in pool.status().tables


def test_a_table_that_has_left_takes_nothing_more(
    as_table: Link, pool: Pool, server: Server
) -> None:
    assert send(as_table, c.Reserve("1/nothing", "1", 50, dollars("0")))[0] is None
    assert send(as_table, c.Leave("1/left", "1")) == ("reservation_held", None)
    post = c.Post("1/p", "1/nothing", "royal-flush", dollars("0"), False, ROYAL, PEOPLE, 1)
    server.sql("UPDATE pool.links SET pool = NULL WHERE \"table\" = '1'", database="pools")
    for claim in (c.Amend("1/all", "1/nothing", EVERYTHING), replace(post, id="1/left/p")):
        refused(pool.apply(claim), PoolRefusal.TABLE_NOT_LINKED)  # whoever asks
        assert send(as_table, replace(claim, id=f"{claim.id}/2"))[0] == "table_not_linked"
    server.sql("UPDATE pool.links SET pool = 'main' WHERE \"table\" = '1'", database="pools")
    assert send(as_table, c.Release("1/let go", "1/nothing"))[0] is None


def test_only_an_award_of_the_whole_meter_resets_it_by_two_people(
    as_table: Link, pool: Pool
) -> None:
    assert send(as_table, c.Reserve("1/zero", "1", 51, dollars("0")))[0] is None
    before = pool.status().accounts
    nothing = c.Post("1/zero/1", "1/zero", "royal-flush", dollars("0"), True, ROYAL, PEOPLE, 1)
    assert send(as_table, nothing)[0] == "not_the_whole_meter"
    alone = replace(nothing, id="1/zero/2", who=("4711",), resets=False)
    assert send(as_table, alone)[0] == "needs_two_people"
    said = json.dumps({**content(alone), "who": []})
    assert told(as_table, "main", "1/zero/3", said)[0] == "needs_two_people"
    assert pool.status().accounts == before
    assert send(as_table, c.Release("1/zero/4", "1/zero"))[0] is None


def test_a_table_that_begins_a_transaction_and_stops_there_is_cut_off(
    server: Server, pool: Pool
) -> None:
    with psycopg.connect(server.url("table_1"), autocommit=True) as link:
        name = "idle_in_transaction_session_timeout"
        assert link.execute(f"SHOW {name}".encode()).fetchone() == ("5s",)


# Whose login cannot be a table's


@pytest.mark.parametrize(
    ("login", "why"),
    [
        ("postgres", "it has rights of its own"),
        ("maker", "it has rights of its own"),
        ("feltwork_pool_house", "it is a group"),
        ("crowd", "it is a group"),
        ("pg_monitor", "it is a group"),
        ("pit", "it is in other groups"),
        ("table_2", "it is table 2"),
        ("free", "table 1 has the login table_1: dismiss it first"),
        ("nobody", "there is no such login"),
        ("x" * 64, "a login has 1 to 63 bytes"),
        ("", "a login has 1 to 63 bytes"),
    ],
)
def test_a_login_that_is_anything_else_becomes_no_table(
    server: Server, pool: Pool, login: str, why: str
) -> None:
    names = ("maker", "crowd", "pit", "free")
    with psycopg.connect(server.url(), autocommit=True) as owner, owner.transaction() as tried:
        for name in names:
            owner.execute(f"CREATE ROLE {name} LOGIN".encode())
        owner.execute("ALTER ROLE maker CREATEROLE")
        owner.execute("GRANT feltwork_pool_reader TO pit")
        owner.execute("GRANT crowd TO free")
        owner.execute("DELETE FROM pool.members WHERE role = 'free'")
        if login == "free":
            owner.execute("REVOKE crowd FROM free")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match=why), owner.transaction():
            owner.execute("SELECT pool.admit(%s, '1', '{main}', false)", (login,))
        raise psycopg.Rollback(tried)


def test_a_table_is_let_into_pools_that_are_there(server: Server, pool: Pool) -> None:
    with (
        psycopg.connect(server.url(), autocommit=True) as owner,
        pytest.raises(psycopg.errors.NoDataFound, match="no pool nowhere"),
    ):
        owner.execute("SELECT pool.admit('table_1', '1', '{main, nowhere}', false)")


def test_a_login_that_was_withdrawn_asks_and_reads_nothing_more(server: Server, pool: Pool) -> None:
    with psycopg.connect(server.url(), autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS table_3")
        owner.execute("CREATE ROLE table_3 LOGIN")
        admitted(owner, 3)
        with psycopg.connect(server.url("table_3"), autocommit=True) as link:
            assert link.execute("SELECT count(*) FROM pool.books").fetchone() == (2,)
            assert owner.execute("SELECT pool.dismiss('3')").fetchone() == ("table_3",)
            with pytest.raises(psycopg.OperationalError, match="administrator command"):
                link.execute("SELECT count(*) FROM pool.books")
        with pytest.raises(psycopg.OperationalError, match="does not exist"):
            psycopg.connect(server.url("table_3"))
        assert owner.execute("SELECT pool.dismiss('3')").fetchone() == (None,)


# What even the owner of the tables cannot do


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE pool.transfers SET id = 'other'",
        "DELETE FROM pool.transfers",
        "TRUNCATE pool.transfers CASCADE",
        "DELETE FROM pool.hits",
    ],
)
def test_history_stays_as_it_is(server: Server, pool: Pool, statement: str) -> None:
    with pytest.raises(psycopg.errors.RestrictViolation, match="append-only"):
        server.sql(statement, database="pools")


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("INSERT INTO pool.links VALUES ('1', 'main')", psycopg.errors.UniqueViolation),
        ("INSERT INTO pool.links VALUES ('9', 'nowhere')", psycopg.errors.ForeignKeyViolation),
        ("UPDATE pool.books SET meter = meter + 1", psycopg.errors.CheckViolation),
        ("UPDATE pool.books SET reserved = 99999999", psycopg.errors.CheckViolation),
        ("INSERT INTO pool.members VALUES ('a', '1', '{}')", psycopg.errors.UniqueViolation),
        ("INSERT INTO pool.members VALUES ('a', '1/b', '{}')", psycopg.errors.CheckViolation),
        ("INSERT INTO pool.links VALUES ('1/b', 'main')", psycopg.errors.CheckViolation),
        ("INSERT INTO pool.books (pool) VALUES (E'a\nb')", psycopg.errors.CheckViolation),
    ],
)
def test_the_tables_themselves_forbid_what_cannot_be(
    server: Server, pool: Pool, statement: str, error: type[psycopg.Error]
) -> None:
    with pytest.raises(error):
        server.sql(statement, database="pools")
