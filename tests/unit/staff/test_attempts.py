"""Attempts: a wrong PIN is charged, waits grow, the fifth locks, in every process."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.staff import pins
from controller.staff.pins import Pin
from controller.staff.powers import NotAllowed
from controller.staff.register import Register
from controller.staff.roles import (
    FAILURES_MAX,
    Entry,
    Reason,
    Trouble,
)
from controller.staff.session import WAITS_MS, Admitted, Denied, Means, Why
from tests.unit.staff.crew import (
    ADA,
    BO,
    BY_EVE,
    GIL,
    LATER,
    NOON,
    PINS,
    WRONG,
    fail,
    failures,
    order,
    pin,
    trouble,
    whats,
)


def test_the_right_pin_admits_and_no_other_does(register: Register) -> None:
    assert register.try_pin("117", pin(BO), NOON) == Admitted(BO, Means.PIN)
    assert register.try_pin("117", pin(ADA), NOON) == Denied(Why.WRONG, "117", WAITS_MS[1])
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


def test_five_wrong_pins_lock_and_the_right_one_no_longer_helps(register: Register) -> None:
    at = fail(register, "117", FAILURES_MAX - 1)
    last = register.try_pin("117", WRONG, at)
    assert last == Denied(Why.LOCKED, "117")
    assert register.try_pin("117", pin(BO), at + LATER) == Denied(Why.LOCKED, "117")
    tried = ["pin-tried", "failed-pin"] * 5
    assert whats(register, "117") == ["register-person", *tried, "locked", "tried-locked"]
    assert isinstance(register.try_pin("204", pin(GIL), at), Admitted)


def test_four_wrong_pins_are_forgiven_by_a_right_one(register: Register) -> None:
    at = fail(register, "117", FAILURES_MAX - 1)
    assert isinstance(register.try_pin("117", pin(BO), at), Admitted)
    assert failures(register, "117") == 0
    assert isinstance(register.try_pin("117", pin(BO), at), Admitted)


def test_the_wait_between_attempts_grows_and_an_early_attempt_does_not_count(
    register: Register,
) -> None:
    at, waits = NOON, []
    for number in range(1, FAILURES_MAX):
        denied = register.try_pin("117", WRONG, at)
        assert isinstance(denied, Denied)
        waits.append(denied.wait_ms)
        early = register.try_pin("117", pin(BO), at + denied.wait_ms - 1)
        assert early == Denied(Why.WAIT, "117", 1)
        assert failures(register, "117") == number
        at += denied.wait_ms
    assert waits == sorted(set(waits)) == list(WAITS_MS[1:])


def test_a_wall_clock_set_back_a_year_does_not_keep_anybody_out_for_a_year(
    register: Register,
) -> None:
    at = fail(register, "117", 2) - 365 * 86_400_000
    assert register.try_pin("117", pin(BO), at) == Denied(Why.WAIT, "117", WAITS_MS[2])
    assert isinstance(register.try_pin("117", pin(BO), at + WAITS_MS[2]), Admitted)


def test_a_casino_supervisor_unlocks_but_nobody_oneself(register: Register) -> None:
    at = fail(register, "900", FAILURES_MAX)
    own = register.unlock("900", order(Reason.IDENTITY_CHECKED))
    assert isinstance(own, NotAllowed)
    assert isinstance(register.unlock("900", order(Reason.IDENTITY_CHECKED, BY_EVE)), Entry)
    assert isinstance(register.try_pin("900", pin(ADA), at), Admitted)
    again = register.unlock("900", order(Reason.IDENTITY_CHECKED, BY_EVE))
    assert trouble(again) is Trouble.NOT_LOCKED


SCRIPT = """
import sys
from pathlib import Path
from controller.staff import pins
from controller.staff.register import Register
register = Register.open(Path(sys.argv[1]))
{patch}
sys.stdout.write(repr(register.try_pin("117", pins.Pin(sys.stdin.readline().strip()), {at})))
"""


def elsewhere(path: Path, text: str, at: int, patch: str = "") -> subprocess.CompletedProcess[str]:
    """A PIN tried in another process."""
    script = SCRIPT.format(patch=patch, at=at)
    command = [sys.executable, "-c", script, str(path)]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_the_lock_holds_in_a_new_process(register: Register, path: Path) -> None:
    at = fail(register, "117", FAILURES_MAX)
    done = elsewhere(path, PINS["117"], at + LATER)
    assert (
        done.stdout
        == "Denied(why=<Why.LOCKED: '" + Why.LOCKED.value + "'>, number='117', wait_ms=0)"
    )
    assert done.stderr == ""


def test_a_process_killed_while_it_verifies_has_used_up_its_attempt(
    register: Register, path: Path
) -> None:
    kill = "import os\npins.verify_pin = lambda *_: os.kill(os.getpid(), 9)"
    at = NOON
    for number in range(1, FAILURES_MAX + 1):
        assert elsewhere(path, PINS["117"], at, kill).returncode == -9
        assert failures(Register.open(path), "117") == number
        at += LATER
    assert whats(register, "117") == ["register-person", *["pin-tried"] * FAILURES_MAX]
    assert register.try_pin("117", pin(BO), at) == Denied(Why.LOCKED, "117")
    assert whats(register, "117")[-2:] == ["locked", "tried-locked"], "the lock has its line too"


def test_many_at_once_gain_no_attempt(register: Register) -> None:
    with ThreadPoolExecutor(8) as workers:
        tries = [workers.submit(register.try_pin, "117", WRONG, NOON) for _ in range(16)]
        whys = [x.why for x in (y.result(timeout=60) for y in tries) if isinstance(x, Denied)]
    assert (whys.count(Why.WRONG), whys.count(Why.WAIT)) == (1, 15)
    assert failures(register, "117") == 1


def test_a_right_pin_does_not_forgive_what_others_try_meanwhile(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = pins.verify_pin

    def slow(key: bytes, number: str, kept: str, shown: Pin) -> bool:
        monkeypatch.setattr(pins, "verify_pin", verify)
        assert isinstance(register.try_pin("117", WRONG, NOON + LATER), Denied)
        return verify(key, number, kept, shown)

    monkeypatch.setattr(pins, "verify_pin", slow)
    assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)
    assert failures(register, "117") == 1


def test_whoever_is_removed_while_the_pin_is_verified_is_not_admitted(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removing(*_: object) -> bool:
        assert isinstance(register.remove("117", order(Reason.LEFT)), Entry)
        return True

    monkeypatch.setattr(pins, "verify_pin", removing)
    assert register.try_pin("117", pin(BO), NOON) == Denied(Why.WRONG, None)
