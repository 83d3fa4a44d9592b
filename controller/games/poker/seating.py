"""Between hands: who sits down, leaves, is away or back, posts, and buys chips (13.4, 19.12)."""

from collections.abc import Callable
from typing import Any

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Command, Draft, Emits, Event, Folds, Handler, Handlers
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.phases import Phase
from controller.games.poker.positions import in_first_lap
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.state import Seat, Table, has_chips, with_chips, with_seats
from controller.staff.powers import HouseAction

Verify = Callable[[Table, Any, Asking], Refused | None]


class SitDown(Command, action=HouseAction.TAKE_SEAT):
    """A player sits down with so many chips; `moved` from another table (19.12.b, c)."""

    seat: int
    amount: int
    moved: bool = False
    who: str = ""
    """A reference that tells players apart, never a name; empty: the next number of this table."""


class LeaveTable(Command, action=HouseAction.PLAYER_LEFT):
    """A player leaves with all chips (13.5)."""

    seat: int
    counted: int | None = None
    """Run by pots: what the player was counted out with."""
    mistaken: bool = False
    """Nobody sat down: the tap that said so is taken back."""


class GoAway(Command, action=PokerAction.PLAYER_AWAY):
    """A player leaves the table and keeps the seat."""

    seat: int


class RunOutOfChips(Command, action=PokerAction.PLAYER_AWAY):
    """Run by pots: the dealer says that a player has lost every chip."""

    seat: int
    mistaken: bool = False
    """The player has chips: the tap that said otherwise is taken back."""


class ComeBack(Command, action=PokerAction.PLAYER_AWAY):
    seat: int


class PostDue(Command, action=PokerAction.POST_BLIND):
    """A joiner, or one who is back, pays to be dealt in now (19.12, 19.15)."""

    seat: int


class BuyChips(Command, action=PokerAction.BUY_CHIPS):
    """13.4; in a tournament a re-buy or an add-on."""

    seat: int
    amount: int


class PlayerSatDown(Event):
    seat: int
    player: int
    amount: Cents
    joining: bool
    """19.12: the player waits for the big blind, or posts one."""
    who: str = ""
    moved: bool = False


class DifferenceBooked(Event):
    """Run by pots: all who sat here have left, and so many of their chips were never counted."""

    amount: Cents


class PlayerLeft(Event):
    seat: int
    amount: Cents
    mistaken: bool = False


class PlayerWentAway(Event):
    seat: int


class PlayerBroke(Event):
    """Run by pots: not dealt in before chips are bought."""

    seat: int
    mistaken: bool = False


class PlayerCameBack(Event):
    seat: int


class PostAgreed(Event):
    seat: int


class ChipsBought(Event):
    seat: int
    amount: Cents
    short: bool = False
    """1.1: with what the player has, still less than the minimum bank."""


def between_hands(table: Table, number: int) -> Refused | None:
    """13.3, 6.3: none of this is done during a hand."""
    if not 1 <= number <= table.rules.seats:
        detail = f"It has seats 1 to {table.rules.seats}."
        return Refused(PokerRefusal.NO_SUCH_SEAT, "2.1", detail)
    return Refused(PokerRefusal.HAND_ON, "13.3") if table.phase is not Phase.IDLE else None


def seated(table: Table, number: int) -> Refused | None:
    """Does somebody sit there, and is no hand in progress?"""
    if refused := between_hands(table, number):
        return refused
    taken = table.seat(number).player
    return None if taken else Refused(PokerRefusal.SEAT_EMPTY, "6.2", str(number))


def _verify_take(table: Table, command: SitDown, _: Asking) -> Refused | None:
    if refused := between_hands(table, command.seat):
        return refused
    if table.seat(command.seat).player:
        return Refused(PokerRefusal.SEAT_TAKEN, "6.2", str(command.seat))
    if command.amount <= 0:
        return Refused(PokerRefusal.NO_AMOUNT, "13.1")
    least = table.rules.bank_min
    short = command.amount < least
    return Refused(PokerRefusal.SHORT_BANK, "13.1", dollars(least)) if short else None


def _take(draft: Draft[Table], command: SitDown) -> None:
    table = draft.state
    at_once = command.moved or table.rules.tournament or in_first_lap(table)
    player = table.sat_down + 1
    if over := not_counted_out(table):
        draft.emit(DifferenceBooked(over))
    draft.emit(
        PlayerSatDown(command.seat, player, command.amount, not at_once, command.who, command.moved)
    )


def verify_counted(table: Table, number: int, counted: int | None) -> Refused | None:
    """Why a player cannot leave with so many chips, counted only where no stacks are kept."""
    if table.rules.stacks_kept:
        return None if counted is None else Refused(LifeRefusal.KNOWN_ALREADY, "13.5")
    if counted is None:
        broke = table.seat(number).broke
        return None if broke else Refused(LifeRefusal.NOT_COUNTED_OUT, "13.5")
    if counted < 0:
        return Refused(LifeRefusal.NOT_COUNTED, "13.5")
    return verify_there(table, counted)


