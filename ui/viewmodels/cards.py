"""A key for each of the 52 cards: what is turned over now is keyed."""

from typing import Final

from PySide6.QtCore import Slot

from controller.domain.cards import RANKS, SUITS
from controller.domain.frozen import frozen
from ui.viewmodels.base import ViewModel, qml_element

ORDER: Final = tuple(f"{rank}{suit}" for suit in reversed(SUITS) for rank in reversed(RANKS))
"""Spades, hearts, diamonds, clubs, each from the ace down."""


@frozen
class CardsProps:
    """The pad; it opens by itself and closes when the last card is keyed."""

    visible: bool = False
    title: str = ""
    hand: tuple[str, ...] = ()
    """The cards that are turned over together: what was keyed of them, and backs."""
    why: str = ""
    cards: tuple[str, ...] = ORDER
    out: tuple[bool, ...] = (False,) * len(ORDER)
    """Which of them lie face up already: greyed."""


@qml_element
class CardsViewModel(ViewModel):
    """The card pad of a game."""

    shows = CardsProps

    @Slot(str)
    def key(self, name: str) -> None:
        """This card it is."""
        raise NotImplementedError
