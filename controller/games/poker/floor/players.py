"""Who may take which seat: permission, draw, the hour of 19.9 (6.2, 13.1, 19.8)."""

from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.cards import Card
from controller.domain.instant import HOUR_MS, Instant, elapsed_ms
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, always
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.domain.words import dollars, joined
from controller.floor.base import Command, Event
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import (
    SeatLeft,
    SeatTaken,
    TakeSeat,
    VacancyEnded,
    player_at,
    vacated,
    verify_take,
    with_seat,
)
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.state import Assigned, Came, Draft, PokerFloor, TakenAway
from controller.games.poker.floor.waiting import without_waiting
from controller.games.poker.powers import PokerAction
from controller.games.poker.words import player_name
from controller.staff.powers import Nobody
from controller.staff.roles import SUPERVISORS

RETURN_MS: Final = HOUR_MS


class AssignSeat(Command, action=PokerAction.ASSIGN_SEAT):
    """19.8: the Table Inspector permits a player to take a seat; `moved` from another table."""

    place: int
    player: str
    moved: bool = False


class FreeSeat(Command, action=PokerAction.ASSIGN_SEAT):
    """The seat is no longer kept: the player does not come."""

    place: int


class DrawForSeat(Command, action=PokerAction.DRAW_FOR_SEAT):
    """6.2: two or more want the same seat: a card for each, and the highest has it."""

    place: int
    cards: tuple[tuple[str, Card], ...]


class BankPlayer(Command, action=Nobody.INTERNAL):
    """A player has sat down with chips."""

    place: int
    player: str
    amount: Money
    moved: bool


class ReleasePlayer(Command, action=Nobody.INTERNAL):
    """A player has left with chips, or lost the seat."""

    place: int
    amount: Money
    mistaken: bool = False
    """Nobody had sat down: nothing was taken away, and nobody has a first call on the seat."""


class ChangePlace(Command, action=Nobody.INTERNAL):
    """A player at the table has taken another seat."""

    place: int
    to: int


class PassPlace(Command, action=Nobody.INTERNAL):
    """Nobody at the table wants the seat that was vacated."""

    place: int


class SeatAssigned(Event):
    place: int
    player: str
    moved: bool


class SeatFreed(Event):
    place: int
    player: str


class SeatDrawn(Event):
    """What everybody drew, and who has the seat."""

    place: int
    cards: tuple[tuple[str, Card], ...]
    player: str
    permitted: bool


class PlayerBanked(Event):
    place: int
    player: str
    amount: Money


class PlayerNeverSat(Event):
    """The tap that said so is taken back."""

    player: str


class PlayerReleased(Event):
    place: int
    player: str
    amount: Money


class PlaceChanged(Event):
    player: str
    place: int
    to: int


class PlacePassed(Event):
    place: int


def assigned_at(floor: PokerFloor, place: int) -> Assigned | None:
    """For whom a seat is kept."""
    return next((one for one in floor.assigned if one.place == place), None)


def to_bring(floor: PokerFloor, player: str, now: Instant) -> Money:
    """13.1, 19.9: the least a joining player has in chips; within the hour, what was taken away."""
    least = Money(floor.rules.bank_min)
    for taken in left_within_the_hour(floor, now):
        if taken.player == player:
            return max(least, taken.amount)
    return least


def left_within_the_hour(floor: PokerFloor, now: Instant) -> tuple[TakenAway, ...]:
    """Measured by the steady clock; by the wall clock if the console has restarted since."""

    def passed_ms(taken: TakenAway) -> int:
        steady_ms = elapsed_ms(taken.at, now)
        return now.wall_ms - taken.at.wall_ms if steady_ms is None else steady_ms

    return tuple(taken for taken in floor.taken_away if passed_ms(taken) < RETURN_MS)