def verify_there(table: Table, amount: int) -> Refused | None:
    """Run by pots: nobody takes more than all players together have."""
    if amount <= table.chips:
        return None
    detail = f"{dollars(amount)} keyed: expected at most {dollars(table.chips)}."
    return Refused(LifeRefusal.MORE_THAN_THERE, "13.5", detail)


def not_counted_out(table: Table) -> int:
    """Run by pots: chips that nobody has taken away, though nobody sits there any more."""
    told = table.rules.stacks_kept or table.rules.tournament
    return 0 if told or any(seat.player for seat in table.seats) else table.chips


def chips_of(table: Table, number: int, counted: int | None) -> int:
    """The chips with which a player leaves."""
    return table.seat(number).stack if table.rules.stacks_kept else counted or 0


def of_seated(check: Callable[[Table, Any], Refused | None]) -> Verify:
    """The check of what concerns somebody who sits there: the rest of it is asked only then."""
    return lambda table, command, _: seated(table, command.seat) or check(table, command)


def _verify_leave(table: Table, command: LeaveTable) -> Refused | None:
    return verify_counted(table, command.seat, command.counted)


def _leave(draft: Draft[Table], command: LeaveTable) -> None:
    amount = chips_of(draft.state, command.seat, command.counted)
    draft.emit(PlayerLeft(command.seat, amount, command.mistaken))


def _verify_broke(table: Table, command: RunOutOfChips) -> Refused | None:
    if table.rules.stacks_kept:
        return Refused(LifeRefusal.KNOWN_ALREADY, "13.2")
    broke = table.seat(command.seat).broke
    if command.mistaken:
        return None if broke else Refused(LifeRefusal.NOT_BROKE, "13.2")
    return Refused(LifeRefusal.BROKE_ALREADY, "13.2") if broke else None


def _verify_away(table: Table, command: GoAway) -> Refused | None:
    away = table.seat(command.seat).away
    return Refused(PokerRefusal.AWAY_ALREADY, "19.15") if away else None


def _verify_back(table: Table, command: ComeBack) -> Refused | None:
    away = table.seat(command.seat).away
    return None if away else Refused(PokerRefusal.NOT_AWAY, "19.15")


def _verify_post(table: Table, command: PostDue) -> Refused | None:
    seat = table.seat(command.seat)
    if seat.away:
        return Refused(PokerRefusal.PLAYER_AWAY, "19.15")
    if not has_chips(table.rules, seat):
        return Refused(PokerRefusal.NO_CHIPS, "13.2")
    return None if seat.waits else Refused(PokerRefusal.NOTHING_DUE, "19.12")


def _verify_buy(_: Table, command: BuyChips) -> Refused | None:
    return None if command.amount > 0 else Refused(PokerRefusal.NO_AMOUNT, "13.4")


def _buy(draft: Draft[Table], command: BuyChips) -> None:
    rules = draft.state.rules
    bank = draft.state.seat(command.seat).stack + command.amount
    short = rules.stacks_kept and bank < rules.bank_min
    draft.emit(ChipsBought(command.seat, command.amount, short))


def with_seat(table: Table, number: int, **changes: Any) -> Table:
    """One seat with these changes."""
    return with_seats(table, evolve(table.seat(number), **changes))


def _taken(table: Table, event: PlayerSatDown) -> Table:
    table = with_chips(evolve(table, sat_down=event.player), event.seat, event.amount)
    return with_seat(table, event.seat, player=event.player, joining=event.joining)


def vacant(table: Table, number: int) -> Table:
    """Nobody sits there any more."""
    return with_seats(table, Seat(number))


HANDLERS: Handlers = {
    SitDown: Handler(_verify_take, _take),
    LeaveTable: Handler(of_seated(_verify_leave), _leave),
    RunOutOfChips: Handler(of_seated(_verify_broke), Emits(PlayerBroke)),
    GoAway: Handler(of_seated(_verify_away), Emits(PlayerWentAway)),
    ComeBack: Handler(of_seated(_verify_back), Emits(PlayerCameBack)),
    PostDue: Handler(of_seated(_verify_post), Emits(PostAgreed)),
    BuyChips: Handler(of_seated(_verify_buy), _buy),
}

FOLDS: Folds = {
    PlayerSatDown: _taken,
    DifferenceBooked: lambda table, event: evolve(table, chips=table.chips - event.amount),
    PlayerLeft: lambda table, event: vacant(
        with_chips(table, event.seat, -event.amount), event.seat
    ),
    PlayerBroke: lambda table, event: with_seat(
        table, event.seat, broke=not event.mistaken, posting=False
    ),
    PlayerWentAway: lambda table, event: with_seat(table, event.seat, away=True, posting=False),
    PlayerCameBack: lambda table, event: with_seat(table, event.seat, away=False),
    PostAgreed: lambda table, event: with_seat(table, event.seat, posting=True),
    ChipsBought: lambda table, event: with_seat(
        with_chips(table, event.seat, event.amount), event.seat, broke=False
    ),
}
