"""A deck goes into the shoe or the shuffling device, which reports what becomes of it (rule 4)."""

from collections.abc import Callable
from typing import Any

from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Event
from controller.floor.citations import refuse
from controller.floor.deck_steps import Step, device, next_step, wrong_step
from controller.floor.decks import FULL_DECK, DeckCommand, at_rest, deck_becomes
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Floor
from controller.staff.powers import HouseAction, Nobody


class LoadDeck(DeckCommand, action=HouseAction.LOAD_DECK):
    """The deck goes into the shuffling device, or on the cutting card into the shoe."""

    cards: int = FULL_DECK


class ReportDeckLoaded(DeckCommand, action=Nobody.OBSERVED):
    """Observation: the device has taken the deck in, and counted it."""

    cards: int = FULL_DECK


class CompleteShuffle(DeckCommand, action=Nobody.OBSERVED):
    """Observation: the device signals that its shuffle is complete (4.4.2)."""


class ReportShuffleFailed(DeckCommand, action=Nobody.OBSERVED):
    """Observation: a jam, or a cycle that did not finish (12.1)."""


class ReportDeckReleased(DeckCommand, action=Nobody.OBSERVED):
    """Observation: the device has put the whole deck out, counted once more."""

    cards: int = FULL_DECK


class DeckLoaded(Event):
    deck: str


class ShuffleCompleted(Event):
    deck: str


class DeckReleased(Event):
    deck: str


class ShuffleFailed(Event):
    deck: str


def _verify_whole(step: Step) -> Callable[[Floor, Any, Asking], Refused | None]:
    """The deck is at this step, and all of its cards are there."""

    def verify(floor: Floor, command: Any, _: Asking) -> Refused | None:
        deck = at_rest(floor, command.deck)
        if isinstance(deck, Refused):
            return deck
        if next_step(floor, deck) is not step:
            return wrong_step(floor, deck)
        if command.cards == FULL_DECK:
            return None
        detail = f"This one has {command.cards}."
        return refuse(floor.rules, FloorRefusal.NOT_A_FULL_DECK, "cut and load", detail)

    return verify


def _verify_in_device(floor: Floor, command: DeckCommand, _: Asking) -> Refused | None:
    deck = at_rest(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if not device(floor) or not deck.loaded:
        return wrong_step(floor, deck)
    return None


HANDLERS: Handlers = {
    LoadDeck: Handler(_verify_whole(Step.LOAD), Emits(DeckLoaded)),
    ReportDeckLoaded: Handler(_verify_whole(Step.LOAD), Emits(DeckLoaded)),
    CompleteShuffle: Handler(_verify_in_device, Emits(ShuffleCompleted)),
    ReportDeckReleased: Handler(_verify_whole(Step.RELEASE), Emits(DeckReleased)),
    ReportShuffleFailed: Handler(_verify_in_device, Emits(ShuffleFailed)),
}

FOLDS: Folds = {
    DeckLoaded: deck_becomes(loaded=True),
    ShuffleCompleted: deck_becomes(shuffled=True),
    DeckReleased: deck_becomes(loaded=False),
    ShuffleFailed: deck_becomes(shuffled=False, stale="device jam"),
}
