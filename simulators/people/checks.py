"""What must hold at a table after every event, told independently of the controller.

The checks fold the record themselves, event by event, and hold everything that is shown against it.
A watcher must not disturb the table it watches: what is broken is collected, and asked for after.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final

from controller.cards.plan import Placed, known
from controller.domain.cards import Card
from controller.domain.money import Money
from controller.house.fold import fold_one
from controller.house.state import public_house
from controller.running.outputs import derive_outputs
from controller.running.snapshot import Snapshot
from drivers.xkeys.protocol import Light, backlight, key
from simulators.people.live import LiveTable, Watcher

_LIGHTS: Final = {"off": Light.OFF, "on": Light.ON, "flash": Light.FLASH}
LAMPS_MS_MAX: Final = 15_000
"""So long after the worst fault the panel is back, and shows what it should."""


class Check(StrEnum):
    """What is held against what, whichever game is played."""

    BOOKS = "after every event, the books balance to the cent"
    TWICE = "after every event, no card is out twice"
    SHOWN = "what is shown is what was recorded"
    HIDDEN = "no card that lies face down is shown"
    CARDS = "between rounds, no card of the world is lost or doubled"
    ALONE = "between rounds, nobody who has left is still signed on"
    NOWHERE = "between rounds, no card is where it should not be"
    LAMPS = "between rounds, every lamp shows what it should"


class Broken(Exception):
    """Something that must hold does not."""


class Checks(Watcher, ABC):
    """A watcher of one `LiveTable`; a game says what its own events and tables come to."""

    events: ClassVar[Any]
    """The kind of the game's own events."""

    def __init__(self, held: Counter[str] | None = None) -> None:
        self.held: Counter[str] = Counter() if held is None else held
        """How often each check was made and held."""
        self.house: Any = None
        """Folded by ourselves from what was recorded."""
        self.broken: list[str] = []
        self.turned: set[Placed] = set()
        """Where cards lie face up, by what was said aloud."""

    # What a game says

    @abstractmethod
    def books(self, table: Any) -> Mapping[Any, Money]:
        """What every account of the round has gained: together nothing."""

    @abstractmethod
    def lying(self, table: Any) -> Iterable[tuple[Placed, Card]]:
        """The cards that are known, and where they lie."""

    @abstractmethod
    def drawn(self, table: Any) -> Sequence[Card | None]:
        """The cards that have left the device."""

    @abstractmethod
    def keyed(self, table: Any) -> Iterable[Card]:
        """The cards that somebody has keyed, who has seen them."""

    @abstractmethod
    def may_double(self, table: Any) -> bool:
        """Does the table know that a card came twice, or are its cards off the felt?"""

    @abstractmethod
    def turn(self, event: Any) -> None:
        """Which cards lie face up by this event."""

    def follow(self, before: Any, after: Any, event: Any) -> None:
        """What else must hold after an event of the game."""
        return

    def rest(self, table: LiveTable) -> None:
        """What else must hold between rounds."""
        return

    # What is broken

    def must_hold(self) -> None:
        """Raises what was found broken since it was last asked."""
        broken, self.broken = self.broken, []
        if broken:
            raise Broken("; ".join(broken[:5]))

    def must(self, check: StrEnum, wrong: str) -> None:
        """It holds where there is nothing to say."""
        if wrong:
            self.broken.append(wrong)
        else:
            self.held[check] += 1

    # The record

    def begin(self, fresh: Any) -> None:
        """The table before its first record."""
        self.house = fresh

    def recorded(self, events: Sequence[object]) -> None:
        """These events are on the disk."""
        for event in events:
            if self.house is None:
                continue
            before = self.house
            self.house = fold_one(before, event)
            if isinstance(event, self.events):
                self.turn(event)
                self._money_and_cards(self.house.table, event)
                self.follow(before.table, self.house.table, event)

    def _money_and_cards(self, table: Any, event: object) -> None:
        off = sum(self.books(table).values())
        self.must(Check.BOOKS, f"{type(event).__name__}: the books are off by {off}" * bool(off))
        cards = known(tuple(self.drawn(table)))
        twice = len(set(cards)) != len(cards) and not self.may_double(table)
        self.must(Check.TWICE, f"round {table.number}: a card is out twice" * twice)

    # What is shown

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer: this is on the screen now."""
        if self.house is None:
            return
        differs = snapshot.house != public_house(self.house)
        self.must(Check.SHOWN, "what is shown is not what was recorded" * differs)
        mine, table = self.house.table, snapshot.house.table
        allowed = {card for where, card in self.lying(mine) if where in self.turned}
        shown = {card for _, card in self.lying(table)} | set(known(tuple(self.drawn(table))))
        hidden = shown - allowed - set(self.keyed(mine))
        self.must(Check.HIDDEN, f"{len(hidden)} cards are shown that lie face down" * bool(hidden))

    # Between rounds

    def between_rounds(self, table: LiveTable) -> None:
        """Cards are conserved, none appears where none should, and nobody who has left is still
        signed on."""
        table.felt.world.check()
        self.must(Check.CARDS, "")
        self.rest(table)
        house, on_top = table.house, table.snapshot.on_top
        self.must(Check.ALONE, f"{on_top.number} has left and is signed on" if on_top else "")
        deep = set(cards_in(house)) - {card for _, card in self.lying(house.table)}
        self.must(Check.NOWHERE, f"{len(deep)} cards stand somewhere in what is shown" * bool(deep))
        self.must_hold()

    def lamps(self, table: LiveTable) -> None:
        """They come right by themselves: a lost report is sent again, a panel that was away too."""
        table.felt.pump.until(lambda: not self.wrong_lamps(table), LAMPS_MS_MAX)
        self.must(Check.LAMPS, "; ".join(self.wrong_lamps(table)[:5]))
        self.must_hold()

    def wrong_lamps(self, table: LiveTable) -> list[str]:
        """What the lamps of the places and of the keypad show that they should not; all that have
        no name are dark."""
        undo = table.snapshot.undo is not None
        config, wanted = table.felt.config, derive_outputs(table.house, undo=undo)
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


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere inside."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, dict):
        for part in (*value, *value.values()):
            yield from cards_in(part)
    elif isinstance(value, tuple | list | frozenset | set):
        for part in value:
            yield from cards_in(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
