"""The card pad: it opens by itself when a street or a hand is turned over.

It closes when it has the cards. A double tap keys nothing twice: a card that was keyed is dark.
"""

from typing import Final

from PySide6.QtCore import Signal, Slot

from controller.authority import Command
from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.domain.words import dollars
from controller.games.poker.card_corrections import keyed_cards
from controller.games.poker.deal import DealStreet, street_due
from controller.games.poker.showdown import TableHand, next_to_show, showing, to_be_turned_up
from controller.games.poker.state import Table
from controller.games.poker.wagering import uncalled_part
from ui.bridge import Answered, Bridge
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.cards import ORDER, CardsProps, CardsViewModel
from ui.viewmodels.panels import IRREGULARITIES, PanelsViewModel
from ui.viewmodels.words import BACK

BURN: Final = "Burn a card first."


@frozen
class CardsAsked:
    """Cards that are turned over together."""

    title: str = ""
    count: int = 0
    seat: int = 0
    """Whose hand; 0: the board."""


def cards_asked(shown: Shown) -> CardsAsked:
    """What is turned over now; nothing where nothing is, or nobody keys it."""
    snapshot, table = shown.snapshot, shown.snapshot.house.table
    if snapshot.held is not None or table.at_rest or not table.rules.keyed:
        return CardsAsked()
    shows = showing(table) or to_be_turned_up(table)
    if shows and (player := next_to_show(table)) is not None:
        return CardsAsked(f"Seat {player.seat} shows", 2, player.seat)
    street = street_due(table) if snapshot.step.cards_due else None
    return (
        CardsAsked(f"Turn the {street.value}", snapshot.step.cards_due) if street else CardsAsked()
    )


@frozen
class HandPadProps(CardsProps):
    """The pad."""

    wrong: bool = False
    """Cards of a street can lie wrongly: they are reported instead of keyed."""


def derive_card_pad(shown: Shown, keyed: tuple[str, ...] = ()) -> HandPadProps:
    """The pad for the cards that are turned over now."""
    asked = cards_asked(shown)
    if not asked.count:
        return HandPadProps()
    up = {*face_up(shown.snapshot.house.table), *keyed}
    return HandPadProps(
        visible=True,
        title=asked.title,
        hand=(*keyed, *(BACK,) * (asked.count - len(keyed))),
        why=_first(shown, asked),
        wrong=not asked.seat,
        out=tuple(name in up for name in ORDER),
    )


def _first(shown: Shown, asked: CardsAsked) -> str:
    """What is done before the cards are keyed: the pad lies over the guidance line."""
    hand = shown.snapshot.house.table.playing()
    uncalled = None if hand.drawn_in else uncalled_part(hand)
    back = "" if uncalled is None else f"Give {dollars(uncalled[1])} back to seat {uncalled[0]}. "
    then = "Key both cards, or tap what the player does with them." if asked.seat else BURN
    return f"{back}{then}"


def face_up(table: Table) -> set[str]:
    """The cards that everybody sees."""
    return {str(card) for card in keyed_cards(table.playing())}


def command_of(asked: CardsAsked, keyed: tuple[str, ...]) -> Command:
    """The cards that were turned over."""
    cards = tuple(Card.parse(name) for name in keyed)
    return TableHand(asked.seat, cards) if asked.seat else DealStreet(cards)


@qml_element
class HandPadViewModel(CardsViewModel):
    """The card pad, and what was keyed on it so far."""

    shows = HandPadProps

    changed = Signal()
    """A card was keyed or taken back."""

    def __init__(self, bridge: Bridge, panels: PanelsViewModel) -> None:
        super().__init__(bridge)
        self._panels = panels
        self._asked, self.keyed = CardsAsked(), tuple[str, ...]()
        bridge.answered.connect(self._answered)

    def derive(self, shown: Shown) -> HandPadProps:
        return derive_card_pad(shown, self.keyed)

    def update(self, shown: Shown) -> None:
        asked = cards_asked(shown)
        if asked != self._asked:
            self._asked, self.keyed = asked, ()
        super().update(shown)

    def _answered(self, answered: Answered) -> None:
        """Cards that were refused have to be keyed again."""
        if isinstance(answered.command, TableHand | DealStreet) and self.keyed:
            self._put(())

    def _put(self, keyed: tuple[str, ...]) -> None:
        self.keyed = keyed
        self.refresh()
        self.changed.emit()

    @Slot(str)
    def key(self, name: str) -> None:
        asked = self._asked
        if not self.props.visible or name in self.keyed or len(self.keyed) >= asked.count:
            return
        self._put((*self.keyed, name))
        if len(self.keyed) == asked.count:
            self.submit(command_of(asked, self.keyed))

    def take_back(self) -> None:
        """The card that was keyed last."""
        self._put(self.keyed[:-1])

    @Slot()
    def reportWrong(self) -> None:
        """The cards lie wrongly: they are turned, and what has happened is said."""
        if self.props.wrong:
            self.submit(DealStreet(()))
            self._panels.openLasting(IRREGULARITIES)
