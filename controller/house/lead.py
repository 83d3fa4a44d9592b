"""The one step that takes the game on: which command it is, and why it is not taken yet."""

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import CutDeck, ShuffleDeck
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import verify_round
from controller.floor.state import Floor


@frozen
class Lead:
    """What the dealer's one large button stands for."""

    command: Command | None = None
    """None where the table waits for cards out of a device."""
    refused: Refused | None = None
    """Why it would be refused now."""
    unread: tuple[int, ...] = ()
    """Cards that have to be keyed first, by the order in which they left the device."""
    cards_due: int = 0
    """How many cards may still leave the device now; by hand, how many the dealer is to deal."""


@frozen
class Meaning:
    """What a press of a key at the dealer's hand comes to."""

    command: Command
    takes_back: bool = False
    """What stands is keyed once more, and so taken back."""


def deck_step(floor: Floor) -> Command | None:
    """Where nothing is missing but a deck that the dealer shuffles or cuts by hand."""
    refused = verify_round(floor, floor.seen)
    if refused is None or refused.refusal is not FloorRefusal.DECK_NOT_READY:
        return None
    for deck in floor.decks_here()[:1]:
        match next_step(floor, deck):
            case Step.SHUFFLE:
                return ShuffleDeck(deck.name)
            case Step.CUT:
                return CutDeck(deck.name)
    return None
