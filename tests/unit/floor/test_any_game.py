"""The floor by itself: the life of a table whose game adds nothing to it."""

from datetime import UTC
from typing import Any

from controller.domain.base import evolve
from controller.domain.dealing import Dealing
from controller.floor.calls import AskForSeat
from controller.floor.closing import AnnounceClosing, CloseTable, TableClosed
from controller.floor.core import ANY_FLOOR, SUBJECTS
from controller.floor.device_state import TroubleCode
from controller.floor.drop_box import SwitchCash
from controller.floor.entries import DeviceMeasure, IncidentKind
from controller.floor.equipment import FitDevices, ReportDevice, works
from controller.floor.measures import ReportIncident, TakeDeviceMeasures
from controller.floor.money import CountFloat, WithholdPayment
from controller.floor.notices import ReportSign
from controller.floor.opening import BeginOpening, SetLowLimit, checklist
from controller.floor.prompts import prompts
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import RoundBegun
from controller.floor.seats import LeaveSeat, ReopenSeat, abstainers, card_required
from controller.floor.signs import closed_pages, closing_pages, information_pages
from controller.floor.state import Seat, Settings, Status
from tests.toy.core import RuleSet, ToyRules
from tests.toy.game import new_house
from tests.unit.floor.pit import Pit, dollars


def by_hand(**rules: Any) -> ToyRules:
    """Rules that say next to nothing."""
    return evolve(ToyRules(RuleSet.HAND, dealing=Dealing.HAND, places=2), **rules)


class AnyTable(Pit):
    """A table where some game is played that the floor knows nothing of."""

    core = ANY_FLOOR

    def __init__(self, **rules: Any) -> None:
        super().__init__()
        self.floor: Any = new_house(by_hand(**rules), "", Settings()).floor


def test_nothing_on_the_floor_is_a_games() -> None:
    assert all(kind.__module__.startswith("controller.floor.") for kind in ANY_FLOOR.handlers)
    assert all(kind.__module__.startswith("controller.floor.") for kind in ANY_FLOOR.folds)
    assert all(subject.__name__.startswith("controller.floor.") for subject in SUBJECTS)


def test_a_day_at_a_table_of_any_game() -> None:
    table = AnyTable().prepared()
    codes = [item.code for item in checklist(table.floor)]
    assert codes == ["source", "discard-rack", "float-tray", "drop-box"]
    table = AnyTable().playing(1, 2).dealt()
    begun = table.last(RoundBegun)
    assert (begun.ruleset, begun.method, begun.approved_on) == ("high-card-by-hand", "plain", None)
    assert table.refuses(CloseTable()).refusal is FloorRefusal.ROUND_IN_PROGRESS


def test_the_terms_say_how_long_a_notice_is_and_who_may_be_asked_to_leave() -> None:
    table = AnyTable().playing(1, 2)
    assert "So far 0 of 1 rounds." in table.refuses(AskForSeat(2)).text()
    table.play(1)
    assert abstainers(table.floor) == (2,)
    assert "Place 2: one round without a wager" in table.prompts()
    assert table.refuses(AnnounceClosing(4)).text() == (
        "The sign has to show the change for a longer time. At least 5 minutes, not 4."
    )
    table.do(AnnounceClosing()).wait(3).do(ReportSign(lit=False)).wait(60).do(ReportSign(lit=True))
    table.wait(1).settle_down()
    assert table.floor.status is Status.OPEN  # four of five minutes on display
    (page,) = closing_pages(table.floor, table.now, UTC)
    assert page.urgent
    table.wait(1.1).settle_down()
    assert table.last(TableClosed).noticed
    assert table.floor.seats == (Seat(1), Seat(2))
    assert table.do(CountFloat(dollars("10000"))).status() is Status.CLOSED


def test_the_terms_say_what_is_not_in_the_rules() -> None:
    four = AnyTable(places=4).refuses(BeginOpening(AnyTable().day))
    assert (four.refusal, four.detail) == (
        FloorRefusal.WRONG_SETTING,
        "It has 4 places, the rules allow 2 or 3.",
    )
    shoe = AnyTable(dealing=Dealing.SHOE).refuses(BeginOpening(AnyTable().day))
    assert shoe.refusal is FloorRefusal.SOURCE_NOT_ALLOWED
    table = AnyTable().playing(1)
    for unknown in (
        SwitchCash(cashless=True),
        SetLowLimit(on=True),
        WithholdPayment(1, 1, "award", dollars("10")),
    ):
        assert table.refuses(unknown).refusal is FloorRefusal.NOT_IN_THESE_RULES
    assert not card_required(table.floor)


def test_a_seat_closes_and_opens_without_a_word_of_the_game() -> None:
    table = AnyTable().playing(1, 2).do(ReportIncident(IncidentKind.APPARATUS, 1))
    table.do(TakeDeviceMeasures(1, 1, frozenset({DeviceMeasure.EXCLUDE})))
    assert table.floor.seat(1) == Seat(1, closed=True)
    table.do(ReopenSeat(1), LeaveSeat(2))
    assert table.floor.seats == (Seat(1), Seat(2))


def test_devices_and_the_dealer_are_told_of_as_at_any_table() -> None:
    table = AnyTable().opened().do(FitDevices(("sign",)))
    table.do(ReportDevice("sign", TroubleCode.AWAY))
    assert not works(table.floor, "sign")
    assert [one.text for one in prompts(table.floor, table.now)] == [
        "There is no deck at the table. Ask for cards."
    ]


def test_the_sign_of_a_table_without_a_game_names_its_rules() -> None:
    rules = by_hand()
    (page,) = information_pages(rules)
    assert [line.text for line in page.lines][-1] == "High card"
    assert [one.title for one in closed_pages(rules)] == ["Table closed", "Information"]
