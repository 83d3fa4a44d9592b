"""Tables with a console of their own: what the desk orders, what it takes from their reports.

An order is worked out from the desk as it stands and says how a table is to be, so that one which
was away reads the latest and comes right. A table plays on by itself. Before chips or players are
taken from it the desk has it wait, and goes on when it has said that it does.
"""

from collections.abc import Iterator
from typing import NamedTuple

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Draft, Emits, Folds, Handler, Handlers
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.staff.powers import Nobody
from controller.tournament.base import Command, Event
from controller.tournament.hands import behind
from controller.tournament.orders import Order, Report, SeatLine
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal
from controller.tournament.reports import take_told, verify_told
from controller.tournament.seating import counted, seat_of
from controller.tournament.state import Desk, Entrant, Link, got_up, with_table


class HoldTables(Command, action=DeskAction.HOLD_TABLES):
    """These tables begin no hand until the desk lets them; all others may."""

    tables: tuple[int, ...]


class TakeOverTable(Command, action=DeskAction.TAKE_OVER_TABLE):
    """A console is out of use: hands of the table are entered at the desk from now on."""

    table: int


class HandBackTable(Command, action=DeskAction.TAKE_OVER_TABLE):
    """The console works again: it is made to be as the desk has the table."""

    table: int


class LinkTable(Command, action=Nobody.INTERNAL):
    """A table was heard for the first time, or again: it has reported so many hands before."""

    table: int
    played: int


class TakeReport(Command, action=Nobody.INTERNAL):
    """A table has reported something."""

    table: int
    report: Report


class SeeTableStand(Command, action=Nobody.INTERNAL):
    """A table has said that it is between hands, by this order."""

    table: int
    order: int


class TablesHeld(Event):
    tables: tuple[int, ...]


class TableTakenOver(Event):
    table: int


class TableHandedBack(Event):
    table: int


class TableLinked(Event):
    table: int
    played: int


class ReportTaken(Event):
    """What the report says stands after it in the same record."""

    table: int
    number: int


class TableStood(Event):
    table: int
    order: int


# What a table is told


class Pause(NamedTuple):
    """How many more hands a table may begin, and why no further ones."""

    hands: int
    why: str
    counts: bool = False
    """Is there time to count the stacks of a table that is run by pots?"""


def pause_of(desk: Desk, number: int) -> Pause | None:
    """None: it plays on."""
    return min(_pauses(desk, number), key=lambda pause: pause.hands, default=None)


def _pauses(desk: Desk, number: int) -> Iterator[Pause]:
    """30.4, 26.1.g, 30.3.c: the strictest counts, of several the first."""
    table = desk.table(number)
    if desk.phase is Phase.OPEN:
        yield Pause(0, "The tournament has not started yet.")
    elif desk.phase is Phase.LAST_HANDS:
        yield Pause(0, "Time is up: no more hands begin.", counts=True)
    elif desk.phase not in IN_PLAY:
        yield Pause(0, "Play is over.", counts=True)
    if table.link is not None and table.link.by_desk:
        yield Pause(0, "The desk is running this table.")
    if number in desk.held:
        yield Pause(0, "The desk has asked this table to wait.", counts=True)
    if desk.on_break:
        yield Pause(0, "The tournament is on a break.", counts=True)
    if desk.level and desk.clock and desk.clock.since is None:
        yield Pause(0, "The clock is stopped.")
    if desk.phase is Phase.HAND_FOR_HAND:
        waits = bool(behind(desk, number))
        yield Pause(0 if waits else 1, "The other tables have not finished their hand.")
    if desk.form.session_hands is not None:
        left = max(0, desk.form.session_hands - table.hands)
        yield Pause(left, "This table has played all its hands of the session.", counts=True)


def order_for(desk: Desk, number: int) -> Order | None:
    """How a table is to be; none where the desk does not hear it."""
    link = desk.table(number).link
    if link is None:
        return None
    pause, clock = pause_of(desk, number), desk.clock
    order = Order(
        number=desk.changes,
        taken=link.taken,
        until=None if pause is None else link.taken + pause.hands,
        why="" if pause is None else pause.why,
        seats=tuple(_line(one) for one in sorted(desk.players(number), key=seat_of)),
        chip=desk.table(number).chip,
        count=desk.table(number).uncounted is not None and pause is not None and pause.counts,
    )
    if clock is None or desk.level is None:
        return order
    since = None if clock.since is None else clock.since.wall_ms
    level = {"level": desk.level, "level_number": clock.level + 1}
    return evolve(order, **level, left_ms=clock.left_ms, since_ms=since)


