"""Poker room: stakes, cards, the clock, closing and disputes of a table (4, 12.6, 13.8, 23)."""

import pytest

from controller.domain.base import evolve
from controller.domain.money import Money
from controller.floor.closing import AnnounceClosing, CloseTable, WithdrawClosing
from controller.floor.deck_orders import ChangeDeck
from controller.floor.decks import BringDeck, CheckDeck, CutDeck, SecureDeck, ShuffleDeck
from controller.floor.disputes import (
    AdviseComplaint,
    CloseDispute,
    DecideDispute,
    OpenDispute,
    dispute_advice,
)
from controller.floor.entries import About, IncidentKind
from controller.floor.measures import ReportIncident
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, checklist
from controller.floor.prompts import prompts
from controller.floor.refusals import FloorRefusal
from controller.floor.state import CheckMeans, Status
from controller.games.poker.award import AwardPots, CorrectResult, FinishHand
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, FinishDeal
from controller.games.poker.floor.cards import AskForCards, ReportMutilated
from controller.games.poker.floor.clock import CallClock, Stage, time_left
from controller.games.poker.floor.hands import DeclareLastHands, WithdrawLastHands
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.reports import Cause, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit
from controller.games.poker.seating import BuyChips, GoAway, SitDown
from controller.games.poker.stacks import BeginDrop, ChangeStakes, ClearTable, with_stakes
from controller.games.poker.state import Standing
from controller.games.poker.story import narrate
from controller.running.snapshot import NotNow
from controller.staff.powers import Objection
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING, MONDAY
from ui.games.poker.screen import POKER_SCREEN

BANKED = evolve(RULES, bank_min=4000)
TWICE = ChangeStakes(Limit.POT_LIMIT, 200, 400, 100, 8000)


def one_hand(shift: PokerShift) -> PokerShift:
    """Everybody folds to the big blind."""
    shift.deck_ready(shift.floor.decks_here()[0].name).begun()
    while shift.table.playing().count_in() > 1:
        shift.act(Move.FOLD)
    return shift.do(DrawIn(), AwardPots(), FinishHand())


@pytest.mark.clause("poker-room", "4.1#1")
def test_a_game_by_hand_has_one_complete_deck() -> None:
    shift = PokerShift().opened().do(BringDeck("A", "red"))
    assert shift.why(BringDeck("B", "red"))[0] is FloorRefusal.SAME_COLOUR
    assert shift.why(BringDeck("B", "blue"))[0] is FloorRefusal.DECKS_FULL
    shift.do(CheckDeck("A", CheckMeans.DEALER, count=53, foreign=("joker",)))
    assert shift.why(ShuffleDeck("A")) == (FloorRefusal.NOT_THE_STEP, "4.7")


@pytest.mark.clause("poker-room", "4.2#2", "4.3#1")
def test_no_hand_is_dealt_until_check_shuffle_and_cut_are_confirmed() -> None:
    shift = PokerShift().opened().do(SitDown(1, 10000), SitDown(2, 10000), BringDeck("A", "red"))
    steps = (("4.2", CheckDeck("A", CheckMeans.DEALER)), ("4.2", ShuffleDeck("A")))
    for clause, step in (*steps, ("4.3", CutDeck("A"))):
        assert shift.why(BeginHand(1)) == (FloorRefusal.DECK_NOT_READY, clause)
        shift.do(step)
    one_hand(shift)
    assert shift.why(BeginHand(2)) == (FloorRefusal.DECK_NOT_READY, "10.5")
    shift.do(ShuffleDeck("A"))
    assert shift.why(BeginHand(2)) == (FloorRefusal.DECK_NOT_READY, "4.3")
    shift.do(CutDeck("A"), BeginHand(2))


@pytest.mark.clause("poker-room", "4.5")
def test_new_cards_have_backs_of_another_colour() -> None:
    shift = PokerShift().sitting(s1="100", s2="100").on(GAMING)
    assert shift.why(ChangeDeck("A", "B", "red")) == (PokerFloorRefusal.SAME_BACK, "4.5")
    shift.do(ChangeDeck("A", "B", "blue"))
    assert [deck.back for deck in shift.floor.decks_here()] == ["blue"]
    assert shift.why(ChangeDeck("A", "C", "red"))[0] is FloorRefusal.NO_SUCH_DECK


