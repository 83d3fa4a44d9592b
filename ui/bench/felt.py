"""The felt of a simulated table, which outlives the program: a kill does not shake the cards.

Every card is kept in a file of the table's folder the moment it moves. When the program comes up
again, cards, decks and chips lie where they lay.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import RLock
from typing import Final

from controller.devices.table import DeviceSetup
from controller.domain.cards import Card as GameCard
from controller.domain.frozen import frozen
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import FULL_DECK
from controller.floor.state import Floor
from controller.house.state import House
from controller.private_files import write_private
from controller.running.snapshot import Snapshot
from drivers.link.fields import Face
from drivers.shuffler.protocol import Back
from drivers.xkeys.protocol import contact
from simulators.faults import Trouble
from simulators.people.felt import Felt, Fitted
from simulators.usb import SimBus
from simulators.world import BAY, Card, Spot, World

MECHANICS: Final = 20.0
"""Hurried mechanics: a shuffle of 45 seconds takes little more than two."""


class KeptWorld(World):
    """A world that is on the disk as it is, whether a hand or a device moves its cards."""

    def __init__(self, path: Path, seed: int) -> None:
        super().__init__(seed)
        self._path, self._turn = path, RLock()
        if path.exists():
            self._find(json.loads(path.read_text("ascii")))

    def move(self, source: Spot, target: Spot, cards: Iterable[Card]) -> tuple[Card, ...]:
        with self._turn:
            moved = super().move(source, target, cards)
            self._keep()
        return moved

    def shuffle(self, spot: Spot) -> None:
        with self._turn:
            super().shuffle(spot)
            self._keep()

    def bring(self, card: Card, spot: Spot, index: int = 0) -> None:
        with self._turn:
            super().bring(card, spot, index)
            self._keep()

    def _find(self, kept: dict[str, list[list[str | int]]]) -> None:
        for spot in Spot:
            self._piles[spot] = [
                Card(Back(int(back)), Face(int(rank), str(suit)))
                for back, rank, suit in kept.get(spot, ())
            ]
        self._books = Counter(card for pile in self._piles.values() for card in pile)

    def _keep(self) -> None:
        """Whole or not at all."""
        piles = {
            spot: [[card.back.value, card.face.rank, card.face.suit] for card in pile]
            for spot, pile in self._piles.items()
        }
        write_private(self._path, json.dumps(piles).encode("ascii"), durable=False)


@frozen
class Left:
    """What lies on the felt of a table that goes on from its record."""

    cards: int | None = None
    """So many of the round are out, as the record knows; none while no round is dealt."""
    chips: tuple[int, ...] = ()
    """Places with a chip on their sensor."""


class BenchFelt(Felt):
    """Cards, chips and devices of one table; a game says what its record has left there."""

    def __init__(
        self,
        rules: Fitted,
        folder: Path,
        seed: int = 0,
        speed: float = MECHANICS,
        devices: str = "table",
    ) -> None:
        self._kept = folder / "felt.json"
        self._pulled: frozenset[str] = frozenset()
        """Devices whose plug a hand has pulled."""
        self._found = False
        super().__init__(rules, speed, seed, devices)

    def _world(self, seed: int) -> World:
        return KeptWorld(self._kept, seed)

    def _bus(self) -> SimBus:
        """Only mechanics are hurried. Chips lie on sensors for as long as people leave them there:
        by a faster clock they would soon lie there for longer than any round lasts."""
        return SimBus()

    @property
    def setup(self) -> DeviceSetup:
        """For a table whose devices are plugged in here: what goes wrong here strikes them."""
        return DeviceSetup(self.config, self.paired, self)

    def take_time(self, ms: int) -> None:
        """Whoever moves things here has a pace of their own."""

    def plugged(self, name: str) -> bool:
        """Is its cable in?"""
        return name not in self._pulled and not self.scripts[name].lasts(Trouble.UNPLUG)

    def plug(self, name: str, *, in_: bool) -> None:
        """A hand puts a cable in or pulls it out; put in, it is in whoever has pulled it."""
        self._pulled = self._pulled - {name} if in_ else self._pulled | {name}
        if in_:
            self.scripts[name].mend(Trouble.UNPLUG)
        if name in self.lines:
            line = self.lines[name]
            (line.plug if in_ else line.unplug)()
        else:
            self._plug(name, in_)
            self.scripts[name].mend(Trouble.POWER_CUT)  # its power comes with the cable

    def _plug(self, name: str, in_: bool) -> None:
        """What a hand has pulled is not put in by a script."""
        if not (in_ and name in self._pulled):
            super()._plug(name, in_)

    def has_chip(self, place: int) -> bool:
        return place in self._chips

    def is_stuck(self, place: int) -> bool:
        return contact(self._contact(place)) in self.sensors.stuck

    def take_chip(self, place: int) -> None:
        """Off a place's sensor."""
        self._chips.discard(place)
        self.sensors.open(self._contact(place))

    def refill_shoe(self, back: Back, cards: Sequence[GameCard] = ()) -> None:
        """The whole deck, what was left in the shoe included, these cards first."""
        self.lines["shoe"].act(lambda: self._refill(back, cards))

    def _refill(self, back: Back, cards: Sequence[GameCard]) -> None:
        self.shoe.open_lid()
        self.world.move_all(Spot.SHOE, Spot.RACK)
        self._stack_shoe(back, cards, 0)

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer of the table: it is shown first as its record has left it, before a driver
        looks at any device. A device that changed after that would have to say so."""
        if not self._found:
            self._found = True
            self._find(snapshot.house)

    def left(self, house: House) -> Left:
        """What the record has left on the felt, as the game tells it."""
        raise NotImplementedError

    def _find(self, house: House) -> None:
        """Come back to a table that goes on from its record: decks and chips as they were left."""
        floor = house.floor
        if floor is None:
            return
        left = self.left(house)
        if left.cards is not None:
            self._take_back(left.cards)
        for back in Back if "shuffler" in self.lines else ():
            self._take_deck_back(floor, back)
            if self.world.pile(BAY[back]):
                ready = _is_ready(floor, back)
                (self.shuffler.find_ready if ready else self.shuffler.find_loaded)(back)
        for place in left.chips:
            self.put_chip(place)

    def _take_back(self, told: int) -> None:
        """A card that came out as the program ended, and that nobody was told of: the device would
        have kept it. Here it is not out yet."""
        world = self.world
        for spot in (Spot.GATE, Spot.TABLE):
            while (lies := world.pile(spot)) and self._out > told:
                card = lies[-1]
                source = self._source(card)
                rest = world.pile(source)
                world.move(spot, source, [card])
                world.move(source, source, rest)  # on top again

    def _take_deck_back(self, floor: Floor, back: Back) -> None:
        """The same for a whole deck that went in or was released as the program ended."""
        decks = [deck for deck in floor.decks_here() if deck.back == back.name.lower()]
        inside, bay = any(deck.loaded for deck in decks), BAY[back]
        if len(self.world.pile(bay)) == FULL_DECK and not inside:
            self.world.move_deck(back, bay, Spot.RACK)
        elif any(next_step(floor, deck) is Step.RELEASE for deck in decks):
            for spot in (Spot.GATE, Spot.TABLE):
                self.world.move_deck(back, spot, bay)

    def _source(self, card: Card) -> Spot:
        if "shoe" in self.lines:
            return Spot.SHOE
        return BAY[card.back] if "shuffler" in self.lines else Spot.RACK

    @property
    def _out(self) -> int:
        return sum(len(self.world.pile(spot)) for spot in (Spot.GATE, Spot.TABLE))


def _is_ready(floor: Floor, back: Back) -> bool:
    """Could this deck be dealt from or released, or is it being dealt from?"""
    decks = [deck for deck in floor.decks_here() if deck.back == back.name.lower()]
    playing = floor.round.deck if floor.round else ""
    shuffled = (None, Step.RELEASE)
    return any(next_step(floor, deck) in shuffled or deck.name == playing for deck in decks)
