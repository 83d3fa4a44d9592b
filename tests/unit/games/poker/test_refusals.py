"""What the core refuses, each with its reason, and what that changes: nothing."""

from typing import Any

import pytest

from controller.domain.base import BrokenInvariant, evolve, existing
from controller.domain.cards import parse_cards
from controller.games.poker.award import AwardPots, CorrectResult, FinishHand
from controller.games.poker.betting import DrawIn, FoldAbsent, PutOverChip
from controller.games.poker.blinds import BeginHand, BeginRecordedHand, Kind, Post
from controller.games.poker.books import entries
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Cause, Decision, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit
from controller.games.poker.seating import GoAway, LeaveTable, PostDue
from controller.games.poker.showdown import MuckHand, PassIn, TableHand
from controller.games.poker.state import Table
from controller.games.poker.steps import guide
from controller.games.poker.story import narrate
from tests.helpers.poker import Felt

THREE = {1: 200, 2: 200, 3: 200}


def why(felt: Felt, command: object) -> Any:
    """The reason; the table is the same as before."""
    before = felt.table
    refused = felt.ask(command)
    assert refused is not None, command
    assert refused.text()
    assert felt.table is before
    return refused.refusal


def to_showdown(felt: Felt) -> Felt:
    """Checked down; seats 2, 3 and 1 are in."""
    felt.deal().act("1 call, 2 call, 3 check").street("2c 7d 9h")
    for card in ("Js", "4s"):
        felt.act("2 check, 3 check, 1 check").street(card)
    return felt.act("2 check, 3 check, 1 check").do(DrawIn())


def test_a_hand_begins_between_hands_numbered_on_with_two_players() -> None:
    felt = Felt(THREE).do(BeginHand(1))
    assert why(felt, BeginHand(2)) is PokerRefusal.HAND_ON
    done = Felt({1: 100, 2: 100}).deal().act("2 fold").do(AwardPots()).do(FinishHand())
    assert why(done, BeginHand(1)) is PokerRefusal.HAND_NUMBER
    done.do(GoAway(1))
    assert why(done, BeginHand(2)) is PokerRefusal.TOO_FEW
    assert guide(done.table).text == "Wait for a second player with chips."


def test_a_recorded_hand_names_seats_that_are_taken() -> None:
    posts: tuple[Post, ...] = (Post(1, Kind.SMALL_BLIND, 100), Post(2, Kind.BIG_BLIND, 200))
    felt = Felt(THREE, seats=5)
    assert why(felt, BeginRecordedHand(1, 9, 1, 2, 200, posts)) is PokerRefusal.NO_SUCH_SEAT
    assert why(felt, BeginRecordedHand(1, 4, 1, 2, 200, posts)) is PokerRefusal.SEAT_EMPTY
    assert why(felt, BeginRecordedHand(0, 3, 1, 2, 200, posts)) is PokerRefusal.HAND_NUMBER
    alone = Felt({1: 100}, seats=2)
    posts = (Post(1, Kind.BIG_BLIND, 200),)
    assert why(alone, BeginRecordedHand(1, 1, None, 1, 200, posts)) is PokerRefusal.TOO_FEW
    felt.do(BeginRecordedHand(1, 3, None, 2, 200, posts[:0]))
    assert felt.hand.small_blind is None
    assert [player.seat for player in felt.hand.players] == [1, 2, 3]


def test_nobody_acts_outside_a_betting_round() -> None:
    felt = Felt(THREE)
    assert felt.refuses("1 fold").refusal is PokerRefusal.WRONG_PHASE
    assert why(felt, DealHoleCards()) is PokerRefusal.WRONG_PHASE
    assert why(felt, FinishDeal()) is PokerRefusal.WRONG_PHASE
    assert why(felt, DrawIn()) is PokerRefusal.WRONG_PHASE
    assert why(felt, DealStreet(parse_cards("2c 7d 9h"))) is PokerRefusal.CARDS_NOT_DUE
    assert why(felt, AwardPots()) is PokerRefusal.WRONG_PHASE
    felt.deal().act("1 call, 2 call, 3 check")
    assert felt.refuses("1 fold").refusal is PokerRefusal.NOBODY_TO_ACT
    felt.do(DrawIn())
    assert why(felt, DrawIn()) is PokerRefusal.WRONG_PHASE
    assert why(felt, FinishHand()) is PokerRefusal.WRONG_PHASE
    assert why(felt, PassIn(1)) is PokerRefusal.WRONG_PHASE
    assert why(felt, TableHand(1, parse_cards("Ah Ad"))) is PokerRefusal.WRONG_PHASE


