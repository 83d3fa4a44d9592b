"""What every game is told of cards: one has left the device, is keyed, or is taken back."""

from controller.domain.cards import Card
from controller.domain.kernel import Command
from controller.staff.powers import HouseAction, Nobody


class CardDrawn(Command, action=Nobody.OBSERVED):
    """Observation: a card left the device; None where it could not be read."""

    card: Card | None


class KeyCard(Command, action=HouseAction.KEY_CARD):
    """A card that was not read, or was misread, is keyed on the card pad."""

    draw: int
    """Which card of the round, in the order in which they left the device, from 0."""
    card: Card


class TakeBackCard(Command, action=HouseAction.KEY_CARD):
    """A card that was keyed wrong and is not turned over yet counts as not read again."""

    draw: int
