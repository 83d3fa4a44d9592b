"""Who sits where, with which card, and whose wagers are taken (5.1, 5.6, 13.1, 13.10, 13.12)."""

from enum import StrEnum
from typing import Any, ClassVar

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.limits import settled_notices
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Deck, Draft, Floor, JackpotState, Seat, Status
from controller.games.bonus.wagers import Area
from controller.staff.powers import Action


class CardForm(StrEnum):
    """1.1: a Player Card is physical or digital."""

    PHYSICAL = "physical"
    DIGITAL = "digital"


class InvalidGround(StrEnum):
    """13.1: why a player's wagers are invalid."""

    NO_VALID_CARD = "no-valid-card"
    ANOTHER_PERSONS_CARD = "another-persons-card"
    WAGER_FOR_ANOTHER = "wager-for-another"


class Plea(StrEnum):
    """13.1.1, 13.1.2: what a player may say; it is written down and changes nothing."""

    AGENCY = "agency"
    REPRESENTATION = "representation"
    POWER_OF_ATTORNEY = "power-of-attorney"
    OTHERS_MONEY = "others-money"


@frozen
class TakeSeat(Command):
    """A player comes to a place."""

    action: ClassVar = Action.TAKE_SEAT

    place: int
    player: str


@frozen
class LeaveSeat(Command):
    """A player leaves the table."""

    action: ClassVar = Action.PLAYER_LEFT

    place: int


@frozen
class ConfirmCard(Command):
    """5.1: a valid Player Card of the player's own is confirmed for the seat."""

    action: ClassVar = Action.CHECK_PLAYER_CARD

    place: int
    form: CardForm = CardForm.PHYSICAL


@frozen
class MarkWagersInvalid(Command):
    """13.1: a supervisor marks all wagers of a player invalid; the round follows 11.19."""

    action: ClassVar = Action.INVALID_WAGER

    place: int
    ground: InvalidGround
    plea: Plea | None = None


@frozen
class RefuseWager(Command):
    """13.12: a wager is refused before the first card and taken off the layout."""

    action: ClassVar = Action.REFUSE_WAGER

    place: int
    area: Area


@frozen
class AssistPlacement(Command):
    """5.9: the dealer put a wager where the player asked; it is the player's own."""

    action: ClassVar = Action.ASSIST_PLACEMENT

    place: int
    area: Area


@frozen
class ReopenSeat(Command):
    """A seat that was closed may be taken again."""

    action: ClassVar = Action.REOPEN_SEAT

    place: int


@frozen
class SeatTaken(Event):
    place: int
    player: str


@frozen
class VacancyEnded(Event):
    """4.1.3: the cards are shuffled afresh before play goes on."""


@frozen
class SeatLeft(Event):
    place: int
    player: str


@frozen
class TableVacated(Event):
    pass


@frozen
class CardConfirmed(Event):
    place: int
    form: CardForm


@frozen
class WagersMarkedInvalid(Event):
    place: int
    player: str
    round: int | None
    """The round in progress, which has to follow 11.19; settled rounds stand."""
    ground: InvalidGround
    plea: Plea | None


@frozen
class WagerRefused(Event):
    place: int
    area: Area
    round: int


@frozen
class PlacementAssisted(Event):
    place: int
    area: Area
    player: str
    """Whose wager it is, and who answers for its position."""


@frozen
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


def verify_wager(floor: Floor, place: int) -> Refused | None:
    """Why no wager is taken at this place."""
    if unknown := no_such_place(floor, place):
        return unknown
    seat = floor.seat(place)
    if seat.player is None:
        return refuse(floor.rules, FloorRefusal.SEAT_EMPTY, "one hand")
    if seat.invalid:
        return refuse(floor.rules, FloorRefusal.WAGERS_INVALID, "own player card")
    if card_required(floor) and not seat.card:
        return refuse(floor.rules, FloorRefusal.NO_PLAYER_CARD, "player card")
    if others := barred_with(floor, seat.player):
        detail = f"Place {', '.join(map(str, others))} seen."
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
    detail = f"Place {place} seen, 1 to {floor.rules.places} expected."
    return refuse(floor.rules, FloorRefusal.NO_SUCH_PLACE, None, detail)


def occupied(floor: Floor, place: int) -> Refused | None:
    """Does somebody sit there?"""
    if unknown := no_such_place(floor, place):
        return unknown
    if floor.seat(place).player is None:
        return refuse(floor.rules, FloorRefusal.SEAT_EMPTY)
    return None


def player_at(floor: Floor, place: int) -> str:
    """Who sits there; nobody is an empty reference."""
    return floor.seat(place).player or ""


def _verify_take(floor: Floor, command: TakeSeat, _: Asking) -> Refused | None:
    if floor.status is not Status.OPEN:
        return refuse(floor.rules, FloorRefusal.NOT_OPEN)
    if unknown := no_such_place(floor, command.place):
        return unknown
    seat = floor.seat(command.place)
    if seat.closed:
        return refuse(floor.rules, FloorRefusal.SEAT_CLOSED, "excluded")
    if seat.player is not None:
        return refuse(floor.rules, FloorRefusal.SEAT_TAKEN)
    if any(other.player == command.player for other in floor.seats):
        return refuse(floor.rules, FloorRefusal.PLAYS_ALREADY, "one hand")
    if command.player in floor.excluded:
        return refuse(floor.rules, FloorRefusal.PLAYER_EXCLUDED, "excluded")
    if others := barred_with(floor, command.player):
        detail = f"Place {', '.join(map(str, others))} seen."
        return refuse(floor.rules, FloorRefusal.BARRED_TOGETHER, "bar together", detail)
    return None


