"""A deck goes into the shoe or the shuffling device, which reports what becomes of it (rule 4)."""

from typing import Any, ClassVar

from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.deck_steps import Step, device, next_step, wrong_step
from controller.floor.decks import FULL_DECK, at_rest, with_deck
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Floor
from controller.staff.powers import HouseAction, Nobody


@frozen
class LoadDeck(Command):
    """The deck goes into the shuffling device, or on the cutting card into the shoe."""

    action: ClassVar = HouseAction.LOAD_DECK

    deck: str
    cards: int = FULL_DECK


@frozen
class ReportDeckLoaded(Command):
    """Observation: the device has taken the deck in, and counted it."""

    action: ClassVar = Nobody.OBSERVED

    deck: str
    cards: int = FULL_DECK


@frozen
class CompleteShuffle(Command):
    """Observation: the device signals that its shuffle is complete (4.4.2)."""

    action: ClassVar = Nobody.OBSERVED

    deck: str


@frozen
class ReportShuffleFailed(Command):
    """Observation: a jam, or a cycle that did not finish (12.1)."""

    action: ClassVar = Nobody.OBSERVED

    deck: str


@frozen
class ReportDeckReleased(Command):
    """Observation: the device has put the whole deck out, counted once more."""

    action: ClassVar = Nobody.OBSERVED

    deck: str
    cards: int = FULL_DECK


@frozen
class DeckLoaded(Event):
    deck: str


@frozen
class ShuffleCompleted(Event):
    deck: str


@frozen
class DeckReleased(Event):
    deck: str


@frozen
class ShuffleFailed(Event):
    deck: str


def _verify_load(floor: Floor, command: LoadDeck | ReportDeckLoaded, _: Asking) -> Refused | None:
    deck = at_rest(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if next_step(floor, deck) is not Step.LOAD:
        return wrong_step(floor, deck)
    return _verify_whole(floor, command.cards)


def _verify_whole(floor: Floor, cards: int) -> Refused | None:
    if cards == FULL_DECK:
        return None
    detail = f"This one has {cards}."
    return refuse(floor.rules, FloorRefusal.NOT_A_FULL_DECK, "cut and load", detail)


def _verify_in_device(floor: Floor, command: Any, _: Asking) -> Refused | None:
    deck = at_rest(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if not device(floor) or not deck.loaded:
        return wrong_step(floor, deck)
    return None


def _verify_release(floor: Floor, command: ReportDeckReleased, _: Asking) -> Refused | None:
    deck = at_rest(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if next_step(floor, deck) is not Step.RELEASE:
        return wrong_step(floor, deck)
    return _verify_whole(floor, command.cards)


def _loaded(floor: Floor, event: DeckLoaded) -> Floor:
    return with_deck(floor, event.deck, loaded=True)


def _completed(floor: Floor, event: ShuffleCompleted) -> Floor:
    return with_deck(floor, event.deck, shuffled=True)


def _released(floor: Floor, event: DeckReleased) -> Floor:
    return with_deck(floor, event.deck, loaded=False)


def _failed(floor: Floor, event: ShuffleFailed) -> Floor:
    return with_deck(floor, event.deck, shuffled=False, stale="device jam")


HANDLERS: Handlers = {
    LoadDeck: Handler(_verify_load, Emits(DeckLoaded)),
    ReportDeckLoaded: Handler(_verify_load, Emits(DeckLoaded)),
    CompleteShuffle: Handler(_verify_in_device, Emits(ShuffleCompleted)),
    ReportDeckReleased: Handler(_verify_release, Emits(DeckReleased)),
    ReportShuffleFailed: Handler(_verify_in_device, Emits(ShuffleFailed)),
}

FOLDS: Folds = {
    DeckLoaded: _loaded,
    ShuffleCompleted: _completed,
    DeckReleased: _released,
    ShuffleFailed: _failed,
}
