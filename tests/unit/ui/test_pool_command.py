"""`feltwork pool` as a user meets it: output, exit status, messages, and no password in any."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner, Result

from controller.domain.money import Money
from controller.games.bonus.transfers import terms_of
from controller.journal.recorder import Head
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address
from controller.staff.register import Register
from controller.tables import load_table
from tests.helpers.commands import stops
from tests.helpers.postgres import Server, free_port, quick_server
from tests.unit.pools.backends import done, win
from tests.unit.running.tables import soon
from tests.unit.staff.crew import ADA, BO, EVE, PINS, WEAK, joined
from ui.cli import app
from ui.commands import pool as command

SECRET = "correct horse battery"
Run = Callable[..., Result]


@pytest.fixture
def server() -> Server:
    found = quick_server()
    found.emptied()
    return found


@pytest.fixture
def run(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("FELTWORK_POOL", server.url())
    monkeypatch.setenv("FELTWORK_STAFF", str(tmp_path / "staff.db"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    joined(Register.create(tmp_path / "staff.db", WEAK), ADA, EVE, BO)
    monkeypatch.setattr(command, "now_ms", lambda: 1_700_000_000_000)

    def call(*arguments: str, typed: str = "") -> Result:
        result = CliRunner().invoke(app, ["pool", *arguments], input=typed)
        assert SECRET not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return call


def fine(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.output


def open_pool(
    run: Run, name: str, *more: str, like: str = "14", by: tuple[str, ...] = ("900", "901")
) -> Result:
    people = [word for number in by for word in ("--by", number)]
    typed = "".join(f"{PINS.get(number, '135792')}\n" for number in by)
    return run("open", name, "--like", like, *people, "--pin-stdin", *more, typed=typed)


def open_main(run: Run) -> str:
    return fine(open_pool(run, "main"))


def test_init_sets_a_server_up_once(server: Server, run: Run) -> None:
    server.sql("DROP DATABASE IF EXISTS fresh", "CREATE DATABASE fresh")
    fresh = server.url(database="fresh")
    told = run("status", "--server", fresh).output
    assert "no pools were set up there: run `feltwork pool init`" in told
    assert "schema 1 set up." in fine(run("init", "--server", fresh))
    assert "schema 1 is in order." in fine(run("init", "--server", fresh))
    assert "pool" in fine(run("status", "--server", fresh))
    server.sql("INSERT INTO pool.schema_versions VALUES (99)", database="fresh")
    for words in (("status",), ("init",)):
        stops(run(*words, "--server", fresh), 2, "schema 99, expected 1: use a newer Feltwork")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE pool.schema_versions SET digest = 'c0ffee'", "schema 1 of digest c0ffee, expect"),
        ("ALTER TABLE pool.schema_versions DROP COLUMN digest", "schema 1 of no digest, expected"),
    ],
)
def test_a_schema_that_was_made_by_other_statements_is_named_and_left_alone(
    server: Server, run: Run, change: str, says: str
) -> None:
    server.sql("DROP DATABASE IF EXISTS fresh", "CREATE DATABASE fresh")
    fresh = server.url(database="fresh")
    fine(run("init", "--server", fresh))
    server.sql(change, database="fresh")
    for words in (("status",), ("init",), ("monitor", "--port", "0")):
        stops(run(*words, "--server", fresh), 2, says, "set up a new database")


@pytest.mark.parametrize(
    ("by", "why"),
    [
        (("900",), "Name each of them once with --by"),
        (("900", "900"), "Name each of them once with --by"),
        (("900", "117"), "Name each of them once with --by"),
        (("900", "902"), "PIN or card is wrong"),
        (("900", ""), "PIN or card is wrong"),
    ],
)
def test_a_pool_is_not_opened_by_less_than_two_people_of_the_table(
    run: Run, by: tuple[str, ...], why: str
) -> None:
    stops(open_pool(run, "main", by=by), 1, why)
    assert "main" not in fine(run("status"))


def test_nobody_is_named_at_the_pool_without_a_pin(run: Run) -> None:
    stops(run("open", "main", "--like", "14", "--by", "900", "--by", "901"), 2, "Use --pin-stdin")
    swapped = f"{PINS['901']}\n{PINS['900']}\n"
    words = ("open", "main", "--like", "14", "--by", "900", "--by", "901", "--pin-stdin")
    stops(run(*words, typed=swapped), 1, "PIN or card is wrong")
    assert "main" not in fine(run("status"))


def test_a_pool_is_opened_like_a_table_by_two_people(run: Run) -> None:
    assert open_main(run) == "main: open, the meter is at 61235.50.\n"
    stops(open_pool(run, "main", like="16"), 1, "used before with other parameters")
    assert "the meter is at 50000.00" in fine(open_pool(run, "second", "--seeded"))
    assert "stands at" not in open_pool(run, "x", like="99").output


def test_status_tables_and_history_say_what_is_there(server: Server, run: Run) -> None:
    open_main(run)
    fine(run("admit", "14", "--pool", "main", "--figures", "--password-stdin", typed=f"{SECRET}\n"))
    pools = PostgresPools(Address(server.url("feltwork_table_14")))
    pool, rules = pools.named("main"), load_table("14").rules.jackpot
    assert rules is not None
    done(pool.join("14/join", "14", terms_of(rules)))
    with closing(PostgresPools(Address(server.url()))) as house:
        win(house.named("main"), "14", 7, Money(1_000_00))
        done(house.named("main").reserve("held", "14", 8, Money(50_00)))
    pool.anchor("14", Head(9, 7, bytes(32), bytes(16)))
    seen = fine(run("status"))
    assert "60185.50" in seen
    assert "version 1: nsw, wager 5.00, seed 50000.00" in seen
    assert "main: 50.00 reserved for 14, round 8." in seen
    rows = fine(run("tables"))
    assert "feltwork_table_14" in rows
    assert "up" in rows
    hits = fine(run("history", "main"))
    assert "1000.00" in hits
    assert "2023-11-14 22:15:00 UTC" in hits
    pools.close()
    stops(run("history", "other"), 2, "There is no pool other")


def test_status_warns_of_a_standby_that_no_answer_waits_for(server: Server, run: Run) -> None:
    open_main(run)
    assert "Warning" not in fine(run("status"))
    with psycopg.connect(f"{server.url()} replication=database", autocommit=True):
        assert "Warning: answers do not wait for 1 standby" in fine(run("status"))
        names = "synchronous_standby_names"
        server.sql(f"ALTER SYSTEM SET {names} = '*'", "SELECT pg_reload_conf()")
        try:
            assert soon(lambda: "Warning" not in fine(run("status")))
        finally:
            server.sql(f"ALTER SYSTEM RESET {names}", "SELECT pg_reload_conf()")


@pytest.mark.parametrize("name", ["", "x" * 300, "a\nb"])
def test_a_name_that_nobody_could_read_is_refused_in_words(run: Run, name: str) -> None:
    stops(open_pool(run, name), 2, "expected 1 to 200 letters")


def test_a_name_is_shown_as_it_is(run: Run) -> None:
    fine(open_pool(run, "[/red] :x:"))
    assert "[/red] :x:" in fine(run("status"))


def test_a_login_is_one_tables_and_withdrawn_by_the_tables_name(server: Server, run: Run) -> None:
    open_main(run)
    admit = ("admit", "--password-stdin", "--pool")
    told = fine(run(*admit, "main", "14", typed=f"{SECRET}\n"))
    assert told == "feltwork_table_14 acts for table 14: it may join main.\n"
    for words, says in (
        (("main", "15", "--login", "feltwork_table_14"), "it is table 14"),
        (("main", "14", "--login", "another"), "table 14 has the login feltwork_table_14"),
        (("main", "15", "--login", "postgres"), "it has rights of its own"),
        (("main", "15", "--login", "feltwork_pool_house"), "it is a group"),
        (("main", "x" * 60), "a login has 1 to 63 bytes"),
        (("nowhere", "15"), "there is no pool nowhere"),
    ):
        stops(run(*admit, *words, typed=f"{SECRET}\n"), 2, says)
    with psycopg.connect(server.url()) as link:
        query = "SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL OR rolname = 'another'"
        assert ("another",) not in link.execute(query).fetchall(), "nothing is left of a refusal"
    assert "feltwork_table_14 no longer acts for table 14" in fine(run("dismiss", "14"))
    again = run("dismiss", "14")
    assert (again.exit_code, again.output) == (1, "Table 14 has no login.\n")
    fine(run(*admit, "main", "14", "--login", "another", typed=f"{SECRET}\n"))
    fine(run("dismiss", "14"))


def test_a_table_is_let_in_by_its_password_only(
    server: Server, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_main(run)
    fine(run("admit", "14", "--pool", "main", "--password-stdin", typed=f"{SECRET}\n"))
    by_tcp = f"host=127.0.0.1 port={server.port} user=feltwork_table_14 dbname=pools"
    stops(run("status", "--server", by_tcp), 2, "it refuses the login")
    monkeypatch.setenv("PGPASSWORD", "guess")
    stops(run("status", "--server", by_tcp), 2, "it refuses the login")
    monkeypatch.setenv("PGPASSWORD", SECRET)
    assert "61235.50" in fine(run("status", "--server", by_tcp))
    stops(open_pool(run, "x", "--server", by_tcp), 2, "it does not allow this")
    assert "it does not allow this" in run("init", "--server", by_tcp).output
    with psycopg.connect(server.url()) as link:
        query = "SELECT left(rolpassword, 14) FROM pg_authid WHERE rolname = %s"
        assert link.execute(query, ("feltwork_table_14",)).fetchone() == ("SCRAM-SHA-256$",)
    assert not any(SECRET in line for line in server.log)


def test_no_password_is_an_argument(run: Run) -> None:
    in_url = run("status", "--server", f"postgresql://me:{SECRET.split()[0]}@host/pools")
    assert in_url.exit_code == 2
    assert "password seen in the address" in in_url.output.replace("\n", " ")
    assert SECRET.split()[0] not in in_url.output
    too_many = run("admit", "14", "--pool", "main", "hunter2")
    assert too_many.exit_code == 2
    assert "hunter2" not in too_many.output
    nothing = run("admit", "14", "--pool", "main", "--password-stdin", typed="\n")
    assert "No password given for feltwork_table_14" in nothing.output


def test_a_server_that_is_not_there_is_said_to_be(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run("status", "--server", f"postgresql://me@127.0.0.1:{free_port()}/pools")
    stops(result, 2, "it does not answer")
    stops(run("status", "--server", "postgresql://["), 2, "cannot be read")
    monkeypatch.delenv("FELTWORK_POOL")
    stops(run("status"), 2, "No server named")


@pytest.mark.parametrize(
    ("url", "mode"),
    [
        ("postgresql://me@pools.example/feltwork", "sslmode=verify-full"),
        ("postgresql://me@one.example,two.example/feltwork", "sslmode=verify-full"),
        ("postgresql://me@localhost,two.example/feltwork", "sslmode=verify-full"),
        ("postgresql://me@pools.example/feltwork?sslrootcert=/ca.pem", "sslrootcert=/ca.pem"),
        ("postgresql://me@pools.example/feltwork?sslmode=require", "sslmode=require"),
        ("postgresql://me@127.0.0.1/feltwork", ""),
        ("postgresql:///feltwork", ""),
    ],
)
def test_a_server_elsewhere_has_to_show_its_certificate(url: str, mode: str) -> None:
    told = Address(url).conninfo
    assert mode in told
    assert ("ssl" in told) == bool(mode)


def test_a_server_is_closed_to_everybody_else_as_far_as_whoever_sets_it_up_can(
    server: Server, run: Run
) -> None:
    groups = ", ".join(f"feltwork_pool_{of}" for of in ("reader", "table", "figures", "house"))
    server.sql(
        "DROP DATABASE IF EXISTS others WITH (FORCE)",
        "DROP ROLE IF EXISTS maker",
        "CREATE ROLE maker LOGIN CREATEROLE",
        f"GRANT {groups} TO maker WITH ADMIN OPTION",
        "CREATE DATABASE others OWNER maker",
    )
    by_owner = run("init", "--server", server.url("maker", "others"))
    assert "set up" in fine(by_owner)
    assert "run `feltwork pool init` once as a superuser" in by_owner.output
    status = fine(run("status", "--server", server.url("maker", "others")))
    assert "pg_monitor and pg_signal_backend" in " ".join(status.split())
    again = fine(run("init", "--server", server.url(database="others")))
    assert "Warning" not in again
    server.sql("GRANT pg_monitor, pg_signal_backend TO maker")
    assert "Warning" not in fine(run("status", "--server", server.url("maker", "others")))
    server.sql("DROP DATABASE others WITH (FORCE)", "DROP OWNED BY maker", "DROP ROLE maker")
