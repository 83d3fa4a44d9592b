"""Who wins which jackpot award, how much, and in which order it is paid (R17 to R30)."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.hands import Category, rank_of
from controller.domain.money import (
    ZERO,
    Money,
    percent_rounded_down,
    scaled_rounded_down,
    shared_out,
)
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.paytables import AwardLine, GradedOn, Schedule
from controller.games.bonus.rules import JackpotRules, MeterAwards


class Kind(StrEnum):
    """What sort of award it is."""

    PROGRESSIVE = "progressive"
    FIXED = "fixed"
    BONUS = "bonus"
    ENVY = "envy"


class Award(Frozen):
    """One award to one place."""

    place: int
    kind: Kind
    award: str
    """The winning hand; for bonus and envy the hand that set it off."""
    amount: Money
    from_meter: Money = ZERO
    resets_meter: bool = False
    """A 100 % award: the meter goes back to seed and reserve (R21)."""

    @property
    def off_the_meter(self) -> bool:
        """Is it a share of the meter?"""
        return self.kind is Kind.PROGRESSIVE

    @property
    def from_house(self) -> Money:
        """What tray and house pay of it."""
        return self.amount - self.from_meter


class Claim(NamedTuple):
    """A place with a valid jackpot wager, and the line its hand is paid on."""

    place: int
    line: AwardLine | None


def grade(schedule: Schedule, hole: tuple[Card, ...], board: tuple[Card, ...]) -> AwardLine | None:
    """The line a hand is paid on; the active schedule alone decides (R27)."""
    early = rank_of(hole + board[:3]).category
    if schedule.graded_on is GradedOn.HOLE_AND_FLOP:
        return schedule.line_for(early)
    # R26: royals by when they were complete; everything else on the best of seven.
    best = rank_of(hole + board).category
    if best is not Category.ROYAL_FLUSH or early is Category.ROYAL_FLUSH:
        return schedule.line_for(best)
    if rank_of(board).category is Category.ROYAL_FLUSH:
        return schedule.line("community-royal")
    if rank_of(hole + board[:4]).category is Category.ROYAL_FLUSH:
        return schedule.line("royal-after-6")
    return schedule.line("royal-after-7")


class Split(NamedTuple):
    """What each of several equal winners gets of the meter."""

    share: Money
    amount: Money
    left: Money


def split(meter: Money, line: AwardLine, winners: int) -> Split:
    """R18, 15.2.13: equal shares of the percentages, each at least the guarantee."""
    share = shared_out(meter, line.percent, winners)
    return Split(share, max(share, line.guarantee), meter - share * winners)


def _fixed(jackpot: JackpotRules, place: int, line: AwardLine) -> Award:
    """A fixed sum, or so many times the wager; paid from the tray."""
    return Award(place, Kind.FIXED, line.award, line.amount + jackpot.wager * line.for_one)


def nsw_awards(
    jackpot: JackpotRules, claims: Sequence[Claim], meter: Money, *, bonus_first: bool
) -> tuple[Award, ...]:
    """All awards of a round in the order of payment; the claims come right to left (R23)."""
    major = sorted(
        {claim.line for claim in claims if claim.line and claim.line.percent},
        key=lambda line: line.percent,
    )
    own: dict[int, Award] = {}
    for line in major:  # R19: the straight flush first, the royal on what remains
        winners = [claim.place for claim in claims if claim.line == line]
        share, amount, meter = split(meter, line, len(winners))
        for place in winners:
            award = Award(place, Kind.PROGRESSIVE, line.award, amount, share, line.percent == 100)
            own[place] = award
    bonus: dict[int, list[Award]] = {}
    for place, graded in claims:
        if place in own:
            continue
        if major and jackpot.bonus_offered:  # R22
            bonus[place] = [Award(place, Kind.BONUS, line.award, line.bonus) for line in major]
        if graded is not None:
            own[place] = _fixed(jackpot, place, graded)
    return _in_order_of_payment([claim.place for claim in claims], own, bonus, bonus_first)


def _in_order_of_payment(
    places: Sequence[int],
    own: dict[int, Award],
    bonus: dict[int, list[Award]],
    bonus_first: bool,
) -> tuple[Award, ...]:
    """R23: right to left; a royal waits for the straight flushes of the round (15.2.14)."""
    awards: list[Award] = []
    waiting: list[Award] = []
    before_royal = [
        place
        for place in places
        if place in own and own[place].kind is Kind.PROGRESSIVE and not own[place].resets_meter
    ]
    if bonus_first:
        awards += [award for place in places for award in bonus.get(place, ())]
    for place in places:
        if not bonus_first:
            awards += bonus.get(place, ())
        if place not in own:
            continue
        if own[place].resets_meter and before_royal:
            waiting.append(own[place])
            continue
        awards.append(own[place])
        if place in before_royal:
            before_royal.remove(place)
            if not before_royal:
                awards += waiting
                waiting = []
    return tuple(awards)


def sd_awards(
    jackpot: JackpotRules,
    claims: Sequence[Claim],
    meter: Meter,
    by_others: Mapping[int, Money] = MappingProxyType({}),
) -> tuple[Award, ...]:
    """R28: in keying order, each percentage on what the one before left, or as the house has it.

    `by_others`: what other tables made of a shared meter before the award of a place was keyed.
    """
    awards: list[Award] = []
    counted: set[int] = set()
    found: Money | None = None
    left = ZERO
    for place, line in claims:
        if line is None:
            continue
        if not line.percent:
            awards.append(_fixed(jackpot, place, line))
            continue
        whole = line.percent == 100
        before = {at for at in by_others if at >= place} - counted
        counted |= before
        meter = meter.pay(-sum((by_others[at] for at in before), start=ZERO))
        if jackpot.meter_awards is MeterAwards.SAME_METER:
            if found is None:
                found = left = meter.value
            amount = percent_rounded_down(found, line.percent)
            from_meter = min(amount, left, meter.value)
            left -= from_meter
        else:
            amount = from_meter = percent_rounded_down(meter.value, line.percent)
        awards.append(Award(place, Kind.PROGRESSIVE, line.award, amount, from_meter, whole))
        meter = meter.pay(from_meter)
        if whole:
            meter = meter.reset(jackpot.seed)
    return tuple(awards)


def envy_awards(
    jackpot: JackpotRules, holders: Sequence[Claim], bettors: Sequence[int]
) -> tuple[Award, ...]:
    """R29: each trigger pays every other bettor; both come counterclockwise, from the right."""
    printed_for = jackpot.schedule.printed_wager or jackpot.wager
    return tuple(
        Award(
            place,
            Kind.ENVY,
            line.award,
            scaled_rounded_down(line.envy, jackpot.wager, printed_for),
        )
        for trigger, line in holders
        if line is not None and line.envy
        for place in bettors
        if place != trigger
    )