def test_a_street_that_is_reported_wrong_is_dealt_again_before_anybody_acts() -> None:
    felt = Felt(THREE).deal().act("1 call, 2 call, 3 check").do(DealStreet(()))
    assert felt.table.phase is Phase.FLOP
    assert felt.refuses("2 check").refusal is PokerRefusal.WRONG_COUNT
    assert why(felt, DrawIn()) is PokerRefusal.WRONG_COUNT
    assert why(felt, DealStreet(())) is PokerRefusal.WRONG_COUNT
    early = ReportIrregularity(Irregularity.DEALT_EARLY)
    assert why(felt, early) is PokerRefusal.CANNOT_HAPPEN
    felt.do(ReportIrregularity(Irregularity.FLOP_TOO_MANY))
    assert "dealt again" in guide(felt.table).announce
    felt.street("2c 7d 9h").act("2 check")
    line = narrate(felt.table, felt.table, felt.events[-2])
    assert line.text == "The flop was dealt again from the new stub: 2♣ 7♦ 9♥."


def test_an_over_chip_is_one_chip_above_the_call_in_turn() -> None:
    felt = Felt(THREE).deal()
    assert why(felt, PutOverChip(2, 500)) is PokerRefusal.OUT_OF_TURN
    assert why(felt, PutOverChip(1, 50000)) is PokerRefusal.ABOVE_THE_STACK
    assert why(felt, PutOverChip(1, 100)) is PokerRefusal.NO_ERROR
    felt.do(ReportIrregularity(Irregularity.STRING_BET, 1, amount=400))
    assert why(felt, PutOverChip(1, 500)) is PokerRefusal.BOUND
    assert "has to put in $4 in all" in guide(felt.table).text
    assert "bound" in felt.offered.text()
    felt.act("1 raise 4, 2 call, 3 call").street("2c 7d 9h")
    assert why(felt, PutOverChip(2, 500)) is PokerRefusal.NOTHING_TO_CALL
    felt = Felt(THREE).deal().do(PutOverChip(1, 500))
    line = narrate(Felt(THREE).deal().table, felt.table, felt.events[-1])
    assert line.clause == "1.1:Over-Chip"
    assert "$3 change" in line.text


def test_only_who_is_absent_is_folded_by_the_table() -> None:
    felt = Felt(THREE, tournament=True).deal()
    assert why(felt, FoldAbsent(1)) is PokerRefusal.CANNOT_HAPPEN
    assert why(felt, FoldAbsent(2)) is PokerRefusal.OUT_OF_TURN


def test_a_bet_is_a_bet_and_a_raise_a_raise_of_whole_chips() -> None:
    felt = Felt(THREE).deal()
    assert felt.refuses("1 bet 4").refusal is PokerRefusal.BET_MADE
    assert felt.refuses("1 raise 4.50").refusal is PokerRefusal.NOT_A_CHIP
    felt.act("1 call, 2 call, 3 check").street("2c 7d 9h")
    assert felt.refuses("2 raise 4").refusal is PokerRefusal.NO_BET_YET
    assert felt.refuses("2 call").refusal is PokerRefusal.NOTHING_TO_CALL
    assert felt.refuses("2 bet 1").refusal is PokerRefusal.BELOW_THE_LEAST
    assert felt.refuses("2 forfeit").refusal is PokerRefusal.NOTHING_TO_FORFEIT


def test_nobody_raises_where_no_other_player_has_chips() -> None:
    felt = Felt({1: 200, 2: 50, 3: 200}).deal().act("1 fold, 2 all-in")
    assert felt.refuses("3 raise 100").refusal is PokerRefusal.NOBODY_TO_RAISE
    assert felt.refuses("3 all-in").refusal is PokerRefusal.NOBODY_TO_RAISE
    assert "no raise" in guide(felt.table).text
    assert felt.offered.text() == "fold, call 48.00"


def test_short_of_the_call_there_is_only_a_call() -> None:
    felt = Felt({1: 200, 2: 200, 3: 20}).deal().act("1 raise 50, 2 call")
    assert felt.refuses("3 raise 100").refusal is PokerRefusal.ABOVE_THE_STACK
    assert felt.offered.text() == "fold, call 18.00, all-in 20.00"


