"""Faces on the wire and cards of the game."""

from controller.domain.cards import SUITS, Card
from drivers.link.fields import Face


def card_of(face: Face | None) -> Card | None:
    """A face as the game names it; none where it could not be read."""
    return None if face is None else Card((face.rank - 2) * len(SUITS) + SUITS.index(face.suit))
