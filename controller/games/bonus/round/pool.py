"""The round's share in the meter: which wagers are on it, and what it stood at before awards."""

from controller.domain.base import evolve, existing
from controller.domain.money import ZERO, Money
from controller.games.bonus.events import MeterAwardsFixed
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.state import Place, Table
from controller.games.bonus.wagers import Area, Outcome


def wagered(place: Place) -> bool:
    """Has this place a locked jackpot wager that was not given back?"""
    result = place.results.get(Area.JACKPOT)
    given_back = result is not None and result.outcome is Outcome.RETURNED
    return Area.JACKPOT in place.stakes and not given_back


def chips_to_take(table: Table) -> list[int]:
    """sd (3): places whose locked wager still lies on its sensor; the first card waits for it."""
    places, sensed = table.round.places, table.round.sensed
    return [place.number for place in places if wagered(place) and place.number in sensed]


def meter_before_awards(table: Table) -> Meter | None:
    """R16: the meter as the round found it, with the increments of the wagers that stand."""
    jackpot, before = table.rules.jackpot, table.round.meter_before
    if jackpot is None or before is None:
        return None
    wagers = sum(map(wagered, table.round.places))
    shares = jackpot.increment_millionths, jackpot.reserve_increment_millionths
    return before.contribute(jackpot.wager, shares[0], wagers, shares[1])


def by_others(table: Table) -> Money:
    """R24: what other tables have made of the meter, as far as the round's awards are about it."""
    return sum(table.round.by_others.values(), start=ZERO)


def meter_now(table: Table) -> Meter | None:
    """What is left after the awards paid so far; a 100 % award puts seed and reserve back.

    While the jackpot is not offered the meter stands as the round found it (11.14).
    """
    meter, jackpot = meter_before_awards(table), table.rules.jackpot
    if meter is None or jackpot is None:
        return table.round.meter_before
    meter, awards = meter.pay(-by_others(table)), table.round.awards
    for index, due in enumerate(awards):
        if not due.paid:
            continue
        meter = meter.pay(due.award.from_meter)
        # 15.2.13.1: royals that share one meter reset it once, after the last of them.
        later = any(other.award.resets_meter for other in awards[index + 1 :])
        if due.award.resets_meter and not (table.rules.nsw and later):
            meter = meter.reset(jackpot.seed)
    return meter


def with_awards_fixed(table: Table, event: MeterAwardsFixed) -> Table:
    """R24: new amounts; who was keyed, confirmed and paid stays so."""
    pairs = zip(table.round.awards, event.awards, strict=True)
    awards = tuple(evolve(due, award=award) for due, award in pairs)
    found = {**table.round.by_others, event.place: event.by_others}
    table = evolve(table, round=evolve(table.round, awards=awards, by_others=found))
    return evolve(table, meter=meter_now(table))


def with_meter_found(table: Table, found: Meter) -> Table:
    """R24: a round without awards yet works them out on the meter as all tables have made it.

    Its own increments are on it: what the round found is so much less.
    """
    jackpot = existing(table.rules.jackpot, f"round {table.round.number}: a meter, no jackpot")
    wagers = sum(map(wagered, table.round.places))
    shares = jackpot.increment_millionths, jackpot.reserve_increment_millionths
    before = found.contribute(jackpot.wager, shares[0], -wagers, shares[1])
    return evolve(table, meter=found, round=evolve(table.round, meter_before=before, by_others={}))
