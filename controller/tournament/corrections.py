"""Wrong entries are put right, on record and with a reason; nothing is erased."""

from controller.domain.base import existing
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.hands import Stacks, fall_of, out_at_once, unbalanced
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, not_in_play, not_started, without_reason
from controller.tournament.seating import between_hands, seat_of
from controller.tournament.state import (
    Counted,
    Desk,
    Entrant,
    EntryState,
    booked,
    rebuys_open,
    with_entrant,
    with_table,
)


class CorrectHand(Command, action=DeskAction.CORRECT_HAND):
    """The stacks after the last hand of a table, as they really were."""

    table: int
    stacks: Stacks
    commission: Money = ZERO


class TakeBackBustOut(Command, action=DeskAction.TAKE_BACK_BUST_OUT):
    """A player was counted out though the re-buy was asked for in time: back to the seat, at 0."""

    name: str


class HandCorrected(Event):
    table: int
    stacks: Stacks
    commission: Money
    reason: str


class BustOutTakenBack(Event):
    name: str
    reason: str


def _verify_correct(desk: Desk, command: CorrectHand, asking: Asking) -> Refused | None:
    if refused := not_started(desk) or without_reason(asking, "25.1"):
        return refused
    if desk.table(command.table).reports and (refused := between_hands(desk, command.table)):
        return refused
    last = desk.table(command.table).last
    if last is None:
        return Refused(DeskRefusal.NO_HAND, "25.1", f"Table {command.table} has not played a hand.")
    if sorted(name for name, _ in command.stacks) != sorted(name for name, _ in last.after):
        names = ", ".join(name for name, _ in last.after)
        return Refused(
            DeskRefusal.WRONG_PLAYERS, "25.1", f"Expected the players of the hand: {names}."
        )
    if not all(_as_it_was(desk, command.table, last, *stack) for stack in last.after):
        detail = "Expected every player of the hand with the seat and chips it left."
        return Refused(DeskRefusal.CHANGED_SINCE, "25.1", detail)
    if command.commission and not desk.form.commission:
        return Refused(DeskRefusal.NO_COMMISSION, "32.1", "Expected stacks only.")
    had = sum(stack for _, stack in last.after) + last.commission
    had += desk.table(command.table).uncounted or 0
    return unbalanced(command.stacks, command.commission, had)


def _as_it_was(desk: Desk, table: int, last: Counted, name: str, after: int) -> bool:
    """Nothing has happened to a player since the hand, but that it put the player out."""
    one = desk.entrant(name)
    if one.stack != after or seat_of(one).table != table:
        return False
    return one.is_in or (_out_by(one, last) and desk.sitter(seat_of(one)) is None)


def _out_by(one: Entrant, last: Counted) -> bool:
    return (
        one.standing is EntryState.OUT and one.fall is not None and one.fall.moment == last.moment
    )


def _correct(draft: Draft[Desk], command: CorrectHand) -> None:
    reason = str(draft.asking.reason)
    draft.emit(HandCorrected(command.table, command.stacks, command.commission, reason))
    out_at_once(draft, command.table)


def _verify_take_back(desk: Desk, command: TakeBackBustOut, asking: Asking) -> Refused | None:
    if refused := not_in_play(desk) or without_reason(asking, "29.2.a"):
        return refused
    one = desk.find(command.name)
    if one is None or one.standing is not EntryState.OUT:
        detail = f"Expected a player who is out, not {command.name}."
        return Refused(DeskRefusal.NOT_OUT, "29.2.a", detail)
    if not rebuys_open(desk):
        return Refused(DeskRefusal.REBUYS_CLOSED, "29.2.a", "Expected this before that.")
    if desk.sitter(seat_of(one)) is not None:
        return Refused(DeskRefusal.SEAT_TAKEN, "26.1.f", f"{seat_of(one)} is taken by now.")
    return None


def _take_back(draft: Draft[Desk], command: TakeBackBustOut) -> None:
    draft.emit(BustOutTakenBack(command.name, str(draft.asking.reason)))


def _corrected(desk: Desk, event: HandCorrected) -> Desk:
    last = existing(desk.table(event.table).last, "no hand to correct")
    before = dict(last.before)
    for name, stack in event.stacks:
        fall = fall_of(last.moment, before[name], stack)
        desk = with_entrant(desk, name, stack=stack, fall=fall, standing=EntryState.IN)
    counted = last._replace(after=event.stacks, commission=event.commission)
    desk = with_table(desk, event.table, last=counted, uncounted=None)
    return booked(desk, commission=event.commission - last.commission)


HANDLERS: Handlers = {
    CorrectHand: Handler(_verify_correct, _correct),
    TakeBackBustOut: Handler(_verify_take_back, _take_back),
}

FOLDS: Folds = {
    HandCorrected: _corrected,
    BustOutTakenBack: lambda desk, event: with_entrant(desk, event.name, standing=EntryState.IN),
}
