"""What must hold at a table of the bonus game besides: felt, meter and pool to the cent."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from controller.cards.plan import Placed, known
from controller.domain.books import balances
from controller.domain.cards import Card
from controller.domain.money import ZERO, Money
from controller.games.bonus import events as e
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.pool_agreement import difference
from controller.games.bonus.round.books import METER, entries, felt
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import known_cards
from controller.games.bonus.rules import Street
from simulators.games.bonus.people.table import LiveBonus
from simulators.people.checks import Check, Checks
from simulators.people.live import LiveTable

_COMMUNITY: Final = {Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}


class BonusCheck(StrEnum):
    """What is held against what in the bonus game."""

    FELT = "after every round, no money is left on the felt"
    METER = "after every round, the meter matches the books"
    POOL = "between rounds, the pool has what the table has"


CHECKS: Final = (
    *(Check.BOOKS, Check.TWICE, BonusCheck.FELT, BonusCheck.METER, Check.SHOWN, Check.HIDDEN),
    *(Check.CARDS, BonusCheck.POOL, Check.ALONE, Check.NOWHERE, Check.LAMPS),
)
"""All of them, as they are listed."""


class BonusChecks(Checks):
    """A watcher of one table of the bonus game."""

    events = e.Event
    _meter: Money | None = None

    def begin(self, fresh: BonusHouse) -> None:
        super().begin(fresh)
        self._meter = fresh.table.meter.value if fresh.table.meter else None

    # Cards

    def lying(self, table: Table) -> Iterator[tuple[Placed, Card]]:
        return iter(known_cards(table.round).items())

    def drawn(self, table: Table) -> Sequence[Card | None]:
        return table.round.drawn

    def keyed(self, table: Table) -> tuple[Card, ...]:
        return known(tuple(table.round.drawn[draw] for draw in table.round.keyed))

    def may_double(self, table: Table) -> bool:
        return bool(table.round.unexplained) or not table.round.in_play()

    def turn(self, event: e.Event) -> None:
        match event:
            case e.RoundOpened():
                self.turned = set()
            case e.StreetRevealed(street=street):
                self.turned |= {("community", at) for at in range(_COMMUNITY[street])}
            case e.FlopTurnedForJackpots():
                self.turned |= {("community", at) for at in range(3)}
            case e.DealersHandShown():
                self.turned |= {("dealer", 0), ("dealer", 1)}
            case e.HandTurned(place=place) | e.HandSettled(place=place) | e.HandVoided(place=place):
                self.turned |= {(f"place {place}", 0), (f"place {place}", 1)}

    # Money

    def books(self, table: Table) -> Mapping[str, Money]:
        return balances(entries(table))

    def follow(self, before: Table, after: Table, event: e.Event) -> None:
        if not isinstance(event, e.RoundClosed):
            return
        gained, places = self.books(after), (place.number for place in after.round.places)
        left = {number: lies for number in places if (lies := gained.get(felt(number), ZERO))}
        where = f"round {after.round.number}: money is left on the felt: {left}"
        self.must(BonusCheck.FELT, where * bool(left))
        if self._meter is not None and after.meter is not None:
            self._meter += self.books(before).get(METER, ZERO)
            is_off = self._meter != after.meter.value
            seen = f"the meter is {after.meter.value}, by the books {self._meter}"
            self.must(BonusCheck.METER, seen * is_off)

    def rest(self, table: LiveTable) -> None:
        house: BonusHouse = table.house
        pool = table.game.pool if isinstance(table.game, LiveBonus) else None
        if pool is not None:
            due = f"{len(house.pool.due)} transfers are due" * bool(house.pool.due)
            wrong = difference(house.table, house.pool, pool.status()) or due
            self.must(BonusCheck.POOL, wrong)