@pytest.mark.clause("poker-room", "4.6")
def test_a_deck_that_was_checked_and_secured_needs_no_second_check() -> None:
    shift = PokerShift().opened().do(SecureDeck("S", "blue", CheckMeans.DEALER))
    shift.do(BringDeck("S", "blue"), ShuffleDeck("S"), CutDeck("S"))
    kinds = shift.kinds()
    assert kinds.index("DeckSecured") < kinds.index("DeckBrought")


@pytest.mark.clause("poker-room", "4.7", "4.7.a", "4.7.c")
def test_a_majority_gets_new_cards_after_the_hand() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100", s5="100").begun()
    refused = shift.refuses(AskForCards("A", 2))
    assert (refused.refusal, refused.detail) == (
        PokerFloorRefusal.NO_MAJORITY,
        "2 of 4 have asked.",
    )
    assert shift.why(AskForCards("A", 5))[0] is PokerFloorRefusal.NO_MAJORITY
    assert shift.why(AskForCards("X", 3))[0] is FloorRefusal.NO_SUCH_DECK
    shift.do(AskForCards("A", 3))
    assert shift.why(ReportMutilated("A")) == (PokerFloorRefusal.CARDS_DUE_ALREADY, "4.7")
    shift.on(GAMING)
    assert shift.why(ChangeDeck("A", "B", "blue"))[0] is Objection.ROUND_IN_PROGRESS
    shift.off()
    while shift.table.playing().count_in() > 1:
        shift.act(Move.FOLD)
    shift.do(DrawIn(), AwardPots(), FinishHand())
    assert shift.why(BeginHand(2)) == (FloorRefusal.DECK_NOT_READY, "4.7")
    shift.supervised(ChangeDeck("A", "B", "blue"))
    one_hand(shift)


@pytest.mark.clause("poker-room", "4.7.b")
def test_mutilated_cards_are_changed_before_the_next_hand() -> None:
    shift = PokerShift().sitting(s1="100", s2="100").do(ReportMutilated("A"))
    assert shift.why(BeginHand(1)) == (FloorRefusal.DECK_NOT_READY, "4.7")
    shift.supervised(ChangeDeck("A", "B", "blue"))
    one_hand(shift)


@pytest.mark.clause("poker-room", "12.6.a", "12.7", "13.8#1")
def test_other_stakes_take_everybodys_agreement_and_a_supervisor() -> None:
    shift = PokerShift(BANKED).sitting(s1="100", s2="100", s4="100")
    agreed = evolve(TWICE, agreed=(1, 2, 4))
    assert shift.why(agreed)[0] is Objection.NOT_THIS_ROLE
    shift.on(GAMING)
    refused = shift.refuses(evolve(TWICE, agreed=(1, 4)), shift.likeliest(TWICE))
    assert (refused.refusal, refused.clause) == (LifeRefusal.NOT_AGREED, "13.8")
    assert refused.detail == "Seat 2 has not agreed."
    same = ChangeStakes(Limit.NO_LIMIT, 100, 200, 0, 4000, (1, 2, 4))
    assert shift.why(same) == (LifeRefusal.SAME_STAKES, "13.8")
    assert shift.why(evolve(agreed, ante=500)) == (LifeRefusal.NO_STAKES, "12.1")
    shift.do(agreed).off()
    assert shift.table.rules == shift.floor.rules == with_stakes(BANKED, TWICE)
    shift.begun()
    posted = sum(player.total for player in shift.table.playing().players)
    assert posted == 200 + 400 + 3 * 100
    assert shift.on(GAMING).why(agreed)[0] is Objection.ROUND_IN_PROGRESS


@pytest.mark.clause("poker-room", "13.8#2")
def test_after_an_increase_everybody_holds_the_new_minimum_bank() -> None:
    shift = PokerShift(BANKED).sitting(s1="100", s2="50", s4="60")
    shift.supervised(evolve(TWICE, agreed=(1, 2, 4)))
    refused = shift.refuses(BeginHand(1))
    assert (refused.refusal, refused.clause) == (LifeRefusal.BANK_DUE, "13.8")
    assert refused.detail == "Seat 2 needs $30 more."
    shift.do(BuyChips(2, 3000), GoAway(4))
    one_hand(shift)
    assert not shift.table.seat(2).bank_due
    assert shift.table.seat(4).bank_due
    lower = ChangeStakes(Limit.NO_LIMIT, 100, 200, 0, 2000, (1, 2, 4))
    shift.supervised(lower)
    assert shift.table.rules.bank_min == 2000


