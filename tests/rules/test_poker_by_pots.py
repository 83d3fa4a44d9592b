"""The rules of money, button and blinds at a table that is run by pots."""

from typing import Any

import pytest

from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.blinds import BeginHand, Kind
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.keyed_pots import KeyPot
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.rules import RunBy
from controller.games.poker.seating import ComeBack, GoAway, LeaveTable, PostDue, SitDown
from controller.games.poker.stacks import BuyGoods
from tests.helpers.poker import Felt

FOUR = {1: 100, 3: 100, 5: 100, 6: 100}


def room(**rules: Any) -> Felt:
    return Felt(FOUR, keyed=False, run_by=RunBy.POTS, **rules)


def hand(felt: Felt, number: int, amount: int, *winners: int) -> Felt:
    """A hand with one pot, in which only the winners are left."""
    felt.do(BeginHand(number)).do(DealHoleCards()).do(KeyPot(0, amount, winners))
    felt.do(AwardPots((winners,) if len(winners) > 1 else ()))
    return felt.do(FinishHand())


@pytest.mark.clause("poker-room", "10.3", "22.1#1", "22.1#2")
@pytest.mark.parametrize(("pot", "taken"), [(1950, 0), (2000, 100), (3900, 100), (10000, 500)])
def test_clause_22_1_commission_of_a_pot_that_was_keyed(pot: int, taken: int) -> None:
    felt = hand(room(), 1, pot, 5)
    assert (felt.hand.pots[0].commission, felt.hand.pots[0].shares) == (taken, (pot - taken,))
    assert (felt.table.drop, felt.table.chips) == (taken, 40000 - taken)


@pytest.mark.clause("poker-room", "22.1#3", "22.1#4")
def test_clause_22_1_each_pot_by_itself_and_nothing_beyond_a_hundred_big_blinds() -> None:
    felt = room().do(BeginHand(1)).do(DealHoleCards()).do(KeyPot(0, 26000, (1, 3, 5)))
    felt.do(KeyPot(1, 3000, (1, 5))).do(AwardPots(((3,), (5,))))
    assert [pot.commission for pot in felt.hand.pots] == [1000, 100]


@pytest.mark.clause("poker-room", "10.4", "19.6#1", "19.6#2", "19.7")
def test_clause_19_6_shares_of_a_pot_that_was_keyed() -> None:
    shared = hand(room(), 1, 10000, 1, 5)
    assert (shared.hand.pots[0].shares, shared.table.drop) == ((4800, 4800), 400)
    odd = hand(room(), 1, 2300, 1, 5, 6)
    assert (odd.hand.pots[0].shares, odd.table.drop) == ((800, 800, 700), 0)
    everybody = hand(room(), 1, 10000, 1, 3, 5, 6)
    assert everybody.table.drop == 0


@pytest.mark.clause("poker-room", "6.1#3", "12.1")
def test_clause_6_1_button_and_blinds_go_on_by_themselves() -> None:
    felt, seen = room(), []
    for number in range(1, 6):
        hand(felt, number, 300, 5)
        seen.append((felt.hand.button, felt.hand.small_blind, felt.hand.big_blind))
    assert seen == [(1, 3, 5), (3, 5, 6), (5, 6, 1), (6, 1, 3), (1, 3, 5)]


@pytest.mark.clause("poker-room", "19.12", "19.15#1", "19.15#2")
def test_clause_19_15_what_is_owed_is_posted_and_counts_within_the_pot() -> None:
    felt = room().do(GoAway(6))
    for number in (1, 2):
        hand(felt, number, 300, 5)
    felt.do(ComeBack(6))
    waits = felt.do(BeginHand(3))
    assert not waits.hand.has(6)
    felt = room().do(GoAway(6))
    for number in (1, 2):
        hand(felt, number, 300, 5)
    felt.do(ComeBack(6)).do(PostDue(6)).do(BeginHand(3))
    posts = [(post.kind, post.amount) for post in felt.events[-1].posts if post.seat == 6]
    assert posts == [(Kind.LIVE, 200), (Kind.DEAD, 100)]
    felt.do(DealHoleCards()).do(KeyPot(0, 600, (6,))).do(AwardPots())
    assert felt.hand.pots[0].shares == (600,)


@pytest.mark.clause("poker-room", "13.1#1", "13.5")
def test_clause_13_5_chips_leave_only_with_their_player_who_is_counted() -> None:
    felt = room(bank_min=4000)
    assert felt.why(SitDown(2, 3900)) == (PokerRefusal.SHORT_BANK, "13.1")
    felt.do(BuyGoods(3, 1200))
    assert felt.why(LeaveTable(3)) == (LifeRefusal.NOT_COUNTED_OUT, "13.5")
    felt.do(LeaveTable(3, 8800))
    assert felt.table.chips == 40000 - 1200 - 8800


@pytest.mark.clause("poker-room", "11.1#2", "11.1.a")
def test_clause_11_1_after_a_misdeal_button_and_blinds_stay() -> None:
    felt = hand(room(), 1, 300, 5).do(BeginHand(2)).do(DealHoleCards())
    at = felt.hand.button, felt.hand.small_blind, felt.hand.big_blind
    felt.do(ReportIrregularity(Irregularity.CARD_EXPOSED_IN_CUT))
    assert felt.table.chips == 40000, "nothing was taken, and nothing is known of what goes back"
    felt.do(BeginHand(3))
    assert (felt.hand.button, felt.hand.small_blind, felt.hand.big_blind) == at
