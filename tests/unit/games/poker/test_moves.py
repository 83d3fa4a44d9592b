"""Several moves with one tap: passed, checked by all, taken back."""

from typing import Any

import pytest

from controller.domain.refusals import Refused
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, FinishDeal
from controller.games.poker.history import histories
from controller.games.poker.moves import CheckRound, KeyMoves, TakeBackMoves, checked_round
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.state import Standing
from controller.running.history import last_rounds
from tests.helpers.poker_shift import PokerShift
from tests.helpers.shift import DEALER


def four(**more: Any) -> PokerShift:
    """Seats 1, 3, 4 and 6: button 1, blinds 3 and 4, seat 6 acts first."""
    return PokerShift(**more).sitting(s1="200", s3="200", s4="200", s6="200")


def kinds(shift: PokerShift, since: int) -> list[str]:
    return shift.kinds()[since:]


def test_everyone_before_the_seat_folds_to_a_wager() -> None:
    shift = four().begun()
    before = len(shift.kinds())
    shift.do(KeyMoves(3, Move.RAISE, 800))
    assert kinds(shift, before) == ["PlayerFolded", "PlayerFolded", "PlayerWagered"]
    hand = shift.table.playing()
    assert [p.seat for p in hand.players if p.standing is Standing.FOLDED] == [6, 1]
    assert hand.of(3).wager == 800


def test_everyone_before_the_seat_checks_where_nothing_is_to_call() -> None:
    shift = four().begun().check_round().street("Kd 9s 4h")
    before = len(shift.kinds())
    shift.do(KeyMoves(6, Move.BET, 600))
    assert kinds(shift, before) == ["PlayerChecked", "PlayerChecked", "PlayerWagered"]


def test_a_round_is_checked_with_one_tap() -> None:
    shift = four().begun().check_round().street("Kd 9s 4h")
    shift.do(CheckRound())
    assert kinds(shift, -4) == ["PlayerChecked"] * 4
    assert shift.table.playing().turn is None
    assert shift.refuses(CheckRound()).refusal is PokerRefusal.NOBODY_TO_ACT


def test_a_wager_is_not_checked_round() -> None:
    assert four().begun().refuses(CheckRound()).refusal is PokerRefusal.CHECK_AFTER_WAGER


def test_the_one_whom_everybody_leaves_the_pot_to_is_keyed_without_a_move() -> None:
    shift = four().begun()
    assert shift.refuses(KeyMoves(1)).refusal is PokerRefusal.NEEDS_MORE
    shift.do(KeyMoves(4))
    assert shift.table.playing().count_in() == 1
    shift.do(AwardPots())
    assert shift.table.playing().of(4).won == 200


def test_the_first_key_says_as_well_that_everyone_has_two_cards() -> None:
    shift = four()
    shift.do(BeginHand(1), DealHoleCards())
    shift.do(KeyMoves(6, Move.CALL))
    assert kinds(shift, -2) == ["DealFinished", "PlayerCalled"]
    assert shift.table.phase is Phase.PREFLOP


@pytest.mark.parametrize("seat", [2, 3])
def test_a_seat_without_a_hand_is_not_keyed(seat: int) -> None:
    shift = four().begun().act(Move.FOLD, Move.FOLD, Move.FOLD)
    assert shift.refuses(KeyMoves(seat, Move.CALL)).refusal in (
        PokerRefusal.NOT_IN_HAND,
        PokerRefusal.HAND_GONE,
    )


def test_nobody_is_keyed_when_nobody_acts() -> None:
    shift = four()
    assert shift.refuses(KeyMoves(1, Move.CALL)).refusal is PokerRefusal.WRONG_PHASE
    shift.begun().act(Move.CALL, Move.CALL, Move.CALL, Move.CHECK)
    assert shift.refuses(KeyMoves(1, Move.CALL)).refusal is PokerRefusal.NOBODY_TO_ACT


def test_what_the_seat_may_not_do_lets_nobody_pass() -> None:
    shift = four().begun()
    before = shift.table
    assert shift.refuses(KeyMoves(3, Move.CHECK)).refusal is PokerRefusal.CHECK_AFTER_WAGER
    assert shift.table == before


