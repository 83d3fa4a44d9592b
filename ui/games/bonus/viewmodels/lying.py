"""Where the cards lie, card by card, also while the deal is still under way.

Until the deal is over the table only counts cards; the plan says where each of them went.
"""

from controller.cards.plan import COMMUNITY, DEALER, Cards, Layout, Slot, To, known
from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.domain.hands import Hand as Ranked
from controller.domain.hands import best_hand
from controller.games.bonus.jackpot.awards import Award
from controller.games.bonus.paytables import GradedOn
from controller.games.bonus.round.awards import OWN, award_due
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.showdown import hand_of
from controller.games.bonus.round.state import Round, Table


@frozen
class Lying:
    """All cards on the felt."""

    community: Cards
    dealer: Cards
    places: tuple[Cards, ...]


def lying(round_: Round) -> Lying:
    """What lies where; a card that is face down is None. Between rounds nothing does."""
    if not round_.in_play():
        return Lying((), (), ((),) * len(round_.places))
    if round_.phase is not Phase.DEAL or round_.plan is None:
        return Lying(round_.community, round_.dealer, tuple(one.cards for one in round_.places))
    held = Layout(round_.plan).spots((None,) * len(round_.drawn))
    places = tuple(held[Slot(To.PLACE, one.number)] for one in round_.places)
    return Lying(held[COMMUNITY], held[DEALER], places)


@frozen
class Hand:
    """The hand that is acted on now."""

    place: int
    """Whose payment it is."""
    holder: int
    """Whose hand it is: somebody else's where that sets a payment off."""
    ranked: Ranked
    award: Award | None = None
    """The award that is keyed, confirmed or paid; none where the wagers are settled."""


def settled_hand(table: Table, number: int) -> bool:
    """Has this place a hand that was turned and settled, and lies there still?"""
    if table.round.phase not in (Phase.SHOWDOWN, Phase.SETTLEMENT):
        return False
    place = table.round.place(number)
    return place.settled and place.shown and None not in place.cards


def acted_on(table: Table, again: int = 0) -> Hand | None:
    """A settled hand that is looked at again, or else an award that is due, or the hand that is
    turned and not settled yet."""
    round_ = table.round
    if again and settled_hand(table, again):
        return Hand(again, again, hand_of(round_, round_.place(again).cards))
    if round_.phase not in (Phase.SHOWDOWN, Phase.SETTLEMENT):
        return None
    if (due := award_due(table)) is not None:
        return won(table, due.award)
    place = next_place(table)
    if place is None or not place.shown:
        return None
    return Hand(place.number, place.number, hand_of(round_, place.cards))


def won(table: Table, award: Award) -> Hand:
    """By the five cards that the schedule looks at; bonus and envy by the hand behind them."""
    round_ = table.round
    same = (due.award for due in round_.awards if due.award.award == award.award)
    own = next((one for one in same if one.kind in OWN), award)
    cards = known(round_.place(own.place).cards)
    jackpot = existing(table.rules.jackpot, "an award without a jackpot")
    early = jackpot.schedule.graded_on is GradedOn.HOLE_AND_FLOP
    board = known(round_.community[: 3 if early else round_.revealed])
    return Hand(award.place, own.place, best_hand(cards + board), award)


def playing_cards(table: Table, again: int = 0) -> tuple[Card, ...]:
    """The five cards that are pushed forward now: of the hand acted on, or the dealer's."""
    round_, hand = table.round, acted_on(table, again)
    if hand is not None:
        return hand.ranked.best
    in_showdown = round_.phase in (Phase.SHOWDOWN, Phase.SETTLEMENT)
    shown = round_.dealer_shown and in_showdown
    return hand_of(round_, round_.dealer).best if shown else ()
