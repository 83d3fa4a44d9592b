"""Which step comes next for a deck before it can be dealt (rules 3 and 4; sd (3), (4)).

A shuffling device takes two decks of different backs: each is shuffled by hand before it first
goes in, never cut, and ready on the device's own signal (4.4). In the poker room it is ready once
the device has released it, which it does when the other deck has gone in (4.4 there). A shoe or
the dealer's hand takes one: shuffled, cut, and put complete into the shoe (4.2; sd (4)). A deck
that was dealt, handled, dropped, or lay there while the table was vacant starts over.
"""

from enum import StrEnum
from typing import Final

from controller.domain.refusals import Refused
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Deck, Floor


class Step(StrEnum):
    """What is to be done to a deck next."""

    REPLACE = "replace"
    CHECK = "check"
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    DEVICE_SHUFFLE = "device-shuffle"
    RELEASE = "release"


_STANDS: Final = {
    None: "ready",
    Step.REPLACE: "not fit for play",
    Step.CHECK: "not checked yet",
    Step.SHUFFLE: "to be shuffled by hand",
    Step.CUT: "to be cut",
    Step.LOAD: "to be put in",
    Step.DEVICE_SHUFFLE: "being shuffled",
    Step.RELEASE: "still in the device",
}
_FACTS: Final = {
    Step.REPLACE: "card change",
    Step.CHECK: "deck check",
    Step.RELEASE: "release",
}


def device(floor: Floor) -> bool:
    """Does a device shuffle the cards?"""
    return floor.rules.dealing.device_shuffles


def released(floor: Floor, deck: Deck) -> bool:
    """Is the deck out of the device again, whole and shuffled?"""
    return device(floor) and deck.shuffled and not deck.loaded


def to_release(floor: Floor) -> Deck | None:
    """The deck that the device is to release now: one that is shuffled and was not in play last,
    once the other has gone in."""
    decks = floor.decks_here()
    if len(decks) < 2 or not all(deck.loaded for deck in decks):
        return None
    due = (deck for deck in decks if next_step(floor, deck) is Step.RELEASE)
    return next((deck for deck in due if deck.name != floor.last_deck), None)


def next_step(floor: Floor, deck: Deck) -> Step | None:
    """What has to be done to a deck before it can be dealt; None when it is ready."""
    if deck.unfit:
        return Step.REPLACE
    if deck.checked is None:
        return Step.CHECK
    if released(floor, deck):
        return None
    if device(floor):
        if not deck.loaded:
            if deck.extra_shuffle or not deck.hand_shuffled:
                return Step.SHUFFLE
            return Step.CUT if deck.extra_cut else Step.LOAD
        if not deck.shuffled:
            return Step.DEVICE_SHUFFLE
        return Step.RELEASE if floor.rules.terms.whole_decks else None
    if deck.extra_shuffle or not deck.shuffled:
        return Step.SHUFFLE
    if not deck.cut:
        return Step.CUT
    return Step.LOAD if not (floor.rules.dealing.by_hand or deck.loaded) else None


def decks_in_turn(floor: Floor) -> list[Deck]:
    """Those at the table in the order in which they are seen to: what is dealt next comes first."""
    return sorted(floor.decks_here(), key=lambda deck: deck.name == floor.last_deck)


def ready_deck(floor: Floor) -> Deck | None:
    """The deck to deal from next: the one that was not in play last, where both are ready."""
    return next((deck for deck in decks_in_turn(floor) if next_step(floor, deck) is None), None)


def fact_of(floor: Floor, deck: Deck, step: Step) -> str:
    """The fact whose clause is behind a step."""
    by_device = device(floor)
    if step is Step.SHUFFLE and by_device and not deck.extra_shuffle:
        return "manual shuffle"
    if step is Step.SHUFFLE:
        return "extra shuffle" if deck.extra_shuffle else deck.stale
    if step is Step.DEVICE_SHUFFLE:
        return deck.stale if deck.stale in ("vacant", "device jam") else "device shuffle"
    if step is Step.CUT and by_device:
        return "extra shuffle"
    return _FACTS.get(step) or ("device shuffle" if by_device else "cut and load")


def verify_deck(floor: Floor, name: str) -> Deck | Refused:
    """The deck at the table of this name."""
    deck = floor.deck(name)
    if deck is None or deck.secured:
        return refuse(floor.rules, FloorRefusal.NO_SUCH_DECK, None, f"Deck {name}.")
    return deck


def how_it_stands(floor: Floor, deck: Deck) -> str:
    """`Deck A is to be shuffled by hand.`"""
    return f"Deck {deck.name} is {_STANDS[next_step(floor, deck)]}."


def wrong_step(floor: Floor, deck: Deck) -> Refused:
    """What comes first for this deck."""
    step = next_step(floor, deck)
    fact = None if step is None else fact_of(floor, deck, step)
    return refuse(floor.rules, FloorRefusal.NOT_THE_STEP, fact, how_it_stands(floor, deck))
