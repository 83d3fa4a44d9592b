"""Closing: at once when nobody is there, else when the sign has shown it for its time (13.9)."""

from controller.domain.base import evolve
from controller.domain.instant import Instant
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.notices import begun, due, minutes_of, too_short
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor, Status
from controller.staff.powers import HouseAction


class AnnounceClosing(Command, action=HouseAction.ANNOUNCE_CLOSING):
    """The closing time goes on the sign; announced anew, the period begins anew."""

    minutes: int | None = None
    """How long it is announced; none: as long as it has to be."""


class WithdrawClosing(Command, action=HouseAction.WITHDRAW_NOTICE):
    """The table stays open."""


class CloseTable(Command, action=HouseAction.CLOSE_TABLE):
    """The table is closed now."""


class ClosingAnnounced(Event):
    minutes: int


class ClosingWithdrawn(Event):
    pass


class TableClosed(Event):
    """Closed for play; the float is counted next."""

    noticed: bool
    """The closing time was on the sign for its period."""


def closing_due(floor: Floor, now: Instant) -> bool:
    """Has the closing time been on the sign for its period, or the last round been played?"""
    return due(floor, floor.closing_notice, now) or floor.game.closing_due(floor)


def close_if_due(draft: Draft) -> None:
    """Between rounds the table closes itself when its time has come."""
    if closing_due(draft.state, draft.asking.now):
        draft.emit(TableClosed(noticed=True))


def _open(floor: Floor) -> Refused | None:
    return None if floor.status is Status.OPEN else refuse(floor.rules, FloorRefusal.NOT_OPEN)


def _verify_announce(floor: Floor, command: AnnounceClosing, _: Asking) -> Refused | None:
    return _open(floor) or too_short(floor, command.minutes, "closing")


def _announce(draft: Draft, command: AnnounceClosing) -> None:
    draft.emit(ClosingAnnounced(minutes_of(draft.state, command.minutes)))


def _verify_withdraw(floor: Floor, _: WithdrawClosing, __: Asking) -> Refused | None:
    if floor.closing_notice is None:
        return refuse(floor.rules, FloorRefusal.NO_NOTICE, "closing")
    return None


def _verify_close(floor: Floor, _: CloseTable, asking: Asking) -> Refused | None:
    if refused := _open(floor):
        return refused
    if floor.round is not None:
        return refuse(floor.rules, FloorRefusal.ROUND_IN_PROGRESS, "closing")
    if floor.seated() and not closing_due(floor, asking.now):
        return refuse(floor.rules, FloorRefusal.NOTICE_NEEDED, "closing")
    return None


def _close(draft: Draft, _: CloseTable) -> None:
    draft.emit(TableClosed(noticed=closing_due(draft.state, draft.asking.now)))


def _closed(floor: Floor, _: TableClosed) -> Floor:
    closed: Floor = evolve(
        floor.game.closed(floor),
        status=Status.COUNTING,
        seats=tuple(floor.empty_seat(one.place, closed=one.closed) for one in floor.seats),
        closing_notice=None,
        vacant=False,
    )
    return closed


HANDLERS: Handlers = {
    AnnounceClosing: Handler(_verify_announce, _announce),
    WithdrawClosing: Handler(_verify_withdraw, Emits(ClosingWithdrawn)),
    CloseTable: Handler(_verify_close, _close),
}

FOLDS: Folds = {
    ClosingAnnounced: lambda floor, event: evolve(
        floor, closing_notice=begun(floor, event.minutes, event.at)
    ),
    ClosingWithdrawn: becomes(closing_notice=None),
    TableClosed: _closed,
}
