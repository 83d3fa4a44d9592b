"""Who sits where, with which card, and who may play (5.1, 5.6, 13.1, 13.10)."""

from enum import StrEnum
from typing import Any, TypeVar

from controller.domain import kernel
from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.domain.words import joined
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Deck, Draft, Floor, Seat, Status
from controller.staff.powers import HouseAction

F = TypeVar("F", bound=Floor)


class CardForm(StrEnum):
    """1.1: a Player Card is physical or digital."""

    PHYSICAL = "physical"
    DIGITAL = "digital"


class TakeSeat(Command, action=HouseAction.TAKE_SEAT):
    """A player comes to a place."""

    place: int
    player: str


class LeaveSeat(Command, action=HouseAction.PLAYER_LEFT):
    """A player leaves the table."""

    place: int


class ConfirmCard(Command, action=HouseAction.CHECK_PLAYER_CARD):
    """5.1: a valid Player Card of the player's own is confirmed for the seat."""

    place: int
    form: CardForm = CardForm.PHYSICAL


class ReopenSeat(Command, action=HouseAction.REOPEN_SEAT):
    """A seat that was closed may be taken again."""

    place: int


class SeatTaken(Event):
    place: int
    player: str


class VacancyEnded(Event):
    """4.1.3: the cards are shuffled afresh before play goes on."""


class SeatLeft(Event):
    place: int
    player: str


class TableVacated(Event):
    pass


class CardConfirmed(Event):
    place: int
    form: CardForm


class SeatReopened(Event):
    place: int


def card_required(floor: Floor) -> bool:
    """5.1, 13.1: from the day that the rules name, by business date."""
    day, since = floor.business_date, floor.rules.terms.player_cards_from
    return since is not None and day is not None and day >= since


def barred_with(floor: Floor, player: str) -> tuple[int, ...]:
    """11.12.2: places of players this one may not play together with."""
    others = set().union(*(group for group in floor.apart if player in group)) - {player}
    return tuple(seat.place for seat in floor.seated() if seat.player in others)


def verify_player(floor: Floor, place: int) -> Refused | None:
    """Why nobody plays at this place now."""
    if unknown := no_such_place(floor, place):
        return unknown
    seat = floor.seat(place)
    if seat.player is None:
        return refuse(floor.rules, FloorRefusal.SEAT_EMPTY, "one hand", str(place))
    if seat.invalid:
        return refuse(floor.rules, FloorRefusal.WAGERS_INVALID, "own player card", str(place))
    if card_required(floor) and not seat.card:
        return refuse(floor.rules, FloorRefusal.NO_PLAYER_CARD, "player card", str(place))
    if others := barred_with(floor, seat.player):
        detail = f"The other is at place {joined([*map(str, others)])}."
        return refuse(floor.rules, FloorRefusal.BARRED_TOGETHER, "bar together", detail)
    return None


def abstainers(floor: Floor) -> tuple[int, ...]:
    """13.10: who may be asked to give up the seat, with every other seat in use.

    A closed seat cannot be taken, so it is not free for anybody who waits.
    """
    if any(seat.player is None and not seat.closed for seat in floor.seats):
        return ()
    rounds = floor.rules.terms.rounds_abstained_max
    return tuple(seat.place for seat in floor.seats if seat.abstained >= rounds)


def no_such_place(floor: Floor, place: int) -> Refused | None:
    """Is there a place of this number on the layout?"""
    if 1 <= place <= floor.rules.places:
        return None
    detail = f"It has places 1 to {floor.rules.places}."
    return refuse(floor.rules, FloorRefusal.NO_SUCH_PLACE, None, detail)


def occupied(floor: Floor, place: int) -> Refused | None:
    """Does somebody sit there?"""
    if unknown := no_such_place(floor, place):
        return unknown
    if floor.seat(place).player is None:
        return refuse(floor.rules, FloorRefusal.SEAT_EMPTY, None, str(place))
    return None


