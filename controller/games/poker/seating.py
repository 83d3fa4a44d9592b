"""Between hands: who sits down, leaves, is away or back, posts, and buys chips (13.4, 19.12)."""

from typing import Any, ClassVar

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.games.poker.phases import Phase
from controller.games.poker.positions import in_first_lap
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.state import Seat, Table
from controller.staff.powers import HouseAction


@frozen
class SitDown:
    """A player sits down with so many chips; `moved` from another table (19.12.b, c)."""

    action: ClassVar = HouseAction.TAKE_SEAT

    seat: int
    amount: int
    moved: bool = False
    who: str = ""
    """A reference that tells players apart, never a name; empty: the next number of this table."""


@frozen
class LeaveTable:
    """A player leaves with all chips (13.5)."""

    action: ClassVar = HouseAction.PLAYER_LEFT

    seat: int


@frozen
class GoAway:
    """A player leaves the table and keeps the seat."""

    action: ClassVar = PokerAction.PLAYER_AWAY

    seat: int


@frozen
class ComeBack:
    action: ClassVar = PokerAction.PLAYER_AWAY
    seat: int


@frozen
class PostDue:
    """A joiner, or one who is back, pays to be dealt in now (19.12, 19.15)."""

    action: ClassVar = PokerAction.POST_BLIND

    seat: int


@frozen
class BuyChips:
    """13.4; in a tournament a re-buy or an add-on."""

    action: ClassVar = PokerAction.BUY_CHIPS

    seat: int
    amount: int


@frozen
class PlayerSatDown:
    seat: int
    player: int
    amount: Cents
    joining: bool
    """19.12: waits for the big blind, or posts one."""
    who: str = ""
    moved: bool = False


@frozen
class PlayerLeft:
    seat: int
    amount: Cents


@frozen
class PlayerWentAway:
    seat: int


@frozen
class PlayerCameBack:
    seat: int


@frozen
class PostAgreed:
    seat: int


@frozen
class ChipsBought:
    seat: int
    amount: Cents
    short: bool = False
    """1.1: with what the player has, still less than the minimum bank."""


def between_hands(table: Table, number: int) -> Refused | None:
    """13.3, 6.3: nothing of this during a hand."""
    if not 1 <= number <= table.rules.seats:
        detail = f"Seat {number} seen, 1 to {table.rules.seats} expected."
        return Refused(PokerRefusal.NO_SUCH_SEAT, "2.1", detail)
    return Refused(PokerRefusal.HAND_ON, "13.3") if table.phase is not Phase.IDLE else None


def seated(table: Table, number: int) -> Refused | None:
    """Does somebody sit there, and is no hand in progress?"""
    if refused := between_hands(table, number):
        return refused
    return None if table.seat(number).player else Refused(PokerRefusal.SEAT_EMPTY, "6.2")


def _verify_take(table: Table, command: SitDown, _: Asking) -> Refused | None:
    if refused := between_hands(table, command.seat):
        return refused
    if table.seat(command.seat).player:
        return Refused(PokerRefusal.SEAT_TAKEN, "6.2")
    if command.amount <= 0:
        return Refused(PokerRefusal.NO_AMOUNT, "13.1")
    least = table.rules.bank_min
    return Refused(PokerRefusal.SHORT_BANK, "13.1") if command.amount < least else None


def _take(draft: Draft[Table], command: SitDown) -> None:
    table = draft.state
    at_once = command.moved or table.rules.tournament or in_first_lap(table)
    player = table.sat_down + 1
    draft.emit(
        PlayerSatDown(command.seat, player, command.amount, not at_once, command.who, command.moved)
    )


def _verify_leave(table: Table, command: LeaveTable, _: Asking) -> Refused | None:
    return seated(table, command.seat)


def _leave(draft: Draft[Table], command: LeaveTable) -> None:
    draft.emit(PlayerLeft(command.seat, draft.state.seat(command.seat).stack))


def _verify_away(table: Table, command: GoAway, _: Asking) -> Refused | None:
    if refused := seated(table, command.seat):
        return refused
    away = table.seat(command.seat).away
    return Refused(PokerRefusal.AWAY_ALREADY, "19.15") if away else None


def _away(draft: Draft[Table], command: GoAway) -> None:
    draft.emit(PlayerWentAway(command.seat))


def _verify_back(table: Table, command: ComeBack, _: Asking) -> Refused | None:
    if refused := seated(table, command.seat):
        return refused
    away = table.seat(command.seat).away
    return None if away else Refused(PokerRefusal.NOT_AWAY, "19.15")


def _back(draft: Draft[Table], command: ComeBack) -> None:
    draft.emit(PlayerCameBack(command.seat))


def _verify_post(table: Table, command: PostDue, _: Asking) -> Refused | None:
    if refused := seated(table, command.seat):
        return refused
    seat = table.seat(command.seat)
    if seat.away:
        return Refused(PokerRefusal.PLAYER_AWAY, "19.15")
    if not seat.stack:
        return Refused(PokerRefusal.NO_CHIPS, "13.2")
    return None if seat.waits else Refused(PokerRefusal.NOTHING_DUE, "19.12")


def _post(draft: Draft[Table], command: PostDue) -> None:
    draft.emit(PostAgreed(command.seat))


def _verify_buy(table: Table, command: BuyChips, _: Asking) -> Refused | None:
    if refused := seated(table, command.seat):
        return refused
    return None if command.amount > 0 else Refused(PokerRefusal.NO_AMOUNT, "13.4")


def _buy(draft: Draft[Table], command: BuyChips) -> None:
    bank = draft.state.seat(command.seat).stack + command.amount
    draft.emit(ChipsBought(command.seat, command.amount, bank < draft.state.rules.bank_min))


def with_seat(table: Table, number: int, **changes: Any) -> Table:
    """All of them, one changed."""
    seats = list(table.seats)
    seats[number - 1] = evolve(seats[number - 1], **changes)
    return evolve(table, seats=tuple(seats))


def _taken(table: Table, event: PlayerSatDown) -> Table:
    table = evolve(table, sat_down=event.player)
    return with_seat(
        table, event.seat, player=event.player, stack=event.amount, joining=event.joining
    )


def _left(table: Table, event: PlayerLeft) -> Table:
    seats = list(table.seats)
    seats[event.seat - 1] = Seat(event.seat)
    return evolve(table, seats=tuple(seats))


def _went(table: Table, event: PlayerWentAway) -> Table:
    return with_seat(table, event.seat, away=True, posting=False)


def _came(table: Table, event: PlayerCameBack) -> Table:
    return with_seat(table, event.seat, away=False)


def _agreed(table: Table, event: PostAgreed) -> Table:
    return with_seat(table, event.seat, posting=True)


def _bought(table: Table, event: ChipsBought) -> Table:
    return with_seat(table, event.seat, stack=table.seat(event.seat).stack + event.amount)


HANDLERS: Handlers = {
    SitDown: Handler(_verify_take, _take),
    LeaveTable: Handler(_verify_leave, _leave),
    GoAway: Handler(_verify_away, _away),
    ComeBack: Handler(_verify_back, _back),
    PostDue: Handler(_verify_post, _post),
    BuyChips: Handler(_verify_buy, _buy),
}

FOLDS: Folds = {
    PlayerSatDown: _taken,
    PlayerLeft: _left,
    PlayerWentAway: _went,
    PlayerCameBack: _came,
    PostAgreed: _agreed,
    ChipsBought: _bought,
}
