"""The register's trail: every attempt is on it, bounded, and it can be told from any other."""

import shutil
from pathlib import Path

from controller.staff.pins import StaffCard
from controller.staff.register import Register
from controller.staff.roles import FAILURES_MAX, Entry, Reason, TrailPoint
from controller.staff.session import Admitted, Denied
from controller.staff.trail import QUIET_MS
from tests.unit.staff.crew import (
    ADA,
    BO,
    BY_EVE,
    GIL,
    LATER,
    NOON,
    PINS,
    WEAK,
    WRONG,
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


def test_an_unknown_card_and_that_of_somebody_locked_are_on_the_trail(
    register: Register, path: Path
) -> None:
    card = StaffCard("%B6011000990139424?")
    register.try_card(card, NOON)
    assert lines_of(register, "unknown") == [("unknown-card", 1)]
    register.give_card("204", card, order(Reason.JOINED))
    at = fail(register, "204", FAILURES_MAX)
    register.try_card(card, at)
    assert whats(register, "204")[-2:] == ["locked", "locked-card"]
    assert b"6011000990139424" not in path.read_bytes()


def test_attempts_during_the_wait_are_on_the_trail(register: Register) -> None:
    fail(register, "117", 4)
    register.try_pin("117", pin(BO), NOON + 21_001)
    assert whats(register, "117")[-1] == "tried-early"


def test_a_flood_of_attempts_leaves_a_line_a_minute_and_none_is_lost(register: Register) -> None:
    at = fail(register, "117", FAILURES_MAX)
    seen = len(register.trail())
    for step in range(600):
        register.try_pin("117", WRONG, at + step * 1_000)
    lines = register.trail()[seen:]
    assert {line.what for line in lines} == {"tried-locked"}
    assert len(lines) <= 2 * 10 + 1
    register.try_card(StaffCard("nobody's"), at + 600_000 + QUIET_MS)
    assert sum(count for what, count in lines_of(register, "117") if what == "tried-locked") == 600


def test_a_clock_set_back_ends_the_counting_and_loses_nothing(register: Register) -> None:
    for at in (NOON, NOON + 1, NOON - LATER):
        register.try_pin("5", WRONG, at)
    assert lines_of(register, "unknown") == [("unknown-number", 1)] * 3


def test_what_was_counted_is_told_with_the_next_attempt_that_is_looked_at(
    register: Register,
) -> None:
    for at in (NOON, NOON + 1, NOON + 2):
        register.try_pin("5", WRONG, at)
    assert lines_of(register, "unknown") == [("unknown-number", 1)]
    register.try_pin("117", pin(BO), NOON + QUIET_MS)
    assert lines_of(register, "unknown") == [("unknown-number", 1), ("unknown-number", 2)]


def test_a_lock_has_one_line_until_it_is_lifted(register: Register) -> None:
    at = fail(register, "117", FAILURES_MAX)
    register.try_pin("117", WRONG, at)
    assert whats(register, "117").count("locked") == 1
    assert isinstance(register.unlock("117", order(Reason.IDENTITY_CHECKED, BY_EVE)), Entry)
    fail(register, "117", FAILURES_MAX, at + LATER)
    assert whats(register, "117").count("locked") == 2


def point(register: Register) -> TrailPoint:
    last = register.trail()[-1]
    return TrailPoint(register.id, last.seq, last.mark)


def test_reading_on_gives_what_is_new(register: Register) -> None:
    whole = register.read_on(None)
    assert (whole.id, whole.another, whole.lines) == (register.id, False, register.trail())
    here = point(register)
    assert register.read_on(here) == (register.id, False, ())
    register.try_pin("117", pin(BO), NOON)
    assert [line.what for line in register.read_on(here).lines] == ["pin-tried", "right-pin"]
    beginning = TrailPoint(register.id, 0, register.id)
    assert register.read_on(beginning) == (register.id, False, register.trail())


def test_a_register_made_anew_is_told_from_the_one_before(register: Register, path: Path) -> None:
    here = point(register)
    path.unlink()
    anew = Register.create(path, WEAK)
    assert anew.id != here.id
    anew.add(ADA, pin(ADA), order(Reason.JOINED, None))
    for person in (BO, GIL):
        anew.add(person, pin(person), order(Reason.JOINED))
    for number in range(2):
        fail(anew, "117", 1, NOON + number * LATER)
    read = anew.read_on(here)
    assert read.another
    assert read.lines == anew.trail()


def test_a_register_restored_from_a_backup_is_told_from_the_one_before(
    register: Register, path: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    shutil.copy2(path, backup)
    fail(register, "117", 1)
    here = point(register)
    shutil.copy2(backup, path)
    assert register.read_on(here).another, "the line is not there"
    fail(register, "204", 1)
    read = register.read_on(here)
    assert (read.id, read.another) == (here.id, True), "another line has its number"
    assert read.lines == register.trail()


def test_no_denial_goes_without_a_line(register: Register) -> None:
    at = NOON
    for number, shown in (("117", WRONG), ("117", WRONG), ("5", WRONG), ("204", WRONG)):
        before = sum(line.count for line in register.trail())
        assert isinstance(register.try_pin(number, shown, at), Denied)
        assert sum(line.count for line in register.trail()) > before
