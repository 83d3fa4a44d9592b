"""Wagers: the areas of the layout, what lies on them, and what became of it."""

from collections.abc import Mapping
from enum import StrEnum

from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money


class Area(StrEnum):
    """A wagering area of a place (2.2.1), in the order in which results name them."""

    ANTE = "ante"
    BONUS = "bonus"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    JACKPOT = "jackpot"

    __hash__ = str.__hash__  # stakes and results are looked up by area all the time


class Choice(StrEnum):
    """What a player declares when it is the player's turn."""

    BET = "bet"
    CHECK = "check"
    FOLD = "fold"


class Outcome(StrEnum):
    """What became of one wager."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand-off"
    RETURNED = "returned"
    TAKEN = "taken"


class Stake(Frozen):
    """Chips and promotional tokens on one area."""

    amount: Money
    tokens: Money = ZERO
    """The part of the amount that lies there as casino promotional tokens (1.1)."""


class WagerResult(Frozen):
    """One wager settled: winnings are always chips, a token stake goes back as tokens."""

    outcome: Outcome
    stake: Money
    paid: Money
    returned: Money
    tokens_returned: Money = ZERO

    @property
    def kept(self) -> Money:
        """What of the stake the house keeps."""
        return self.stake - self.returned

    @property
    def handed_over(self) -> Money:
        """What the player has in hand of it: winnings, and what went back of the stake."""
        return self.paid + self.returned


def handed_over_since(
    before: Mapping[Area, WagerResult], after: Mapping[Area, WagerResult]
) -> Money:
    """What players get for these wagers over and above what they had in hand before."""
    had = {area: result.handed_over for area, result in before.items()}
    return sum(
        (max(one.handed_over - had.get(area, ZERO), ZERO) for area, one in after.items()),
        start=ZERO,
    )


def settle(stake: Stake, plays: Money, outcome: Outcome, odds: int = 0) -> WagerResult:
    """Settle a stake of which `plays` counts; the excess goes back whatever the outcome (R11, R12).

    What goes back is handed over in chips first: the tokens are what was wagered.
    """
    amount = stake.amount
    returned = amount - plays if outcome is Outcome.LOSE else amount
    paid = plays * odds if outcome is Outcome.WIN else ZERO
    if not stake.tokens:
        return WagerResult(outcome, amount, paid, returned)
    chips = amount - stake.tokens
    tokens_returned = returned - chips if returned > chips else ZERO
    return WagerResult(outcome, amount, paid, returned, tokens_returned)


def taken(stake: Stake) -> WagerResult:
    """A jackpot wager that played: its awards are accounted for on their own."""
    return WagerResult(Outcome.TAKEN, stake.amount, ZERO, ZERO)


def given_back(stake: Stake) -> WagerResult:
    """A wager with no result: the whole stake goes back."""
    return WagerResult(Outcome.RETURNED, stake.amount, ZERO, stake.amount, stake.tokens)
