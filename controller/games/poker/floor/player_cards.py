"""A player card that is swiped at a seat: it says who sits there, or who is about to (19.9, 19.11).

A free seat is kept for the player until that player sits down with chips: the amount is keyed at
the seat. Somebody whom the table only counts gets the reference of the card, so that what 19.9 and
19.11 ask of a player is asked of this one. It gives no permission that 19.8 wants from others.
"""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import with_seat
from controller.games.poker.floor.players import verify_free, with_assigned, without_assigned
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.state import Assigned, Draft, PokerFloor
from controller.games.poker.floor.waiting import without_waiting
from controller.games.poker.words import player_name
from controller.staff.powers import HouseAction


class ShowCard(Command, action=HouseAction.CHECK_PLAYER_CARD):
    """A player's card is swiped for a seat."""

    place: int
    player: str


class SeatKept(Event):
    """For the player whose card was swiped."""

    place: int
    player: str


class CardAttached(Event):
    place: int
    before: str
    player: str


def counted(reference: str | None) -> bool:
    """Is this player only counted by the table, with no card or number?"""
    return reference is not None and not reference.isdigit()


def _verify(floor: PokerFloor, command: ShowCard, asking: Asking) -> Refused | None:
    place, player = command.place, command.player
    if 1 <= place <= floor.rules.places and counted(floor.seat(place).player):
        if floor.round is not None:
            return refuse(floor.rules, FloorRefusal.ROUND_IN_PROGRESS)
        if player in floor.excluded:
            return refuse(floor.rules, FloorRefusal.PLAYER_EXCLUDED, "excluded")
        seated = any(seat.player == player for seat in floor.seats)
        return Refused(PokerFloorRefusal.HAS_A_SEAT, "21.2") if seated else None
    if refused := verify_free(floor, place, player, asking):
        return refused
    first = floor.waiting[0].player if floor.waiting else player
    longer = first != player
    return Refused(PokerFloorRefusal.WAITS_LONGER, "6.2", player_name(first)) if longer else None


def _show(draft: Draft, command: ShowCard) -> None:
    before = draft.state.seat(command.place).player
    if before is None:
        draft.emit(SeatKept(command.place, command.player))
    else:
        draft.emit(CardAttached(command.place, before, command.player))


def _attached(floor: PokerFloor, event: CardAttached) -> PokerFloor:
    """Whom the player may not play with stays so, and so does what counts again where nobody has
    sat down; who sits here waits for no seat."""
    apart = tuple(
        frozenset(event.player if one == event.before else one for one in group)
        for group in floor.apart
    )
    came = tuple(
        evolve(one, player=event.player) if one.player == event.before else one
        for one in floor.came
    )
    seat = evolve(floor.seat(event.place), player=event.player, card=True)
    return evolve(
        without_waiting(with_seat(floor, seat), event.player),
        apart=apart,
        came=came,
        assigned=without_assigned(floor, event.place, event.player),
    )


HANDLERS: Handlers = {ShowCard: Handler(_verify, _show)}

FOLDS: Folds = {
    SeatKept: lambda floor, event: with_assigned(
        floor, Assigned(event.place, event.player, permitted=False)
    ),
    CardAttached: _attached,
}
