"""What must hold at a table after every event, told independently of the controller.

The checks fold the record themselves, event by event, and hold everything that is shown against it.
A watcher must not disturb the table it watches: what is broken is collected, and asked for after.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Final

from controller.cards.plan import known
from controller.domain.cards import Card
from controller.domain.money import ZERO, Money
from controller.games.bonus import events as e
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.pool_agreement import difference
from controller.games.bonus.round.books import METER, balances, entries, felt
from controller.games.bonus.round.state import Round, Table
from controller.games.bonus.rules import Street
from controller.house.fold import fold_one
from controller.house.state import public_house
from controller.running.outputs import derive_outputs
from controller.running.snapshot import Snapshot
from drivers.xkeys.protocol import Light, backlight, key
from simulators.games.bonus.people.house import LiveTable

_COMMUNITY = {Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}
_LIGHTS = {"off": Light.OFF, "on": Light.ON, "flash": Light.FLASH}


LAMPS_MS_MAX: Final = 15_000
"""So long after the worst fault the panel is back, and shows what it should."""


class Check(StrEnum):
    """What is held against what."""

    BOOKS = "after every event, the books balance to the cent"
    TWICE = "after every event, no card is out twice"
    FELT = "after every round, no money is left on the felt"
    METER = "after every round, the meter is as the books have it"
    SHOWN = "what is shown is what was recorded"
    HIDDEN = "no card that lies face down is shown"
    CARDS = "between rounds, no card of the world is lost or doubled"
    POOL = "between rounds, the pool has what the table has"
    ALONE = "between rounds, nobody is signed on who has left"
    NOWHERE = "between rounds, no card stands where none should"
    LAMPS = "between rounds, every lamp shows what it should"


class Broken(Exception):
    """Something that must hold does not."""


class Checks:
    """A watcher of one `LiveTable`."""

    def __init__(self, held: Counter[str] | None = None) -> None:
        self.held: Counter[str] = Counter() if held is None else held
        """How often each check was made and held."""
        self.house: BonusHouse | None = None
        """Folded by ourselves from what was recorded."""
        self.broken: list[str] = []
        self._turned: set[tuple[str, int]] = set()
        self._meter: Money | None = None

    def begin(self, fresh: BonusHouse) -> None:
        """The table before its first record."""
        self.house = fresh
        self._meter = fresh.table.meter.value if fresh.table.meter else None

    def must_hold(self) -> None:
        """Raises what was found broken since it was last asked."""
        broken, self.broken = self.broken, []
        if broken:
            raise Broken("; ".join(broken[:5]))

    def _must(self, check: Check, wrong: str) -> None:
        """It holds where there is nothing to say."""
        if wrong:
            self.broken.append(wrong)
        else:
            self.held[check] += 1

    # The record

    def writing(self) -> None:
        """Nothing is so before it is recorded."""

    def recorded(self, events: Sequence[object]) -> None:
        """These events are on the disk."""
        for event in events:
            if self.house is None:
                continue
            before = self.house
            after = self.house = fold_one(before, event)
            if isinstance(event, e.Event):
                self._turn(event)
                self._money(before.table, after.table, event)
                self._cards(after.table.round)

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
        off = sum(gained.values())
        self._must(Check.BOOKS, f"{type(event).__name__}: the books are off by {off}" * bool(off))
        if not isinstance(event, e.RoundClosed):
            return
        places = (place.number for place in table.round.places)
        left = {number: lies for number in places if (lies := gained.get(felt(number), ZERO))}
        where = f"round {table.round.number}: money is left on the felt: {left}"
        self._must(Check.FELT, where * bool(left))
        if self._meter is not None and table.meter is not None:
            self._meter += balances(entries(before)).get(METER, ZERO)
            is_off = self._meter != table.meter.value
            seen = f"the meter is {table.meter.value}, by the books {self._meter}"
            self._must(Check.METER, seen * is_off)

    def _cards(self, round_: Round) -> None:
        known = [card for card in round_.drawn if card is not None]
        twice = len(set(known)) != len(known) and not round_.unexplained and round_.in_play()
        self._must(Check.TWICE, f"round {round_.number}: a card is out twice" * twice)

    # What is shown

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer: this is on the screen now."""
        if self.house is None:
            return
        differs = snapshot.house != public_house(self.house)
        self._must(Check.SHOWN, "what is shown is not what was recorded" * differs)
        mine = self.house.table.round
        allowed = {card for where, card in _lying(mine) if where in self._turned}
        allowed.update(known(tuple(mine.drawn[draw] for draw in mine.keyed)))  # seen, and keyed
        shown = {card for _, card in _lying(snapshot.house.table.round)}
        shown |= {card for card in snapshot.house.table.round.drawn if card is not None}
        hidden = shown - allowed
        self._must(Check.HIDDEN, f"{len(hidden)} cards are shown that lie face down" * bool(hidden))

    # Between rounds

    def between_rounds(self, table: LiveTable) -> None:
        """Cards are conserved, meter and pool agree, no card stands where none should, and nobody
        is on top of the dealer who has left."""
        table.felt.world.check()
        self._must(Check.CARDS, "")
        house, on_top = table.house, table.snapshot.on_top
        if table.pool is not None:
            due = f"{len(house.pool.due)} transfers are due" * bool(house.pool.due)
            self._must(Check.POOL, difference(house.table, house.pool, table.pool.status()) or due)
        self._must(Check.ALONE, f"{on_top.number} has left and is signed on" if on_top else "")
        deep = set(_cards_in(house)) - {card for _, card in _lying(house.table.round)}
        self._must(
            Check.NOWHERE, f"{len(deep)} cards stand somewhere in what is shown" * bool(deep)
        )
        self.must_hold()

    def lamps(self, table: LiveTable) -> None:
        """They come right by themselves: a lost report is sent again, a panel that was away too."""
        table.felt.pump.until(lambda: not self.wrong_lamps(table), LAMPS_MS_MAX)
        self._must(Check.LAMPS, "; ".join(self.wrong_lamps(table)[:5]))
        self.must_hold()

    def wrong_lamps(self, table: LiveTable) -> list[str]:
        """What the lamps of the places and of the keypad show that they should not; all that have
        no name are dark."""
        config, wanted = table.felt.config, derive_outputs(table.house)
        lit: dict[str, dict[int, Light]] = {"lamps": {}, "keypad": {}}
        places = config.lamps.places if config.lamps else ()
        for at, lamp in zip(places, wanted.place_lamps, strict=False):
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
