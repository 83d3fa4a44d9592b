"""Attempts: one budget for PINs, numbers and cards, kept in the file, and nobody out for good."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.clock import Moment, since_boot
from controller.domain.instant import MINUTE_MS
from controller.staff import pins
from controller.staff.budget import PERSON_FREE, TABLE_FREE, WAIT_MS_MAX, Failures, wait_ms
from controller.staff.pins import Pin, StaffCard
from controller.staff.register import Register
from controller.staff.roles import HouseReason, RegisteredPerson
from controller.staff.session import Admitted, Denied, Means, Why
from tests.helpers.kill import in_child
from tests.unit.staff.crew import (
    ADA,
    BO,
    EVE,
    GIL,
    NOON,
    PINS,
    WRONG,
    Machine,
    fail,
    failures,
    order,
    pin,
    whats,
)

MINUTES = (1, 2, 4, 8, 15, 15, 15)
STRANGE = StaffCard("%B6011000990139424?")


def test_the_wait_doubles_from_one_minute_to_fifteen() -> None:
    assert [wait_ms(count, PERSON_FREE) for count in range(PERSON_FREE)] == [0] * PERSON_FREE
    waits = [wait_ms(PERSON_FREE + more, PERSON_FREE) for more in range(len(MINUTES))]
    assert waits == [minutes * MINUTE_MS for minutes in MINUTES]
    assert wait_ms(1_000_000, PERSON_FREE) == WAIT_MS_MAX


def test_time_forgives_the_table_one_failure_every_fifteen_minutes_and_a_restart_none() -> None:
    failures = Failures(12, Moment("a", 1_000))
    assert failures.eased(Moment("a", 1_000 + WAIT_MS_MAX - 1)).count == 12
    assert failures.eased(Moment("a", 1_000 + WAIT_MS_MAX)).count == 11
    assert failures.eased(Moment("a", 1_000 + 99 * WAIT_MS_MAX)).count == 0
    assert failures.eased(Moment("b", 1_000 + 99 * WAIT_MS_MAX)).count == 12


def test_every_process_tells_the_moment_alike() -> None:
    script = "from controller.clock import since_boot; print(*since_boot())"
    command = [sys.executable, "-c", script]
    before = since_boot()
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert told[0] == before.boot == since_boot().boot
    assert before.ms <= int(told[1]) <= since_boot().ms


def test_the_right_pin_admits_and_no_other_does(register: Register) -> None:
    assert register.try_pin("117", pin(BO), NOON) == Admitted(BO, Means.PIN)
    assert register.try_pin("117", pin(ADA), NOON) == Denied(Why.WRONG, "117")
    assert failures(register, "117") == 1


def test_an_unknown_number_costs_as_much_and_is_not_repeated(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = []
    monkeypatch.setattr(pins, "hash_pin", lambda *given: hashed.append(given))
    denied = register.try_pin(PINS["117"], WRONG, NOON)  # a PIN keyed where the number goes
    assert denied == Denied(Why.WRONG, None)
    assert len(hashed) == 1
    assert PINS["117"] not in repr(denied) + denied.text()


def test_after_five_wrong_pins_the_wait_doubles_and_the_right_pin_then_clears_it(
    register: Register, machine: Machine
) -> None:
    assert fail(register, machine, "117", PERSON_FREE - 1).wait_ms == 0
    for minutes in MINUTES:
        denied = fail(register, machine, "117", 1)
        assert denied == Denied(Why.WRONG, "117", minutes * MINUTE_MS)
        machine.wait(denied.wait_ms - 1)
        assert register.try_pin("117", pin(BO), NOON) == Denied(Why.WAIT, "117", 1)
        machine.wait(1)
    assert register.try_pin("117", pin(BO), NOON) == Admitted(BO, Means.PIN)
    assert failures(register, "117") == 0
    assert fail(register, machine, "117", PERSON_FREE - 1).wait_ms == 0


def test_the_wait_of_one_is_not_that_of_another(register: Register, machine: Machine) -> None:
    assert fail(register, machine, "117", PERSON_FREE).wait_ms == MINUTE_MS
    assert isinstance(register.try_pin("204", pin(GIL), NOON), Admitted)
    assert whats(register, "117")[-2:] == ["failed-pin", "made-to-wait"]


def test_a_wait_has_its_line_once_for_every_failure(register: Register, machine: Machine) -> None:
    for minutes in MINUTES[:3]:
        denied = fail(register, machine, "117", 1 if failures(register, "117") else PERSON_FREE)
        assert denied.wait_ms == minutes * MINUTE_MS
        assert register.try_pin("117", pin(BO), NOON) == Denied(
            Why.WAIT, "117", minutes * MINUTE_MS
        )
        machine.wait(denied.wait_ms)
    assert whats(register, "117").count("made-to-wait") == 3


def test_guesses_spread_over_numbers_and_cards_make_everybody_wait(
    register: Register, machine: Machine
) -> None:
    """Nobody has failed five times; together they have failed ten."""
    numbers = (*("117", "204", "900", "901") * 2, "5")
    said: list[object] = [register.try_pin(number, WRONG, NOON) for number in numbers]
    said.append(register.owner(STRANGE, NOON))
    assert [one.wait_ms for one in said if isinstance(one, Denied)] == [0] * 9 + [MINUTE_MS]
    assert register.try_pin("117", pin(BO), NOON) == Denied(Why.WAIT, "117", MINUTE_MS)
    assert register.owner(STRANGE, NOON) == Denied(Why.WAIT, None, MINUTE_MS)
    assert whats(register, "everybody") == ["made-to-wait"]
    machine.wait(MINUTE_MS)
    assert register.owner(STRANGE, NOON) == Denied(Why.WRONG, None, 2 * MINUTE_MS)
    machine.wait(2 * MINUTE_MS)
    assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)


def test_ones_own_right_pin_does_not_forgive_the_guesses_at_others(
    register: Register, machine: Machine
) -> None:
    """The dealer signs on after every guess: the tenth makes everybody wait all the same."""
    for number in ("204", "900", "901", "5", "6", "204", "900", "901", "7"):
        assert isinstance(register.try_pin(number, WRONG, NOON), Denied)
        assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)
    denied = register.try_pin("8", WRONG, NOON)
    assert denied == Denied(Why.WRONG, None, MINUTE_MS)


def test_ones_own_mistakes_are_taken_back_from_the_tables_count(register: Register) -> None:
    for _ in range(2 * TABLE_FREE):
        assert register.try_pin("117", WRONG, NOON) == Denied(Why.WRONG, "117")
        assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)


def test_the_wall_clock_neither_frees_nor_keeps_out(register: Register, machine: Machine) -> None:
    wait = fail(register, machine, "117", PERSON_FREE).wait_ms
    year = 365 * 86_400_000
    for at in (NOON + year, NOON - year, 0):
        assert register.try_pin("117", pin(BO), at) == Denied(Why.WAIT, "117", wait)
    machine.wait(wait)
    assert isinstance(register.try_pin("117", pin(BO), NOON - year), Admitted)


def test_a_machine_started_anew_lets_the_wait_begin_anew_and_no_longer(
    register: Register, machine: Machine
) -> None:
    wait = fail(register, machine, "117", PERSON_FREE + 1).wait_ms
    for number in ("204", "900", "901", "5"):
        register.try_pin(number, WRONG, NOON)
    machine.restart()
    assert register.try_pin("117", pin(BO), NOON) == Denied(Why.WAIT, "117", wait)
    assert register.try_pin("204", pin(GIL), NOON) == Denied(Why.WAIT, "204", MINUTE_MS)
    machine.wait(wait - 1)
    assert isinstance(register.try_pin("204", pin(GIL), NOON), Admitted)
    assert register.try_pin("117", pin(BO), NOON) == Denied(Why.WAIT, "117", 1)
    machine.wait(1)
    assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)


SCRIPT = f"""
import sys
from pathlib import Path
from controller.staff.pins import Pin
from controller.staff.register import Register
register = Register.open(Path(sys.argv[1]))
sys.stdout.write(repr(register.try_pin("117", Pin(sys.stdin.readline().strip()), {NOON})))
"""


def test_the_wait_holds_in_a_new_process(register: Register, path: Path) -> None:
    here = Register.open(path)
    for _ in range(PERSON_FREE):
        assert isinstance(here.try_pin("117", WRONG, NOON), Denied)
    command = [sys.executable, "-c", SCRIPT, str(path)]
    done = subprocess.run(command, input=PINS["117"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith(f"Denied(why=<Why.WAIT: {Why.WAIT.value!r}>, number='117'")
    assert done.stderr == ""


def test_a_process_killed_while_it_verifies_has_used_up_its_attempt(
    register: Register, path: Path
) -> None:
    def killed() -> str:
        pins.verify_pin = lambda *_: os.kill(os.getpid(), 9)  # type: ignore[assignment]
        return repr(Register.open(path).try_pin("117", pin(BO), NOON))

    for number in range(1, PERSON_FREE + 1):
        assert in_child(killed).status == -9
        assert failures(Register.open(path), "117") == number
    assert whats(register, "117") == ["register-person", *["pin-tried"] * PERSON_FREE]
    denied = Register.open(path).try_pin("117", pin(BO), NOON)
    assert isinstance(denied, Denied)
    assert denied.why is Why.WAIT
    assert whats(register, "117")[-2:] == ["made-to-wait", "tried-early"], "the wait has its line"


def test_many_at_once_gain_no_attempt(register: Register) -> None:
    with ThreadPoolExecutor(8) as workers:
        tries = [workers.submit(register.try_pin, "117", WRONG, NOON) for _ in range(16)]
        whys = [x.why for x in (y.result(timeout=60) for y in tries) if isinstance(x, Denied)]
    assert (whys.count(Why.WRONG), whys.count(Why.WAIT)) == (PERSON_FREE, 16 - PERSON_FREE)
    assert failures(register, "117") == PERSON_FREE


def test_a_right_pin_does_not_forgive_what_others_try_meanwhile(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = pins.verify_pin

    def slow(key: bytes, number: str, kept: str, shown: Pin) -> bool:
        monkeypatch.setattr(pins, "verify_pin", verify)
        assert isinstance(register.try_pin("117", WRONG, NOON), Denied)
        return verify(key, number, kept, shown)

    monkeypatch.setattr(pins, "verify_pin", slow)
    assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)
    assert failures(register, "117") == 1


def test_whoever_is_removed_while_the_pin_is_verified_is_not_admitted(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removing(*_: object) -> bool:
        assert isinstance(register.remove("117", order(HouseReason.LEFT)), RegisteredPerson)
        return True

    monkeypatch.setattr(pins, "verify_pin", removing)
    assert register.try_pin("117", pin(BO), NOON) == Denied(Why.WRONG, None)


def test_every_supervisor_is_let_in_again_whatever_was_tried(
    register: Register, machine: Machine
) -> None:
    for number in ("900", "901"):
        machine.wait(fail(register, machine, number, 2 * PERSON_FREE).wait_ms)
    machine.wait(WAIT_MS_MAX)
    for person in (ADA, EVE):
        assert isinstance(register.try_pin(person.number, pin(person), NOON), Admitted)
