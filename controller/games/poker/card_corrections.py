"""A card that lies face up and was keyed as another one is put right on record: cards speak."""

from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.kernel import Asking, Command, Emits, Event, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.domain.words import faces
from controller.games.poker.deal import known
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.state import Hand, Table, with_hand
from controller.staff.powers import HouseAction

_SPEAK = "1.1:Cards Speak"


class CorrectCard(Command, action=HouseAction.OVERRIDE_CARD):
    """On the board, or in a hand that was shown; once the pots are pushed the result is corrected
    (`CorrectResult`)."""

    was: Card
    """As it was keyed."""
    card: Card


class CardCorrected(Event):
    was: Card
    card: Card


def keyed_cards(hand: Hand) -> tuple[Card, ...]:
    """All that were keyed, the board first."""
    return (*hand.board, *(card for player in hand.players for card in player.cards))


def _verify(table: Table, command: CorrectCard, _: Asking) -> Refused | None:
    if table.phase not in (*STREETS, Phase.SHOWDOWN):
        return Refused(PokerRefusal.WRONG_PHASE, _SPEAK)
    hand = table.playing()
    if command.was not in keyed_cards(hand):
        return Refused(PokerRefusal.CARD_NOT_KEYED, _SPEAK, f"{faces((command.was,))}.")
    return known(hand, (command.card,), _SPEAK)


def _corrected(table: Table, event: CardCorrected) -> Table:
    def put_right(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(event.card if card == event.was else card for card in cards)

    hand = table.playing()
    players = tuple(evolve(player, cards=put_right(player.cards)) for player in hand.players)
    return with_hand(table, board=put_right(hand.board), players=players)


HANDLERS: Handlers = {CorrectCard: Handler(_verify, Emits(CardCorrected))}

FOLDS: Folds = {CardCorrected: _corrected}
