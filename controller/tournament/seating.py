"""Who sits where: seats given and changed, and who is not there (26.1.f, 28.1)."""

from enum import StrEnum

from controller.domain.base import existing
from controller.domain.kernel import Asking, Draft, Emits, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.format import SEATS_MAX
from controller.tournament.hands import PlayerOut
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, refused_now, refused_player
from controller.tournament.state import Desk, Entrant, Seat, got_up, with_entrant


class TakeSeat(Command, action=DeskAction.SEAT_PLAYER):
    """A player gets a seat."""

    name: str
    seat: Seat


class GiveUpSeat(Command, action=DeskAction.SEAT_PLAYER):
    """A seat was given by mistake: the player has none again."""

    name: str


class MovePlayer(Command, action=DeskAction.MOVE_PLAYER):
    """A player takes all chips to another seat."""

    name: str
    seat: Seat


class GoAway(Command, action=DeskAction.PLAYER_ABSENT):
    """28.1: a player is not there: dealt in and blinded all the same."""

    name: str


class ComeBack(Command, action=DeskAction.PLAYER_ABSENT):
    name: str


class Cause(StrEnum):
    """Why a player moves."""

    DESK = "the desk asks for it"
    BALANCE = "tables are balanced"
    BREAK = "the table is broken"


class SeatTaken(Event):
    name: str
    seat: Seat


class SeatGivenUp(Event):
    name: str
    seat: Seat


class PlayerMoved(Event):
    name: str
    seat: Seat
    left: Seat
    cause: Cause


class PlayerWentAway(Event):
    name: str


class PlayerCameBack(Event):
    name: str


def _while_seats_are_given(desk: Desk, name: str) -> Refused | None:
    return refused_now(desk, "before the end of play", Phase.OPEN, *IN_PLAY) or refused_player(
        desk, name, "26.1.f"
    )


def _free(desk: Desk, seat: Seat) -> Refused | None:
    """One at 0 who sits there does not keep the seat (R71)."""
    if seat.table < 1 or not 1 <= seat.number <= SEATS_MAX:
        detail = f"{seat}: expected TABLE.SEAT, a table from 1 on and a seat from 1 to {SEATS_MAX}."
        return Refused(DeskRefusal.NO_SUCH_SEAT, "2.1", detail)
    sitter = desk.sitter(seat)
    if sitter is not None and sitter.stack:
        detail = f"{sitter.name} is at {seat}: expected a free seat."
        return Refused(DeskRefusal.SEAT_TAKEN, "26.1.f", detail)
    return None


def _verify_take(desk: Desk, command: TakeSeat, _: Asking) -> Refused | None:
    if refused := _while_seats_are_given(desk, command.name):
        return refused
    if (seat := desk.entrant(command.name).seat) is not None:
        detail = f"{command.name} is at {seat}: expected '{command.name} moves to {command.seat}'."
        return Refused(DeskRefusal.HAS_A_SEAT, "26.1.f", detail)
    return _free(desk, command.seat)


def _take(draft: Draft[Desk], command: TakeSeat) -> None:
    vacate(draft, command.seat)
    draft.emit(SeatTaken(command.name, command.seat))


def _verify_give_up(desk: Desk, command: GiveUpSeat, _: Asking) -> Refused | None:
    if refused := refused_now(desk, "before the start", Phase.OPEN) or refused_player(
        desk, command.name, "26.1.f"
    ):
        return refused
    if desk.entrant(command.name).seat is None:
        return Refused(DeskRefusal.NO_SEAT, "26.1.f", f"{command.name} has no seat to give up.")
    return None


def _give_up(draft: Draft[Desk], command: GiveUpSeat) -> None:
    draft.emit(SeatGivenUp(command.name, seat_of(draft.state.entrant(command.name))))


def vacate(draft: Draft[Desk], seat: Seat) -> None:
    """R71: one at 0 is out when another comes to the seat."""
    if (sitter := draft.state.sitter(seat)) is not None:
        draft.emit(PlayerOut(sitter.name))


