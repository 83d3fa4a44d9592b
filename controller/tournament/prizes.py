"""The prize money, and what each place is paid (27.1, 31, R67, R68)."""

from typing import Final, NamedTuple

from controller.tournament.format import WHOLE
from controller.tournament.places import more_to_play, ranking
from controller.tournament.state import Desk, EntryState

DOLLAR: Final = 100


class PrizeMoney(NamedTuple):
    """Where the prize money comes from, in cents."""

    entries: int
    buyins: int
    rebuys: int
    addons: int
    house: int
    added: int
    prizes: int


def money(desk: Desk) -> PrizeMoney:
    """R67: entry fees less the house's share, and all of re-buys, add-ons and what is added."""
    books, form = desk.books, desk.form
    house = books.entries * form.house // WHOLE
    paid_out = books.entries - house + books.rebuys + books.addons + form.added
    return PrizeMoney(
        books.entries, books.buyins, books.rebuys, books.addons, house, form.added, paid_out
    )


def fees_to_expend(desk: Desk) -> int:
    """31.2: the part of the entry fees that goes into prizes."""
    found = money(desk)
    return found.entries - found.house


def spent_in_kind(desk: Desk) -> int:
    """31.2: what the prizes other than cash cost."""
    return sum(prize.cost for prize in desk.form.in_kind)


class Won(NamedTuple):
    """What goes with a place."""

    place: int
    name: str
    chips: int
    cash: int
    in_kind: tuple[str, ...]


def prize_list(desk: Desk) -> list[int]:
    """R68: the cash of each place on the list, whole dollars; what is left goes to the first."""
    cash = money(desk).prizes - spent_in_kind(desk)
    ranked = sum(one.standing is not EntryState.DISQUALIFIED for one in desk.entrants)
    others = [cash * share // WHOLE // DOLLAR * DOLLAR for share in desk.form.prizes[1:ranked]]
    return [cash - sum(others), *others]


def won(desk: Desk) -> list[Won]:
    """31.4: everybody who has a place, with the prize of the list once all is played."""
    ranked, over = ranking(desk), not more_to_play(desk)
    cash = dict(enumerate(prize_list(desk), 1)) if over else {}
    kinds: dict[int, list[str]] = {}
    for prize in desk.form.in_kind if over else ():
        place = prize.place if prize.place <= len(ranked) else 1
        kinds.setdefault(place, []).append(prize.what)
    return [
        Won(place, one.name, one.stack, cash.get(place, 0), tuple(kinds.get(place, ())))
        for place, one in enumerate(ranked, 1)
    ]
