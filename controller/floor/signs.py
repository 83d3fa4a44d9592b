"""What the rules want on a sign, as pages: a function of the table, never commanded.

Limits, and both while two minimums are in force; notice of a change and of closing with their
times; pay tables, wagers and bonus amounts; the sentence on folding in its approved wording; where
to ask and where to find help.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from typing import Final

from controller.domain.frozen import frozen
from controller.domain.instant import MINUTE_MS, SECOND_MS, Instant
from controller.domain.money import Money, scaled_rounded_down
from controller.domain.paytables import AnteBonusTable, AwardLine
from controller.domain.rules import JackpotRules, Method, RuleSet, TableRules
from controller.domain.wagers import Area
from controller.floor.approval import approval_line, rules_clause
from controller.floor.limits import limits_for, minimums, old_minimums
from controller.floor.notices import time_of
from controller.floor.state import Floor, JackpotState, Status, TableLimits
from controller.jackpot.meter import Meter
from controller.round.guidance.words import award_name, sentence, wager

HELPLINE: Final = "1800 858 858"
GAMBLING_HELP: Final = f"Think! About your choices. Call Gambling Help {HELPLINE}"
FOLD_SENTENCES: Final = {
    Method.A: "Player's who fold their cards are not eligible for any jackpot payouts",
    Method.B: (
        "Player's who fold and have a valid jackpot wager for that particular hand, "
        "shall be eligible for jackpot payouts"
    ),
}
"""15.1.4.1 and 15.1.4.2, to the letter."""

_NEAR_MS: Final = 2 * SECOND_MS
"""The wall clock is steered while the steady one measures: a time may be off by that much."""

_NAMES: Final = (
    *("ace", "king", "queen", "jack", "ten", "nine", "eight"),
    *("seven", "six", "five", "four", "three", "two"),
)
_RANKS: Final = dict(zip("AKQJT98765432", _NAMES, strict=True))
_MANY: Final = 4
"""So many pairs at the same odds are "any other pair"."""


@frozen
class SignPage:
    """One page for the sign window."""

    title: str
    lines: tuple[str, ...]


def sign_pages(
    rules: TableRules, floor: Floor, meter: Meter | None, now: Instant, zone: tzinfo = UTC
) -> tuple[SignPage, ...]:
    """All pages, in the order in which they are shown."""
    if floor.status is not Status.OPEN:
        return (SignPage("Table closed", ("This table is closed.",)), *_information(rules))
    return (
        *_limits(rules, floor),
        *_changes(rules, floor, now, zone),
        *_closing(floor, now, zone),
        *_ante_bonus(rules),
        *_jackpot(rules, floor, meter),
        *_folding(rules),
        *_promotion(floor),
        *_information(rules),
    )


def clock_text(wall_ms: int, zone: tzinfo) -> str:
    """`14:20`; where it is no whole minute with seconds, never announced too early."""
    nearest_ms = (wall_ms + _NEAR_MS) // MINUTE_MS * MINUTE_MS
    whole = abs(nearest_ms - wall_ms) <= _NEAR_MS
    seconds = -(-(nearest_ms if whole else wall_ms) // SECOND_MS)
    return datetime.fromtimestamp(seconds, zone).strftime("%H:%M" if whole else "%H:%M:%S")


def _range(low: Money, high: Money) -> str:
    if low == high:
        return low.display()
    return f"minimum {low.display()}, maximum {high.display()}"


def _limit_lines(rules: TableRules, limits: TableLimits) -> Iterator[str]:
    spot = limits.spot
    yield f"{sentence(wager(rules, Area.ANTE))}: {_range(spot.ante_min, spot.ante_max)}"
    if rules.ante_bonus is not None:
        name = sentence(wager(rules, Area.BONUS))
        yield f"{name}: {_range(spot.bonus_min, spot.bonus_max)}"
    if limits.player_min is not None:
        yield f"All wagers of a player: minimum {limits.player_min.display()}"
    if limits.player_max is not None:
        yield f"All wagers of a player: maximum {limits.player_max.display()}"
    if limits.multiples:
        yield "Wagers are made in multiples of the minimum"
    if limits.unit is not None:
        yield f"Above the minimum in units of {limits.unit.display()}"


def _limits(rules: TableRules, floor: Floor) -> Iterator[SignPage]:
    """6.1, 5.4 and 5.5; with two minimums both (6.5.3)."""
    kept = {seat.old: limits_for(floor, seat.place) for seat in old_minimums(floor)}
    title = "New table limits" if kept else "Table limits"
    yield SignPage(title, tuple(_limit_lines(rules, floor.limits)))
    for limits in kept.values():
        lines = ("For players with a marker", *_limit_lines(rules, limits))
        yield SignPage("Previous table limits", lines)


def _changes(rules: TableRules, floor: Floor, now: Instant, zone: tzinfo) -> Iterator[SignPage]:
    """6.5 and 6.5.2: the new minimum and the time of change."""
    notice = floor.limit_notice
    if notice is not None:
        time = clock_text(time_of(floor, notice.notice, now), zone)
        lines = (f"From {time}", *_limit_lines(rules, notice.limits))
        yield SignPage("Change of table limits", lines)
    if floor.old_minimum_notice is not None:
        time = clock_text(time_of(floor, floor.old_minimum_notice, now), zone)
        low = minimums(floor.limits)
        lines = (f"Players with a marker: from {time}", *_minimum_lines(rules, low.ante, low.bonus))
        yield SignPage("Change of table minimum", lines)


def _minimum_lines(rules: TableRules, ante: Money, bonus: Money) -> Iterator[str]:
    yield f"{sentence(wager(rules, Area.ANTE))}: minimum {ante.display()}"
    if rules.ante_bonus is not None:
        yield f"{sentence(wager(rules, Area.BONUS))}: minimum {bonus.display()}"


def _closing(floor: Floor, now: Instant, zone: tzinfo) -> Iterator[SignPage]:
    """13.9 (13.8 of `nsw-legacy`)."""
    if floor.closing_notice is not None:
        time = clock_text(time_of(floor, floor.closing_notice, now), zone)
        yield SignPage("Table closing", (f"This table closes at {time}.",))


def _ante_bonus(rules: TableRules) -> Iterator[SignPage]:
    """10.7."""
    if rules.ante_bonus is not None:
        title = sentence(wager(rules, Area.BONUS))
        yield SignPage(title, tuple(_bonus_lines(rules.ante_bonus)))


def _bonus_lines(table: AnteBonusTable) -> Iterator[str]:
    by_odds: dict[int, list[str]] = {}
    for hand, odds in table.odds.items():
        by_odds.setdefault(odds, []).append(hand)
    for odds, hands in sorted(by_odds.items(), reverse=True):
        pairs = all(len(hand) == 2 for hand in hands)
        if pairs and len(hands) >= _MANY:
            yield f"any other pair: {odds} to 1"
        else:
            yield f"{' or '.join(map(_hole_cards, hands))}: {odds} to 1"


def _hole_cards(hand: str) -> str:
    high, low = _RANKS[hand[0]], _RANKS[hand[1]]
    if len(hand) == 2:
        return f"2 {high}{'es' if high == 'six' else 's'}"
    return f"{high} and {low} – {'suited' if hand[2] == 's' else 'unsuited'}"


def _jackpot(rules: TableRules, floor: Floor, meter: Meter | None) -> Iterator[SignPage]:
    """15.2.3, 15.2.9 and 15.2.11; sd (18)."""
    if floor.jackpot is JackpotState.ABSENT:
        return
    name = "Jackpot" if rules.nsw else "Progressive"
    if floor.jackpot is not JackpotState.ON or rules.jackpot is None:
        yield SignPage(name, (f"The {name.lower()} is not offered at present.",))
        return
    jackpot = rules.jackpot
    lines = [f"{sentence(wager(rules, Area.JACKPOT))}: {jackpot.wager.display()}"]
    if meter is not None:
        lines.append(f"{name}: {meter.value.display()}")
    lines += [_award_line(rules, jackpot, line) for line in jackpot.schedule.lines]
    yield SignPage(name if rules.nsw else f"{name} {jackpot.schedule.name}", tuple(lines))
    if rules.nsw and jackpot.bonus_offered:
        bonus = tuple(
            f"{_award(rules, line)}: {line.bonus.display()} per player with a valid jackpot wager"
            for line in jackpot.schedule.lines
            if line.bonus
        )
        yield SignPage("Bonus jackpot", bonus)


def _award(rules: TableRules, line: AwardLine) -> str:
    return sentence(award_name(rules, line.award))


def _award_line(rules: TableRules, jackpot: JackpotRules, line: AwardLine) -> str:
    if line.percent and line.guarantee:
        pays = f"{line.guarantee.display()} or {line.percent}% of the jackpot, whichever is greater"
    elif line.percent:
        pays = f"{line.percent}% of the meter"
    elif line.for_one:
        pays = f"{line.for_one} for 1"
    else:
        pays = line.amount.display()
    text = f"{_award(rules, line)}: {pays}"
    if not line.envy:
        return text
    printed_for = jackpot.schedule.printed_wager or jackpot.wager
    envy = scaled_rounded_down(line.envy, jackpot.wager, printed_for)
    return f"{text}; envy {envy.display()}"


def _folding(rules: TableRules) -> Iterator[SignPage]:
    """15.1.4: changes together with the method."""
    if rules.jackpot is not None and rules.ruleset is RuleSet.NSW_2024:
        yield SignPage("Jackpot and folding", (FOLD_SENTENCES[rules.method],))


def _promotion(floor: Floor) -> Iterator[SignPage]:
    """14.6 and 14.7.4: where the terms are; its wager is a message, never a limit."""
    promotion = floor.promotion
    if promotion is None:
        return
    lines = [f"Terms and conditions: {promotion.terms_at}"]
    if promotion.wager:
        lines.append(f"Wager for this promotion: {promotion.wager.display()}")
    yield SignPage("Promotion", tuple(lines))


def _information(rules: TableRules) -> Iterator[SignPage]:
    """The guide's help and footer; the rules for reading."""
    lines = ["See table games staff for further information on how to play."]
    if clause := rules_clause(rules):
        lines.append(f"The rules can be read on request (rule {clause}).")
    lines.append(approval_line(rules))
    if rules.nsw:
        lines += [GAMBLING_HELP, "www.gamblinghelp.nsw.gov.au"]
    yield SignPage("Information", tuple(lines))
