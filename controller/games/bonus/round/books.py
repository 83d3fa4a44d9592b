"""Money in double entry: where every dollar of a round came from and went to.

The entries are derived from the round, so that they are what the round says they are: a wager
that is voided after it was paid has the entries of a voided wager. What a single event moved is
the difference between two derivations.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from controller.domain.money import ZERO, Money
from controller.games.bonus.jackpot.awards import Award, Kind
from controller.games.bonus.round.pool import by_others, meter_before_awards
from controller.games.bonus.round.state import Place, Table
from controller.games.bonus.wagers import WagerResult

TRAY, METER, RESERVE, HOUSE = "tray", "meter", "reserve", "house"


def player(place: int) -> str:
    """The account of whoever plays at a place."""
    return f"player {place}"


def felt(place: int) -> str:
    """What lies on the wagering areas of a place."""
    return f"felt {place}"


class Entry(NamedTuple):
    """An amount from one account to another."""

    what: str
    source: str
    target: str
    amount: Money


def entries(table: Table) -> tuple[Entry, ...]:
    """All entries of the round so far."""
    return tuple(entry for entry in _all(table) if entry.amount)


def _all(table: Table) -> Iterator[Entry]:
    for place in table.round.places:
        yield from _of_place(place)
    before, contributed, after = table.round.meter_before, meter_before_awards(table), table.meter
    if before is None or contributed is None or after is None:
        return
    yield Entry("increment", TRAY, METER, contributed.value - before.value)
    yield Entry("increment", TRAY, RESERVE, contributed.reserve - before.reserve)
    paid = [due.award for due in table.round.awards if due.paid]
    for award in paid:
        yield from _of_award(award)
    reserve = contributed.reserve - after.reserve
    left = contributed.value + by_others(table) - sum((award.from_meter for award in paid), ZERO)
    reset = after.value - left
    yield Entry("reset", RESERVE, METER, reserve)
    yield Entry("reset", HOUSE, METER, reset - reserve)


def _of_place(place: Place) -> Iterator[Entry]:
    for area, result in place.results.items():
        if area not in place.stakes:  # given back before it was locked in
            yield Entry(area, player(place.number), felt(place.number), result.stake)
    for area, stake in place.stakes.items():
        yield Entry(area, player(place.number), felt(place.number), stake.amount)
    for area, result in place.results.items():
        yield from _of_result(place.number, area, result)


def _of_result(place: int, area: str, result: WagerResult) -> Iterator[Entry]:
    yield Entry(area, felt(place), TRAY, result.stake - result.returned)
    yield Entry(area, felt(place), player(place), result.returned)
    yield Entry(area, TRAY, player(place), result.paid)


def _of_award(award: Award) -> Iterator[Entry]:
    """Fixed and envy awards from the tray; guarantees and bonuses by the house (R17, R21, R22)."""
    what, to = f"{award.kind} {award.award}", player(award.place)
    house = TRAY if award.kind in (Kind.FIXED, Kind.ENVY) else HOUSE
    yield Entry(what, METER, to, award.from_meter)
    yield Entry(what, house, to, award.from_house)


def balances(of: Iterable[Entry]) -> dict[str, Money]:
    """What each account has gained; all of them together are nothing."""
    gained: dict[str, Money] = defaultdict(lambda: ZERO)
    for entry in of:
        gained[entry.source] -= entry.amount
        gained[entry.target] += entry.amount
    return dict(gained)