def test_the_showdown_takes_hands_that_are_in_and_cards_that_are_not_up() -> None:
    felt = to_showdown(Felt(THREE))
    assert why(felt, TableHand(9, parse_cards("Ah Ad"))) is PokerRefusal.NOT_IN_HAND
    assert why(felt, TableHand(2, parse_cards("Ah"))) is PokerRefusal.WRONG_COUNT
    assert why(felt, TableHand(2, parse_cards("Ah 2c"))) is PokerRefusal.CARD_KNOWN
    assert (
        why(felt, ReportIrregularity(Irregularity.WINNING_HAND_MUCKED, 2)) is PokerRefusal.NOT_WON
    )
    felt.do(TableHand(2, parse_cards("Ah Ad")))
    assert why(felt, TableHand(2, parse_cards("Ah Ad"))) is PokerRefusal.SHOWN_ALREADY
    assert why(felt, PassIn(2)) is PokerRefusal.SHOWN_ALREADY
    assert why(felt, MuckHand(2)) is PokerRefusal.SHOWN_ALREADY
    felt.do(ReportIrregularity(Irregularity.WINNING_HAND_MUCKED, 2))
    felt.do(MuckHand(3)).do(MuckHand(1))
    assert guide(felt.table).text.startswith("Announce the winning hand")
    one = to_showdown(Felt(THREE)).do(MuckHand(3)).do(MuckHand(1))
    assert why(one, MuckHand(2)) is PokerRefusal.LAST_HAND


@pytest.mark.parametrize(("flop", "made"), [(False, ""), (True, "three of a kind, ")])
def test_a_hand_brought_back_is_announced_by_what_lies_open(flop: bool, made: str) -> None:
    """16.3: the last one left may have been mucked before there are five cards to name."""
    felt = Felt({1: 100, 2: 100}).deal().act("2 call, 1 check" if flop else "2 fold")
    if flop:
        felt.street("2c 7d 9h").act("2 fold")
    felt.do(DrawIn())
    shown = parse_cards("2d 2s")
    felt.do(ReportIrregularity(Irregularity.WINNING_HAND_MUCKED, 1, cards=shown)).do(AwardPots())
    assert guide(felt.table).announce == f"seat 1 {made}2♦ 2♠"


def test_with_somebody_all_in_in_a_tournament_nobody_passes_in() -> None:
    felt = Felt({1: 100, 2: 100}, tournament=True).deal().act("1 call, 2 check")
    felt.street("2c 7d 9h").act("2 check, 1 check").street("Js").act("2 check, 1 check")
    felt.street("4s").act("2 all-in, 1 call").do(DrawIn())
    assert why(felt, PassIn(1)) is PokerRefusal.ALL_TURNED_UP
    assert why(felt, MuckHand(1)) is PokerRefusal.ALL_TURNED_UP


def test_a_fouled_pair_of_hands_leaves_the_pot_to_the_last_to_fold() -> None:
    felt = Felt(THREE).deal().act("1 fold, 2 call, 3 check").street("2c 7d 9h")
    felt.act("2 check, 3 check").street("Js").act("2 check, 3 check").street("4s")
    felt.act("2 check, 3 check").do(DrawIn())
    felt.do(ReportIrregularity(Irregularity.HAND_FOULED, 2)).do(
        ReportIrregularity(Irregularity.HAND_FOULED, 3)
    )
    assert guide(felt.table).text.startswith("Announce")
    felt.do(AwardPots())
    assert felt.hand.of(1).won == 400
    assert str(felt.hand.ending) == "uncontested"


def test_somebody_is_left_to_win() -> None:
    felt = Felt({1: 100, 2: 100}).deal().do(ReportIrregularity(Irregularity.HAND_FOULED, 2))
    assert why(felt, ReportIrregularity(Irregularity.HAND_FOULED, 1)) is PokerRefusal.LAST_HAND
    assert why(felt, ReportIrregularity(Irregularity.HAND_KILLED, 1)) is PokerRefusal.LAST_HAND
    felt.do(DrawIn())
    assert why(felt, ReportIrregularity(Irregularity.HAND_FOULED, 1)) is PokerRefusal.LAST_HAND
    cards = parse_cards("Ah Ad")
    early = Felt({1: 100, 2: 100}).deal().act("2 fold")
    mucked = ReportIrregularity(Irregularity.WINNING_HAND_MUCKED, 1, cards=cards)
    assert why(early, mucked) is PokerRefusal.CANNOT_HAPPEN
    early.do(DrawIn()).do(mucked).do(mucked)
    assert early.hand.of(1).cards == cards


