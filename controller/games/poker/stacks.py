"""Between hands: a stack spent from, counted or picked up, a change of seat and of stakes.

Chips leave the table only with their player (13.5), but for goods and services. A stack that was
counted and differs is set right on record. Whatever is asked here waits until the hand is over.
"""

from typing import Final

from controller.domain.base import evolve
from controller.domain.kernel import (
    Asking,
    Command,
    Draft,
    Emits,
    Event,
    Folds,
    Handler,
    Handlers,
    always,
    unchanged,
)
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.phases import Phase
from controller.games.poker.positions import in_first_lap
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.rules import Limit, PokerRules, problem_with
from controller.games.poker.seating import (
    between_hands,
    chips_of,
    of_seated,
    seated,
    vacant,
    verify_counted,
    verify_there,
)
from controller.games.poker.state import Seat, Table, clockwise, with_chips, with_seats
from controller.staff.powers import Nobody

LAPS_MISSED_MAX: Final = 2
"""19.14: two big and two small blinds in a row."""


class BuyGoods(Command, action=PokerAction.BUY_GOODS):
    """13.5: goods or services from an employee are paid for out of a stack."""

    seat: int
    amount: int


class CountStack(Command, action=PokerAction.COUNT_STACK):
    """A stack was counted between hands, and is set right."""

    seat: int
    amount: int


class PickUpChips(Command, action=PokerAction.PICK_UP_CHIPS):
    """19.14: the player has missed two laps: the chips are kept, the seat is free."""

    seat: int
    counted: int | None = None
    """Run by pots: how many there are."""


class OfferSeat(Command, action=PokerAction.OFFER_SEAT):
    """6.2: an empty seat is offered to the players at the table; these want it."""

    seat: int
    wanted_by: tuple[int, ...] = ()


class ChangeStakes(Command, action=PokerAction.CHANGE_STAKES):
    """12.6, 12.7, 13.8: the players at these seats agree to other limits, blinds, antes or bank."""

    limit: Limit
    small: int
    big: int
    ante: int
    bank_min: int
    agreed: tuple[int, ...] = ()


class ClearTable(Command, action=Nobody.INTERNAL):
    """The table has closed, or a player was excluded: the players leave with all their chips."""

    seats: tuple[int, ...]


class BeginDrop(Command, action=Nobody.INTERNAL):
    """22.1: a new business day begins, and its commission is counted from zero."""


class GoodsBought(Event):
    seat: int
    amount: int


class StackCounted(Event):
    seat: int
    before: int
    after: int


class ChipsPickedUp(Event):
    seat: int
    amount: int


class SeatOffered(Event):
    """Nobody at the table wants the seat."""

    seat: int


class SeatChanged(Event):
    seat: int
    to: int
    amount: int
    joining: bool
    """19.13: the move puts the big blind off, so the player waits for it, or posts one."""
    missed_small: bool = False
    """19.13: the small blind was due at the seat that was left."""


class StakesChanged(Event):
    before: PokerRules
    after: PokerRules
    below: tuple[int, ...]
    """13.8: seats that hold less than the new minimum bank."""


class TableCleared(Event):
    seats: tuple[tuple[int, int], ...]
    """Seat and the chips that its player has taken away."""


class DropBegun(Event):
    before: Cents
    """All commission of the days before."""


def seats_to_give_up(table: Table) -> tuple[int, ...]:
    """19.14: the seats that may be given up; a supervisor decides whether they are."""
    return tuple(seat.number for seat in table.seats if seat.laps_missed >= LAPS_MISSED_MAX)


def first_call(table: Table) -> tuple[int, ...]:
    """6.2: the players at the table, anti-clockwise from the button; the button itself is last."""
    button = table.positions.button if table.positions else table.rules.seats
    left = [number for number in clockwise(button, table.rules.seats) if table.seat(number).player]
    at_button = [number for number in left if number == button]
    return (*(number for number in reversed(left) if number != button), *at_button)


def with_stakes(rules: PokerRules, command: ChangeStakes) -> PokerRules:
    """The rules of a table at other stakes; the bets of a fixed limit follow the blinds."""
    return evolve(
        rules,
        limit=command.limit,
        small=command.small,
        big=command.big,
        ante=command.ante,
        bank_min=command.bank_min,
        small_bet=0,
        big_bet=0,
    )


def _verify_goods(table: Table, command: BuyGoods) -> Refused | None:
    if command.amount <= 0:
        return Refused(PokerRefusal.NO_AMOUNT, "13.5")
    if not table.rules.stacks_kept:
        return verify_there(table, command.amount)
    stack = table.seat(command.seat).stack
    if command.amount <= stack:
        return None
    return Refused(LifeRefusal.NOT_IN_CHIPS, "13.5", dollars(stack))


def _verify_count(table: Table, command: CountStack) -> Refused | None:
    if not table.rules.stacks_kept:
        return Refused(LifeRefusal.NO_STACKS, "13.5")
    if command.amount < 0:
        return Refused(LifeRefusal.NOT_COUNTED, "13.5")
    same = command.amount == table.seat(command.seat).stack
    return Refused(LifeRefusal.COUNTED_THE_SAME, "13.5") if same else None


def _count(draft: Draft[Table], command: CountStack) -> None:
    before = draft.state.seat(command.seat).stack
    draft.emit(StackCounted(command.seat, before, command.amount))


