"""What a hand's wagers come to: lost, won, stood off or given back (rules 6, 10, 11.11)."""

from collections.abc import Mapping

from controller.domain.cards import Card
from controller.domain.hands import Category, Hand, Rank
from controller.domain.money import Money
from controller.games.bonus.rules import STREETS, TableRules
from controller.games.bonus.wagers import (
    Area,
    Outcome,
    Stake,
    WagerResult,
    given_back,
    settle,
    taken,
)

Stakes = Mapping[Area, Stake]
Results = dict[Area, WagerResult]


def plays(rules: TableRules, stakes: Stakes, area: Area) -> Money:
    """What of a stake counts: up to the maximum, and up to what the rules ask (R11, R12)."""
    stake = stakes[area].amount
    if area is Area.BONUS:
        return min(stake, rules.limits.bonus_max)
    ante = min(stakes[Area.ANTE].amount, rules.limits.ante_max)
    if area is Area.ANTE:
        return ante
    return min(stake, ante * 2 if area is Area.FLOP else ante)


def lost(rules: TableRules, stakes: Stakes) -> Results:
    """Folded, conceded: every wager is collected; what is in excess goes back."""
    results: Results = {
        area: settle(stake, plays(rules, stakes, area), Outcome.LOSE)
        for area, stake in stakes.items()
        if area is not Area.JACKPOT
    }
    if Area.JACKPOT in stakes and not rules.folded_keeps_jackpot:
        results[Area.JACKPOT] = taken(stakes[Area.JACKPOT])
    return results


def forfeited(rules: TableRules, stakes: Stakes) -> Results:
    """R40: as lost; the jackpot wager is taken and its increment stays."""
    results = lost(rules, stakes)
    if Area.JACKPOT in stakes:
        results[Area.JACKPOT] = taken(stakes[Area.JACKPOT])
    return results


def all_given_back(stakes: Stakes) -> Results:
    """Misdeal, void: no result, every stake goes back (R31)."""
    return {area: given_back(stake) for area, stake in stakes.items()}


def against_the_dealer(hand: Hand | Rank, dealer: Hand | Rank) -> Outcome:
    """10.9 to 10.11: all five cards count (R5)."""
    if hand.strength > dealer.strength:
        return Outcome.WIN
    return Outcome.LOSE if hand.strength < dealer.strength else Outcome.STAND_OFF


def settled(
    rules: TableRules, stakes: Stakes, hole: tuple[Card, Card], hand: Rank, dealer: Rank
) -> Results:
    """A hand settled against the dealer's, the ante bonus first (10.5 to 10.11)."""
    results: Results = {}
    if Area.BONUS in stakes:
        results[Area.BONUS] = _bonus(rules, stakes, hole)
    outcome = against_the_dealer(hand, dealer)
    # 10.10: a win below a flush leaves the ante standing off (R6).
    short = outcome is Outcome.WIN and hand.category < Category.FLUSH
    results[Area.ANTE] = settle(
        stakes[Area.ANTE],
        plays(rules, stakes, Area.ANTE),
        Outcome.STAND_OFF if short else outcome,
        odds=1,
    )
    for street in STREETS:
        area = street.area
        if area in stakes:
            results[area] = settle(stakes[area], plays(rules, stakes, area), outcome, odds=1)
    return results


def _bonus(rules: TableRules, stakes: Stakes, hole: tuple[Card, Card]) -> WagerResult:
    """10.7: on the two hole cards alone, whatever the dealer holds."""
    odds = rules.ante_bonus.odds_for(hole) if rules.ante_bonus else None
    counts = plays(rules, stakes, Area.BONUS)
    if odds is None:
        return settle(stakes[Area.BONUS], counts, Outcome.LOSE)
    return settle(stakes[Area.BONUS], counts, Outcome.WIN, odds)