def test_a_report_says_what_it_needs() -> None:
    felt = Felt(THREE).do(BeginHand(1)).do(DealHoleCards())
    lacking = [
        ReportIrregularity(Irregularity.DEALT_OUT_OF_TURN, 2),
        ReportIrregularity(Irregularity.HOLE_CARD_EXPOSED, 2),
        ReportIrregularity(Irregularity.HOLE_CARD_EXPOSED, 2, card=3),
        ReportIrregularity(Irregularity.WRONG_NUMBER_OF_HANDS),
        ReportIrregularity(Irregularity.OUTCOME_INVALIDATED),
    ]
    for report in lacking:
        assert why(felt, report) is PokerRefusal.NEEDS_MORE
    felt.do(ReportIrregularity(Irregularity.BOXED_CARD, 2, card=1))
    assert "first burn card" in guide(felt.table).text
    felt.do(ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.FRAUD))
    assert "Give every chip back" in guide(felt.table).text


def test_errors_with_wagers_happen_in_a_betting_round() -> None:
    felt = Felt({1: 200, 2: 200, 3: 2}).deal()
    assert why(felt, ReportIrregularity(Irregularity.CLOCK_EXPIRED, 2)) is PokerRefusal.OUT_OF_TURN
    call = ReportIrregularity(Irregularity.OUT_OF_TURN, 3, move=Move.CALL)
    assert why(felt, call) is PokerRefusal.NO_CHIPS
    short = ReportIrregularity(Irregularity.SHORT_RAISE, 1, amount=300, decision=Decision.COMPLETE)
    assert felt.ask(short) is None
    whole = ReportIrregularity(Irregularity.SHORT_CALL, 1, amount=20000, decision=Decision.COMPLETE)
    assert why(felt, whole) is PokerRefusal.NO_ERROR
    felt.act("1 call, 2 call")
    assert (
        why(felt, ReportIrregularity(Irregularity.CLOCK_EXPIRED, 1)) is PokerRefusal.NOBODY_TO_ACT
    )
    assert why(felt, call) is PokerRefusal.NOBODY_TO_ACT
    low = Felt({1: 200, 2: 60, 3: 200}).deal().act("1 fold, 2 all-in")
    raise_ = ReportIrregularity(
        Irregularity.SHORT_RAISE, 3, amount=7000, decision=Decision.COMPLETE
    )
    assert why(low, raise_) is PokerRefusal.NOBODY_TO_RAISE
    folded = ReportIrregularity(Irregularity.HAND_FOULED, 1)
    assert why(low, folded) is PokerRefusal.HAND_GONE


def test_an_out_of_turn_wager_is_one_the_player_could_make() -> None:
    felt = Felt(THREE, Limit.FIXED).deal()
    low = ReportIrregularity(Irregularity.OUT_OF_TURN, 3, move=Move.RAISE, amount=100)
    assert why(felt, low) is PokerRefusal.BELOW_THE_LEAST
    felt.do(ReportIrregularity(Irregularity.OUT_OF_TURN, 2, move=Move.RAISE))
    felt.do(ReportIrregularity(Irregularity.OUT_OF_TURN, 3, move=Move.CHECK))
    felt.act("1 call")
    assert "or forfeit it" in guide(felt.table).text
    assert felt.offered.text().endswith("forfeit")
    felt.act("2 raise")
    assert felt.offered.due is None  # outwagered: decides afresh
    poor = Felt({1: 200, 2: 3, 3: 200}, Limit.FIXED).deal()
    more = ReportIrregularity(Irregularity.OUT_OF_TURN, 2, move=Move.RAISE)
    assert why(poor, more) is PokerRefusal.ABOVE_THE_STACK
    all_in = ReportIrregularity(Irregularity.OUT_OF_TURN, 2, move=Move.ALL_IN)
    poor.do(all_in)


def test_a_dead_hand_is_not_bound_any_more() -> None:
    felt = Felt(THREE).deal().do(ReportIrregularity(Irregularity.STRING_BET, 1, amount=400))
    felt.do(ReportIrregularity(Irregularity.HAND_FOULED, 1))
    assert felt.offered.seat == 2
    assert felt.offered.due is None


