"""Two people are two people of this table: a register that somebody brings names nobody."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.clock import MachineClock
from controller.running.running_table import RunningTable
from controller.staff import pins
from controller.staff.pins import Pin
from controller.staff.register import Register
from controller.staff.roles import Actor, HouseReason, RegisteredPerson, RegisterRequest
from controller.staff.session import Denied, Why
from controller.staff.trail import Scribe
from controller.tables import load_table
from tests.attack.staff import (
    OWN,
    PINS,
    PIT,
    TABLE,
    copied,
    recorded,
    registered,
    run,
    running,
    started,
)
from tests.unit.staff.crew import WEAK
from ui.table_folder import TableFolder

ACTS = ("CardsUnsealed", "Authorised", "ActionRefused", "DevicePaired", "JournalReplaced")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableFolder:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return started(tmp_path / "table")


def made_anew(table: TableFolder, to: Path) -> Path:
    """A register of the attacker's own, with the numbers of innocent people."""
    to.mkdir()
    registered(to / "staff.db", OWN)
    return to / "staff.db"


def made_anew_with_the_key(table: TableFolder, to: Path) -> Path:
    """And with the id, the key and the bond of the table's own, as far as these can be read."""
    path = made_anew(table, to)
    with closing(sqlite3.connect(table.staff)) as file:
        ((id_, bond),) = file.execute("SELECT id, bond FROM meta").fetchall()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE meta SET id = ?, bond = ?", (id_, bond))
    return path


def with_other_pins(table: TableFolder, to: Path) -> Path:
    """A copy of the table's own, key and all, with PINs of the attacker's written into it."""
    path = copied(table.staff, to)
    key = pins.read_key(pins.key_path(path))
    with closing(sqlite3.connect(path)) as file, file:
        for number, chosen in OWN.items():
            kept = pins.hash_pin(key, number, Pin(chosen), WEAK)
            file.execute("UPDATE people SET pin = ? WHERE number = ?", (kept, number))
    return path


def with_other_pins_after_an_attempt(table: TableFolder, to: Path) -> Path:
    """And a last line that seems to vouch for them, of an attempt, made with the key."""
    path = with_other_pins(table, to)
    with closing(sqlite3.connect(path)) as file, file:
        Scribe(file, pins.read_key(pins.key_path(path))).attempt("right-pin", "301", 1)
    return path


def with_other_pins_and_another_past(table: TableFolder, to: Path) -> Path:
    """And with the last change written anew, so that it vouches for them."""
    path = with_other_pins(table, to)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DROP TRIGGER trail_kept")
        file.execute("DELETE FROM trail WHERE seq = (SELECT max(seq) FROM trail)")
        file.execute("UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'trail'")
        order = RegisterRequest(Actor(PIT.number, PIT.role), HouseReason.JOINED, 1)
        Scribe(file, pins.read_key(pins.key_path(path))).note("register-person", "501", order)
    Register.open(path, WEAK).check_vouched()
    return path


def with_pins_reset_by_one_supervisor(table: TableFolder, to: Path) -> Path:
    """A copy in which one supervisor, with the own PIN, gives everybody else another."""
    path = copied(table.staff, to)
    register = Register.open(path, WEAK)
    order = RegisterRequest(Actor(PIT.number, PIT.role), HouseReason.PIN_FORGOTTEN, 1)
    for number in set(OWN) - {PIT.number}:
        assert isinstance(register.reset_pin(number, Pin(OWN[number]), order), RegisteredPerson)
    by = register.change_own_pin(PIT.number, Pin(PINS[PIT.number]), Pin(OWN[PIT.number]), 1)
    assert isinstance(by, RegisteredPerson)
    return path


FOREIGN = (
    made_anew,
    made_anew_with_the_key,
    with_other_pins,
    with_other_pins_after_an_attempt,
    with_other_pins_and_another_past,
    with_pins_reset_by_one_supervisor,
)
Brought = Callable[[TableFolder, Path], Path]
brought = pytest.mark.parametrize("bring", FOREIGN, ids=lambda one: one.__name__)


def refused_on_record(table: TableFolder, before: list[tuple[str, str]]) -> bool:
    """One more record, of the refusal, and none that names anybody."""
    new = recorded(table)[len(before) :]
    assert not [kind for kind, _ in new if kind in ACTS]
    return [kind for kind, _ in new if kind == "RegisterRefused"] == ["RegisterRefused"]


@brought
def test_no_cards_are_unsealed_by_it(table: TableFolder, tmp_path: Path, bring: Brought) -> None:
    before = recorded(table)
    words = ("journal", "unseal", str(table.journal), "--round", "1", "--register")
    told = run(*words, str(bring(table, tmp_path / "brought")), by=("201", "301"), chosen=OWN)
    assert (told.exit_code, "refused, and recorded" in told.stderr) == (1, True), told.output
    assert refused_on_record(table, before)


@brought
def test_no_device_is_paired_by_it(table: TableFolder, tmp_path: Path, bring: Brought) -> None:
    before = recorded(table)
    words = ("devices", "pair", "shoe", "--port", "/dev/null", "--journal", str(table.journal))
    path = bring(table, tmp_path / "brought")
    told = run(*words, "--register", str(path), by=("501", "201"), chosen=OWN)
    assert (told.exit_code, "refused, and recorded" in told.stderr) == (1, True), told.output
    assert refused_on_record(table, before)


