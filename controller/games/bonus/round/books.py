"""Money in double entry: where every dollar of a round came from and went to.

The entries are derived from the round, so that they are what the round says they are: a wager
that is voided after it was paid has the entries of a voided wager. What a single event moved is
the difference between two derivations.
"""

from collections.abc import Iterator

from controller.domain.books import BookEntry
from controller.domain.money import ZERO
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


def entries(table: Table) -> tuple[BookEntry, ...]:
    """All entries of the round so far."""
    return tuple(entry for entry in _all(table) if entry.amount)


def _all(table: Table) -> Iterator[BookEntry]:
    for place in table.round.places:
        yield from _of_place(place)
    before, contributed, after = table.round.meter_before, meter_before_awards(table), table.meter
    if before is None or contributed is None or after is None:
        return
    yield BookEntry("increment", TRAY, METER, contributed.value - before.value)
    yield BookEntry("increment", TRAY, RESERVE, contributed.reserve - before.reserve)
    paid = [due.award for due in table.round.awards if due.paid]
    for award in paid:
        yield from _of_award(award)
    reserve = contributed.reserve - after.reserve
    left = contributed.value + by_others(table) - sum((award.from_meter for award in paid), ZERO)
    reset = after.value - left
    yield BookEntry("reset", RESERVE, METER, reserve)
    yield BookEntry("reset", HOUSE, METER, reset - reserve)


def _of_place(place: Place) -> Iterator[BookEntry]:
    for area, result in place.results.items():
        if area not in place.stakes:  # given back before it was locked in
            yield BookEntry(area, player(place.number), felt(place.number), result.stake)
    for area, stake in place.stakes.items():
        yield BookEntry(area, player(place.number), felt(place.number), stake.amount)
    for area, result in place.results.items():
        yield from _of_result(place.number, area, result)


def _of_result(place: int, area: str, result: WagerResult) -> Iterator[BookEntry]:
    yield BookEntry(area, felt(place), TRAY, result.kept)
    yield BookEntry(area, felt(place), player(place), result.returned)
    yield BookEntry(area, TRAY, player(place), result.paid)


def _of_award(award: Award) -> Iterator[BookEntry]:
    """Fixed and envy awards from the tray; guarantees and bonuses by the house (R17, R21, R22)."""
    what, to = f"{award.kind} {award.award}", player(award.place)
    house = TRAY if award.kind in (Kind.FIXED, Kind.ENVY) else HOUSE
    yield BookEntry(what, METER, to, award.from_meter)
    yield BookEntry(what, house, to, award.from_house)
