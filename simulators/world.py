"""The cards on and around the table: two real decks; no card comes or goes unnoticed.

Every card is always at exactly one spot. Cards go from spot to spot by `move` alone, and the books
are checked as they go: a model that loses or doubles a card raises `Unconserved` at once.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from drivers.link.fields import FACES, Face
from drivers.shuffler.protocol import Back


class Unconserved(Exception):
    """A card is missing or doubled: a model is wrong."""


class Card(NamedTuple):
    """A piece of card: a face and a back."""

    back: Back
    face: Face


class Spot(StrEnum):
    """Where cards can lie; the first of a pile is the next to leave it."""

    RACK = "rack"
    TRAY = "shuffler tray"
    BAY_RED = "shuffler bay, red"
    BAY_BLUE = "shuffler bay, blue"
    GATE = "shuffler gate"
    SHOE = "shoe"
    TABLE = "table"
    DISCARD = "discard rack"
    POCKET = "pocket"
    """Out of the game: lost, stolen or taken away."""


BAY: Final = {Back.RED: Spot.BAY_RED, Back.BLUE: Spot.BAY_BLUE}


def deck(back: Back) -> tuple[Card, ...]:
    """A new deck, in order."""
    return tuple(Card(back, face) for face in FACES)


class World:
    """Every card, and the chance that orders them."""

    def __init__(self, seed: int = 0, backs: Iterable[Back] = tuple(Back)) -> None:
        self._chance = random.Random(seed)
        self._piles: dict[Spot, list[Card]] = {spot: [] for spot in Spot}
        for back in backs:
            self._piles[Spot.RACK] += deck(back)
        self._books = Counter(self._piles[Spot.RACK])
        self._stacked: dict[Back, list[tuple[Face, ...]]] = {back: [] for back in Back}

    def pile(self, spot: Spot) -> tuple[Card, ...]:
        """What lies there, next to leave first."""
        return tuple(self._piles[spot])

    def move(self, source: Spot, target: Spot, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards, in this order, to the end of another pile."""
        moved = tuple(cards)
        for card in moved:
            try:
                self._piles[source].remove(card)
            except ValueError:
                raise Unconserved(f"{_name(card)} is not at the {source}") from None
        self._piles[target] += moved
        if sum(map(len, self._piles.values())) != self._books.total():
            self.check()
        return moved

    def move_top(self, source: Spot, target: Spot, count: int = 1) -> tuple[Card, ...]:
        """The next so many cards."""
        if count > len(self._piles[source]):
            raise Unconserved(f"{count} cards wanted, {len(self._piles[source])} at the {source}")
        return self.move(source, target, self._piles[source][:count])

    def move_all(self, source: Spot, target: Spot) -> tuple[Card, ...]:
        return self.move(source, target, self.pile(source))

    def move_deck(self, back: Back, source: Spot, target: Spot) -> tuple[Card, ...]:
        """All cards of one back."""
        return self.move(source, target, [card for card in self.pile(source) if card.back is back])

    def collect(self) -> tuple[Card, ...]:
        """After a round: from the table into the discard rack."""
        return self.move_all(Spot.TABLE, Spot.DISCARD)

    def put_back(self) -> tuple[Card, ...]:
        """From the discard rack to where the decks wait."""
        return self.move_all(Spot.DISCARD, Spot.RACK)

    def bring(self, card: Card, spot: Spot, index: int = 0) -> None:
        """A card from outside: foreign to these decks, and in the books from now on."""
        self._books[card] += 1
        self._piles[spot].insert(index, card)

    def stack(self, back: Back, faces: Sequence[Face]) -> None:
        """The next shuffle of this deck puts these cards first, in this order."""
        if len(set(faces)) != len(faces):
            raise Unconserved("a deck cannot be stacked with a card twice")
        self._stacked[back].append(tuple(faces))

    def unstack(self, back: Back) -> None:
        """The next shuffle of this deck is by chance again."""
        self._stacked[back].clear()

    def shuffle(self, spot: Spot) -> None:
        """By chance, or as it was stacked with the rest by chance."""
        pile = self._piles[spot]
        self._chance.shuffle(pile)
        if pile and self._stacked[pile[0].back]:
            order = {face: at for at, face in enumerate(self._stacked[pile[0].back].pop(0))}
            pile.sort(key=lambda card: order.get(card.face, len(order)))
        self.check()

    def check(self) -> None:
        """Every card of the books is there, once."""
        there = Counter(card for pile in self._piles.values() for card in pile)
        if there != self._books:
            gone = ", ".join(map(_name, (self._books - there).elements()))
            more = ", ".join(map(_name, (there - self._books).elements()))
            raise Unconserved(f"gone: {gone or 'none'}; there too often: {more or 'none'}")


def _name(card: Card) -> str:
    return f"{card.face.name} {card.back.name.lower()}"
