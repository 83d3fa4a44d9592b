"""Where the cards lie, card by card, also while the deal is still under way.

Until the deal is over the table only counts cards; the plan says where each of them went.
"""

from collections import Counter

from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.round.awards import next_award
from controller.round.guards import next_place
from controller.round.phases import Phase
from controller.round.showdown import hand_of
from controller.round.state import Cards, Place, Round, Slot, Table, To


@frozen
class Lying:
    """All cards on the felt."""

    community: Cards
    dealer: Cards
    places: tuple[Cards, ...]


def lying(round_: Round) -> Lying:
    """What lies where; a card that is face down is None."""
    if round_.phase is not Phase.DEAL or round_.plan is None:
        return Lying(round_.community, round_.dealer, tuple(one.cards for one in round_.places))
    out = Counter(round_.plan.slots[: len(round_.drawn)])
    return Lying(
        (None,) * out[Slot(To.COMMUNITY)],
        (None,) * out[Slot(To.DEALER)],
        tuple((None,) * out[Slot(To.PLACE, one.number)] for one in round_.places),
    )


def settling(table: Table) -> Place | None:
    """The place whose hand is turned and not settled yet: nothing else is acted on now."""
    if table.round.phase not in (Phase.SHOWDOWN, Phase.SETTLEMENT) or next_award(table) is not None:
        return None
    place = next_place(table)
    return place if place is not None and place.shown else None


def playing_cards(table: Table) -> tuple[Card, ...]:
    """The five cards that are pushed forward now: of the hand being settled, or the dealer's."""
    round_, place = table.round, settling(table)
    if place is not None:
        return hand_of(round_, place.cards).best
    in_showdown = round_.phase in (Phase.SHOWDOWN, Phase.SETTLEMENT)
    shown = round_.dealer_shown and in_showdown
    return hand_of(round_, round_.dealer).best if shown else ()
