"""What the rules want on a sign, as pages: a function of the table, never commanded.

Limits, and both while two minimums are in force; notice of a change and of closing with their
times; pay tables, wagers and bonus amounts; the sentence on folding in its approved wording; where
to ask and where to find help.
"""

from collections.abc import Iterator
from datetime import UTC, tzinfo
from typing import Final

from controller.domain.instant import Instant
from controller.domain.money import Money, scaled_rounded_down
from controller.floor.notices import time_of
from controller.floor.signs import (
    SignLine,
    SignPage,
    clock_text,
    closed_pages,
    closing_pages,
    information_pages,
    page,
    promotion_pages,
)
from controller.floor.state import Status
from controller.games.bonus.floor.limits import limits_for, minimums, old_minimums
from controller.games.bonus.floor.state import BonusFloor, JackpotState, TableLimits
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.paytables import AnteBonusTable, AwardLine
from controller.games.bonus.round.guidance.words import award_name, jackpot_name, sentence, wager
from controller.games.bonus.rules import JackpotRules, Method, RuleSet, TableRules
from controller.games.bonus.wagers import Area

FOLD_SENTENCES: Final = {
    Method.A: "Player's who fold their cards are not eligible for any jackpot payouts",
    Method.B: (
        "Player's who fold and have a valid jackpot wager for that particular hand, "
        "shall be eligible for jackpot payouts"
    ),
}
"""15.1.4.1 and 15.1.4.2, to the letter."""

_NAMES: Final = (
    *("ace", "king", "queen", "jack", "ten", "nine", "eight"),
    *("seven", "six", "five", "four", "three", "two"),
)
_RANKS: Final = dict(zip("AKQJT98765432", _NAMES, strict=True))
_MANY: Final = 4
"""So many pairs at the same odds are "any other pair"."""


def sign_pages(
    rules: TableRules, floor: BonusFloor, meter: Meter | None, now: Instant, zone: tzinfo = UTC
) -> tuple[SignPage, ...]:
    """All pages, in the order in which they are shown."""
    if floor.status is not Status.OPEN:
        return closed_pages(rules)
    return (
        *_limits(rules, floor),
        *_changes(rules, floor, now, zone),
        *closing_pages(floor, now, zone),
        *_ante_bonus(rules),
        *_jackpot(rules, floor, meter),
        *_folding(rules),
        *promotion_pages(floor),
        *information_pages(rules),
    )


def _range(low: Money, high: Money) -> str:
    if low == high:
        return low.display()
    return f"minimum {low.display()}, maximum {high.display()}"


def _limit_lines(rules: TableRules, limits: TableLimits) -> Iterator[SignLine]:
    spot = limits.spot
    yield SignLine(sentence(wager(rules, Area.ANTE)), _range(spot.ante_min, spot.ante_max))
    if rules.ante_bonus is not None:
        name = sentence(wager(rules, Area.BONUS))
        yield SignLine(name, _range(spot.bonus_min, spot.bonus_max))
    if limits.player_min is not None:
        yield SignLine("All wagers of a player", f"minimum {limits.player_min.display()}")
    if limits.player_max is not None:
        yield SignLine("All wagers of a player", f"maximum {limits.player_max.display()}")
    if limits.multiples:
        yield SignLine("Wagers are made in multiples of the minimum")
    if limits.unit is not None:
        yield SignLine(f"Above the minimum in units of {limits.unit.display()}")


def _limits(rules: TableRules, floor: BonusFloor) -> Iterator[SignPage]:
    """6.1, 5.4 and 5.5; with two minimums both (6.5.3)."""
    kept = {seat.old: limits_for(floor, seat.place) for seat in old_minimums(floor)}
    title = "New table limits" if kept else "Table limits"
    yield SignPage(title, tuple(_limit_lines(rules, floor.limits)))
    for limits in kept.values():
        lines = (SignLine("For players with a marker"), *_limit_lines(rules, limits))
        yield SignPage("Previous table limits", lines)