def test_whoever_is_bound_to_a_wager_does_not_pass() -> None:
    shift = four().begun()
    out = ReportIrregularity(Irregularity.OUT_OF_TURN, seat=1, move=Move.CALL)
    shift.supervised(out)
    assert shift.refuses(KeyMoves(3, Move.CALL)).refusal is PokerRefusal.BOUND
    shift.do(Act(6, Move.CALL), Act(1, Move.CALL))
    assert isinstance(checked_round(shift.table), Refused)


def test_what_one_tap_has_keyed_is_taken_back_as_one() -> None:
    shift = four().begun().act(Move.CALL)
    before = shift.table.playing()
    shift.do(KeyMoves(4, Move.RAISE, 900))
    shift.undo()
    assert shift.table.playing() == before
    assert kinds(shift, -2) == ["MovesTakenBack", "TapUndone"]
    shift.undo()
    assert shift.table.playing().actions == 0
    assert shift.turn() == 6
    assert shift.controller.snapshot().undo is None


def test_the_first_key_taken_back_leaves_the_deal_finished() -> None:
    shift = four()
    shift.do(BeginHand(1), DealHoleCards(), KeyMoves(1, Move.CALL))
    shift.undo()
    assert shift.table.phase is Phase.PREFLOP
    assert shift.turn() == 6


def test_moves_stand_once_anything_else_has_happened() -> None:
    shift = four().begun().act(Move.CALL, Move.CALL, Move.CALL, Move.CHECK)
    shift.do(DrawIn())
    assert shift.controller.snapshot().undo is None
    assert shift.refuses(TakeBackMoves(0)).refusal is PokerRefusal.MOVES_STAND
    shift = four().begun().act(Move.CALL)
    shift.supervised(ReportIrregularity(Irregularity.HAND_KILLED, seat=3))
    assert shift.refuses(TakeBackMoves(0)).refusal is PokerRefusal.MOVES_STAND


def test_a_forfeit_is_a_ruling_and_stands() -> None:
    shift = four().begun()
    shift.supervised(ReportIrregularity(Irregularity.OUT_OF_TURN, seat=1, move=Move.CALL))
    shift.do(Act(6, Move.CALL), Act(1, Move.FORFEIT))
    assert shift.controller.snapshot().undo is None


def test_what_was_taken_back_is_told_and_not_in_the_history() -> None:
    shift = four()
    table = shift.table
    seen = len(shift.kinds())
    shift.do(BeginHand(1), DealHoleCards(), FinishDeal(), KeyMoves(3, Move.RAISE, 800))
    shift.undo()
    shift.restart().on(DEALER)
    shift.now(shift.controller.compare_done())
    shift.do(KeyMoves(4))
    shift.do(AwardPots())
    shift.do(FinishHand())
    (told,) = last_rounds(shift.recorder, shift.keys)
    assert "The last 3 moves were keyed by mistake: seat 6 acts." in [x.text for x in told.lines]
    events = [e for e in shift.events()[seen:] if type(e) in CORE.folds]
    steps = []
    for event in events:
        before, table = table, CORE.fold_one(table, event)
        steps.append((before, event, table))
    (text,) = histories(steps)
    assert "'p3 f', 'p4 f', 'p1 f']" in text


def test_with_a_screen_a_hand_is_begun_with_one_tap_and_over_with_one() -> None:
    shift = four(goes_ahead=True)
    step = shift.controller.snapshot().step
    shift.do(step.command)
    assert shift.kinds()[-1] == "HoleCardsDealt"
    shift.do(KeyMoves(4))
    step = shift.controller.snapshot().step
    assert step.command == AwardPots()
    shift.do(step.command)
    assert shift.table.phase is Phase.IDLE
    step = shift.controller.snapshot().step
    assert step.command == BeginHand(2, shuffled=True), "the same tap says shuffled and cut"
    assert step.refused is None
    before = len(shift.kinds())
    shift.do(step.command)
    assert kinds(shift, before)[:2] == ["DeckShuffled", "DeckCut"]
    assert "RoundBegun" in kinds(shift, before)
