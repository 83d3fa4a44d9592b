"""Keeping everybody out by wrong PINs: a wait, never a lock; whoever is signed on stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.domain.instant import HOUR_MS
from controller.games.registry import KINDS
from controller.house.events import SessionBegun, SessionEnded, TrailCopied
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import verify
from controller.staff.budget import WAIT_MS_MAX
from controller.staff.pins import Pin
from controller.staff.register import Register
from controller.staff.roles import Actor, Role
from controller.staff.session import Admitted, Denied, End, Means
from tests.attack.staff import EVERYBODY, PINS, recorded, registered, running, started
from tests.unit.staff.crew import NOON, WEAK, Machine
from ui.table_folder import TableFolder

WRONG = Pin("271829")
YEAR_MS = 365 * 24 * HOUR_MS


@pytest.mark.parametrize("hours", [1, pytest.param(12, marks=pytest.mark.attack)])
def test_after_hours_of_wrong_pins_everybody_is_in_within_fifteen_minutes(
    tmp_path: Path, hours: int
) -> None:
    machine = Machine()
    path = tmp_path / "staff.db"
    registered(path)
    register = Register.open(path, WEAK, machine)
    end, wall = machine.ms + hours * HOUR_MS, NOON
    while machine.ms < end:
        for person in EVERYBODY:
            assert isinstance(register.try_pin(person.number, WRONG, wall), Denied)
        machine.wait(60_000)
        wall = NOON - YEAR_MS if wall > NOON else NOON + YEAR_MS  # and the clock is set
    machine.restart()
    machine.wait(1)
    first = register.try_pin(EVERYBODY[0].number, Pin(PINS[EVERYBODY[0].number]), wall)
    assert isinstance(first, Denied)
    assert first.wait_ms <= WAIT_MS_MAX
    for person in EVERYBODY:  # the machine was started anew: each wait begins once more
        register.try_pin(person.number, Pin(PINS[person.number]), wall)
    machine.wait(WAIT_MS_MAX)
    for person in EVERYBODY:
        shown = register.try_pin(person.number, Pin(PINS[person.number]), wall)
        assert isinstance(shown, Admitted), person.name
    assert [entry.failures for entry in register.people()] == [0] * len(EVERYBODY)


def test_wrong_pins_put_nobody_out_who_is_signed_on(tmp_path: Path) -> None:
    table = started(tmp_path / "table")
    with running(table) as (up, reception):
        for number in ("117", "301"):
            assert not isinstance(reception.show_pin(number, Pin(PINS[number])).result(10), Denied)
        for number in ("117", "301") * 6:
            assert isinstance(reception.show_pin(number, WRONG).result(10), Denied)
        snapshot = up.controller.snapshot()
        assert snapshot.dealer is not None
        assert snapshot.on_top is not None
    kinds = [kind for kind, _ in recorded(table)]
    assert kinds.count("SessionEnded") == 0
    assert "NoticeRaised" in kinds


def test_a_record_of_locks_unlocking_and_cards_alone_is_still_read(tmp_path: Path) -> None:
    """As versions before have written it, state to start from and all."""
    table = started(tmp_path / "table")
    keys, (register,) = table.keys(), {one["register"] for one in lines(table)}
    supervisor = Actor("201", Role.GAMING_SUPERVISOR)
    last = lines(table)[-1]
    events = (
        SessionBegun(supervisor, Means.CARD),
        TrailCopied(register, last["line"], 5, "locked", "302", None, None, mark=last["mark"]),
        SessionEnded(supervisor, End.STRUCK_OFF),
        TrailCopied(
            register,
            last["line"],
            5,
            "unlock-person",
            "302",
            "301",
            "identity-checked",
            mark=last["mark"],
        ),
    )
    recorder = SqliteRecorder(table.journal, keys, NOON)
    SealedJournal(recorder, keys, *KINDS).append(events, round_number=0, at_ms=NOON)
    recorder.close()
    with running(table) as (up, reception):
        assert not isinstance(reception.show_pin("302", Pin(PINS["302"])).result(10), Denied)
        assert up.controller.snapshot().held is None
    assert verify(table.journal, keys).usable


def lines(table: TableFolder) -> list[dict[str, Any]]:
    return [json.loads(said) for kind, said in recorded(table) if kind == "TrailCopied"]
