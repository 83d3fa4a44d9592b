"""Pay tables as figures: the ante bonus and the jackpot schedules."""

from collections.abc import Mapping
from enum import StrEnum

from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.hands import Category
from controller.domain.money import ZERO, Money

_AWARDS = [category.text.replace(" ", "-") for category in Category]


def hole_pair(cards: tuple[Card, Card]) -> str:
    """Two hole cards as pay tables name them: `AA`, `AKs` (suited), `AKo` (unsuited)."""
    high, low = str(max(cards)), str(min(cards))
    if high[0] == low[0]:
        return high[0] + low[0]
    return high[0] + low[0] + ("s" if high[1] == low[1] else "o")


class AnteBonusTable(Frozen):
    """10.7: odds to 1 by hole cards; what is not listed loses."""

    odds: Mapping[str, int]

    def odds_for(self, cards: tuple[Card, Card]) -> int | None:
        """Odds to 1, or nothing where the wager loses."""
        return self.odds.get(hole_pair(cards))


class GradedOn(StrEnum):
    """Which cards a schedule looks at."""

    HOLE_AND_FLOP = "hole-and-flop"
    """Two hole cards and the flop (R17, R26)."""
    SEVEN = "seven"
    """The best of all seven, royals by when they were complete (R26)."""


class AwardLine(Frozen):
    """One line of a jackpot schedule. Exactly one of percent, amount and for_one is set."""

    award: str
    percent: int = 0
    """Share of the meter; the line is then an award off the meter."""
    amount: Money = ZERO
    """A fixed sum from the tray."""
    for_one: int = 0
    """This many times the wager, from the tray; the stake is not given back (R27)."""
    guarantee: Money = ZERO
    """At least this much; what the meter does not give the house adds (R17, R21)."""
    bonus: Money = ZERO
    """To every other place with a valid jackpot wager, if the bonus jackpot is offered (R22)."""
    envy: Money = ZERO
    """To every other place with a progressive wager, at the printed wager (R29)."""


class Schedule(Frozen):
    """A jackpot pay schedule as printed."""

    name: str
    rulesets: tuple[str, ...]
    graded_on: GradedOn
    lines: tuple[AwardLine, ...]
    printed_wager: Money | None = None
    """The wager the figures are printed for; none where they do not depend on it."""
    wager_fixed: bool = False
    """The schedule is for its printed wager only (THBP-08, R27)."""

    def line(self, award: str) -> AwardLine | None:
        """The line of an award, where the schedule has one."""
        for line in self.lines:
            if line.award == award:
                return line
        return None

    def line_for(self, hand: Category) -> AwardLine | None:
        """The line a category of hand is paid on: the award named after it."""
        return self.line(_AWARDS[hand])