def test_no_seat_without_chips_posts() -> None:
    felt = Felt(THREE)
    seats = (evolve(felt.table.seats[0], stack=0, missed_big=True), *felt.table.seats[1:])
    felt.table = evolve(felt.table, seats=seats)
    assert why(felt, PostDue(1)) is PokerRefusal.NO_CHIPS


def test_the_supervisor_corrects_a_result_with_before_and_after() -> None:
    felt = Felt({1: 100, 2: 100}, seats=3)
    assert why(felt, CorrectResult(((1, 100), (2, -100)))) is PokerRefusal.NO_RESULT
    assert entries(felt.table) == ()
    felt.deal().act("2 fold").do(AwardPots()).do(FinishHand())
    wrong = [
        (CorrectResult(((9, 100),)), PokerRefusal.NO_SUCH_SEAT),
        (CorrectResult(((3, 100),)), PokerRefusal.SEAT_EMPTY),
        (CorrectResult(((1, -99999), (2, 99999))), PokerRefusal.ABOVE_THE_STACK),
        (CorrectResult(((1, 100),)), PokerRefusal.OUT_OF_BALANCE),
        (CorrectResult(((1, 100), (1, -100))), PokerRefusal.OUT_OF_BALANCE),
        (CorrectResult(((1, 100),), drop=-100), PokerRefusal.NOT_IN_THE_DROP),
    ]
    for command, reason in wrong:
        assert why(felt, command) is reason
    refused = existing(felt.ask(CorrectResult(((1, 100),), drop=-100)), "it is accepted")
    assert refused.detail == "$1 keyed: expected at most $0."
    before = felt.table
    felt.do(CorrectResult(((1, -200), (2, 100)), drop=100))
    assert [seat.stack for seat in felt.table.seats[:2]] == [9900, 10000]
    assert felt.table.drop == 100
    line = narrate(before, felt.table, felt.events[-1])
    assert line.clause == "3.1"
    assert "seat 1 $101 to $99" in line.text
    assert "commission $0 to $1" in line.text
    felt.do(CorrectResult(((1, 100), (2, -100))))
    assert "commission" not in narrate(before, felt.table, felt.events[-1]).text


def test_a_seat_that_was_not_dealt_in_has_no_hand() -> None:
    felt = Felt(THREE).deal()
    with pytest.raises(BrokenInvariant, match="seat 9"):
        felt.hand.of(9)
    with pytest.raises(BrokenInvariant, match="no hand"):
        Table(felt.table.rules, ()).playing()


def test_what_does_not_fit_is_refused_before_anything_else_is_looked_at() -> None:
    felt = Felt(THREE).deal().act("1 fold")
    gone = ReportIrregularity(Irregularity.OUT_OF_TURN, 1, move=Move.CALL)
    assert why(felt, gone) is PokerRefusal.HAND_GONE
    for what in (Irregularity.SHORT_CALL, Irregularity.SHORT_RAISE, Irregularity.STRING_BET):
        late = ReportIrregularity(what, 3, amount=300, decision=Decision.COMPLETE)
        assert why(felt, late) is PokerRefusal.OUT_OF_TURN
    assert why(felt, ReportIrregularity(Irregularity.CLOCK_EXPIRED, 1)) is PokerRefusal.HAND_GONE
    assert why(felt, ReportIrregularity(Irregularity.HAND_KILLED, 9)) is PokerRefusal.NOT_IN_HAND
    cards = parse_cards("Ah Ad")
    stranger = ReportIrregularity(Irregularity.FOLDED_HAND_EXPOSED, 9, cards=cards)
    assert why(felt, stranger) is PokerRefusal.NOT_IN_HAND
    shown = ReportIrregularity(Irregularity.FOLDED_HAND_EXPOSED, 1, cards=cards)
    felt.do(shown).do(shown)
    assert felt.hand.of(1).cards == cards
    assert why(felt, MuckHand(2)) is PokerRefusal.WRONG_PHASE
    assert why(felt, LeaveTable(9)) is PokerRefusal.NO_SUCH_SEAT
    assert why(felt, LeaveTable(1)) is PokerRefusal.HAND_ON


def test_nothing_of_an_absent_player_is_reported() -> None:
    felt = Felt(THREE, tournament=True).do(GoAway(2)).deal()
    fouled = ReportIrregularity(Irregularity.HAND_FOULED, 2)
    assert why(felt, fouled) is PokerRefusal.PLAYER_ABSENT
