"""Opening, rounds, seats and entries where the clause tests do not go."""

from dataclasses import replace

import pytest

from controller.domain.base import evolve
from controller.domain.instant import NEVER, elapsed_ms
from controller.domain.kernel import Asking
from controller.domain.money import ZERO
from controller.domain.refusals import Refused
from controller.floor.base import Command, Day
from controller.floor.citations import cite
from controller.floor.closing import AnnounceClosing, CloseTable, WithdrawClosing
from controller.floor.corrections import (
    CloseCorrection,
    RecordCorrection,
    RecordEnquiries,
    RecordRectified,
)
from controller.floor.disputes import (
    AdviseComplaint,
    CloseDispute,
    DecideDispute,
    OpenDispute,
    ReviewDispute,
)
from controller.floor.entries import DeviceMeasure, IncidentKind, Intent
from controller.floor.measures import (
    CollusionMeasure,
    LiftCollusionMeasure,
    ReadmitPlayer,
    RecordHandOver,
    ReportIncident,
    TakeCollusionMeasure,
    TakeDeviceMeasures,
    TakenOverBy,
)
from controller.floor.money import CountFloat
from controller.floor.opening import (
    BeginOpening,
    ConfirmItem,
    LogOffDealer,
    LogOnDealer,
    OpenTable,
    checklist,
)
from controller.floor.promotions import EndPromotion, RecordClaimantTold, RefuseClaim
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import (
    BeginRound,
    FinishRound,
    PassTime,
    RemoveFirstCard,
    follow_up,
    verify_round,
)
from controller.floor.seats import LeaveSeat, ReopenSeat, TakeSeat, verify_player
from controller.floor.tasks import RecordNotified
from controller.games.bonus.clauses import FACTS, RULESETS
from controller.games.bonus.floor.core import FLOOR
from controller.games.bonus.floor.limits import (
    ChangeLimits,
    PlaceMarker,
    RaiseOldMinimum,
    RemoveMarker,
    WithdrawLimitNotice,
    limit_faults,
    limits_for,
)
from controller.games.bonus.floor.outcomes import (
    Disruption,
    Ground,
    InvalidateOutcome,
    round_command,
)
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.wagers import InvalidGround, MarkWagersInvalid, RefuseWager
from controller.games.bonus.round.core import CORE as ROUND_CORE
from controller.games.bonus.rules import RuleSet
from controller.games.bonus.terms import TERMS
from controller.games.bonus.wagers import Area, Stake
from controller.rulebook import load_clauses
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.refused import refusal
from tests.unit.floor.pit import MONDAY, Pit, dollars, limits

