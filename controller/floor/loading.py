"""A deck goes into the shoe or the shuffling device, which reports what becomes of it (rule 4)."""

from typing import Any, ClassVar

from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.deck_steps import Step, device, next_step, wrong_step
from controller.floor.decks import FULL_DECK, at_rest, with_deck
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor
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
class DeckLoaded(Event):
    deck: str


@frozen
class ShuffleCompleted(Event):
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
    if command.cards != FULL_DECK:
        detail = f"{command.cards} seen."
        return refuse(floor.rules, FloorRefusal.NOT_A_FULL_DECK, "cut and load", detail)
    return None


def _load(draft: Draft, command: LoadDeck | ReportDeckLoaded) -> None:
    draft.emit(DeckLoaded(command.deck))


def _verify_in_device(floor: Floor, command: Any, _: Asking) -> Refused | None:
    deck = at_rest(floor, command.deck)
    if isinstance(deck, Refused):
        return deck
    if not device(floor) or not deck.loaded:
        return wrong_step(floor, deck)
    return None


def _complete(draft: Draft, command: CompleteShuffle) -> None:
    draft.emit(ShuffleCompleted(command.deck))


def _fail(draft: Draft, command: ReportShuffleFailed) -> None:
    draft.emit(ShuffleFailed(command.deck))


def _loaded(floor: Floor, event: DeckLoaded) -> Floor:
    return with_deck(floor, event.deck, loaded=True)


def _completed(floor: Floor, event: ShuffleCompleted) -> Floor:
    return with_deck(floor, event.deck, shuffled=True)


def _failed(floor: Floor, event: ShuffleFailed) -> Floor:
    return with_deck(floor, event.deck, shuffled=False, stale="device jam")


HANDLERS: Handlers = {
    LoadDeck: Handler(_verify_load, _load),
    ReportDeckLoaded: Handler(_verify_load, _load),
    CompleteShuffle: Handler(_verify_in_device, _complete),
    ReportShuffleFailed: Handler(_verify_in_device, _fail),
}

FOLDS: Folds = {
    DeckLoaded: _loaded,
    ShuffleCompleted: _completed,
    ShuffleFailed: _failed,
}