@pytest.mark.clause("poker-room", "23.3#1", "23.3#2")
def test_a_clock_gives_a_minute_and_ten_seconds_and_a_person_folds_the_hand() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100").begun()
    seat = shift.turn()
    other = next(number for number in (1, 2, 3) if number != seat)
    expired = ReportIrregularity(Irregularity.CLOCK_EXPIRED, seat)
    assert shift.why(expired) == (PokerFloorRefusal.NO_CLOCK, "23.3")
    assert shift.why(CallClock(other)) == (PokerRefusal.OUT_OF_TURN, "23.3")
    shift.do(CallClock(seat))
    assert shift.why(CallClock(seat)) == (PokerFloorRefusal.CLOCK_RUNS, "23.3")
    stages = []
    for seconds in (0, 59, 1, 9):
        shift.wait(seconds=seconds)
        left = time_left(shift.floor.clock, shift.clock.now())
        assert left is not None
        stages.append((left.stage, left.left_ms // 1000))
        assert shift.why(expired) == (PokerFloorRefusal.TIME_LEFT, "23.3")
    minute, countdown = Stage.MINUTE, Stage.COUNTDOWN
    assert stages == [(minute, 60), (minute, 1), (countdown, 10), (countdown, 1)]
    shift.wait(seconds=1)
    assert shift.table.playing().of(seat).standing is Standing.IN, "the table folds nobody"
    before = shift.table.playing().pot
    shift.do(expired)
    assert shift.table.playing().of(seat).standing is Standing.FOLDED
    assert shift.table.playing().pot == before
    assert shift.floor.clock is None


@pytest.mark.clause("poker-room", "23.3#1")
def test_a_player_who_acts_is_off_the_clock_and_a_new_start_gives_no_time_away() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100").begun()
    shift.do(CallClock(shift.turn()))
    shift.act(Move.CALL)
    assert shift.floor.clock is None
    seat = shift.turn()
    shift.do(CallClock(seat))
    shift.restart().compared()
    expired = ReportIrregularity(Irregularity.CLOCK_EXPIRED, seat)
    assert shift.why(expired) == (PokerFloorRefusal.CLOCK_LOST, "23.3")
    shift.do(CallClock(seat)).wait(seconds=70)
    shift.do(expired)


def test_a_hand_that_is_void_takes_the_clock_with_it() -> None:
    shift = PokerShift().sitting(s1="100", s2="100").do(BeginHand(1), DealHoleCards())
    assert shift.why(CallClock(1)) == (PokerRefusal.OUT_OF_TURN, "23.3")
    shift.do(FinishDeal())
    shift.do(CallClock(shift.turn()))
    shift.on(GAMING)
    void = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.FRAUD)
    shift.do(void)
    assert shift.table.phase is Phase.IDLE
    assert shift.floor.clock is None


@pytest.mark.clause("poker-room", "23.4#1", "23.4#2")
def test_a_table_closes_after_its_15_minutes_on_the_sign_and_everybody_leaves() -> None:
    shift = PokerShift().sitting(s1="100", s2="80")
    shift.on(GAMING)
    assert shift.why(CloseTable()) == (FloorRefusal.NOTICE_NEEDED, "23.4")
    assert shift.why(AnnounceClosing(14)) == (FloorRefusal.NOTICE_TOO_SHORT, "23.4")
    shift.do(AnnounceClosing(15)).off()
    assert shift.floor.closing_notice is not None
    shift.wait(minutes=15)
    assert shift.floor.status is Status.COUNTING
    assert [seat.player for seat in shift.table.seats] == [0] * 6
    cleared = next(event for event in shift.events() if type(event).__name__ == "TableCleared")
    assert cleared.seats == ((1, 10000), (2, 8000))
    assert shift.why(ClearTable((1,)))[0] is NotNow.NOT_BY_HAND


@pytest.mark.clause("poker-room", "23.4#1")
def test_a_table_closes_after_the_last_three_hands() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100").begun()
    shift.on(GAMING)
    assert shift.why(WithdrawLastHands()) == (PokerFloorRefusal.NOT_DECLARED, "23.4")
    shift.do(DeclareLastHands(), WithdrawLastHands(), DeclareLastHands())
    assert shift.why(DeclareLastHands()) == (PokerFloorRefusal.DECLARED_ALREADY, "23.4")
    shift.off()
    while shift.table.playing().count_in() > 1:
        shift.act(Move.FOLD)
    shift.do(DrawIn(), AwardPots(), FinishHand())  # none of the three
    texts = [prompt.text for prompt in prompts(shift.floor, shift.clock.now())]
    assert "Three more hands before this table closes." in texts
    misdeal = ReportIrregularity(Irregularity.CARD_EXPOSED_IN_CUT)
    shift.deck_ready().do(BeginHand(2), DealHoleCards())
    shift.on(GAMING).do(misdeal).off()
    assert shift.floor.last_hands == 3, "dealt again: it does not count"
    for _ in range(3):
        assert shift.floor.status is Status.OPEN
        one_hand(shift)
    assert shift.floor.status is Status.COUNTING
    assert not any(seat.player for seat in shift.table.seats)
    shift.on(GAMING)
    assert shift.why(DeclareLastHands()) == (FloorRefusal.NOT_OPEN, "23.4")
    shift.do(CountFloat(Money.parse("10000")), BeginOpening(MONDAY))
    shift.do(*(ConfirmItem(item.code) for item in checklist(shift.floor)))
    shift.do(CountFloat(Money.parse("10000")), OpenTable()).off()
    shift.do(SitDown(3, 10000), SitDown(5, 10000)).deck_ready()
    one_hand(shift)
    assert {player.seat for player in shift.table.playing().players} == {3, 5}


@pytest.mark.clause("poker-room", "23.4#1")
def test_a_closing_that_is_withdrawn_does_not_come() -> None:
    shift = PokerShift().sitting(s1="100", s2="80").supervised(AnnounceClosing())
    shift.supervised(WithdrawClosing()).wait(minutes=30)
    assert shift.floor.status is Status.OPEN


@pytest.mark.clause("poker-room", "23.5", "23.6", "23.7")
def test_the_house_decides_a_dispute_and_tells_of_the_right_to_the_regulator() -> None:
    shift = PokerShift().sitting(s1="100", s2="80").do(OpenDispute())
    assert dispute_advice(RULES, About.GAME) == (
        "The decision of the casino operator is final (rule 23.6).",
        "Advise a person who is not satisfied of the right to consult the Department of Justice,"
        " Licensing and Regulation.",
    )
    shift.on(GAMING).do(DecideDispute(1))
    assert shift.why(CloseDispute(1, satisfied=False)) == (FloorRefusal.NOT_ADVISED, "23.6")
    shift.do(AdviseComplaint(1), CloseDispute(1, satisfied=False))


@pytest.mark.clause("poker-room", "23.8")
def test_a_forbidden_device_is_an_incident() -> None:
    shift = PokerShift().sitting(s1="100", s2="80")
    shift.do(ReportIncident(IncidentKind.APPARATUS, place=1))
    (incident,) = shift.floor.incidents
    assert incident.place == 1


def test_the_commission_of_a_business_day_is_counted_from_nothing() -> None:
    shift = PokerShift().sitting(s1="100", s2="100").begun().act(Move.ALL_IN, Move.FOLD)
    shift.do(DrawIn(), AwardPots(), FinishHand())
    shift.on(GAMING).do(CorrectResult(((1, -300),), drop=300), AnnounceClosing(15)).off()
    shift.wait(minutes=15).on(GAMING)
    assert POKER_SCREEN.kept(shift.house) == "Commission this business day: $3."
    shift.do(CountFloat(Money.parse("10000")), BeginOpening(MONDAY))
    assert (shift.table.drop, shift.table.drop_before) == (300, 300), "nothing is lost of it"
    assert POKER_SCREEN.kept(shift.house) == "Commission this business day: $0."
    begun = [event for event in shift.events() if type(event).__name__ == "DropBegun"]
    assert [event.before for event in begun] == [300]
    told = narrate(shift.table, shift.table, begun[0])
    assert told.text == "A new business day: $3 of commission belongs to earlier days."
    assert shift.why(BeginDrop())[0] is NotNow.NOT_BY_HAND
    shift.do(*(ConfirmItem(item.code) for item in checklist(shift.floor)))
    shift.do(CountFloat(Money.parse("10000")), OpenTable()).off()
    shift.do(SitDown(1, 10000)).on(GAMING)
    back = CorrectResult(((1, 100),), drop=-100)
    assert shift.why(back) == (PokerRefusal.NOT_IN_THE_DROP, "3.1"), "that day is counted"
