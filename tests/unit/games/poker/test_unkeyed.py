"""A table where open cards are not keyed: the dealer says who wins each pot."""

from dataclasses import replace

import pytest

from controller.domain.cards import parse_cards
from controller.games.poker.award import AwardPots, Winners
from controller.games.poker.betting import DrawIn
from controller.games.poker.deal import DealStreet
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.showdown import MuckHand, TableHand
from controller.games.poker.state import Ending
from controller.running.history import last_rounds
from controller.tables import load_table
from tests.helpers.poker_shift import RULES, PokerShift

UNKEYED = replace(RULES, keyed=False)


def three(**more: bool) -> PokerShift:
    return PokerShift(UNKEYED).sitting(s1="200", s3="80", s5="120").begun()


def side_pot() -> PokerShift:
    """Everyone all-in: a main pot of $240 for all, a side pot of $80 for seats 1 and 5."""
    shift = three()
    shift.act(Move.ALL_IN, Move.ALL_IN, Move.ALL_IN)
    for _ in range(3):
        shift.do(DealStreet(()))
    return shift.do(DrawIn())


def test_streets_are_dealt_without_a_card_keyed() -> None:
    shift = three().check_round()
    keyed = DealStreet(parse_cards("Kd 9s 4h"))
    assert shift.refuses(keyed).refusal is PokerRefusal.NOT_KEYED
    step = shift.controller.snapshot().step
    assert step.command == DealStreet(())
    shift.do(step.command)
    assert shift.table.playing().laid == 3
    assert shift.table.playing().board == ()
    assert shift.turn() == 3


def test_a_street_that_lies_wrong_is_dealt_again() -> None:
    shift = three().check_round().do(DealStreet(()))
    shift.supervised(ReportIrregularity(Irregularity.FLOP_TOO_MANY))
    assert shift.table.playing().laid == 0
    assert shift.controller.snapshot().step.command == DealStreet(())
    shift.do(DealStreet(()))
    assert shift.table.playing().laid == 3
    shift.check_round().do(DealStreet(()))
    shift.supervised(ReportIrregularity(Irregularity.TWO_CARDS, correct=False))
    assert shift.table.playing().laid == 3


def test_the_dealer_says_who_wins_each_pot() -> None:
    shift = side_pot()
    assert shift.table.phase is Phase.SHOWDOWN
    shift.do(AwardPots(((3, 1), (5,))))
    hand = shift.table.playing()
    assert hand.ending is Ending.SHOWDOWN
    assert [pot.winners for pot in hand.pots] == [(3, 1), (5,)]
    assert [sum(pot.shares) + pot.commission for pot in hand.pots] == [24000, 8000]


@pytest.mark.parametrize(
    "winners", [(), ((3,),), ((3,), ()), ((3,), (3,)), ((3, 3), (5,)), ((3,), (5,), (5,))]
)
def test_winners_are_of_those_who_are_in_for_the_pot(winners: Winners) -> None:
    assert side_pot().refuses(AwardPots(winners)).refusal is PokerRefusal.NO_WINNERS


def test_no_hand_is_keyed_and_a_mucked_one_has_no_claim() -> None:
    shift = side_pot()
    shown = TableHand(3, parse_cards("Ks Kh"))
    assert shift.refuses(shown).refusal is PokerRefusal.NOT_KEYED
    mucked = ReportIrregularity(Irregularity.WINNING_HAND_MUCKED, seat=3)
    assert shift.refuses(mucked).refusal is PokerRefusal.NOT_WON
    shift.do(MuckHand(1), MuckHand(3), AwardPots())
    assert shift.table.playing().of(5).won


def test_where_nobody_contests_it_nobody_is_named() -> None:
    shift = three().act(Move.FOLD, Move.FOLD)
    named = shift.refuses(AwardPots(((5,),)))
    assert named.refusal is PokerRefusal.CANNOT_HAPPEN
    shift.do(AwardPots())


def test_cards_that_are_keyed_speak() -> None:
    shift = PokerShift().sitting(s1="200", s3="80").begun()
    for cards in ("Kd 9s 4h", "2c", "2s"):
        shift.check_round().street(cards)
    shift.check_round().do(TableHand(3, parse_cards("Ks Kh")), TableHand(1, parse_cards("As Ah")))
    assert shift.refuses(AwardPots(((1,),))).refusal is PokerRefusal.CANNOT_HAPPEN
    shift.do(AwardPots())
    assert shift.table.playing().of(3).won


def test_the_hand_is_told_without_its_cards() -> None:
    shift = side_pot()
    shift.do(AwardPots(((3,), (5,))))
    game = shift.house.game
    shift.do(game.step(shift.house).ahead)
    (told,) = last_rounds(shift.recorder, shift.keys)
    assert told.community == ()
    assert "Flop: not keyed." in [line.text for line in told.lines]


def test_a_table_file_says_whether_cards_are_keyed() -> None:
    assert load_table("21").rules.keyed