ONE = dollars("1")
REFUSED_WHEN_CLOSED: list[tuple[Command, FloorRefusal | BonusFloorRefusal]] = [
    (ConfirmItem("cloth"), FloorRefusal.NOT_PREPARING),
    (OpenTable(), FloorRefusal.NOT_PREPARING),
    (LogOnDealer("1"), FloorRefusal.NOT_OPEN),
    (LogOffDealer(), FloorRefusal.NO_DEALER),
    (TakeSeat(1, "P1"), FloorRefusal.NOT_OPEN),
    (AnnounceClosing(), FloorRefusal.NOT_OPEN),
    (CloseTable(), FloorRefusal.NOT_OPEN),
    (BeginRound(1), FloorRefusal.NOT_OPEN),
]
REFUSED_WHEN_OPEN: list[tuple[Command, FloorRefusal | BonusFloorRefusal]] = [
    (BeginOpening(MONDAY), FloorRefusal.NOT_CLOSED),
    (WithdrawClosing(), FloorRefusal.NO_NOTICE),
    (WithdrawLimitNotice(), FloorRefusal.NO_NOTICE),
    (RaiseOldMinimum(), BonusFloorRefusal.NO_OLD_MINIMUM),
    (RemoveMarker(1), BonusFloorRefusal.NO_MARKER),
    (ChangeLimits(limits()), FloorRefusal.NO_CHANGE),
    (ChangeLimits(limits(ante=("0", "10"))), BonusFloorRefusal.NOT_LIMITS),
    (ChangeLimits(limits(bonus=("10", "5"))), BonusFloorRefusal.NOT_LIMITS),
    (ChangeLimits(limits(unit=ZERO)), BonusFloorRefusal.NOT_LIMITS),
    (ChangeLimits(limits(player_min=dollars("5"), player_max=ONE)), BonusFloorRefusal.NOT_LIMITS),
    (BeginRound(0), FloorRefusal.ROUND_NUMBER),
    (BeginRound(1), FloorRefusal.DECK_NOT_READY),
    (RemoveFirstCard(), FloorRefusal.NO_ROUND),
    (FinishRound(()), FloorRefusal.NO_ROUND),
    (LeaveSeat(1), FloorRefusal.SEAT_EMPTY),
    (LeaveSeat(9), FloorRefusal.NO_SUCH_PLACE),
    (TakeSeat(0, "P1"), FloorRefusal.NO_SUCH_PLACE),
    (ReopenSeat(1), FloorRefusal.SEAT_NOT_CLOSED),
    (ReopenSeat(9), FloorRefusal.NO_SUCH_PLACE),
    (MarkWagersInvalid(1, InvalidGround.NO_VALID_CARD), FloorRefusal.SEAT_EMPTY),
    (ReportIncident(IncidentKind.TALK, 9), FloorRefusal.NO_SUCH_PLACE),
    (TakeCollusionMeasure(CollusionMeasure.DECIDE_FIRST, ()), FloorRefusal.NOT_THE_GROUND),
    (TakeCollusionMeasure(CollusionMeasure.BAR_TOGETHER, (1, 1)), FloorRefusal.NOT_THE_GROUND),
    (TakeCollusionMeasure(CollusionMeasure.DECIDE_FIRST, (1,)), FloorRefusal.SEAT_EMPTY),
    *((LiftCollusionMeasure(one), FloorRefusal.NO_CHANGE) for one in CollusionMeasure),
    (TakeDeviceMeasures(1, 1, frozenset(DeviceMeasure)), FloorRefusal.NO_SUCH_ENTRY),
    (RecordHandOver(1, TakenOverBy.POLICE), FloorRefusal.NO_SUCH_ENTRY),
    (ReadmitPlayer("P1"), FloorRefusal.NO_CHANGE),
    (InvalidateOutcome(Ground.DISRUPTION, Disruption.FIRE), FloorRefusal.NO_ROUND),
    (RecordCorrection(1, 1, "ante", ONE, ZERO), FloorRefusal.NO_ROUND),
    (RecordRectified(1), FloorRefusal.NO_SUCH_ENTRY),
    (CloseCorrection(1), FloorRefusal.NO_SUCH_ENTRY),
    (OpenDispute(round=1), FloorRefusal.NO_ROUND),
    (OpenDispute(place=9), FloorRefusal.NO_SUCH_PLACE),
    (DecideDispute(1), FloorRefusal.NO_SUCH_ENTRY),
    (ReviewDispute(1), FloorRefusal.NO_SUCH_ENTRY),
    (AdviseComplaint(1), FloorRefusal.NO_SUCH_ENTRY),
    (CloseDispute(1, satisfied=True), FloorRefusal.NO_SUCH_ENTRY),
    (EndPromotion(), FloorRefusal.NO_CHANGE),
    (RefuseClaim(ZERO), FloorRefusal.NOT_AN_AMOUNT),
    (RecordClaimantTold(1), FloorRefusal.NO_SUCH_ENTRY),
    (RecordNotified(1), FloorRefusal.NO_SUCH_ENTRY),
]