def _verify_move(desk: Desk, command: MovePlayer, _: Asking) -> Refused | None:
    if refused := _while_seats_are_given(desk, command.name):
        return refused
    mover = desk.entrant(command.name)
    if mover.seat is None:
        detail = f"{command.name} has none: expected '{command.name} at {command.seat}' first."
        return Refused(DeskRefusal.NO_SEAT, "26.1.f", detail)
    if mover.seat == command.seat:
        return Refused(DeskRefusal.OWN_SEAT, "26.1.f", f"Expected a seat other than {mover.seat}.")
    if not mover.stack:
        detail = f"{command.name} has none: expected a player with chips."
        return Refused(DeskRefusal.NO_CHIPS, "29.2.a", detail)
    return between_hands(desk, mover.seat.table) or _free(desk, command.seat)


def between_hands(desk: Desk, *tables: int) -> Refused | None:
    """Nobody leaves a table in the middle of a hand, nor with chips that nobody has counted."""
    for table in tables:
        if desk.between_hands(table):
            if refused := counted(desk, table):
                return refused
            continue
        if desk.table(table).reports:
            detail = f"Have table {table} wait, and try again when its hand is over."
            return Refused(DeskRefusal.TABLE_PLAYS, "26.1.f", detail)
        detail = f"Table {table} is playing: expected the end of its hand."
        return Refused(DeskRefusal.HAND_ON, "26.1.f", detail)
    return None


def counted(desk: Desk, table: int) -> Refused | None:
    """Run by pots, the stacks are known once they are counted."""
    if desk.table(table).uncounted is None:
        return None
    detail = f"Have table {table} wait: its dealer counts and keys them."
    if not desk.table(table).reports:
        detail = f"Count them, and correct the last hand of table {table}."
    return Refused(DeskRefusal.NOT_COUNTED, "30.3", detail)


def _move(draft: Draft[Desk], command: MovePlayer) -> None:
    move(draft, command.name, command.seat, Cause.DESK)


def move(draft: Draft[Desk], name: str, seat: Seat, cause: Cause) -> None:
    """A player takes all chips to another seat."""
    vacate(draft, seat)
    draft.emit(PlayerMoved(name, seat, seat_of(draft.state.entrant(name)), cause))


def seat_of(entrant: Entrant) -> Seat:
    """Where a seated player sits."""
    return existing(entrant.seat, f"{entrant.name} has no seat")


def _verify_away(desk: Desk, command: GoAway, _: Asking) -> Refused | None:
    if refused := _while_seats_are_given(desk, command.name):
        return refused
    away = desk.entrant(command.name).away
    return Refused(DeskRefusal.AWAY_ALREADY, "28.1") if away else None


def _verify_back(desk: Desk, command: ComeBack, _: Asking) -> Refused | None:
    if refused := _while_seats_are_given(desk, command.name):
        return refused
    away = desk.entrant(command.name).away
    return None if away else Refused(DeskRefusal.NOT_AWAY, "28.1")


def _seated(desk: Desk, event: SeatTaken | PlayerMoved) -> Desk:
    return got_up(desk, event.name, seat=event.seat)


HANDLERS: Handlers = {
    TakeSeat: Handler(_verify_take, _take),
    GiveUpSeat: Handler(_verify_give_up, _give_up),
    MovePlayer: Handler(_verify_move, _move),
    GoAway: Handler(_verify_away, Emits(PlayerWentAway)),
    ComeBack: Handler(_verify_back, Emits(PlayerCameBack)),
}

FOLDS: Folds = {
    SeatTaken: _seated,
    SeatGivenUp: lambda desk, event: with_entrant(desk, event.name, seat=None),
    PlayerMoved: _seated,
    PlayerWentAway: lambda desk, event: with_entrant(desk, event.name, away=True),
    PlayerCameBack: lambda desk, event: with_entrant(desk, event.name, away=False),
}
