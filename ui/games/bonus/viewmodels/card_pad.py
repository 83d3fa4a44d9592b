"""The card pad: a card that no device has read is keyed before it is turned over.

The next card is asked for under the finger that has keyed the last, so a tap counts only once the
pad has asked for a while: a double tap never keys one card as two.
"""

from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command
from controller.cards.plan import COMMUNITY, DEALER, Cards, Unexplained
from controller.domain.cards import Card
from controller.domain.dealing import Dealing
from controller.domain.frozen import frozen
from controller.games.bonus import commands as c
from controller.games.bonus.round.plan import layout
from controller.games.bonus.round.state import Table
from controller.running.snapshot import DWELL_MS
from ui.bridge import Bridge
from ui.games.bonus.viewmodels.lying import lying
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.cards import ORDER, CardsProps, CardsViewModel
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.words import card_codes

BY_HAND: Final = "Dealt by hand."
UNREAD: Final = "The {source} could not read this card."
_TWICE: Final = "A card was keyed twice. Undo takes back the last one."


@frozen
class CardPadProps(CardsProps):
    """The pad."""

    twice: bool = False
    """One card is keyed as two: `why` says what to do."""


def derive_card_pad(shown: Shown) -> CardPadProps:
    """For the first card that has to be keyed before the round goes on."""
    snapshot = shown.snapshot
    unread, table = snapshot.step.unread, snapshot.house.table
    if not unread or snapshot.held is not None:
        return CardPadProps()
    by_hand, twice = table.rules.dealing is Dealing.HAND, keyed_twice(shown)
    return CardPadProps(
        visible=True,
        title=f"Key {_where(table, unread[0])}",
        twice=twice,
        why=_TWICE
        if twice
        else BY_HAND
        if by_hand
        else UNREAD.format(source=table.rules.dealing.value),
        hand=card_codes(_turned_together(table, snapshot.step.command)),
        out=tuple(name in _face_up(table) for name in ORDER),
    )


def _turned_together(table: Table, command: Command | None) -> Cards:
    """What this step turns over."""
    cards = lying(table.round)
    match command:
        case c.Reveal(street=street):
            return cards.community[street.cards]
        case c.SettlePlace(place=number):
            return cards.places[number - 1]
    return cards.dealer


def keyed_twice(shown: Shown) -> bool:
    """Was a card keyed that is out already, and does Undo still take it back?"""
    snapshot = shown.snapshot
    doubled = snapshot.house.table.round.unexplained is Unexplained.KNOWN_CARD
    return doubled and snapshot.undo is not None and isinstance(snapshot.undo.by, c.TakeBackCard)


def _face_up(table: Table) -> set[str]:
    cards = lying(table.round)
    all_of_them = (cards.community, cards.dealer, *cards.places)
    return {str(card) for hand in all_of_them for card in hand if card is not None}


def _where(table: Table, draw: int) -> str:
    """Whose card it is, and which one as they lie."""
    round_ = table.round
    card = [*layout(table.rules, round_.plan).every_card(round_.drawn)][draw]
    if card.where == COMMUNITY.spot:
        return f"community card {card.index + 1}"
    which = f"{('first', 'second')[card.index]} card"
    return f"your {which}" if card.where == DEALER.spot else f"the {which} of {card.where}"


@qml_element
class CardPadViewModel(CardsViewModel):
    """The card pad."""

    shows = CardPadProps

    def __init__(self, bridge: Bridge, drawn: Drawn) -> None:
        super().__init__(bridge)
        self._draw: int | None = None
        """Which card is asked for now."""
        self._stands = Dwell(drawn)
        self._asked = False
        """Was one keyed, and is there no answer yet?"""
        bridge.answered.connect(self._answered)

    def derive(self, shown: Shown) -> CardPadProps:
        self._draw = next(iter(shown.snapshot.step.unread), None)
        self._stands.means(self._draw)
        return derive_card_pad(shown)

    def _answered(self, _: object) -> None:
        self._asked = False

    @Slot(str)
    def key(self, name: str) -> None:
        if self._draw is None or self._asked or not self._stands.stood(DWELL_MS):
            return
        self._asked = True
        self.submit(c.KeyCard(self._draw, Card.parse(name)))