def player_at(floor: Floor, place: int) -> str:
    """Who sits there; nobody is an empty reference."""
    return floor.seat(place).player or ""


def verify_take(floor: Floor, command: TakeSeat, _: Asking) -> Refused | None:
    """Why this player cannot have this place."""
    if floor.status is not Status.OPEN:
        return refuse(floor.rules, FloorRefusal.NOT_OPEN)
    if unknown := no_such_place(floor, command.place):
        return unknown
    seat = floor.seat(command.place)
    if seat.closed:
        return refuse(floor.rules, FloorRefusal.SEAT_CLOSED, "excluded", str(command.place))
    if seat.player is not None:
        return refuse(floor.rules, FloorRefusal.SEAT_TAKEN, None, str(command.place))
    if any(other.player == command.player for other in floor.seats):
        return refuse(floor.rules, FloorRefusal.PLAYS_ALREADY, "one hand")
    if command.player in floor.excluded:
        return refuse(floor.rules, FloorRefusal.PLAYER_EXCLUDED, "excluded")
    if others := barred_with(floor, command.player):
        detail = f"The other is at place {joined([*map(str, others)])}."
        return refuse(floor.rules, FloorRefusal.BARRED_TOGETHER, "bar together", detail)
    return None


def _take(draft: Draft, command: TakeSeat) -> None:
    if draft.state.vacant:
        draft.emit(VacancyEnded())
    draft.emit(SeatTaken(command.place, command.player))


def verify_occupied(floor: Floor, command: Any, _: Asking) -> Refused | None:
    """A command about somebody who sits at a place."""
    return occupied(floor, command.place)


def _leave(draft: Draft, command: LeaveSeat) -> None:
    draft.emit(SeatLeft(command.place, player_at(draft.state, command.place)))
    vacated(draft)


def vacated(draft: kernel.Draft[F]) -> None:
    """The last player has left."""
    if not draft.state.seated() and not draft.state.vacant:
        draft.emit(TableVacated())


def _verify_reopen(floor: Floor, command: ReopenSeat, _: Asking) -> Refused | None:
    if unknown := no_such_place(floor, command.place):
        return unknown
    if not floor.seat(command.place).closed:
        return refuse(floor.rules, FloorRefusal.SEAT_NOT_CLOSED, None, str(command.place))
    return floor.game.verify_seat(floor, command.place)


def with_seat(floor: F, seat: Seat, **changes: Any) -> F:
    """The floor with one seat changed."""
    seat, index = evolve(seat, **changes), seat.place - 1
    return evolve(floor, seats=(*floor.seats[:index], seat, *floor.seats[index + 1 :]))


def _to_shuffle(deck: Deck) -> Deck:
    return deck if deck.secured else evolve(deck, shuffled=False, stale="vacant")


def _left(floor: Floor, event: SeatLeft) -> Floor:
    floor = with_seat(floor, floor.empty_seat(event.place))
    left: Floor = floor.game.left(floor, event.place)
    return left


HANDLERS: Handlers = {
    TakeSeat: Handler(verify_take, _take),
    LeaveSeat: Handler(verify_occupied, _leave),
    ConfirmCard: Handler(verify_occupied, Emits(CardConfirmed)),
    ReopenSeat: Handler(_verify_reopen, Emits(SeatReopened)),
}

FOLDS: Folds = {
    SeatTaken: lambda floor, event: with_seat(
        floor, floor.empty_seat(event.place), player=event.player
    ),
    VacancyEnded: lambda floor, _: evolve(
        floor, vacant=False, decks=tuple(_to_shuffle(deck) for deck in floor.decks)
    ),
    SeatLeft: _left,
    TableVacated: becomes(vacant=True),
    CardConfirmed: lambda floor, event: with_seat(
        floor, floor.seat(event.place), card=True, invalid=False
    ),
    SeatReopened: lambda floor, event: with_seat(floor, floor.seat(event.place), closed=False),
}
