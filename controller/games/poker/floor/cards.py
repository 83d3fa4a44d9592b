"""New cards: asked for by a majority, or due since a card is mutilated (4.7)."""

from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.deck_steps import verify_deck
from controller.floor.decks import with_deck
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.state import Draft, PokerFloor
from controller.games.poker.powers import PokerAction


class AskForCards(Command, action=PokerAction.ASK_FOR_CARDS):
    """4.7.a: so many of the players at the table ask for new cards."""

    deck: str
    players: int


class ReportMutilated(Command, action=PokerAction.ASK_FOR_CARDS):
    """4.7.b: one or more cards of a deck are mutilated."""

    deck: str


class CardsAskedFor(Event):
    deck: str
    players: int
    seated: int


class CardsMutilated(Event):
    deck: str


def _verify_deck(floor: PokerFloor, name: str) -> Refused | None:
    deck = verify_deck(floor, name)
    if isinstance(deck, Refused):
        return deck
    return Refused(PokerFloorRefusal.CARDS_DUE_ALREADY, "4.7") if deck.unfit else None


def _verify_ask(floor: PokerFloor, command: AskForCards, _: Asking) -> Refused | None:
    if refused := _verify_deck(floor, command.deck):
        return refused
    seated = len(floor.seated())
    if seated < 2 * command.players <= 2 * seated:
        return None
    detail = f"{command.players} of {seated} have asked."
    return Refused(PokerFloorRefusal.NO_MAJORITY, "4.7.a", detail)


def _ask(draft: Draft, command: AskForCards) -> None:
    draft.emit(CardsAskedFor(command.deck, command.players, len(draft.state.seated())))


def _verify_mutilated(floor: PokerFloor, command: ReportMutilated, _: Asking) -> Refused | None:
    return _verify_deck(floor, command.deck)


def _due(floor: PokerFloor, event: CardsAskedFor | CardsMutilated) -> PokerFloor:
    """The hand in progress is played to its end; then the deck is changed."""
    return with_deck(floor, event.deck, unfit=True)


HANDLERS: Handlers = {
    AskForCards: Handler(_verify_ask, _ask),
    ReportMutilated: Handler(_verify_mutilated, Emits(CardsMutilated)),
}

FOLDS: Folds = {CardsAskedFor: _due, CardsMutilated: _due}
