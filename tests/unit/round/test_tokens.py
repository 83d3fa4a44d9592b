"""Casino promotional tokens: staked on any area, given back as tokens, paid in chips (1.1)."""

import pytest

from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.wagers import Area, Choice, Outcome, Stake, settle
from tests.helpers.felt import Felt, table_rules

KINGS = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"
NOTHING = "7h 2c Kd 9s 4d  Ah Ad  3s 5h"


def tokens(cards: str) -> Felt:
    """A player whose ante and flop wager are tokens."""
    felt = Felt(table_rules()).wagers()
    felt.do(c.PlaceWager(1, Area.ANTE, Stake(Money(2500), tokens=Money(2500))))
    felt.deal(cards).go(c.Decide(1, Choice.BET, tokens=Money(4000)))
    felt.reveal("flop").all("check").reveal("turn").all("check").reveal("river")
    return felt.go(c.ShowDealersHand()).settle(1)


def test_winnings_on_tokens_are_chips_and_the_tokens_go_back_as_tokens() -> None:
    flop = tokens(KINGS).place(1).results[Area.FLOP]
    assert (flop.paid, flop.returned, flop.tokens_returned) == (5000, 5000, 4000)
    assert flop.outcome is Outcome.WIN


def test_lost_tokens_are_gone() -> None:
    ante = tokens(NOTHING).place(1).results[Area.ANTE]
    assert (ante.paid, ante.returned, ante.tokens_returned) == (0, 0, 0)


def test_an_excess_goes_back_in_chips_before_tokens() -> None:
    stake = Stake(Money(600), tokens=Money(500))
    lost = settle(stake, Money(500), Outcome.LOSE)
    assert (lost.returned, lost.tokens_returned) == (100, 0)
    lost = settle(stake, Money(400), Outcome.LOSE)
    assert (lost.returned, lost.tokens_returned) == (200, 100)


@pytest.mark.parametrize("amount", [Money(-1), Money(5001)])
def test_no_more_tokens_than_the_wager(amount: Money) -> None:
    felt = Felt(table_rules()).wagers(p1="25").deal(KINGS)
    assert felt.why(c.Decide(1, Choice.BET, tokens=amount)) == (Refusal.NOT_A_STAKE, "9.1.2")


def test_a_check_has_no_tokens() -> None:
    felt = Felt(table_rules()).wagers(p1="25").deal(KINGS).all("bet").reveal("flop")
    assert felt.why(c.Decide(1, Choice.CHECK, tokens=Money(100)))[0] is Refusal.AMOUNT_WITHOUT_BET
