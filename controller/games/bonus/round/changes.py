"""What events make of a table: the changes that several subjects share."""

from collections.abc import Callable
from typing import Any

from controller.domain.base import evolve
from controller.games.bonus.events import GiveBack, Results
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.plan import lay_out
from controller.games.bonus.round.pool import meter_now
from controller.games.bonus.round.state import Place, Standing, Table


def with_round(table: Table, **changes: Any) -> Table:
    return evolve(table, round=evolve(table.round, **changes))


def with_place(table: Table, number: int, **changes: Any) -> Table:
    return with_round(table, places=places_with(table, number, **changes))


def with_results(table: Table, number: int, results: Results, **changes: Any) -> Table:
    place = table.round.place(number)
    return with_place(table, number, results={**place.results, **results}, **changes)


def places_with(table: Table, number: int, **changes: Any) -> tuple[Place, ...]:
    """All of them, one changed."""
    places = list(table.round.places)
    places[number - 1] = evolve(places[number - 1], **changes)
    return tuple(places)


def setting(**changes: Any) -> Callable[[Table, Any], Table]:
    """An event that leaves the round the same but for this."""
    return lambda table, _: with_round(table, **changes)


def metered(table: Table) -> Table:
    """R16, R31: increments go on when bets lock, and come off again when a wager is cancelled."""
    return evolve(table, meter=meter_now(table))


def laid_out(table: Table) -> Table:
    """Cards lie where the plan puts them, once the deal is over; before, they only left."""
    round_ = table.round
    if round_.plan is None or round_.phase is Phase.DEAL:
        return table
    return evolve(table, round=lay_out(table.rules, round_, round_.plan))


def voided(table: Table, number: int, results: Results, **changes: Any) -> Table:
    before = table.round.place(number).results
    return with_results(
        table, number, results, standing=Standing.VOID, overturned=before, **changes
    )


def owing(table: Table, give_back: tuple[GiveBack, ...]) -> Table:
    return with_round(table, give_back=table.round.give_back + give_back)


def notified(table: Table, notices: tuple[str, ...]) -> Table:
    new = tuple(who for who in notices if who not in table.round.notices)
    return with_round(table, notices=table.round.notices + new)
