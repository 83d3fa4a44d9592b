"""The cards of a hand as they lie on the felt, in the order in which they left the deck.

Two each from the button's left, then burn and turn. Who holds what follows from that order, so that
no card is anywhere but in the simulated world: a player is shown the own two, the dealer what lies
face up.
"""

from typing import Final

from controller.domain.cards import Card
from controller.games.poker.phases import BOARD_OF, Phase
from controller.games.poker.state import Hand
from drivers.shuffler.protocol import Back
from simulators.people.tapping import face
from simulators.world import Card as Piece
from simulators.world import Spot, World

_UP: Final = (1, 2, 3, 5, 7)
"""Which of the cards after the deal are turned; the others are burnt."""
_WITH_BURNS: Final = {Phase.PREFLOP: 0, Phase.FLOP: 4, Phase.TURN: 6, Phase.RIVER: 8}


class CardsOut:
    """The cards on one felt."""

    def __init__(self, world: World) -> None:
        self._world = world

    def _out(self) -> tuple[Piece, ...]:
        return self._world.pile(Spot.TABLE)

    def dealt(self, hand: Hand) -> bool:
        """Has everyone two cards?"""
        return len(self._out()) >= 2 * len(hand.players)

    def hole(self, hand: Hand, seat: int) -> tuple[Card, ...]:
        """The two of a seat, for whoever sits there; none before everyone has two."""
        at, count, out = hand.index(seat), len(hand.players), self._out()
        return (face(out[at]), face(out[at + count])) if len(out) >= 2 * count else ()

    def board(self, hand: Hand) -> tuple[Card, ...]:
        """What lies face up in the middle."""
        turned = self._out()[2 * len(hand.players) :]
        return tuple(face(turned[at]) for at in _UP if at < len(turned))

    # What the dealer's hands do

    def deal(self, hand: Hand, back: Back) -> None:
        """Deals as many cards as are missing until everyone has two."""
        self._lay(back, 2 * len(hand.players))

    def turn(self, hand: Hand, back: Back, street: Phase) -> tuple[Card, ...]:
        """Burn and turn, unless it lies there: the cards that this street is missing."""
        self._lay(back, 2 * len(hand.players) + _WITH_BURNS[street])
        return self.board(hand)[hand.laid : BOARD_OF[street]]

    def _lay(self, back: Back, count: int) -> None:
        deck = [card for card in self._world.pile(Spot.RACK) if card.back is back]
        self._world.move(Spot.RACK, Spot.TABLE, deck[: max(count - len(self._out()), 0)])

    def set_aside(self, hand: Hand, back: Back, seat: int, card: int) -> None:
        """19.1, R51: the exposed card of two is changed for the first burn."""
        count = 2 * len(hand.players)
        self._lay(back, count + 1)
        order = list(self._out())
        at = hand.index(seat) + (card - 1) * len(hand.players)
        order[at], order[count] = order[count], order[at]
        self._world.move(Spot.TABLE, Spot.TABLE, order)

    def take_back(self, hand: Hand, street: Phase) -> None:
        """19.3, 19.4: the street and its burn go into the stub, which is shuffled."""
        before = {4: 0, 6: 4, 8: 6}[_WITH_BURNS[street]]
        back = self._out()[2 * len(hand.players) + before :]
        self._world.move(Spot.TABLE, Spot.RACK, back)
        self._world.shuffle(Spot.RACK)
