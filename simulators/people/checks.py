"""What must hold at a table after every event, told independently of the controller.

The checks fold the record themselves, event by event, and hold everything that is shown against it.
A watcher must not disturb the table it watches: what is broken is collected, and asked for after.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from controller.domain import events as e
from controller.domain.cards import Card
from controller.domain.money import ZERO, Money
from controller.domain.rules import Street
from controller.house.fold import Event, fold_one
from controller.house.state import House, public_house
from controller.outputs import derive_outputs
from controller.pools.embedded import difference
from controller.round.books import METER, balances, entries, felt
from controller.round.state import Round, Table
from controller.snapshot import Snapshot
from drivers.xkeys.protocol import Light, backlight, key
from simulators.people.house import LiveTable

_COMMUNITY = {Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}
_LIGHTS = {"off": Light.OFF, "on": Light.ON, "flash": Light.FLASH}


class Broken(Exception):
    """Something that must hold does not."""


class Checks:
    """A watcher of one `LiveTable`."""

    def __init__(self) -> None:
        self.house: House | None = None
        """Folded by ourselves from what was recorded."""
        self.broken: list[str] = []
        self.events = self.snapshots = 0
        self._turned: set[tuple[str, int]] = set()
        self._meter: Money | None = None

    def begin(self, fresh: House) -> None:
        """The table before its first record."""
        self.house = fresh
        self._meter = fresh.table.meter.value if fresh.table.meter else None

    def must_hold(self) -> None:
        """Raises what was found broken since it was last asked."""
        broken, self.broken = self.broken, []
        if broken:
            raise Broken("; ".join(broken[:5]))

    # The record

    def writing(self) -> None:
        """Nothing is so before it is recorded."""

    def recorded(self, events: Sequence[object]) -> None:
        """These events are on the disk."""
        for event in events:
            if self.house is None or not isinstance(event, Event):
                continue
            self.events += 1
            before, self.house = self.house, fold_one(self.house, event)
            if isinstance(event, e.Event):
                self._turn(event)
                self._money(before.table, self.house.table, event)
                self._cards(self.house.table.round)

    def _turn(self, event: object) -> None:
        """Which cards lie face up, by what was said aloud."""
        match event:
            case e.RoundOpened():
                self._turned = set()
            case e.StreetRevealed(street=street):
                self._turned |= {("community", at) for at in range(_COMMUNITY[street])}
            case e.FlopTurnedForJackpots():
                self._turned |= {("community", at) for at in range(3)}
            case e.DealersHandShown():
                self._turned |= {("dealer", 0), ("dealer", 1)}
            case e.HandTurned(place=place) | e.HandSettled(place=place) | e.HandVoided(place=place):
                self._turned |= {(f"place {place}", 0), (f"place {place}", 1)}

    def _money(self, before: Table, table: Table, event: object) -> None:
        gained = balances(entries(table))
        if sum(gained.values()):
            self.broken.append(
                f"{type(event).__name__}: the books are off by {sum(gained.values())}"
            )
        if not isinstance(event, e.RoundClosed):
            return
        left = {place.number: gained.get(felt(place.number), ZERO) for place in table.round.places}
        if any(left.values()):
            self.broken.append(f"round {table.round.number}: money is left on the felt: {left}")
        if self._meter is not None and table.meter is not None:
            self._meter += balances(entries(before)).get(METER, ZERO)
            if self._meter != table.meter.value:
                self.broken.append(f"the meter is {table.meter.value}, by the books {self._meter}")

    def _cards(self, round_: Round) -> None:
        known = [card for card in round_.drawn if card is not None]
        if len(set(known)) != len(known) and not round_.unexplained and round_.in_play():
            self.broken.append(f"round {round_.number}: a card is out twice")

    # What is shown

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer: this is on the screen now."""
        if self.house is None:
            return
        self.snapshots += 1
        if snapshot.house != public_house(self.house):
            self.broken.append("what is shown is not what was recorded")
        mine = self.house.table.round
        allowed = {card for where, card in _lying(mine) if where in self._turned}
        shown = {card for _, card in _lying(snapshot.house.table.round)}
        shown |= {card for card in snapshot.house.table.round.drawn if card is not None}
        if hidden := shown - allowed:
            self.broken.append(f"{len(hidden)} cards are shown that lie face down")

    # Between rounds

    def between_rounds(self, table: LiveTable) -> None:
        """Cards are conserved, meter and pool agree, no card stands where none should, and nobody
        is on top of the dealer who has left."""
        table.felt.world.check()
        house = table.house
        if table.pool is not None:
            wrong = difference(house.table, house.pool, table.pool.status())
            if wrong or house.pool.due:
                self.broken.append(wrong or f"{len(house.pool.due)} transfers are due")
        if table.snapshot.on_top is not None:
            self.broken.append(f"{table.snapshot.on_top.number} has left and is signed on")
        if deep := set(_cards_in(house)) - {card for _, card in _lying(house.table.round)}:
            self.broken.append(f"{len(deep)} cards stand somewhere in what is shown")
        self.must_hold()

    def wrong_lamps(self, table: LiveTable) -> list[str]:
        """What the lamps of the places and of the keypad show that they should not; all that have
        no name are dark."""
        config, wanted = table.felt.config, derive_outputs(table.house)
        lit: dict[str, dict[int, Light]] = {"lamps": {}, "keypad": {}}
        places = config.lamps.places if config.lamps else ()
        for at, lamp in zip(places, wanted.jackpot_lamps, strict=False):
            lit["lamps"][backlight(key(*at))] = _LIGHTS[lamp]
        for name, at in config.keypad.keys.items() if config.keypad else ():
            lit["keypad"][backlight(key(*at))] = (
                Light.ON if name in wanted.keypad_lamps else Light.OFF
            )
        return [
            f"{name}: {lamp!r} is {seen.name}"
            for name, unit in table.felt.panels().items()
            if name in lit
            for lamp, seen in (*unit.backlights.items(), *unit.leds.items())
            if seen is not lit[name].get(lamp, Light.OFF)
        ]


def _lying(round_: Round) -> Iterator[tuple[tuple[str, int], Card]]:
    hands = [("community", round_.community), ("dealer", round_.dealer)]
    hands += [(f"place {place.number}", place.cards) for place in round_.places]
    for where, cards in hands:
        for at, card in enumerate(cards):
            if card is not None:
                yield (where, at), card


def _cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere inside."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, dict):
        for part in (*value, *value.values()):
            yield from _cards_in(part)
    elif isinstance(value, tuple | list | frozenset | set):
        for part in value:
            yield from _cards_in(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _cards_in(getattr(value, field.name))
