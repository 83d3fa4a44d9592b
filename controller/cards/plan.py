"""The plan of a deal: where each card goes, in the order in which cards leave the device.

A game makes the plan. From it follow where a drawn card lies, which draws lie at a spot, which
cards leave a machine together, and what lies where before anybody has turned anything over.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from controller.domain.cards import Card
from controller.domain.frozen import Frozen

Cards = tuple[Card | None, ...]
"""Cards as they lie; a card the device could not read is None until it is keyed."""


def known(cards: Cards) -> tuple[Card, ...]:
    """The cards that have been read or keyed."""
    return tuple([card for card in cards if card is not None])


Placed = tuple[str, int]
"""Where a card lies: `community`, `dealer` or `place 3`, and which one there."""


class Unexplained(StrEnum):
    """A card is out that does not fit; a person has to say what happened."""

    NOTHING = ""
    EXTRA_CARD = "extra-card"
    """More cards are out than are due now."""
    KNOWN_CARD = "known-card"
    """A card was read that is out already: misread, or foreign (11.9)."""


class To(StrEnum):
    """Where a card goes."""

    COMMUNITY = "community"
    DEALER = "dealer"
    PLACE = "place"
    BURN = "burn"

    __hash__ = str.__hash__  # the layout is looked up by slot, card by card


class Slot(NamedTuple):
    """One card of the deal plan."""

    to: To
    place: int = 0

    @property
    def spot(self) -> str:
        """The spot in words: `community`, `dealer`, `place 3` or `burn`."""
        return f"place {self.place}" if self.to is To.PLACE else str(self.to)


COMMUNITY = Slot(To.COMMUNITY)
DEALER = Slot(To.DEALER)
BURN = Slot(To.BURN)


class DealPlan(Frozen):
    """Where each card goes, in the order in which cards leave the device (R3)."""

    slots: tuple[Slot, ...]
    due: tuple[int, ...]
    """How many cards are out after the deal, and by each street that is turned over after it."""
    empty_boxes: tuple[int, ...] = ()
    """Boxes without a wager that were dealt to all the same (11.8)."""


class LyingCard(Frozen):
    """A card that has left the device, and where it lies."""

    where: str
    """The spot in words, or `extra` for a card that was not due."""
    index: int
    """Which one there."""
    card: Card | None
    """None where the device could not read it and nobody keyed it."""


class Layout:
    """Where drawn cards lie by a plan."""

    def __init__(self, plan: DealPlan | None, reversed_spots: Collection[Slot] = ()) -> None:
        """`reversed_spots`: the packet for these is laid out the other way round (R2)."""
        self._slots = plan.slots if plan else ()
        self._reversed = reversed_spots

    def slot(self, draw: int) -> Slot | None:
        """Where a draw goes; none for one that is not due."""
        return self._slots[draw] if draw < len(self._slots) else None

    def draws_at(self, slot: Slot, count: int) -> list[int]:
        """Which draws the first so many cards for a spot were, in the order in which they lie."""
        draws = [draw for draw, to in enumerate(self._slots) if to == slot][:count]
        return draws[::-1] if slot in self._reversed else draws

    def spots(self, drawn: Sequence[Card | None]) -> "defaultdict[Slot, Cards]":
        """The cards at each spot, in the order in which they lie."""
        held: dict[Slot, list[Card | None]] = defaultdict(list)
        for slot, card in zip(self._slots, drawn, strict=False):
            held[slot].append(card)
        found: defaultdict[Slot, Cards] = defaultdict(tuple)
        for slot, cards in held.items():
            found[slot] = tuple(cards[::-1] if slot in self._reversed else cards)
        return found

    def counts(self, out: int) -> "Counter[Slot]":
        """How many cards lie at each spot when so many are out."""
        return Counter(self._slots[:out])

    def every_card(self, drawn: Sequence[Card | None]) -> Iterator[LyingCard]:
        """Every card drawn, in the order of the deal."""
        total, seen = self.counts(len(drawn)), Counter[str]()
        for draw, card in enumerate(drawn):
            slot = self.slot(draw)
            where = slot.spot if slot else "extra"
            index = seen[where]
            seen[where] += 1
            if slot is not None and slot in self._reversed:
                index = total[slot] - 1 - index
            yield LyingCard(where, index, card)


class Deal(NamedTuple):
    """How far a deal has come, for whoever gives the cards out."""

    plan: DealPlan | None = None
    out: int = 0
    """How many cards of the round have left the device."""
    due: int = 0
    """How many may be out by now."""
    in_play: bool = False
    """Is the round neither over nor still to begin?"""
    waits: bool = False
    """Does the round wait for the device? Not where a person has to say what happened first."""

    @property
    def awaited(self) -> int:
        """How many cards are to come out of the device now."""
        return max(self.due - self.out, 0) if self.waits else 0


def packet(plan: DealPlan | None, out: int, count: int) -> int:
    """How many of the cards that are due leave a machine together: those for the same spot; beyond
    the plan they go in pairs."""
    slots = plan.slots[out:] if plan else ()
    if not slots:
        return min(2, count)
    same = next((at for at, slot in enumerate(slots) if slot != slots[0]), len(slots))
    return min(same, count)