def _verify_pick_up(table: Table, command: PickUpChips) -> Refused | None:
    if command.seat in seats_to_give_up(table):
        return verify_counted(table, command.seat, command.counted)
    return Refused(LifeRefusal.LAPS_NOT_MISSED, "19.14")


def _pick_up(draft: Draft[Table], command: PickUpChips) -> None:
    amount = chips_of(draft.state, command.seat, command.counted)
    draft.emit(ChipsPickedUp(command.seat, amount))


def _verify_offer(table: Table, command: OfferSeat, _: Asking) -> Refused | None:
    if refused := between_hands(table, command.seat):
        return refused
    if table.seat(command.seat).player:
        return Refused(PokerRefusal.SEAT_TAKEN, "6.2", str(command.seat))
    for number in command.wanted_by:
        if refused := seated(table, number):
            return refused
    return None


def _offer(draft: Draft[Table], command: OfferSeat) -> None:
    table = draft.state
    mover = next((number for number in first_call(table) if number in command.wanted_by), None)
    if mover is None:
        draft.emit(SeatOffered(command.seat))
    else:
        joining = table.seat(mover).joining or _puts_off(table, mover, command.seat)
        small = _leaves_small(table, mover)
        draft.emit(SeatChanged(mover, command.seat, table.seat(mover).stack, joining, small))


def _puts_off(table: Table, seat: int, to: int) -> bool:
    """19.13: would the big blind come later to the new seat? In the first lap it may."""
    at = table.positions
    if at is None or in_first_lap(table):
        return False
    if at.again and seat == at.big:  # after a misdeal the big blind is due there once more
        return True
    lap = list(clockwise(at.big, table.rules.seats))
    return lap.index(to) > lap.index(seat)


def _leaves_small(table: Table, seat: int) -> bool:
    """19.13: is the player due for the small blind of the next hand? In the first lap it may be
    left."""
    at = table.positions
    if at is None or in_first_lap(table):
        return False
    due = (at.small, at.small_player) if at.again else (at.big, at.big_player)
    return due == (seat, table.seat(seat).player)


def _verify_stakes(table: Table, command: ChangeStakes, _: Asking) -> Refused | None:
    if table.phase is not Phase.IDLE:
        return Refused(PokerRefusal.HAND_ON, "13.8")
    rules = with_stakes(table.rules, command)
    if rules == evolve(table.rules, small_bet=0, big_bet=0):
        return Refused(LifeRefusal.SAME_STAKES, "13.8")
    if problem := problem_with(rules):
        return Refused(LifeRefusal.NO_STAKES, "12.1", f"{problem}.")
    missing = [
        seat.number for seat in table.seats if seat.player and seat.number not in command.agreed
    ]
    if missing:
        detail = f"Seat {', '.join(map(str, missing))} has not agreed."
        return Refused(LifeRefusal.NOT_AGREED, "13.8", detail)
    return None


def _stakes(draft: Draft[Table], command: ChangeStakes) -> None:
    before = draft.state.rules
    after = with_stakes(before, command)
    raised = after.bank_min > before.bank_min and after.stacks_kept
    below = tuple(
        seat.number for seat in draft.state.seats if seat.player and seat.stack < after.bank_min
    )
    draft.emit(StakesChanged(before, after, below if raised else ()))


def _clear(draft: Draft[Table], command: ClearTable) -> None:
    taken = tuple((number, draft.state.seat(number).stack) for number in command.seats)
    draft.emit(TableCleared(taken))


def _changed(table: Table, event: SeatChanged) -> Table:
    seat = table.seat(event.seat)
    missed = seat.missed_small or event.missed_small
    moved = evolve(seat, number=event.to, joining=event.joining, missed_small=missed)
    return with_seats(table, Seat(event.seat), moved)


def _new_stakes(table: Table, event: StakesChanged) -> Table:
    seats = [evolve(table.seat(number), bank_due=True) for number in event.below]
    return evolve(with_seats(table, *seats), rules=event.after)


def _cleared(table: Table, event: TableCleared) -> Table:
    """6.1: with nobody left, the next play begins with the button at the dealer's left."""
    table = with_seats(table, *(Seat(number) for number, _ in event.seats))
    anybody = any(seat.player for seat in table.seats)
    return table if anybody else evolve(table, positions=None)


HANDLERS: Handlers = {
    BuyGoods: Handler(of_seated(_verify_goods), Emits(GoodsBought)),
    CountStack: Handler(of_seated(_verify_count), _count),
    PickUpChips: Handler(of_seated(_verify_pick_up), _pick_up),
    OfferSeat: Handler(_verify_offer, _offer),
    ChangeStakes: Handler(_verify_stakes, _stakes),
    ClearTable: Handler(always, _clear),
    BeginDrop: Handler(always, lambda draft, _: draft.emit(DropBegun(draft.state.drop))),
}

FOLDS: Folds = {
    GoodsBought: lambda table, event: with_chips(table, event.seat, -event.amount),
    StackCounted: lambda table, event: with_chips(table, event.seat, event.after - event.before),
    ChipsPickedUp: lambda table, event: vacant(
        with_chips(table, event.seat, -event.amount), event.seat
    ),
    SeatOffered: unchanged,
    SeatChanged: _changed,
    StakesChanged: _new_stakes,
    TableCleared: _cleared,
    DropBegun: lambda table, event: evolve(table, drop_before=event.before),
}
