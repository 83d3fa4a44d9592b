"""What the screen of the poker room offers around a hand: seats, the clock, what is to be done."""

from dataclasses import replace

from controller.domain.instant import MINUTE_MS
from controller.domain.refusals import Refused
from controller.games.poker.award import AwardPots
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import FinishDeal
from controller.games.poker.floor.clock import CallClock
from controller.games.poker.floor.hands import DeclareLastHands
from controller.games.poker.floor.players import AssignSeat
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.waiting import JoinWaitingList
from controller.games.poker.keyed_pots import KeyPot
from controller.games.poker.preview import preview
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.seating import LeaveTable, SitDown
from controller.games.poker.stacks import OfferSeat
from controller.games.poker.steps import guide
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import DEALER
from tests.helpers.under_desk import BY_POTS, UnderDeskShift, line
from tests.unit.ui.test_poker_screen import dealt, four, listed, shown
from ui.games.poker.screen import POKER_SCREEN
from ui.games.poker.viewmodels.clock import NO_CLOCK, derive_clock
from ui.games.poker.viewmodels.felt import derive_seat
from ui.games.poker.viewmodels.guidance import guide_with, to_see_to
from ui.games.poker.viewmodels.seat_panel import SeatPanelProps, commands_of, derive_seat_panel


def test_the_panel_of_a_seat_offers_what_the_rules_take() -> None:
    shift = four(replace(RULES, bank_min=4000))
    assert sits(shift, 2) == {"New player sits down with $40": ""}
    assert sits(shift, 2, 100) == {"New player sits down with $1": "The minimum bank is $40"}
    taken = {act.code: act for act in panel(shift, 3).acts}
    assert list(taken) == ["buy", "away", "goods", "leave"]
    assert taken["buy"].reason == taken["goods"].reason == "Key the amount first"
    taken = {act.code: act for act in panel(shift, 3, 25000).acts}
    assert (taken["buy"].text, taken["buy"].note) == ("Buy chips", "$250")
    assert taken["goods"].reason == "The player has only $200 in chips"
    shift.do(BeginHand(1))
    assert not any(act.enabled for act in panel(shift, 3).acts)
    assert not panel(shift, 0).visible


def test_a_free_seat_goes_to_whom_it_is_kept_for_who_waits_or_who_comes_back() -> None:
    shift = four(replace(RULES, bank_min=4000))
    shift.do(JoinWaitingList("12"), LeaveTable(6), OfferSeat(6))
    assert list(POKER_SCREEN.notices(shift.floor, lambda _: "")) == ["1 waiting for a seat"]
    longer = "No. 12 has waited longer"
    assert sits(shift, 2) == {
        "No. 12 sits down with $40": "",
        "Player 4 is back with $402": longer,
        "New player sits down with $40": longer,
    }
    assert (
        sits(shift, 2, 5000)["Player 4 is back with $50"]
        == "Back within the hour: bring at least $402"
    )
    shift.do(SitDown(2, 4000, who="12"))
    assert sits(shift, 6)["Player 4 is back with $402"] == ""
    shift.clock.wait(61 * MINUTE_MS)
    assert sits(shift, 6) == {"New player sits down with $40": ""}, "the hour is over"
    shift.supervised(AssignSeat(5, "77", moved=True))
    assert sits(shift, 5) == {"No. 77 sits down with $40": ""}
    assert panel(shift, 5).state == "Kept for No. 77. Minimum bank $40."
    seat = derive_seat(shown(shift), 5)
    assert (seat.state, seat.stack) == ("kept", "No. 77"), "the felt says for whom"
    *_, brought = commands_of(shown(shift), 5, 0, shift.clock.now())["sit"]
    assert brought == SitDown(5, 4000, moved=True, who="77")


def panel(shift: PokerShift, seat: int, keyed: int = 0) -> SeatPanelProps:
    return derive_seat_panel(shown(shift), seat, shift.clock.now(), keyed)


def sits(shift: PokerShift, seat: int, keyed: int = 0) -> dict[str, str]:
    """What the keys of a free seat say, and why not."""
    return {f"{act.text} {act.note}": act.reason for act in panel(shift, seat, keyed).acts}


def test_a_clock_runs_down_at_the_seat_and_a_person_folds_the_hand() -> None:
    shift = dealt()
    shift.do(FinishDeal())
    assert "call-clock" in listed(shift)
    assert "clock-expired" not in listed(shift)
    shift.do(CallClock(6))
    assert preview(shift.house, CallClock(6), shift.clock.now()) == Refused(
        PokerFloorRefusal.CLOCK_RUNS, "23.3"
    )
    faces = {}
    for seconds in (0, 18, 41, 1, 8, 2):
        shift.wait(seconds=seconds)
        face = derive_clock(shown(shift), shift.clock.now())
        faces[face.left] = face.urgent
    assert faces == {
        "1:00": False, "0:42": False, "0:01": False, "10": True, "2": True, "TIME": True,
    }  # fmt: skip
    assert derive_clock(shown(shift), shift.clock.now()).said == (
        "Seat 6 is out of time: report it to fold the hand."
    )
    assert "clock-expired" in listed(shift)
    shift.do(ReportIrregularity(Irregularity.CLOCK_EXPIRED, seat=6))
    assert derive_clock(shown(shift), shift.clock.now()) == NO_CLOCK


def test_a_clock_that_a_restart_has_cut_short_is_called_again() -> None:
    shift = dealt().do(FinishDeal())
    shift.do(CallClock(6))
    shift.restart().on(DEALER)
    shift.now(shift.controller.compare_done())
    assert derive_clock(shown(shift), shift.clock.now()).left == "?"
    assert "call-clock" in listed(shift)


def test_what_is_to_be_seen_to_between_hands_stands_beside_the_step() -> None:
    shift = four()
    assert to_see_to(shown(shift)) == ()
    shift.do(LeaveTable(6))
    assert to_see_to(shown(shift)) == (
        "Seat 6 is free: ask whether anybody at the table wants it.",
    )
    shift.supervised(DeclareLastHands())
    guide = guide_with(lambda: 0, shift.clock.now)
    first, second = guide(shown(shift), 0), guide(shown(shift), 1)
    assert (first.warning, first.warnings) == ("Three more hands before this table closes.", 2)
    assert second.warning.startswith("Seat 6")
    shift.do(BeginHand(1))
    assert to_see_to(shown(shift)) == ()


def test_in_a_tournament_run_by_pots_the_panel_asks_with_how_much_who_is_out_went_in() -> None:
    shift = UnderDeskShift(BY_POTS, goes_ahead=True).opened()
    shift.ordered(line(1, "anna"), line(3, "ben")).deck_ready()
    shift.do(BeginHand(1), KeyPot(0, 200, (1,)), AwardPots())
    acts = {act.code: act for act in panel(shift, 3).acts}
    assert "broke" not in acts
    assert acts["out"].reason == "Key the amount first"
    acts = {act.code: act for act in panel(shift, 3, 50_000).acts}
    assert (acts["out"].text, acts["out"].note) == ("Player is out", "went in with $500")
    assert acts["out"].enabled
    assert "ask the desk" in acts["leave"].reason
    assert any("no chips left" in one for one in guide(shift.table).reminders)
    *_, command = commands_of(shown(shift), 3, 50_000, shift.clock.now())["out"]
    shift.do(command)
    assert "out" not in {act.code for act in panel(shift, 3).acts}
