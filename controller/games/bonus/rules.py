"""What a table plays: its rule set, method, dealing, limits and jackpot."""

from enum import StrEnum
from typing import Final

from controller.domain.dealing import Dealing
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.floor.terms import Terms
from controller.games.bonus.paytables import AnteBonusTable, Schedule
from controller.games.bonus.terms import TERMS
from controller.games.bonus.wagers import Area, Choice


class RuleSet(StrEnum):
    """The approved rule sets of the bonus game."""

    NSW_LEGACY = "nsw-legacy"
    NSW_2024 = "nsw-2024"
    SD = "sd"

    __hash__ = str.__hash__  # every citation is looked up by it


_NSW: Final = {RuleSet.NSW_LEGACY: True, RuleSet.NSW_2024: True, RuleSet.SD: False}


class Method(StrEnum):
    """How folded cards are treated for the jackpot (1.1; `nsw-2024`)."""

    A = "A"
    """Discarded: whoever folds has no jackpot."""
    B = "B"
    """Kept over the jackpot area: whoever folds stays eligible for jackpots."""


class MeterAwards(StrEnum):
    """What percentages of the meter are taken of when two fall in one round (sd (18)(a)v, R28)."""

    IN_TURN = "in-turn"
    """Each of what the one before left; a 100 % award resets the meter at once."""
    SAME_METER = "same-meter"
    """Each of the meter as it stood before the first; the house pays what it no longer holds."""


class Street(StrEnum):
    """The three decisions of a round, named after the wager they are about."""

    order: int
    """0, 1, 2."""
    antes: int
    """The wager in antes: the flop wager is two, turn and river one (R11)."""
    area: Area
    """Where a bet of this street goes."""
    cards: "slice[int, int, None]"
    """Which community cards it reveals: three on the flop, then one and one (R2)."""

    FLOP = "flop", 0, 2
    TURN = "turn", 1, 1
    RIVER = "river", 2, 1

    def __new__(cls, name: str, order: int = 0, antes: int = 1) -> "Street":
        street = str.__new__(cls, name)
        street._value_ = name
        street.order, street.antes, street.area = order, antes, Area(name)
        street.cards = slice(2 + order if order else 0, 3 + order)
        return street

    __hash__ = str.__hash__


STREETS: Final = tuple(Street)

_FOLD_OR_BET: Final = (Choice.BET, Choice.FOLD)
_ALL_CHOICES: Final = (Choice.BET, Choice.CHECK, Choice.FOLD)
_IN_FOR_THE_FINISH: Final = (Choice.BET, Choice.CHECK)


class Limits(Frozen):
    """Minimum and maximum on the table sign (6.1)."""

    ante_min: Money
    ante_max: Money
    bonus_min: Money
    bonus_max: Money

    def bounds(self, area: Area) -> tuple[Money, Money]:
        """Minimum and maximum of the ante or the ante bonus."""
        if area is Area.ANTE:
            return self.ante_min, self.ante_max
        return self.bonus_min, self.bonus_max


class JackpotRules(Frozen):
    """The jackpot as this table plays it."""

    schedule: Schedule
    wager: Money
    increment_millionths: int
    """Share of each wager that goes onto the meter, in millionths."""
    seed: Money = ZERO
    bonus_offered: bool = False
    reserve_increment_millionths: int = 0
    """Share of each wager that fills the reserve, in millionths (R21)."""
    meter_awards: MeterAwards = MeterAwards.IN_TURN
    """The house procedure for two awards from the meter in one round (R28)."""


class TableRules(Frozen):
    """All that a round needs to know of its table. Order of play is here, figures are not."""

    ruleset: RuleSet
    method: Method
    dealing: Dealing
    places: int
    limits: Limits
    ante_bonus: AnteBonusTable | None
    jackpot: JackpotRules | None
    packet_reversed: bool = False
    """The device ejects the community packet river first (R2)."""
    bonus_jackpots_first: bool = False
    """15.2.12: are all bonus jackpots paid before the other awards, or place by place (R23)?"""

    @property
    def nsw(self) -> bool:
        """Is this one of the New South Wales rule sets? A rule set of neither kind is refused."""
        return _NSW[self.ruleset]

    @property
    def terms(self) -> Terms:
        """What the rule set says of the life of a table."""
        return TERMS[self.ruleset]

    @property
    def folded_keeps_jackpot(self) -> bool:
        """R8: under Method B a folded place stays eligible for jackpots."""
        return self.method is Method.B

    @property
    def concession_offered(self) -> bool:
        """R7: a concession after the dealer's hand is shown."""
        return self.nsw

    def offered(self, street: Street) -> tuple[Choice, ...]:
        """9.1 to 9.3, sd (5) to (8): the decisions open to a player."""
        if street is Street.FLOP:
            return _FOLD_OR_BET
        return _ALL_CHOICES if self.nsw else _IN_FOR_THE_FINISH

    def polled_in_order(self, street: Street) -> bool:
        """sd (7), (8): after the flop the dealer asks one by one, clockwise."""
        return not self.nsw and street is not Street.FLOP