def verify_free(floor: PokerFloor, place: int, player: str, asking: Asking) -> Refused | None:
    """Why this player cannot have this seat."""
    if not player.strip():
        return Refused(PokerFloorRefusal.NO_REFERENCE, "19.8")
    if refused := verify_take(floor, TakeSeat(place, player), asking):
        return refused
    kept = assigned_at(floor, place)
    if kept is not None and kept.player != player:
        return Refused(PokerFloorRefusal.ASSIGNED_TO_ANOTHER, "6.2", player_name(kept.player))
    if place in floor.vacated:
        return Refused(PokerFloorRefusal.FIRST_CALL, "6.2", str(place))
    return None


def verify_freed(floor: PokerFloor, command: FreeSeat, _: Asking) -> Refused | None:
    kept = assigned_at(floor, command.place)
    return Refused(PokerFloorRefusal.NOT_ASSIGNED, "19.8") if kept is None else None


def _free(draft: Draft, command: FreeSeat) -> None:
    kept = existing(assigned_at(draft.state, command.place), "a seat that is kept")
    draft.emit(SeatFreed(command.place, kept.player))


def _verify_draw(floor: PokerFloor, command: DrawForSeat, asking: Asking) -> Refused | None:
    players = {player for player, _ in command.cards}
    cards = {card for _, card in command.cards}
    if len(players) < 2 or not len(players) == len(cards) == len(command.cards):
        return Refused(PokerFloorRefusal.NO_DRAW, "6.2")
    for player, _ in command.cards:
        if refused := verify_free(floor, command.place, player, asking):
            return refused
    highest = max(card.rank for card in cards)
    tied = [player for player, card in command.cards if card.rank == highest]
    if len(tied) == 1:
        return None
    names = joined([player_name(one) for one in tied])
    return Refused(PokerFloorRefusal.DRAW_AGAIN, "6.2", names)


def _draw(draft: Draft, command: DrawForSeat) -> None:
    player, _ = max(command.cards, key=lambda drawn: drawn[1].rank)
    by_inspector = any(actor.role in SUPERVISORS for actor in draft.asking.by)
    draft.emit(SeatDrawn(command.place, command.cards, player, by_inspector))


def _verify_bank(floor: PokerFloor, command: BankPlayer, asking: Asking) -> Refused | None:
    least = to_bring(floor, command.player, asking.now)
    if command.amount < least:
        returns = least > floor.rules.bank_min
        why = PokerFloorRefusal.TOOK_MORE_AWAY if returns else PokerFloorRefusal.SHORT_BANK
        return Refused(why, "19.9" if returns else "13.1", dollars(least))
    return verify_free(floor, command.place, command.player, asking) or _permitted(floor, command)


def _permitted(floor: PokerFloor, command: BankPlayer) -> Refused | None:
    """19.8: by the Table Inspector, or by the dealer where the dealer is delegate."""
    kept = assigned_at(floor, command.place)
    if command.moved and not (kept is not None and kept.moved):
        return Refused(PokerFloorRefusal.NOT_MOVED, "19.12")
    if kept is not None and kept.permitted:
        return None
    if not floor.rules.dealer_seats:
        return Refused(PokerFloorRefusal.NEEDS_PERMISSION, "19.8")
    waits = kept is None and floor.waiting and floor.waiting[0].player != command.player
    first = floor.waiting[0].player if waits else ""
    return Refused(PokerFloorRefusal.WAITS_LONGER, "6.2", player_name(first)) if first else None


def _bank(draft: Draft, command: BankPlayer) -> None:
    if draft.state.vacant:
        draft.emit(VacancyEnded())
    draft.emit(SeatTaken(command.place, command.player))
    draft.emit(PlayerBanked(command.place, command.player, command.amount))


def _release(draft: Draft, command: ReleasePlayer) -> None:
    player = player_at(draft.state, command.place)
    if command.mistaken:
        draft.emit(PlayerNeverSat(player))
    else:
        draft.emit(PlayerReleased(command.place, player, command.amount))
    draft.emit(SeatLeft(command.place, player))
    if command.mistaken and command.place in draft.state.vacated:
        draft.emit(PlacePassed(command.place))
    vacated(draft)


def _verify_move(floor: PokerFloor, command: ChangePlace, _: Asking) -> Refused | None:
    if floor.seat(command.to).closed:
        return Refused(FloorRefusal.SEAT_CLOSED, "6.2")
    if (kept := assigned_at(floor, command.to)) is not None:
        return Refused(PokerFloorRefusal.ASSIGNED_TO_ANOTHER, "6.2", player_name(kept.player))
    return None