def name(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize(("command", "refusal"), REFUSED_WHEN_CLOSED, ids=name)
def test_what_a_closed_table_refuses(command: Command, refusal: FloorRefusal) -> None:
    assert Pit().refuses(command).refusal is refusal


@pytest.mark.parametrize(("command", "refusal"), REFUSED_WHEN_OPEN, ids=name)
def test_what_does_not_fit_an_open_table_is_refused(
    command: Command, refusal: FloorRefusal
) -> None:
    assert Pit().opened().refuses(command).refusal is refusal


def test_the_record_needs_to_know_who_asks() -> None:
    pit = Pit().opened()
    anonymous = FLOOR.decide(pit.floor, LogOffDealer(), Asking(pit.now))
    assert anonymous == Refused(FloorRefusal.NOBODY_ASKS)
    assert FLOOR.verify(pit.floor, PassTime(), Asking(pit.now)) is None, "nobody asks a clock"


def test_a_refusal_reads_as_one_line() -> None:
    refused = Refused(FloorRefusal.NOT_A_FULL_DECK, "4.2", "This one has 51.")
    assert refused.text() == "A deck has 52 cards. This one has 51. (rule 4.2)"
    assert Refused(FloorRefusal.NO_ROUND).text() == "No round is in progress."
    empty = Pit().opened().refuses(LeaveSeat(4))
    assert empty.text() == "Nobody is seated at place 4. Seat a player first."


def test_a_table_opens_only_with_everything_done() -> None:
    pit = Pit(jackpot=jackpot_rules()).do(BeginOpening(MONDAY))
    assert pit.refuses(ConfirmItem("kitchen")).refusal is FloorRefusal.NOT_ON_LIST
    assert pit.refuses(OpenTable()).refusal is FloorRefusal.LIST_UNFINISHED
    codes = [item.code for item in checklist(pit.floor)]
    assert {"jackpot-areas", "recording", "meter", "drop-box", "float-tray"} < set(codes)
    pit.do(*(ConfirmItem(code) for code in codes))
    assert pit.refuses(OpenTable()).refusal is FloorRefusal.NO_FLOAT_COUNT
    assert "Count the float." in pit.prompts()
    pit.do(CountFloat(ONE))
    assert pit.refuses(OpenTable()).refusal is FloorRefusal.NO_DEALER
    assert "The dealer signs on." in pit.prompts()
    pit.do(LogOnDealer("1"))
    assert pit.prompts() == ""
    pit.do(OpenTable())


def test_after_closing_the_float_is_counted_and_the_sign_says_closed() -> None:
    pit = Pit(jackpot=jackpot_rules()).opened().do(CloseTable())
    assert "Count the float." in pit.prompts()
    assert pit.pages()["Table closed"] == ("This table is closed.",)
    assert pit.refuses(BeginOpening(MONDAY)).refusal is FloorRefusal.NOT_CLOSED
    pit.do(CountFloat(ONE)).opened()
    assert pit.pages()["Jackpot"] == ("The jackpot is not offered at present.",)
    assert "Jackpot" not in Pit().opened().pages()


def test_a_round_has_one_first_card_and_time_waits_for_its_end() -> None:
    pit = Pit().playing(1).dealt()
    assert pit.refuses(RemoveFirstCard()).refusal is FloorRefusal.CARDS_ARE_OUT
    assert pit.do(PassTime()).floor.round is not None, "time goes by, and nothing takes effect"
    assert pit.refuses(BeginRound(2)).refusal is FloorRefusal.ROUND_IN_PROGRESS
    assert follow_up(pit.floor, pit.now) is None
    assert pit.refuses(RefuseWager(9, Area.ANTE)).refusal is FloorRefusal.CARDS_ARE_OUT


def test_seats_are_taken_once_and_wagers_come_from_seats() -> None:
    pit = Pit().opened().seat(1)
    assert pit.refuses(TakeSeat(1, "P2")).refusal is FloorRefusal.SEAT_TAKEN
    assert refusal(verify_player(pit.floor, 9)) is FloorRefusal.NO_SUCH_PLACE


def test_a_readmitted_player_may_sit_again() -> None:
    pit = Pit().playing(1).do(ReportIncident(IncidentKind.APPARATUS))
    pit.do(TakeDeviceMeasures(1, 1, frozenset({DeviceMeasure.EXCLUDE})))
    assert pit.floor.vacant, "the last player was excluded"
    assert pit.floor.incidents[0].place == 1
    pit.do(ReadmitPlayer("P1"), TakeSeat(2, "P1"))


def test_places_of_an_invalidated_outcome_exist() -> None:
    pit = Pit().playing(1).dealt()
    fraud = InvalidateOutcome(Ground.FRAUD, players=(9,))
    assert pit.refuses(fraud).refusal is FloorRefusal.NO_SUCH_PLACE


def test_most_events_have_nothing_to_tell_a_round() -> None:
    pit = Pit().opened()
    assert [round_command(event) for event in pit.events] == [None] * len(pit.events)


def test_a_correction_names_a_place_and_what_was_paid() -> None:
    pit = Pit().playing(1).play(1)
    nowhere = RecordCorrection(1, 9, "ante", ONE, ZERO)
    assert pit.refuses(nowhere).refusal is FloorRefusal.NO_SUCH_PLACE
    below = RecordCorrection(1, 1, "ante", ONE, -ONE)
    assert pit.refuses(below).refusal is FloorRefusal.NOT_AN_AMOUNT


def test_a_second_correction_leaves_the_first_alone() -> None:
    pit = Pit().playing(1).play(1)
    for _ in range(2):
        pit.do(RecordCorrection(1, 1, "ante", ONE, ZERO))
    pit.do(RecordEnquiries(2, Intent.NOT_SUSPECTED, "dealer-asked"))
    assert [one.intent for one in pit.floor.corrections] == [None, Intent.NOT_SUSPECTED]


def test_a_closed_dispute_stays_closed_and_places_exist() -> None:
    pit = Pit().opened().do(OpenDispute(place=1), DecideDispute(1), CloseDispute(1, satisfied=True))
    for command in (DecideDispute(1), ReviewDispute(1), CloseDispute(1, satisfied=True)):
        assert pit.refuses(command).refusal is FloorRefusal.ENTRY_CLOSED


def test_a_task_is_done_once() -> None:
    pit = Pit().playing(1).dealt().do(FinishRound((1,), deck_suspect=True), RecordNotified(2))
    assert pit.refuses(RecordNotified(2)).refusal is FloorRefusal.TOLD_ALREADY


def test_a_closed_table_changes_its_limits_without_notice() -> None:
    pit = Pit().do(ChangeLimits(limits(ante=("50", "500"))))
    assert str(limits_for(pit.floor, 1).spot.ante_min) == "50.00"


def test_a_notice_of_limits_may_be_withdrawn() -> None:
    pit = Pit().opened().seat(1).do(ChangeLimits(limits(ante=("50", "500"))))
    pit.do(WithdrawLimitNotice()).wait(30).settle_down()
    assert str(limits_for(pit.floor, 1).spot.ante_min) == "25.00"
    pit.do(ChangeLimits(limits(ante=("50", "500")), at_once=True), RaiseOldMinimum())
    pit.do(WithdrawLimitNotice()).wait(30).settle_down()
    assert str(limits_for(pit.floor, 1).spot.ante_min) == "25.00"


def test_a_table_that_comes_down_again_needs_no_markers() -> None:
    pit = Pit().opened().seat(1).do(ChangeLimits(limits(ante=("50", "500")), at_once=True))
    pit.do(PlaceMarker(1), RaiseOldMinimum(), ChangeLimits(limits()))
    assert pit.floor.seat(1).old is None
    assert pit.floor.old_minimum_notice is None
    assert "Take the marker of place 1 off" in pit.prompts()


def test_a_raise_at_once_during_a_round_marks_those_who_are_there_at_its_end() -> None:
    pit = Pit().playing(1, 2).dealt().do(ChangeLimits(limits(ante=("50", "500")), at_once=True))
    pit.do(LeaveSeat(2)).seat(3).do(FinishRound((1,)))
    kept = [str(limits_for(pit.floor, place).spot.ante_min) for place in (1, 2, 3)]
    assert kept == ["25.00", "50.00", "25.00"]


def test_a_change_at_once_leaves_a_notice_standing_and_a_pending_one_is_done_once() -> None:
    pit = Pit().playing(1).do(ChangeLimits(limits(ante=("50", "500")))).dealt()
    pit.do(ChangeLimits(limits(ante=("10", "500"))), FinishRound((1,)))
    assert pit.floor.pending is None
    assert pit.floor.limit_notice is not None
    pit.wait(20).settle_down()
    assert str(pit.floor.limits.spot.ante_min) == "50.00"
    assert str(pit.play(1).floor.limits.spot.ante_min) == "50.00"


def test_the_limits_of_a_player_include_their_ends() -> None:
    pit = Pit().do(ChangeLimits(limits(player_min=dollars("30"), player_max=dollars("600"))))
    pit.opened().seat(1)
    for ante, bonus, faults in (("25", "5", 0), ("500", "100", 0), ("25", "100", 0)):
        wagers = {Area.ANTE: Stake(dollars(ante)), Area.BONUS: Stake(dollars(bonus))}
        assert len(limit_faults(pit.floor, 1, wagers)) == faults


def test_a_pending_change_can_be_taken_back_to_what_is_in_force() -> None:
    pit = Pit().playing(1).dealt().do(ChangeLimits(limits(ante=("10", "500"))))
    pit.do(ChangeLimits(limits()), FinishRound((1,)))
    assert pit.floor.limits == limits()


def test_no_wagers_at_all_break_no_limit() -> None:
    pit = Pit().opened().seat(1)
    assert limit_faults(pit.floor, 1, {}) == ()
    sd = Pit("sd").opened().seat(1)
    (fault,) = limit_faults(sd.floor, 1, {Area.ANTE: Stake(ONE), Area.JACKPOT: Stake(ONE)})
    assert fault == "Place 1: ante $1 is below the minimum $25."


def test_moments_of_two_runs_cannot_be_compared() -> None:
    pit = Pit()
    assert elapsed_ms(NEVER, pit.now) is None
    assert elapsed_ms(pit.now, pit.now) == 0
    assert elapsed_ms(pit.now, replace(pit.now, steady_ms=pit.now.steady_ms + 7)) == 7
    assert str(Day(2024, 8, 9)) == "2024-08-09"


def test_every_citation_names_a_clause_of_its_rule_set() -> None:
    known = {(ruleset, number.split("#")[0]) for ruleset, number in load_clauses()}
    for fact, numbers in FACTS.items():
        for ruleset, number in zip(RuleSet, numbers, strict=True):
            assert number is None or (ruleset, number) in known, f"{fact}: {ruleset} {number}"


def test_the_terms_of_every_rule_set_are_known_and_those_of_another_are_not_guessed() -> None:
    assert tuple(TERMS) == RULESETS == tuple(RuleSet)
    assert all(replace(table_rules(), ruleset=one).terms is TERMS[one] for one in RuleSet)
    another = evolve(table_rules("sd"), ruleset="poker-room")
    with pytest.raises(KeyError):
        _ = another.terms
    with pytest.raises(KeyError):
        _ = another.nsw


def test_a_fact_that_no_rule_set_knows_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        cite(table_rules(), "the moon")


def test_events_of_the_floor_and_of_the_round_do_not_share_names() -> None:
    of_the_round = {kind.__name__ for kind in ROUND_CORE.folds}
    of_the_floor = {kind.__name__ for kind in FLOOR.folds}
    assert len(of_the_floor) == len(FLOOR.folds)
    assert not of_the_floor & of_the_round


def test_what_is_ready_is_ready() -> None:
    pit = Pit().playing(1)
    assert verify_round(pit.floor, pit.now) is None


def test_a_table_with_a_ready_deck_waits_for_somebody_to_sit_down() -> None:
    pit = Pit().opened().deck()
    assert pit.refuses(BeginRound(1)).refusal is FloorRefusal.NOBODY_SEATED
    assert pit.prompts() == "", "the dealer is told the same"
