"""What is wrong with devices, and what the rules make of it."""

import pytest

from controller.domain.base import evolve
from controller.floor.deck_orders import DeckCountOrdered
from controller.floor.deck_steps import Step
from controller.floor.device_state import DeviceState, Trouble, TroubleCode
from controller.floor.equipment import DeviceReported, FitDevices, ReportDevice, state_of
from controller.floor.loading import ReportDeckLoaded, ShuffleFailed
from controller.floor.opening import ConfirmItem, OpenTable
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import FinishRound, verify_round
from controller.floor.seats import ReopenSeat
from controller.games.bonus.floor.jackpots import EnableJackpot
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.state import ShownOn
from tests.helpers.felt import jackpot_rules
from tests.helpers.refused import why
from tests.unit.floor.pit import Pit

T = TroubleCode


def wrong(code: TroubleCode, part: str = "red") -> ReportDevice:
    return ReportDevice("shuffler", code, "It says so.", part)


def right(code: TroubleCode, part: str = "red") -> ReportDevice:
    return ReportDevice("shuffler", code, part=part, over=True)


def test_the_table_knows_the_devices_that_are_fitted() -> None:
    pit = Pit().do(FitDevices(("shoe", "sign")), ReportDevice("sign", T.AWAY, "Gone."))
    events = len(pit.events)
    pit.do(FitDevices(("shoe", "sign")))
    assert len(pit.events) == events, "known already"
    pit.do(FitDevices(("lamps", "sign")))
    assert pit.floor.devices == (
        DeviceState("lamps"),
        DeviceState("sign", (Trouble(T.AWAY, "Gone."),)),
    )
    assert [state.in_use for state in pit.floor.devices] == [True, False]


def test_what_is_wrong_is_said_once_and_over_once() -> None:
    pit = Pit()
    for _ in range(2):
        pit.do(wrong(T.DOOR_OPEN, ""))
    pit.do(wrong(T.JAM), ReportDevice("shoe", T.EMPTY))
    assert [one.code for one in state_of(pit.floor, "shuffler").troubles] == [T.DOOR_OPEN, T.JAM]
    for _ in range(2):
        pit.do(right(T.DOOR_OPEN, ""))
    pit.do(right(T.JAM))
    assert pit.floor.devices == (DeviceState("shuffler"), state_of(pit.floor, "shoe"))
    said = [event for event in pit.events if isinstance(event, DeviceReported)]
    assert [event.over for event in said] == [False, False, False, True, True]
    assert [event.code.words for event in said[:2]] == ["door open", "jam"]


def test_what_happens_again_and_again_is_counted() -> None:
    pit = Pit().do(ReportDevice("shoe", T.SUSPECT_FRAME, "Refused."))
    pit.do(ReportDevice("shoe", T.SUSPECT_FRAME, "Refused.", times=40))
    assert state_of(pit.floor, "shoe").troubles == (Trouble(T.SUSPECT_FRAME, "Refused.", times=40),)


def test_clause_12_1_a_jam_means_a_reshuffle_and_voids_no_round() -> None:
    pit = Pit().playing(1).do(wrong(T.JAM))
    assert pit.step() is Step.DEVICE_SHUFFLE
    refused = verify_round(pit.floor, pit.now)
    assert refused is not None
    assert refused.clause == "12.1"
    assert pit.floor.orders == ()


def test_clause_12_1_a_jam_of_the_deck_in_play_is_for_people_to_rule_on() -> None:
    pit = Pit().playing(1).dealt().do(wrong(T.JAM))
    assert not any(isinstance(event, ShuffleFailed) for event in pit.events)
    pit.do(FinishRound((1,)))


@pytest.mark.parametrize(
    ("code", "clause"),
    [
        (T.WRONG_COUNT, "11.9.3"),
        (T.WRONG_BACK, "11.9.3"),
        (T.MISCOUNTED, "3.8"),
        (T.RESIDUAL_CARD, "3.8"),
        (T.UNFINISHED_CYCLE, "3.8"),
    ],
)
def test_clause_3_8_a_deck_nobody_is_sure_of_is_counted_before_it_is_dealt(
    code: TroubleCode, clause: str
) -> None:
    pit = Pit().playing(1).do(wrong(code))
    assert why(verify_round(pit.floor, pit.now)) == (FloorRefusal.DECK_CHECK_DUE, clause)
    pit.do(wrong(T.WRONG_COUNT))
    assert sum(isinstance(event, DeckCountOrdered) for event in pit.events) == 1, "ordered once"


def test_another_deck_is_not_blamed_and_a_shoe_has_no_bays() -> None:
    assert Pit().playing(1).do(wrong(T.WRONG_COUNT, "blue")).floor.orders == ()
    assert Pit(dealing="shoe").playing(1).do(wrong(T.WRONG_COUNT)).floor.orders == ()


def test_a_deck_that_the_device_has_taken_in_is_loaded() -> None:
    pit = Pit().playing(1).dealt().do(FinishRound((1,)))
    assert pit.step() is Step.LOAD
    assert pit.refuses(ReportDeckLoaded("A", 51)).refusal is FloorRefusal.NOT_A_FULL_DECK
    assert pit.do(ReportDeckLoaded("A")).step() is Step.DEVICE_SHUFFLE


def with_jackpot() -> Pit:
    return Pit(jackpot=jackpot_rules())


def test_what_says_itself_that_it_does_not_work_is_not_confirmed_and_opens_nothing() -> None:
    pit = with_jackpot().prepared()
    away = ReportDevice("sensors", T.AWAY, "unplugged")
    assert pit.do(away).refuses(OpenTable()).refusal is FloorRefusal.DEVICE_FAILED
    assert pit.refuses(ConfirmItem("recording")).refusal is FloorRefusal.DEVICE_FAILED
    pit.do(ReportDevice("sensors", T.AWAY, over=True), OpenTable(), away)
    refused = pit.refuses(EnableJackpot(ShownOn.VIDEO_SIGN))
    assert refused.refusal is FloorRefusal.DEVICE_FAILED
    assert "sensors" in refused.detail


def test_clause_2_2_2_3_every_place_in_use_needs_a_sensor_of_its_own() -> None:
    places = range(1, 8)
    pit = with_jackpot().do(FitDevices(("sensors",), frozenset(places) - {4})).opened()
    refused = pit.refuses(EnableJackpot(ShownOn.VIDEO_SIGN))
    assert (refused.refusal, refused.detail) == (
        BonusFloorRefusal.NO_SENSOR,
        "There is none at place 4.",
    )
    pit.floor = evolve(
        pit.floor, seats=tuple(evolve(seat, closed=seat.place == 4) for seat in pit.floor.seats)
    )
    pit.do(EnableJackpot(ShownOn.VIDEO_SIGN))
    assert pit.refuses(ReopenSeat(4)).refusal is BonusFloorRefusal.NO_SENSOR