@brought
def test_put_in_the_place_of_the_tables_own_it_lets_nobody_in(
    table: TableFolder, tmp_path: Path, bring: Brought
) -> None:
    """But one that was changed by a supervisor's own PIN: that is the supervisor's power, on
    record."""
    path, before = bring(table, tmp_path / "brought"), recorded(table)
    with running(table, Register.open(path, WEAK)) as (up, reception):
        answer = reception.show_pin("201", Pin(OWN["201"])).result(10)
        held = up.controller.snapshot().held
    new = recorded(table)[len(before) :]
    if bring is with_pins_reset_by_one_supervisor:
        assert sum('"reset-pin"' in said for kind, said in new if kind == "TrailCopied") == 4
        assert any("staff-changed" in said for kind, said in new if kind == "NoticeRaised")
        return
    assert answer == Denied(Why.FOREIGN, None)
    assert "The staff register is refused" in str(held)
    assert refused_on_record(table, before)
    assert any("register-refused" in said for kind, said in new if kind == "NoticeRaised")
    with running(table) as (_, reception):  # the table's own, put back
        assert not isinstance(reception.show_pin("201", Pin(PINS["201"])).result(10), Denied)


@pytest.mark.parametrize("bring", FOREIGN[:3], ids=lambda one: one.__name__)
def test_no_record_is_begun_anew_by_it(table: TableFolder, tmp_path: Path, bring: Brought) -> None:
    path = bring(table, tmp_path / "brought")
    for file in table.path.glob("table.journal*"):
        if file.suffix != ".keys":
            file.unlink()
    words = ("journal", "replace", "--table", TABLE, "--data", str(table.path))
    told = run(*words, "--register", str(path), by=("201", "301"), chosen=OWN)
    assert told.exit_code in (1, 2), told.output
    assert "never started with it" in told.stderr or "changed by means other" in told.stderr
    assert not table.begun


@pytest.mark.parametrize("bring", FOREIGN[:3], ids=lambda one: one.__name__)
def test_no_pool_is_opened_in_the_name_of_a_tables_people_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bring: Brought
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = started(tmp_path / "feltwork" / "table-14")
    path = bring(table, tmp_path / "brought")
    words = ("pool", "open", "main", "--like", TABLE, "--server", "postgresql://nobody@localhost/x")
    told = run(*words, "--register", str(path), by=("301", "302"), chosen=OWN)
    assert told.exit_code in (1, 2)
    assert "never started with it" in told.stderr or "changed by means other" in told.stderr


def test_an_older_copy_brings_no_old_pin_back_and_no_new_budget(
    table: TableFolder, tmp_path: Path
) -> None:
    """301 had the PIN seen and has another now; the copy is from before."""
    old = copied(table.staff, tmp_path / "old")
    now = Register.open(table.staff, WEAK)
    assert isinstance(
        now.change_own_pin("301", Pin(PINS["301"]), Pin("730418"), 1), RegisteredPerson
    )
    with running(table):
        pass
    before = recorded(table)
    words = ("journal", "unseal", str(table.journal), "--round", "1", "--register", str(old))
    told = run(*words, by=("201", "301"), chosen=PINS)
    assert (told.exit_code, "an older or a different copy" in told.stderr) == (1, True), told.output
    assert refused_on_record(table, before)


def test_people_changed_while_the_table_is_stopped_act_once_its_record_knows(
    table: TableFolder,
) -> None:
    order = RegisterRequest(Actor(PIT.number, PIT.role), HouseReason.PIN_FORGOTTEN, 1)
    assert isinstance(
        Register.open(table.staff, WEAK).reset_pin("201", Pin("730418"), order), RegisteredPerson
    )
    words = ("journal", "unseal", str(table.journal), "--round", "7")
    chosen = PINS | {"201": "730418"}
    early = run(*words, by=("201", "301"), chosen=chosen)
    assert (early.exit_code, "Start the table once" in early.stderr) == (1, True), early.output
    with running(table):
        pass
    then = run(*words, by=("201", "301"), chosen=chosen)
    assert (then.exit_code, "round 7" in then.stderr) == (2, True), then.output
    assert recorded(table)[-1][0] == "CardsUnsealed"


def test_people_changed_while_the_table_runs_act_on_its_record_when_it_has_stopped(
    table: TableFolder,
) -> None:
    order = RegisterRequest(Actor(PIT.number, PIT.role), HouseReason.PIN_FORGOTTEN, 1)
    with running(table):
        register = Register.open(table.staff, WEAK)
        assert isinstance(register.reset_pin("201", Pin("730418"), order), RegisteredPerson)
    words = ("journal", "unseal", str(table.journal), "--round", "7")
    told = run(*words, by=("201", "301"), chosen=PINS | {"201": "730418"})
    assert (told.exit_code, "round 7" in told.stderr) == (2, True), told.output


def test_a_record_that_knows_no_register_is_bound_at_its_next_start_and_not_before(
    tmp_path: Path,
) -> None:
    table = TableFolder(tmp_path / "table").create()
    registered(tmp_path / "brought.db", OWN)
    registered(table.staff)
    setup = table.setup(load_table(TABLE), table.keys(), Register.open(table.staff), None, int)
    RunningTable(replace(setup, register=None), MachineClock()).close()
    words = ("journal", "unseal", str(table.journal), "--round", "7", "--register")
    early = run(*words, str(tmp_path / "brought.db"), by=("201", "301"), chosen=OWN)
    assert (early.exit_code, "has no register yet" in early.stderr) == (1, True), early.output
    with running(table):
        pass
    assert [kind for kind, _ in recorded(table)].count("TrailCopied") == len(PINS)
    foreign = run(*words, str(tmp_path / "brought.db"), by=("201", "301"), chosen=OWN)
    assert (foreign.exit_code, "not the register in the table's record" in foreign.stderr) == (
        1,
        True,
    )
