"""The stacks of a table after each hand, and who is out by them (25.1, 28.3, R69, R71)."""

from collections.abc import Iterator

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.base import Event
from controller.tournament.format import amount
from controller.tournament.phases import STARTED, Phase
from controller.tournament.refusals import DeskRefusal, refused_now, refused_player
from controller.tournament.state import (
    Counted,
    Desk,
    Entrant,
    EntryState,
    Fall,
    Moment,
    booked,
    rebuys_open,
    with_entrant,
    with_entrants,
    with_table,
)

Stacks = tuple[tuple[str, Money], ...]
"""By name."""


@frozen
class ReportHand:
    """25.1: a hand is over; all stacks of the table after it, and what commission has left it."""

    table: int
    stacks: Stacks
    commission: Money | None = None
    big_blind: int | None = None
    """At which seat it was, where the table tells it."""


@frozen
class HandReported(Event):
    table: int
    stacks: Stacks
    commission: Money
    big_blind: int | None


@frozen
class PlayerOut(Event):
    """30.3.b: at 0, and no re-buy has come."""

    name: str


def waiting(desk: Desk, table: int | None = None) -> Iterator[Entrant]:
    """Players at 0 to whom a re-buy is still open; at one table, or all."""
    return (
        entrant
        for entrant in (desk.entrants if table is None else desk.players(table))
        if entrant.is_in and entrant.fall is not None
    )


def out_without_rebuy(draft: Draft[Desk], table: int | None = None) -> None:
    """R71: the next hand, the close or the end has come without a re-buy."""
    for entrant in tuple(waiting(draft.state, table)):
        draft.emit(PlayerOut(entrant.name))


def _verify_report(desk: Desk, command: ReportHand, _: Asking) -> Refused | None:
    return (
        refused_now(desk, "hands after the start and before the end", *STARTED)
        or _verify_players(desk, command)
        or _verify_sum(desk, command)
    )


def _verify_players(desk: Desk, command: ReportHand) -> Refused | None:
    listed = [name for name, _ in command.stacks]
    there = [one.name for one in desk.players(command.table) if one.stack]
    if len(there) < 2:
        detail = f"{len(there)} at table {command.table}: expected two or more."
        return Refused(DeskRefusal.TOO_FEW, "4.2", detail)
    for name in listed:
        if refused := refused_player(desk, name, "25.1"):
            return refused
    if sorted(listed) != sorted(there):
        detail = f"{_named(listed)} seen: expected {_named(there)}, who play at {command.table}."
        return Refused(DeskRefusal.WRONG_PLAYERS, "25.1", detail)
    return None


def _verify_sum(desk: Desk, command: ReportHand) -> Refused | None:
    if command.commission is not None and not desk.form.commission:
        return Refused(DeskRefusal.NO_COMMISSION, "32.1", "Expected stacks only.")
    had = sum(one.stack for one in desk.players(command.table))
    seen = sum(stack for _, stack in command.stacks) + (command.commission or 0)
    if seen != had:
        detail = f"{amount(seen)} seen: expected {amount(had)}, as the table had."
        return Refused(DeskRefusal.OUT_OF_BALANCE, "28.3", detail)
    return None


def _named(names: list[str]) -> str:
    return ", ".join(names) or "nobody"


def _report(draft: Draft[Desk], command: ReportHand) -> None:
    out_without_rebuy(draft, command.table)
    commission = command.commission or ZERO
    draft.emit(HandReported(command.table, command.stacks, commission, command.big_blind))
    if not rebuys_open(draft.state):
        out_without_rebuy(draft, command.table)


def moment_of(desk: Desk, table: int) -> Moment:
    """R69: the next hand of a table; hand for hand, the n-th hands of all tables are one."""
    if desk.phase is Phase.HAND_FOR_HAND:
        return Moment(desk.moment.at, desk.table(table).in_step + 1)
    return Moment(desk.moment.at + 1)


def _reported(desk: Desk, event: HandReported) -> Desk:
    moment = moment_of(desk, event.table)
    before = {one.name: one.stack for one in desk.players(event.table)}
    changed = {
        name: {"stack": after, "fall": None if after else Fall(moment, before[name])}
        for name, after in event.stacks
    }
    table = desk.table(event.table)
    desk = with_table(
        with_entrants(desk, changed),
        event.table,
        hands=table.hands + 1,
        in_step=table.in_step + 1,
        level=None,
        last=Counted(moment, tuple(before.items()), event.stacks, event.commission),
        big=event.big_blind,
    )
    desk = evolve(desk, moment=Moment(moment.at))
    return booked(desk, commission=event.commission)


def _out(desk: Desk, event: PlayerOut) -> Desk:
    return with_entrant(desk, event.name, standing=EntryState.OUT)


HANDLERS: Handlers = {ReportHand: Handler(_verify_report, _report)}

FOLDS: Folds = {HandReported: _reported, PlayerOut: _out}