def _changes(
    rules: TableRules, floor: BonusFloor, now: Instant, zone: tzinfo
) -> Iterator[SignPage]:
    """6.5 and 6.5.2: the new minimum and the time of change."""
    notice = floor.limit_notice
    if notice is not None:
        time = clock_text(time_of(floor, notice.notice, now), zone)
        lines = (SignLine(f"From {time}"), *_limit_lines(rules, notice.limits))
        yield SignPage("Change of table limits", lines, urgent=True)
    if floor.old_minimum_notice is not None:
        time = clock_text(time_of(floor, floor.old_minimum_notice, now), zone)
        low = minimums(floor.limits)
        when = SignLine("Players with a marker", f"from {time}")
        lines = (when, *_minimum_lines(rules, low.ante, low.bonus))
        yield SignPage("Change of table minimum", lines, urgent=True)


def _minimum_lines(rules: TableRules, ante: Money, bonus: Money) -> Iterator[SignLine]:
    yield SignLine(sentence(wager(rules, Area.ANTE)), f"minimum {ante.display()}")
    if rules.ante_bonus is not None:
        yield SignLine(sentence(wager(rules, Area.BONUS)), f"minimum {bonus.display()}")


def _ante_bonus(rules: TableRules) -> Iterator[SignPage]:
    """10.7."""
    if rules.ante_bonus is not None:
        title = sentence(wager(rules, Area.BONUS))
        yield SignPage(title, tuple(_bonus_lines(rules.ante_bonus)))


def _bonus_lines(table: AnteBonusTable) -> Iterator[SignLine]:
    by_odds: dict[int, list[str]] = {}
    for hand, odds in table.odds.items():
        by_odds.setdefault(odds, []).append(hand)
    for odds, hands in sorted(by_odds.items(), reverse=True):
        pairs = all(len(hand) == 2 for hand in hands)
        if pairs and len(hands) >= _MANY:
            yield SignLine("any other pair", f"{odds} to 1")
        else:
            yield SignLine(" or ".join(map(_hole_cards, hands)), f"{odds} to 1")


def _hole_cards(hand: str) -> str:
    high, low = _RANKS[hand[0]], _RANKS[hand[1]]
    if len(hand) == 2:
        return f"2 {high}{'es' if high == 'six' else 's'}"
    return f"{high} and {low} – {'suited' if hand[2] == 's' else 'unsuited'}"


def _jackpot(rules: TableRules, floor: BonusFloor, meter: Meter | None) -> Iterator[SignPage]:
    """15.2.3, 15.2.9 and 15.2.11; sd (18)."""
    if floor.jackpot is JackpotState.ABSENT:
        return
    name = sentence(jackpot_name(rules))
    if floor.jackpot is not JackpotState.ON or rules.jackpot is None:
        yield page(name, f"The {name.lower()} is not offered at present.")
        return
    jackpot = rules.jackpot
    lines = [SignLine(sentence(wager(rules, Area.JACKPOT)), jackpot.wager.display())]
    if meter is not None:
        lines.append(SignLine(name, meter.value.display()))
    lines += [_award_line(rules, jackpot, line) for line in jackpot.schedule.lines]
    yield SignPage(name if rules.nsw else f"{name} {jackpot.schedule.name}", tuple(lines))
    if rules.nsw and jackpot.bonus_offered:
        bonus = tuple(
            SignLine(
                _award(rules, line),
                f"{line.bonus.display()} per player with a valid jackpot wager",
            )
            for line in jackpot.schedule.lines
            if line.bonus
        )
        yield SignPage("Bonus jackpot", bonus)


def _award(rules: TableRules, line: AwardLine) -> str:
    return sentence(award_name(rules, line.award))


def _award_line(rules: TableRules, jackpot: JackpotRules, line: AwardLine) -> SignLine:
    if line.percent and line.guarantee:
        pays = f"{line.guarantee.display()} or {line.percent}% of the jackpot, whichever is greater"
    elif line.percent:
        pays = f"{line.percent}% of the meter"
    elif line.for_one:
        pays = f"{line.for_one} for 1"
    else:
        pays = line.amount.display()
    if not line.envy:
        return SignLine(_award(rules, line), pays)
    printed_for = jackpot.schedule.printed_wager or jackpot.wager
    envy = scaled_rounded_down(line.envy, jackpot.wager, printed_for)
    return SignLine(_award(rules, line), f"{pays}; envy {envy.display()}")


def _folding(rules: TableRules) -> Iterator[SignPage]:
    """15.1.4: changes together with the method."""
    if rules.jackpot is not None and rules.ruleset is RuleSet.NSW_2024:
        yield page("Jackpot and folding", FOLD_SENTENCES[rules.method])
