"""What every game is told of cards: one has left the device, is keyed, or is taken back."""

from typing import ClassVar

from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.staff.powers import HouseAction, Nobody


@frozen
class CardDrawn:
    """Observation: a card left the device; None where it could not be read."""

    action: ClassVar = Nobody.OBSERVED

    card: Card | None


@frozen
class KeyCard:
    """A card that was not read, or was misread, is keyed on the card pad."""

    action: ClassVar = HouseAction.KEY_CARD

    draw: int
    """Which card of the round, in the order in which they left the device, from 0."""
    card: Card


@frozen
class TakeBackCard:
    """A card that was keyed wrong and is not turned over yet counts as not read again."""

    action: ClassVar = HouseAction.KEY_CARD

    draw: int
