"""The register's trail: every attempt is on it, bounded, and it can be told from any other."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.staff.budget import PERSON_FREE
from controller.staff.pins import RegisterError, StaffCard
from controller.staff.register import Register
from controller.staff.roles import HouseReason, Trail, TrailPoint
from controller.staff.session import Admitted, Denied
from controller.staff.trail import CHANGED, FOREIGN, QUIET_MS, SET_BACK, changes
from tests.unit.staff.crew import (
    ADA,
    BO,
    EVE,
    GIL,
    LATER,
    NOON,
    PINS,
    WEAK,
    WRONG,
    Machine,
    fail,
    order,
    pin,
    whats,
)


def lines_of(register: Register, number: str) -> list[tuple[str, int]]:
    return [(line.what, line.count) for line in register.trail() if line.number == number]


def test_a_right_pin_is_marked_as_right(register: Register) -> None:
    assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)
    assert whats(register, "117")[1:] == ["pin-tried", "right-pin"]


def test_an_unknown_number_is_on_the_trail_and_its_digits_are_not(
    register: Register, path: Path
) -> None:
    register.try_pin(PINS["117"], WRONG, NOON)
    assert lines_of(register, "unknown") == [("unknown-number", 1)]
    assert PINS["117"].encode() not in path.read_bytes()


def test_an_unknown_card_is_on_the_trail_and_its_digits_are_not(
    register: Register, path: Path
) -> None:
    card = StaffCard("%B6011000990139424?")
    register.owner(card, NOON)
    assert lines_of(register, "unknown") == [("unknown-card", 1)]
    register.give_card("204", card, order(HouseReason.JOINED))
    assert register.owner(card, NOON) == "204"
    assert b"6011000990139424" not in path.read_bytes()


def test_attempts_during_the_wait_are_on_the_trail(register: Register, machine: Machine) -> None:
    fail(register, machine, "117", PERSON_FREE)
    register.try_pin("117", pin(BO), NOON)
    assert whats(register, "117")[-1] == "tried-early"


def test_a_flood_of_attempts_leaves_a_line_a_minute_and_none_is_lost(
    register: Register, machine: Machine
) -> None:
    fail(register, machine, "117", PERSON_FREE)
    seen = len(register.trail())
    for step in range(600):
        register.try_pin("117", WRONG, NOON + step * 1_000)
    lines = register.trail()[seen:]
    assert {line.what for line in lines} == {"tried-early"}
    assert len(lines) <= 2 * 10 + 1
    register.owner(StaffCard("nobody's"), NOON + 600_000 + QUIET_MS)
    assert sum(count for what, count in lines_of(register, "117") if what == "tried-early") == 600


def test_a_clock_set_back_ends_the_counting_and_loses_nothing(
    register: Register, machine: Machine
) -> None:
    fail(register, machine, "117", PERSON_FREE)
    for at in (NOON, NOON + 1, NOON - LATER):
        register.try_pin("117", WRONG, at)
    assert lines_of(register, "117")[-3:] == [("tried-early", 1)] * 3


def test_what_was_counted_is_told_with_the_next_attempt_that_is_looked_at(
    register: Register, machine: Machine
) -> None:
    fail(register, machine, "117", PERSON_FREE)
    for at in (NOON, NOON + 1, NOON + 2):
        register.try_pin("117", WRONG, at)
    register.try_pin("204", pin(GIL), NOON + QUIET_MS)
    assert lines_of(register, "117")[-2:] == [("tried-early", 1), ("tried-early", 2)]


def point(register: Register) -> TrailPoint:
    last = register.trail()[-1]
    return TrailPoint(register.id, last.seq, last.mark)


def test_reading_on_gives_what_is_new(register: Register) -> None:
    assert register.read_on(None) == Trail(register.id, "", register.trail())
    here = point(register)
    assert register.read_on(here) == Trail(register.id, "", ())
    register.try_pin("117", pin(BO), NOON)
    assert [line.what for line in register.read_on(here).lines] == ["pin-tried", "right-pin"]
    beginning = TrailPoint(register.id, 0, register.id)
    assert register.read_on(beginning) == Trail(register.id, "", register.trail())


def test_a_register_made_anew_is_told_from_the_one_before(register: Register, path: Path) -> None:
    here = point(register)
    path.unlink()
    anew = Register.create(path, WEAK)
    assert anew.id != here.id
    anew.add(ADA, pin(ADA), order(HouseReason.JOINED, None))
    for person in (BO, GIL, EVE):
        anew.add(person, pin(person), order(HouseReason.JOINED))
    assert anew.read_on(here) == Trail(anew.id, FOREIGN, ())


def test_a_register_restored_from_a_backup_is_told_from_the_one_before(
    register: Register, path: Path, machine: Machine, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    shutil.copy2(path, backup)
    fail(register, machine, "117", 1)
    here = point(register)
    shutil.copy2(backup, path)
    assert register.read_on(here).doubt == SET_BACK, "the line is not there"
    fail(register, machine, "204", 1)
    assert register.read_on(here) == Trail(here.id, SET_BACK, ()), "another line has its number"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE people SET role = 'casino-supervisor' WHERE number = '117'",
        "UPDATE people SET pin = (SELECT pin FROM people WHERE number = '117')",
        "UPDATE people SET card = 'x' WHERE number = '117'",
        "UPDATE people SET name = 'Ada' WHERE number = '117'",
        "UPDATE people SET number = '118' WHERE number = '117'",
        "DELETE FROM people WHERE number = '117'",
        "INSERT INTO people (number, name, role, pin) VALUES ('5', 'X', 'casino-supervisor', 'y')",
        "DROP TRIGGER trail_fixed; UPDATE trail SET number = '204' WHERE seq = 4",
        "DROP TRIGGER trail_kept; DELETE FROM trail",
    ],
)
def test_people_who_were_changed_by_other_means_are_not_vouched_for(
    register: Register, path: Path, change: str
) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(change)
    assert register.read_on(None).doubt == CHANGED
    with pytest.raises(RegisterError, match="changed by means other"):
        register.check_vouched()
    with pytest.raises(RegisterError, match="changed by means other"):
        register.try_pin("204", pin(GIL), NOON)  # its line would vouch for them
    assert register.read_on(None).doubt == CHANGED


def test_a_register_without_people_is_vouched_for(path: Path) -> None:
    Register.create(path, WEAK).check_vouched()


def test_only_lines_of_changes_change_somebody(register: Register) -> None:
    here = point(register)
    register.try_pin("117", WRONG, NOON)
    register.try_pin("117", pin(BO), NOON)
    register.try_pin("5", pin(BO), NOON)
    assert not changes(register.read_on(here).lines)
    register.change_own_pin("117", pin(BO), pin(ADA), NOON)
    assert changes(register.read_on(here).lines)


def test_no_denial_goes_without_a_line(register: Register) -> None:
    at = NOON
    for number, shown in (("117", WRONG), ("117", WRONG), ("5", WRONG), ("204", WRONG)):
        before = sum(line.count for line in register.trail())
        assert isinstance(register.try_pin(number, shown, at), Denied)
        assert sum(line.count for line in register.trail()) > before
