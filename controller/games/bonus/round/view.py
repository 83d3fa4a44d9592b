"""What the controller publishes: the table without any card that is face down.

The controller knows cards that nobody else may know. A screen, a lamp, a sign, a log line and a
picture are made from this view only.
"""

from collections.abc import Mapping

from controller.cards.plan import Cards, Placed
from controller.domain.base import evolve, remembered
from controller.domain.cards import Card
from controller.games.bonus.round.plan import lay_out
from controller.games.bonus.round.state import DueAward, Place, Round, Table


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


def published_view(table: Table) -> Table:
    """The public view with what was keyed and is not confirmed yet: a card is keyed as it is turned
    over, so whoever keys it and everybody else at the table sees it."""
    seen, round_ = public_view(table), table.round
    if not round_.keyed or round_.plan is None or not round_.in_play():
        return seen
    keyed = tuple(card if n in round_.keyed else None for n, card in enumerate(round_.drawn))
    laid = lay_out(table.rules, evolve(round_, drawn=keyed), round_.plan)
    places = [
        evolve(place, cards=_both(place.cards, other.cards))
        for place, other in zip(seen.round.places, laid.places, strict=True)
    ]
    shown = evolve(
        seen.round,
        community=_both(seen.round.community, laid.community),
        dealer=_both(seen.round.dealer, laid.dealer),
        places=tuple(places),
    )
    return evolve(seen, round=shown)


def _both(turned: Cards, keyed: Cards) -> Cards:
    """As they lie: before the deal is over nothing does."""
    return tuple([other if one is None else one for one, other in zip(turned, keyed, strict=False)])


def _hidden(cards: Cards, face_up: int) -> Cards:
    return cards[:face_up] + (None,) * (len(cards) - min(face_up, len(cards)))


@remembered
def _hidden_places(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple([_hidden_place(place) for place in places])


def _hidden_place(place: Place) -> Place:
    if place.shown or not place.cards:
        return place
    return evolve(place, cards=_hidden(place.cards, 0))


def turned(before: Table, after: Table) -> tuple[Mapping[Placed, Card], Mapping[Placed, Card]]:
    """The cards face up before and after a command; nothing where all lie as before."""
    if _lies_as_before(before.round, after.round):
        return {}, {}
    was = face_up(before) if before.round.number == after.round.number else {}
    return was, face_up(after)


def _lies_as_before(was: Round, now: Round) -> bool:
    """The quick answer for most commands: what did not change is the very same object."""
    if was.number != now.number or was.revealed != now.revealed:
        return False
    if was.community is not now.community or was.dealer is not now.dealer:
        return False
    return was.dealer_shown is now.dealer_shown and all(
        a is b or (a.cards is b.cards and a.shown is b.shown)
        for a, b in zip(was.places, now.places, strict=True)
    )


def face_up(table: Table) -> dict[Placed, Card]:
    """The cards that everybody sees, by where they lie."""
    return known_cards(public_view(table).round)


def known_cards(round_: Round) -> dict[Placed, Card]:
    """Every card that is known, by where it lies."""
    hands = {"community": round_.community, "dealer": round_.dealer}
    hands |= {f"place {place.number}": place.cards for place in round_.places}
    return {
        (where, index): card
        for where, cards in hands.items()
        for index, card in enumerate(cards)
        if card is not None
    }


def changed_places(before: Round, after: Round) -> list[int]:
    """Places whose wagers, cards or awards have changed."""
    found: list[int] = []
    if before.places is not after.places:
        pairs = zip(before.places, after.places, strict=True)
        found += [new.number for old, new in pairs if old is not new]
    if before.awards is not after.awards:
        places = range(1, len(after.places) + 1)
        found += [n for n in places if _awards_at(before, n) != _awards_at(after, n)]
    return found


def _awards_at(round_: Round, place: int) -> list[DueAward]:
    return [due for due in round_.awards if due.award.place == place]
