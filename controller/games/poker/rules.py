"""What a table plays by: the limit form, the blinds, the chip and the house's commission."""

from enum import StrEnum
from typing import Final

from controller.domain.dealing import Dealing
from controller.domain.frozen import Frozen
from controller.domain.money import Money
from controller.floor.terms import Terms
from controller.games.poker.terms import TERMS

DOLLAR: Final = 100
RAISES_CAPPED_AT: Final = 4
"""12.2 to 12.4: a bet and three raises."""
SEATS: Final = range(2, 12)
"""2.1: at most eleven players; 4.2: a table is made with two."""


class RuleSet(StrEnum):
    """By the name that files and the rulebook know it by."""

    POKER_ROOM = "poker-room"


class Limit(StrEnum):
    """12.2 to 12.4, or an alternative of 12.6."""

    FIXED = "fixed"
    HALF_POT = "half-pot"
    POT_LIMIT = "pot-limit"
    NO_LIMIT = "no-limit"

    __hash__ = str.__hash__


class RunBy(StrEnum):
    """What the dealer keys at a table."""

    ACTIONS = "actions"
    """Every action of every player: the console keeps the stacks."""
    POTS = "pots"
    """Who is left, each pot and its winners: the stacks are not kept."""


class Scale(Frozen):
    """What the house takes from a pot: `amount` for every full `step`, never more than `cap`."""

    step: int = 20 * DOLLAR
    amount: int = DOLLAR
    cap: int | None = None
    before_flop: bool = True
    """Is anything taken from a pot that was won before the flop?"""
    players_min: int = 2
    """Nothing is taken from a hand with fewer players dealt in."""

    def of(self, pot: int, big: int) -> int:
        """22.1, R43: nothing is charged on what exceeds a hundred big blinds."""
        taken = min(pot, 100 * big) // self.step * self.amount
        return taken if self.cap is None else min(taken, self.cap)


FULL_SCALE: Final = Scale()
"""22.1: a dollar for every full twenty."""


def exceeds_full_scale(scale: Scale, big: int) -> int | None:
    """22.2: a pot of which the house would take more than 22.1 allows; None where there is none.

    Both scales are stairs: only the pots where this one has just gone up need a look. Where they
    go up together, the first stair decides about all.
    """
    top = 100 * big // scale.step
    if scale.cap is not None and scale.amount:
        top = min(top, -(-scale.cap // scale.amount))
    if scale.step % FULL_SCALE.step == 0:
        top = min(top, 1)
    for stair in range(1, top + 1):
        pot = stair * scale.step
        if scale.of(pot, big) > FULL_SCALE.of(pot, big):
            return pot
    return None


class PokerRules(Frozen):
    """One table of the room."""

    limit: Limit
    small: int
    big: int
    ante: int = 0
    chip: int = DOLLAR
    seats: int = 9
    dealing: Dealing = Dealing.HAND
    scale: Scale | None = FULL_SCALE
    """None: no commission is taken."""
    tournament: bool = False
    button: int | None = None
    """R57: where the button is in the first hand; None: the lowest taken seat (6.1)."""
    bank_min: int = 0
    """13.1: what a joining player has at least on the table."""
    dealer_seats: bool = True
    """19.8: the dealer gives permission to take a seat, as delegate of the Table Inspector."""
    small_bet: int = 0
    """`fixed`: the bet before and on the flop; 0: the big blind (12.2, 12.3)."""
    big_bet: int = 0
    """`fixed`: the bet on turn and river; 0: twice the big blind (12.4)."""
    keyed: bool = True
    """Does the house want open cards keyed? Otherwise the dealer says who wins."""
    run_by: RunBy = RunBy.ACTIONS

    @property
    def ruleset(self) -> RuleSet:
        """Which rule set it is."""
        return RuleSet.POKER_ROOM

    @property
    def method(self) -> Limit:
        """The limit form is the method of the room."""
        return self.limit

    @property
    def places(self) -> int:
        """How many the layout has."""
        return self.seats

    @property
    def terms(self) -> Terms:
        """What the rule set says of the life of a table."""
        return TERMS

    @property
    def stacks_kept(self) -> bool:
        """Does the console know what everybody has?"""
        return self.run_by is RunBy.ACTIONS

    @property
    def unit(self) -> int:
        """19.6 speaks of dollars; in a tournament that is the smallest chip (R66)."""
        return self.chip if self.tournament else DOLLAR

    def bet_of(self, *, late: bool) -> int:
        """`fixed`: the bet of a street; the turn and the river are late."""
        return (self.big_bet or 2 * self.big) if late else (self.small_bet or self.big)


def problem_with(rules: PokerRules) -> str | None:
    """Why no table may play by these rules, or None."""
    if rules.seats not in SEATS:
        return f"seats: {rules.seats} seen, expected {SEATS[0]} to {SEATS[-1]} (rule 2.1)"
    if rules.chip <= 0:
        return f"chip: {Money(rules.chip)} seen, expected more than 0"
    blinds = f"blinds: {Money(rules.small)} and {Money(rules.big)} seen"
    if rules.small <= 0 or rules.big != 2 * rules.small:
        return f"{blinds}, expected a small one and a big one of twice as much (rule 12.1)"
    if rules.small % rules.chip:
        return f"{blinds}, expected multiples of the smallest chip, {Money(rules.chip)}"
    ante = f"ante: {Money(rules.ante)} seen"
    if not 0 <= rules.ante <= rules.big:
        return f"{ante}, expected at most the big blind, {Money(rules.big)} (rule 12.7.a)"
    if rules.ante % rules.chip:
        return f"{ante}, expected a multiple of the smallest chip, {Money(rules.chip)}"
    if rules.button is not None and not 1 <= rules.button <= rules.seats:
        return f"button: {rules.button} seen, expected a seat from 1 to {rules.seats} (rule 6.1)"
    if rules.tournament and rules.scale is not None:
        return "commission: expected none with tournament chips (rule 32.1)"
    if rules.keyed and not rules.stacks_kept:
        return "cards_keyed: true seen, expected false where the table is run by pots"
    if rules.scale is not None:
        return problem_with_scale(rules.scale, rules.big)
    return None


def problem_with_scale(scale: Scale, big: int) -> str | None:
    """22.2: the house may take less than 22.1, never more."""
    if scale.step <= 0 or scale.amount < 0 or (scale.cap is not None and scale.cap < 0):
        return "commission: expected a step of more than 0 and no negative amount"
    pot = exceeds_full_scale(scale, big)
    if pot is None:
        return None
    seen, most = scale.of(pot, big), FULL_SCALE.of(pot, big)
    return (
        f"commission: {seen / DOLLAR:.2f} of a pot of {pot / DOLLAR:.2f} seen,"
        f" expected at most {most / DOLLAR:.2f} (rules 22.1, 22.2)"
    )