def _move(draft: Draft, command: ChangePlace) -> None:
    draft.emit(PlaceChanged(player_at(draft.state, command.place), command.place, command.to))


def without_assigned(floor: PokerFloor, place: int, player: str) -> tuple[Assigned, ...]:
    """A seat is kept for one player, and a player has one seat kept."""
    return tuple(one for one in floor.assigned if one.place != place and one.player != player)


def with_assigned(floor: PokerFloor, kept: Assigned) -> PokerFloor:
    """The floor with one more seat that is kept."""
    return evolve(floor, assigned=(*without_assigned(floor, kept.place, kept.player), kept))


def _banked(floor: PokerFloor, event: PlayerBanked) -> PokerFloor:
    after = evolve(
        without_waiting(floor, event.player),
        assigned=without_assigned(floor, event.place, event.player),
        taken_away=tuple(one for one in floor.taken_away if one.player != event.player),
    )
    waiting = tuple(one for one in floor.waiting if one.player == event.player)
    came = Came(
        event.player,
        floor.waiting.index(waiting[0]) if waiting else 0,
        waiting,
        tuple(one for one in floor.assigned if one not in after.assigned),
        tuple(one for one in floor.taken_away if one.player == event.player),
    )
    return evolve(after, came=(*_others(floor, event.player), came))


def _others(floor: PokerFloor, player: str) -> tuple[Came, ...]:
    return tuple(one for one in floor.came if one.player != player)


def _never_sat(floor: PokerFloor, event: PlayerNeverSat) -> PokerFloor:
    """On the list where the player was, with the seat that was kept, and bound by 19.9."""
    for came in [one for one in floor.came if one.player == event.player]:
        floor = evolve(
            floor,
            waiting=(*floor.waiting[: came.turn], *came.waiting, *floor.waiting[came.turn :]),
            assigned=(*floor.assigned, *came.assigned),
            taken_away=(*floor.taken_away, *came.taken_away),
        )
    return evolve(floor, came=_others(floor, event.player))


def _released(floor: PokerFloor, event: PlayerReleased) -> PokerFloor:
    lately = left_within_the_hour(floor, event.at)
    others = tuple(one for one in lately if one.player != event.player)
    taken = TakenAway(event.player, event.amount, event.at)
    return evolve(floor, taken_away=(*others, taken), came=_others(floor, event.player))


def _changed(floor: PokerFloor, event: PlaceChanged) -> PokerFloor:
    seat = floor.seat(event.place)
    floor = with_seat(floor, evolve(seat, place=event.to))
    floor = with_seat(floor, floor.empty_seat(event.place))
    return evolve(floor, vacated=floor.vacated - {event.to} | {event.place})


HANDLERS: Handlers = {
    AssignSeat: Handler(
        lambda floor, to, asking: verify_free(floor, to.place, to.player, asking),
        Emits(SeatAssigned),
    ),
    FreeSeat: Handler(verify_freed, _free),
    DrawForSeat: Handler(_verify_draw, _draw),
    BankPlayer: Handler(_verify_bank, _bank),
    ReleasePlayer: Handler(always, _release),
    ChangePlace: Handler(_verify_move, _move),
    PassPlace: Handler(always, Emits(PlacePassed)),
}

FOLDS: Folds = {
    SeatAssigned: lambda floor, event: with_assigned(
        floor, Assigned(event.place, event.player, permitted=True, moved=event.moved)
    ),
    SeatFreed: lambda floor, event: evolve(
        floor, assigned=without_assigned(floor, event.place, event.player)
    ),
    SeatDrawn: lambda floor, event: with_assigned(
        floor, Assigned(event.place, event.player, event.permitted)
    ),
    PlayerBanked: _banked,
    PlayerNeverSat: _never_sat,
    PlayerReleased: _released,
    PlaceChanged: _changed,
    PlacePassed: lambda floor, event: evolve(floor, vacated=floor.vacated - {event.place}),
}
