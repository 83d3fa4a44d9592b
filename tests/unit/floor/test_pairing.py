"""Pairing a device at a running table: two people begin it, one compares, the driver does it."""

import pytest

from controller.domain.base import evolve
from controller.floor.base import Command
from controller.floor.device_state import Pairing
from controller.floor.equipment import FitDevices
from controller.floor.pairing import (
    DIFFER,
    BeginPairing,
    CodesCompared,
    CompareCodes,
    PairingEnded,
    ReportCode,
    ReportPairing,
    under_way,
)
from controller.floor.refusals import FloorRefusal
from tests.unit.floor.pit import Pit

CODE = ReportCode("shoe", "FELT-SHOE-1", "SHOE-0002", "123456")
EQUAL = CompareCodes(equal=True, code="123456")
OFFERED = Pairing("shoe", "FELT-SHOE-1", "SHOE-0002", "123456")


def begun() -> Pit:
    return Pit().do(FitDevices(("shoe", "shuffler"))).do(BeginPairing("shoe"))


def test_a_device_is_paired_when_the_codes_are_found_equal() -> None:
    pit = begun()
    assert under_way(pit.floor) == Pairing("shoe")
    pit.do(CODE)
    assert under_way(pit.floor, "shoe") == OFFERED
    pit.do(EQUAL)
    assert under_way(pit.floor) == evolve(OFFERED, equal=True)
    pit.do(ReportPairing("shoe"))
    ended = pit.last(PairingEnded)
    assert (ended.device, ended.model, ended.serial, ended.why) == (
        "shoe", "FELT-SHOE-1", "SHOE-0002", "",
    )  # fmt: skip
    assert under_way(pit.floor) is None


@pytest.mark.parametrize("so_far", [(), (CODE,), (CODE, EQUAL)], ids=["begun", "shown", "equal"])
def test_people_can_stop_it_at_any_time(so_far: tuple[Command, ...]) -> None:
    pit = begun().do(*so_far)
    pit.do(CompareCodes(equal=False))
    assert pit.last(CodesCompared).equal is False
    assert pit.last(PairingEnded).why == DIFFER
    assert under_way(pit.floor) is None
    events = len(pit.events)
    pit.do(CODE, ReportPairing("shoe"))
    assert len(pit.events) == events, "what the device says after that changes nothing"


def test_one_device_at_a_time_and_only_one_that_is_fitted() -> None:
    pit = begun()
    assert pit.refuses(BeginPairing("shuffler")).refusal is FloorRefusal.PAIRING_ALREADY
    pit.do(ReportCode("shuffler", "FELT-SHUFFLER-1", "S", "000000"), ReportPairing("shuffler"))
    assert under_way(pit.floor) == Pairing("shoe"), "another device has no part in it"
    pit.do(ReportPairing("shoe", "Not in pairing mode."))
    assert pit.floor.pairing == Pairing("shoe", ended="Not in pairing mode.")
    assert Pit().refuses(BeginPairing("shoe")).refusal is FloorRefusal.NOT_FITTED
    pit.do(BeginPairing("shuffler"))


def test_codes_are_compared_once_they_are_shown_and_once_only() -> None:
    nothing = FloorRefusal.NOTHING_TO_COMPARE
    assert Pit().refuses(CompareCodes(equal=False)).refusal is nothing
    pit = begun()
    assert pit.refuses(CompareCodes(equal=True)).refusal is nothing
    pit.do(CODE)
    assert pit.refuses(CompareCodes(equal=True, code="654321")).refusal is nothing, "another code"
    pit.do(EQUAL)
    assert pit.refuses(EQUAL).refusal is nothing
    pit.do(ReportCode("shoe", "FELT-SHOE-1", "SHOE-0002", "654321"))
    assert under_way(pit.floor) == Pairing("shoe", "FELT-SHOE-1", "SHOE-0002", "654321"), (
        "another code was not compared"
    )
