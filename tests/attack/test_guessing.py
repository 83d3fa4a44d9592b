"""Guessing numbers, cards and PINs by every means at once: one budget, and those in charge hear."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.domain.instant import HOUR_MS
from controller.staff.budget import PERSON_FREE, TABLE_FREE
from controller.staff.pins import Pin, StaffCard
from controller.staff.powers import HouseAction
from controller.staff.register import Register
from controller.staff.roles import Actor, RegisteredPerson, RegisterRequest
from controller.staff.session import Admitted, Denied, Why
from tests.attack.staff import (
    DEALER,
    EVERYBODY,
    GAMING,
    PINS,
    PIT,
    TECHNICIAN,
    recorded,
    registered,
    running,
    started,
)
from tests.unit.staff.crew import NOON, WEAK, Machine
from ui.cli import app
from ui.table_folder import TableFolder

WRONG = Pin("271829")
CARD = "90000000201"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableFolder:
    made = started(tmp_path / "table")
    monkeypatch.setenv("FELTWORK_STAFF", str(made.staff))
    order = RegisterRequest(Actor(PIT.number, PIT.role), HouseAction.GIVE_CARD.reasons[0], 1)
    given = Register.open(made.staff, WEAK).give_card(GAMING.number, StaffCard(CARD), order)
    assert isinstance(given, RegisteredPerson)
    return made


def test_a_card_signs_nobody_on_however_right_it_is(table: TableFolder) -> None:
    with running(table) as (up, reception):
        assert reception.owner(StaffCard(CARD)).result(10) == GAMING.number
        assert up.controller.snapshot().on_top is None
    assert "SessionBegun" not in [kind for kind, _ in recorded(table)]


def test_two_hundred_guessed_cards_are_ten(table: TableFolder) -> None:
    chance = random.Random(1)
    with running(table) as (_, reception):
        guesses = [StaffCard(str(chance.randrange(10**11))) for _ in range(200)]
        said = [reception.owner(guess).result(10) for guess in guesses]
        right = reception.owner(StaffCard(CARD)).result(10)
    looked_at = [one for one in said if isinstance(one, Denied) and one.why is Why.WRONG]
    assert len(looked_at) == TABLE_FREE
    assert isinstance(right, Denied), "not even the right one is found now"
    told = [said for kind, said in recorded(table) if kind == "NoticeRaised"]
    assert any("wrong-pins" in one and "surveillance" in one for one in told)


def test_pad_reader_command_line_and_a_new_start_share_one_budget(table: TableFolder) -> None:
    """Nobody is tried five times: spread over people, strangers, means and starts."""
    with running(table) as (_, reception):
        for number, whose in (("301", "301"), ("302", "302"), ("999", None)):
            said = reception.show_pin(number, WRONG).result(10)
            assert said == Denied(Why.WRONG, whose)
        reception.owner(StaffCard("1")).result(10)
    for number in ("301", "302", "998"):
        words = ["staff", "pin", number, "--pin-stdin"]
        told = CliRunner().invoke(app, words, input="271829\n730418\n")
        assert (told.exit_code, "is wrong" in told.stderr) == (1, True)
    with running(table) as (_, reception):
        last = [reception.show_pin(n, WRONG).result(10) for n in ("201", "501", "997")]
    assert last[:2] == [Denied(Why.WRONG, "201"), Denied(Why.WRONG, "501")]
    assert last[2] == Denied(Why.WRONG, None, 60_000), "the tenth"
    words = ["staff", "pin", "117", "--pin-stdin"]
    told = CliRunner().invoke(app, words, input=f"{PINS['117']}\n730418\n")
    assert (told.exit_code, "Next attempt in" in told.stderr) == (1, True)
    with running(table) as (_, reception):
        denied = reception.show_pin("117", Pin(PINS["117"])).result(10)
        assert isinstance(denied, Denied)
        assert denied.why is Why.WAIT


def test_a_day_of_guessing_gains_as_many_guesses_as_waiting_does(tmp_path: Path) -> None:
    """Every second something is tried that is not refused at once: numbers in turn, strangers,
    cards; the guesser signs on with the own PIN after every guess, and sets the clock."""
    machine, chance, looked_at, hours = Machine(), random.Random(2), 0, 24
    path = tmp_path / "staff.db"
    registered(path)
    register = Register.open(path, WEAK, machine)
    numbers = [one.number for one in EVERYBODY if one is not DEALER] + ["4711", "4712"]
    end = machine.ms + hours * HOUR_MS
    while machine.ms < end:
        at = NOON + chance.randrange(-(10**10), 10**10)
        if chance.random() < 0.3:
            said: object = register.owner(StaffCard(str(chance.random())), at)
        else:
            said = register.try_pin(chance.choice(numbers), Pin(f"{chance.random():.6f}"[2:]), at)
        assert isinstance(said, Denied)
        looked_at += said.why is Why.WRONG
        if said.why is Why.WRONG and not said.wait_ms:
            assert isinstance(register.try_pin(DEALER.number, Pin(PINS["117"]), at), Admitted)
        machine.wait(max(1_000, said.wait_ms))
    assert looked_at <= TABLE_FREE + 4 + 4 * hours


def test_one_person_is_guessed_at_no_faster(tmp_path: Path) -> None:
    machine, looked_at, hours = Machine(), 0, 24
    path = tmp_path / "staff.db"
    registered(path)
    register = Register.open(path, WEAK, machine)
    end = machine.ms + hours * HOUR_MS
    while machine.ms < end:
        said = register.try_pin(TECHNICIAN.number, WRONG, NOON)
        assert isinstance(said, Denied)
        looked_at += said.why is Why.WRONG
        machine.wait(max(1_000, said.wait_ms))
    assert looked_at <= PERSON_FREE + 4 + 4 * hours
