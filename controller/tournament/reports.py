"""What a table with a console of its own has reported: can it be, and what the desk makes of it.

A table that follows every action tells all stacks after each hand. One that is run by pots tells
that a hand is over, who has gone out in it and with how much they went in, and the stacks where
they are counted; between two counts the desk knows the chips of the table, not whose they are.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.domain.base import evolve
from controller.domain.kernel import Draft
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.format import chips
from controller.tournament.hands import (
    HandReported,
    LastChipLost,
    ReportHand,
    Stacks,
    StacksCounted,
    can_play,
    chips_at,
    out_at_once,
    out_without_rebuy,
    report,
    unbalanced,
    verify_report,
)
from controller.tournament.orders import CountReport, HandReport, OutReport, Report, Won
from controller.tournament.refusals import DeskRefusal, not_started
from controller.tournament.state import Desk, Entrant


def verify_told(desk: Desk, table: int, told: Report) -> Refused | None:
    """Why this cannot have happened at the table."""
    verify, _ = _KINDS[type(told)]
    return not_started(desk) or verify(desk, table, told)


def take_told(draft: Draft[Desk], table: int, told: Report) -> None:
    """What has happened at the table happens in the books."""
    _, take = _KINDS[type(told)]
    take(draft, table, told)


def _stacks(desk: Desk, table: int, won: tuple[Won, ...]) -> Stacks:
    """The stacks of the table, with chips that are still on their way to it."""
    told = {(line.name, line.visit): line.amount for line in won}
    return tuple(
        (one.name, Money(one.stack + told.get((one.name, one.visit), one.won) - one.won))
        for one in desk.players(table)
        if one.stack
    )


def _as_entered(desk: Desk, table: int, told: HandReport) -> ReportHand:
    """As people at the desk would enter it."""
    stacks = _stacks(desk, table, told.won)
    return ReportHand(table, stacks, told.commission or None, told.big_blind, told.at_ms)


def _verify_hand(desk: Desk, table: int, told: HandReport) -> Refused | None:
    if not told.won:
        return can_play(desk, table)
    return verify_report(desk, _as_entered(desk, table, told))


def _hand(draft: Draft[Desk], table: int, told: HandReport) -> None:
    told = evolve(told, at_ms=_believed_ms(draft, table, told.at_ms))
    if told.won:
        report(draft, _as_entered(draft.state, table, told))
        return
    out_without_rebuy(draft, table)
    draft.emit(HandReported(table, (), ZERO, told.big_blind, told.at_ms))


def _believed_ms(draft: Draft[Desk], table: int, at_ms: int) -> int:
    """30.3.b: when the hand ended. A time that cannot be, since a clock was set back or runs ahead,
    decides no place: the hand comes after all that are known."""
    desk, now_ms = draft.state, draft.asking.now.wall_ms
    last = desk.table(table).last
    since_ms = last.moment.at_ms if last else 0
    return at_ms if since_ms <= at_ms <= now_ms >= desk.moment.at_ms else 0


def _sitting(desk: Desk, table: int, told: OutReport) -> Entrant | None:
    return next(
        (one for one in desk.players(table) if (one.name, one.visit) == (told.name, told.visit)),
        None,
    )


def _verify_out(desk: Desk, table: int, told: OutReport) -> Refused | None:
    one, last = _sitting(desk, table, told), desk.table(table).last
    played = last is not None and told.name in dict(last.before)
    if one is None or not one.stack or not played:
        detail = f"Expected a player of the last hand at table {table}, not {told.name}."
        return Refused(DeskRefusal.WRONG_PLAYERS, "30.3.b", detail)
    if not 0 < told.went_in <= chips_at(desk, table):
        detail = f"Expected at most {chips(chips_at(desk, table))}, not {chips(told.went_in)}."
        return Refused(DeskRefusal.OUT_OF_BALANCE, "30.3.c", detail)
    return can_play(desk, table)


def _out(draft: Draft[Desk], table: int, told: OutReport) -> None:
    draft.emit(LastChipLost(table, told.name, told.went_in))
    out_at_once(draft, table)


def _verify_count(desk: Desk, table: int, told: CountReport) -> Refused | None:
    stacks = _stacks(desk, table, told.won)
    if refused := unbalanced(stacks, ZERO, chips_at(desk, table)):
        return refused
    name = next((name for name, stack in stacks if not stack), None)
    detail = f"{name} would have no chips."
    return Refused(DeskRefusal.OUT_OF_BALANCE, "28.3", detail) if name else None


def _count(draft: Draft[Desk], table: int, told: CountReport) -> None:
    draft.emit(StacksCounted(table, _stacks(draft.state, table, told.won)))


_KINDS: Final[dict[type, tuple[Callable[..., Refused | None], Callable[..., Any]]]] = {
    HandReport: (_verify_hand, _hand),
    OutReport: (_verify_out, _out),
    CountReport: (_verify_count, _count),
}
