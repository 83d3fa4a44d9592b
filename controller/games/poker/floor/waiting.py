"""The waiting list of this table, in the order in which people came (6.2)."""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Status
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.state import PokerFloor, Waiting
from controller.games.poker.powers import PokerAction


class JoinWaitingList(Command, action=PokerAction.WAITING_LIST):
    """A player joins the waiting list of this table."""

    player: str


class LeaveWaitingList(Command, action=PokerAction.WAITING_LIST):
    """A player leaves the waiting list."""

    player: str


class WaitingListJoined(Event):
    player: str


class WaitingListLeft(Event):
    player: str


def _verify_join(floor: PokerFloor, command: JoinWaitingList, _: Asking) -> Refused | None:
    if floor.status is not Status.OPEN:
        return Refused(FloorRefusal.NOT_OPEN)
    if not command.player.strip():
        return Refused(PokerFloorRefusal.NO_REFERENCE, "6.2")
    if any(one.player == command.player for one in floor.waiting):
        return Refused(PokerFloorRefusal.WAITS_ALREADY, "6.2")
    sits = any(seat.player == command.player for seat in floor.seats)
    return Refused(PokerFloorRefusal.HAS_A_SEAT, "6.2") if sits else None


def _verify_unlist(floor: PokerFloor, command: LeaveWaitingList, _: Asking) -> Refused | None:
    waits = any(one.player == command.player for one in floor.waiting)
    return None if waits else Refused(PokerFloorRefusal.NOT_WAITING, "6.2")


def _joined(floor: PokerFloor, event: WaitingListJoined) -> PokerFloor:
    return evolve(floor, waiting=(*floor.waiting, Waiting(event.player, event.at)))


def without_waiting(floor: PokerFloor, player: str) -> PokerFloor:
    """The floor without this player on the waiting list."""
    return evolve(floor, waiting=tuple(one for one in floor.waiting if one.player != player))


HANDLERS: Handlers = {
    JoinWaitingList: Handler(_verify_join, Emits(WaitingListJoined)),
    LeaveWaitingList: Handler(_verify_unlist, Emits(WaitingListLeft)),
}

FOLDS: Folds = {
    WaitingListJoined: _joined,
    WaitingListLeft: lambda floor, event: without_waiting(floor, event.player),
}
