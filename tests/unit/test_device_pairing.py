"""One attempt to pair a device at a running table: whatever happens, it ends and says why."""

from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any, cast

import pytest

from controller.devices.pairing import STEP_MS, Candidate, PairingSession
from controller.devices.pairings import WrongPairings
from controller.floor.base import Command
from controller.floor.device_state import Pairing
from controller.floor.equipment import FitDevices
from controller.floor.pairing import DIFFER, BeginPairing, CompareCodes, ReportPairing
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Answer
from drivers.link.pairing import PAIRING_MS_MAX, Paired
from simulators.line import MemoryLine, VirtualClock
from simulators.shoe import SimShoe
from simulators.world import World
from tests.unit.floor.pit import Pit


class Attempt:
    """A shoe in pairing mode, people at a table, and the session between them."""

    def __init__(
        self, model: str = "FELT-SHOE-1", keep: Callable[[Paired], object] | None = None
    ) -> None:
        self.pit = Pit().do(FitDevices(("shoe",))).do(BeginPairing("shoe"))
        self.shoe, self.clock = SimShoe(World(1)), VirtualClock()
        self.shoe.enter_pairing_mode()
        self.kept: list[Paired] = []
        self.told: list[Command] = []
        self.held: str | None = None
        self.over = 0
        table = cast(TableController, SimpleNamespace(submit=self._submit, snapshot=self._snapshot))
        candidate = Candidate(
            "shoe", model, table, keep or self.kept.append, self._ended, lambda: self.clock.now_ms
        )
        self.session = PairingSession(MemoryLine(self.shoe, self.clock), candidate)

    def _submit(self, command: Command) -> "Future[Answer]":
        self.told.append(command)
        if self.held is None:
            self.pit.do(command)
        answer: Future[Answer] = Future()
        answer.set_result(Accepted(len(self.pit.events)))
        return answer

    def _snapshot(self) -> Any:
        return SimpleNamespace(house=SimpleNamespace(floor=self.pit.floor), held=self.held)

    def _ended(self) -> None:
        self.over += 1

    @property
    def pairing(self) -> Pairing:
        assert self.pit.floor.pairing is not None
        return self.pit.floor.pairing


def test_both_displays_show_the_code_and_the_key_is_kept_when_both_people_agree() -> None:
    attempt = Attempt()
    assert attempt.session.begin() == "", "it is not at work while it is paired"
    attempt.session.step()
    assert attempt.pairing.code == attempt.shoe.display != ""
    attempt.pit.do(CompareCodes(equal=True, code=attempt.pairing.code))
    attempt.session.step()
    assert (attempt.pairing.ended, attempt.kept) == (None, []), "nobody has said so at the device"
    attempt.shoe.press_equal()
    attempt.session.step()
    assert (attempt.pairing.ended, attempt.kept) == ("", [attempt.shoe.paired])
    before = attempt.over
    attempt.session.step()
    assert attempt.over == before + 1 == 1


def test_stopped_by_people_the_device_leaves_pairing_mode() -> None:
    attempt = Attempt()
    attempt.session.begin()
    attempt.pit.do(CompareCodes(equal=False))
    attempt.session.step()
    assert (attempt.pairing.ended, attempt.over) == (DIFFER, 1)
    assert attempt.shoe.display == ""


def test_nobody_waits_for_ever() -> None:
    attempt = Attempt()
    attempt.session.begin()
    steps = 0
    while attempt.pairing.under_way:
        attempt.session.step()
        steps += 1
        assert steps <= PAIRING_MS_MAX // STEP_MS + 1
    assert attempt.pairing.ended is not None
    assert "in time" in attempt.pairing.ended
    assert attempt.kept == []


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("FELT-SHUFFLER-1", "expected FELT-SHUFFLER-1, found FELT-SHOE-1 SHOE-0001"),
        ("", "needs no pairing"),
    ],
    ids=["another-model", "a-driver-that-does-not-pair"],
)
def test_what_cannot_be_paired_is_named(model: str, why: str) -> None:
    attempt = Attempt(model)
    attempt.session.begin()
    assert attempt.pairing.ended is not None
    assert why in attempt.pairing.ended
    attempt.session.step()
    assert (attempt.over, attempt.kept) == (1, [])


def test_a_device_that_fails_while_people_confirm_ends_it() -> None:
    attempt = Attempt()
    attempt.session.begin()
    attempt.pit.do(CompareCodes(equal=True, code=attempt.pairing.code))
    attempt.shoe.pairing = None  # its own time was up
    for _ in range(1_000):  # somebody else on the line may have said so: the time decides
        if attempt.pairing.ended is None:
            attempt.session.step()
    assert attempt.pairing.ended is not None
    assert "pairing mode" in attempt.pairing.ended
    assert attempt.kept == []


def test_a_table_that_is_held_is_told_once_and_again_when_it_goes_on() -> None:
    attempt = Attempt()
    attempt.session.begin()
    attempt.pit.do(CompareCodes(equal=True, code=attempt.pairing.code))
    attempt.shoe.press_equal()
    attempt.held = "A supervisor has to look."
    for _ in range(5):
        attempt.session.step()
    assert attempt.kept == [attempt.shoe.paired], "once"
    assert attempt.told[1:] == [ReportPairing("shoe")], "nothing floods the record"
    attempt.held = None
    attempt.session.step()
    assert attempt.pairing.ended == ""


def test_a_key_that_cannot_be_kept_is_no_pairing() -> None:
    def full(_: Paired) -> None:
        raise WrongPairings("No space left: free some, and pair again.")

    attempt = Attempt(keep=full)
    attempt.session.begin()
    attempt.pit.do(CompareCodes(equal=True, code=attempt.pairing.code))
    attempt.shoe.press_equal()
    attempt.session.step()
    assert attempt.pairing.ended == "No space left: free some, and pair again."
