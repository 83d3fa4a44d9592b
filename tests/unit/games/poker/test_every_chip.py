"""Chips from the buy-in over a pot to the cash-out, in the books of both ways to run a table."""

import pytest

from controller.domain.books import balances
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.books import (
    DIFFERENCES,
    DROP,
    GOODS,
    ON_TABLE,
    PLAYERS,
    between_hands,
    entries,
    in_one,
)
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.keyed_pots import FoldSeats, KeyPot
from controller.games.poker.rules import RunBy
from controller.games.poker.seating import BuyChips, DifferenceBooked, LeaveTable, SitDown
from controller.games.poker.stacks import BuyGoods
from controller.games.poker.story import narrate
from tests.helpers.poker import Felt

TWO = {1: 100, 2: 100}


def table(run_by: RunBy) -> Felt:
    return Felt(TWO, keyed=False, run_by=run_by)


def played(felt: Felt) -> Felt:
    """Seat 1 wins a pot of 60, of which the house takes 3."""
    if felt.table.rules.stacks_kept:
        felt.deal().act("2 raise 30, 1 call").do(DrawIn())
        for _ in range(3):
            felt.street("").act("2 check, 1 check")
        return felt.do(DrawIn()).do(AwardPots(((1,),))).do(FinishHand())
    felt.do(BeginHand(1)).do(DealHoleCards()).do(KeyPot(0, 6000))
    return felt.do(AwardPots(((1,),))).do(FinishHand())


def booked(felt: Felt) -> dict[str, int]:
    """What every account has gained, with the last hand; accounts at nothing are left out."""
    life = [entry for event in felt.events for entry in between_hands(event)]
    hand = entries(felt.table)
    found = in_one([*life, *hand]) if not felt.table.rules.stacks_kept else [*life, *hand]
    return {name: int(cents) for name, cents in balances(found).items() if cents}


@pytest.mark.parametrize("run_by", RunBy)
def test_a_chip_comes_in_is_won_and_goes_out_again(run_by: RunBy) -> None:
    felt, kept = played(table(run_by)), run_by is RunBy.ACTIONS
    if not kept:
        told = [entry.what for entry in entries(felt.table)]
        assert told == ["commission, main pot"], "what players win from each other is not known"
    felt.do(BuyChips(2, 2000)).do(BuyGoods(1, 700))
    on_table = {"stack 1": 12000, "stack 2": 9000} if kept else {ON_TABLE: 21000}
    rest = {DROP: 300, GOODS: 700, PLAYERS: -22000}
    assert booked(felt) == {**on_table, **rest}
    for seat, counted in ((1, 12000), (2, 9000)):
        felt.do(LeaveTable(seat, None if kept else counted))
    assert booked(felt) == {DROP: 300, GOODS: 700, PLAYERS: -1000}


def test_by_pots_what_was_never_counted_out_is_booked_before_others_sit_down() -> None:
    felt = played(table(RunBy.POTS)).do(LeaveTable(1, 12000)).do(LeaveTable(2, 7000))
    assert felt.table.chips == 700
    before = felt.table
    felt.do(SitDown(2, 5000))
    assert felt.table.chips == 5000, "nobody can take away what others left"
    booking = felt.events[-2]
    assert booking == DifferenceBooked(700)
    told = "$7 was never counted out to the players who have left."
    assert narrate(before, felt.table, booking).text == told
    assert booked(felt) == {ON_TABLE: 5000, DIFFERENCES: 700, DROP: 300, PLAYERS: -6000}
    felt.do(SitDown(1, 5000))
    assert felt.table.chips == 10000, "where somebody sits nothing is a difference yet"


def test_the_pot_of_a_hand_is_what_was_keyed_of_it() -> None:
    felt = Felt({1: 100, 2: 100, 3: 100}, keyed=False, run_by=RunBy.POTS)
    felt.do(BeginHand(1)).do(DealHoleCards()).do(KeyPot(0, 9000, (3, 1, 2)))
    assert (felt.hand.pot, felt.hand.keyed[0].eligible) == (9000, (1, 2, 3))
    felt.do(KeyPot(1, 4000, (3, 1)))
    assert (felt.hand.pot, felt.hand.keyed[1].eligible) == (13000, (1, 3))
    assert felt.ask(KeyPot(1, 21_001, (1, 3))) is not None, "with the main pot more than there is"
    assert felt.ask(KeyPot(1, 21_000, (1, 3))) is None


def test_who_is_keyed_twice_folds_once() -> None:
    felt = Felt({1: 100, 2: 100, 3: 100}, keyed=False, run_by=RunBy.POTS)
    felt.do(BeginHand(1)).do(DealHoleCards()).do(FoldSeats((1, 1, 2)))
    assert (felt.hand.count_in(), felt.hand.actions) == (1, 2)
