"""What the controller publishes: the table without any card that is face down.

The controller knows cards that nobody else may know. A screen, a lamp, a sign, a log line and a
picture are made from this view only.
"""

from controller.domain.base import evolve, remembered
from controller.games.bonus.round.state import Cards, Place, Table


def public_view(table: Table) -> Table:
    """The table as it may be shown: of a face-down card only that it lies there (None)."""
    round_ = table.round
    if not round_.drawn:
        return table  # every card lies where it does because it was drawn
    hidden = evolve(
        round_,
        drawn=(None,) * len(round_.drawn),
        community=_hidden(round_.community, round_.revealed),
        dealer=_hidden(round_.dealer, 2 if round_.dealer_shown else 0),
        places=_hidden_places(round_.places),
    )
    return evolve(table, round=hidden)


def _hidden(cards: Cards, face_up: int) -> Cards:
    return cards[:face_up] + (None,) * (len(cards) - min(face_up, len(cards)))


@remembered
def _hidden_places(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple([_hidden_place(place) for place in places])


def _hidden_place(place: Place) -> Place:
    if place.shown or not place.cards:
        return place
    return evolve(place, cards=_hidden(place.cards, 0))