def _line(one: Entrant) -> SeatLine:
    return SeatLine(seat_of(one).number, one.name, one.visit, Money(one.stack - one.won), one.away)


def numbered(desk: Desk) -> Desk:
    """After every event: one more of them, and since when each table is held."""
    desk = evolve(desk, changes=desk.changes + 1)
    for table in desk.tables:
        if table.link is None:
            continue
        pause = pause_of(desk, table.number)
        held = pause is not None and not pause.hands
        since = (table.link.held_since or desk.changes) if held else None
        if since != table.link.held_since:
            link = evolve(table.link, held_since=since)
            desk = with_table(desk, table.number, link=link)
    return desk


# What the desk does


def _verify_take(desk: Desk, command: TakeReport, _: Asking) -> Refused | None:
    link = desk.table(command.table).link
    if link is None or link.by_desk:
        return Refused(DeskRefusal.NOT_LINKED, "25.1", f"Table {command.table}.")
    if command.report.number != link.taken + 1:
        detail = f"Report {command.report.number} came: expected {link.taken + 1}."
        return Refused(DeskRefusal.NOT_THE_NEXT, "25.1", detail)
    return verify_told(desk, command.table, command.report)


def _take(draft: Draft[Desk], command: TakeReport) -> None:
    draft.emit(ReportTaken(command.table, command.report.number))
    take_told(draft, command.table, command.report)


def _verify_link(desk: Desk, command: LinkTable, _: Asking) -> Refused | None:
    known = desk.table(command.table).link is not None
    return Refused(DeskRefusal.LINKED_ALREADY, "25.1") if known else None


def _verify_stand(desk: Desk, command: SeeTableStand, _: Asking) -> Refused | None:
    link = desk.table(command.table).link
    return None if link is not None else Refused(DeskRefusal.NOT_LINKED, "25.1")


def _verify_hold(desk: Desk, command: HoldTables, _: Asking) -> Refused | None:
    known = {table.number for table in desk.tables}
    if unknown := sorted({*command.tables} - known):
        detail = f"Table {unknown[0]}."
        return Refused(DeskRefusal.NOT_LINKED, "26.1.f", detail)
    return None


def _hold(draft: Draft[Desk], command: HoldTables) -> None:
    draft.emit(TablesHeld(tuple(sorted({*command.tables}))))


def _verify_take_over(desk: Desk, command: TakeOverTable, _: Asking) -> Refused | None:
    linked = desk.table(command.table).reports
    return None if linked else Refused(DeskRefusal.NOT_LINKED, "25.1")


def _verify_hand_back(desk: Desk, command: HandBackTable, _: Asking) -> Refused | None:
    table = desk.table(command.table)
    if table.link is None or not table.link.by_desk:
        return Refused(DeskRefusal.NOT_LINKED, "25.1", "Expected a table that was taken over.")
    if table.level is not None:
        return Refused(DeskRefusal.HAND_ON, "25.1", "Expected the result of that hand first.")
    if refused := counted(desk, command.table):
        return refused
    if not table.link.stood:
        return Refused(DeskRefusal.NOT_HEARD, "25.1", "Expected the table to say that it waits.")
    return None


# What has happened


def _linked(desk: Desk, event: TableLinked) -> Desk:
    """Whoever sits there sits down anew, with the chips that the desk knows."""
    for one in tuple(desk.players(event.table)):
        desk = got_up(desk, one.name)
    return with_table(desk, event.table, link=Link(event.played))


def _with_link(desk: Desk, number: int, **changes: object) -> Desk:
    link = existing(desk.table(number).link, f"table {number} was never heard")
    return with_table(desk, number, link=evolve(link, **changes))


HANDLERS: Handlers = {
    HoldTables: Handler(_verify_hold, _hold),
    TakeOverTable: Handler(_verify_take_over, Emits(TableTakenOver)),
    HandBackTable: Handler(_verify_hand_back, Emits(TableHandedBack)),
    LinkTable: Handler(_verify_link, Emits(TableLinked)),
    TakeReport: Handler(_verify_take, _take),
    SeeTableStand: Handler(_verify_stand, Emits(TableStood)),
}

FOLDS: Folds = {
    TablesHeld: lambda desk, event: evolve(desk, held=event.tables),
    TableTakenOver: lambda desk, event: _with_link(desk, event.table, by_desk=True),
    TableHandedBack: lambda desk, event: with_table(desk, event.table, link=None),
    TableLinked: _linked,
    ReportTaken: lambda desk, event: _with_link(desk, event.table, taken=event.number),
    TableStood: lambda desk, event: _with_link(desk, event.table, stands=event.order),
}