def _take(draft: Draft, command: TakeSeat) -> None:
    if draft.state.vacant:
        draft.emit(VacancyEnded())
    draft.emit(SeatTaken(command.place, command.player))


def _verify_occupied(floor: Floor, command: Any, _: Asking) -> Refused | None:
    return occupied(floor, command.place)


def _leave(draft: Draft, command: LeaveSeat) -> None:
    draft.emit(SeatLeft(command.place, player_at(draft.state, command.place)))
    vacated(draft)


def vacated(draft: Draft) -> None:
    """The last player has left."""
    if not draft.state.seated() and not draft.state.vacant:
        draft.emit(TableVacated())


def _confirm(draft: Draft, command: ConfirmCard) -> None:
    draft.emit(CardConfirmed(command.place, command.form))


def _verify_invalid(floor: Floor, command: MarkWagersInvalid, _: Asking) -> Refused | None:
    since = floor.rules.terms.player_cards_from
    if since is not None and not card_required(floor):
        detail = f"In force from {since}."
        return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES, "own player card", detail)
    return occupied(floor, command.place)


def _mark_invalid(draft: Draft, command: MarkWagersInvalid) -> None:
    floor = draft.state
    draft.emit(
        WagersMarkedInvalid(
            command.place,
            player_at(floor, command.place),
            floor.round.number if floor.round else None,
            command.ground,
            command.plea,
        )
    )


def _verify_refuse(floor: Floor, command: RefuseWager, _: Asking) -> Refused | None:
    if floor.round is None:
        return refuse(floor.rules, FloorRefusal.NO_ROUND, "refuse wager")
    if floor.round.dealt:
        return refuse(floor.rules, FloorRefusal.CARDS_ARE_OUT, "refuse wager")
    if command.area not in (Area.ANTE, Area.BONUS, Area.JACKPOT):
        return refuse(floor.rules, FloorRefusal.NOT_PLACED_BY_HAND, "refuse wager")
    return no_such_place(floor, command.place)


def _refuse(draft: Draft, command: RefuseWager) -> None:
    draft.emit(WagerRefused(command.place, command.area, draft.state.last_round))


def _assist(draft: Draft, command: AssistPlacement) -> None:
    player = player_at(draft.state, command.place)
    draft.emit(PlacementAssisted(command.place, command.area, player))


def _verify_reopen(floor: Floor, command: ReopenSeat, _: Asking) -> Refused | None:
    if unknown := no_such_place(floor, command.place):
        return unknown
    if not floor.seat(command.place).closed:
        return refuse(floor.rules, FloorRefusal.SEAT_NOT_CLOSED)
    if floor.jackpot is JackpotState.ON and not floor.has_sensor(command.place):
        return refuse(floor.rules, FloorRefusal.NO_SENSOR, "jackpot areas")
    return None


def _reopen(draft: Draft, command: ReopenSeat) -> None:
    draft.emit(SeatReopened(command.place))


def with_seat(floor: Floor, seat: Seat) -> Floor:
    """The floor with one seat changed."""
    index = seat.place - 1
    return evolve(floor, seats=(*floor.seats[:index], seat, *floor.seats[index + 1 :]))


def _taken(floor: Floor, event: SeatTaken) -> Floor:
    return with_seat(floor, Seat(event.place, event.player))


def _vacancy_ended(floor: Floor, _: VacancyEnded) -> Floor:
    return evolve(floor, vacant=False, decks=tuple(_to_shuffle(deck) for deck in floor.decks))


def _to_shuffle(deck: Deck) -> Deck:
    return deck if deck.secured else evolve(deck, shuffled=False, stale="vacant")


def _left(floor: Floor, event: SeatLeft) -> Floor:
    return settled_notices(with_seat(floor, Seat(event.place)))


def _vacated(floor: Floor, _: TableVacated) -> Floor:
    return evolve(floor, vacant=True)


def _confirmed(floor: Floor, event: CardConfirmed) -> Floor:
    return with_seat(floor, evolve(floor.seat(event.place), card=True, invalid=False))


def _marked_invalid(floor: Floor, event: WagersMarkedInvalid) -> Floor:
    return with_seat(floor, evolve(floor.seat(event.place), card=False, invalid=True))


def _unchanged(floor: Floor, _: Event) -> Floor:
    return floor


def _reopened(floor: Floor, event: SeatReopened) -> Floor:
    return with_seat(floor, evolve(floor.seat(event.place), closed=False))


HANDLERS: Handlers = {
    TakeSeat: Handler(_verify_take, _take),
    LeaveSeat: Handler(_verify_occupied, _leave),
    ConfirmCard: Handler(_verify_occupied, _confirm),
    MarkWagersInvalid: Handler(_verify_invalid, _mark_invalid),
    RefuseWager: Handler(_verify_refuse, _refuse),
    AssistPlacement: Handler(_verify_occupied, _assist),
    ReopenSeat: Handler(_verify_reopen, _reopen),
}

FOLDS: Folds = {
    SeatTaken: _taken,
    VacancyEnded: _vacancy_ended,
    SeatLeft: _left,
    TableVacated: _vacated,
    CardConfirmed: _confirmed,
    WagersMarkedInvalid: _marked_invalid,
    WagerRefused: _unchanged,
    PlacementAssisted: _unchanged,
    SeatReopened: _reopened,
}
