"""What a table under a tournament desk keeps: the last order, and what it has still to report.

Both are folds of events in the table's own record. A report stands there together with the hand
that it is about, and is said again until an order confirms it.
"""

from pathlib import Path

from controller.domain.base import evolve, existing
from controller.domain.frozen import Frozen
from controller.tournament.base import Event
from controller.tournament.orders import (
    REPORTS_MAX,
    CountReport,
    HandReport,
    Order,
    Report,
    SeatLine,
    TableLetter,
    Won,
)


class DeskPlace(Frozen):
    """Which desk a table belongs to, and its number there."""

    folder: Path
    """Folder of the desk."""
    table: int


class OrderHeard(Event):
    """The desk has said how the table is to be."""

    order: Order


class OrderFollowed(Event):
    """The table is as the order says: what that took stands in the same record."""

    number: int


class ReportDue(Event):
    """A hand is over that the desk has to hear of; run by pots, somebody is out or the stacks are
    counted."""

    report: Report


LinkEvent = OrderHeard | OrderFollowed | ReportDue


class UnderDesk(Frozen):
    """A table's end of the link."""

    order: Order | None = None
    """The latest; none before the desk was heard."""
    followed: Order | None = None
    """The one that the table was last made to be like."""
    played: int = 0
    """How many reports there were, confirmed or not."""
    reports: tuple[Report, ...] = ()
    """Those that the desk has not confirmed."""
    counted: tuple[Won, ...] = ()
    """Run by pots: what the last count came to, until the next hand."""
    uncounted: bool = False
    """Run by pots: was a hand played since the stacks were known?"""
    dealt: tuple[SeatLine, ...] = ()
    """Run by pots: who sat here in the last hand."""

    @property
    def behind(self) -> bool:
        """Is there an order that the table does not follow yet?"""
        return self.order is not None and self.order != self.followed

    @property
    def waits(self) -> str | None:
        """Why no hand may begin, in a sentence; none where one may."""
        if self.order is None:
            return "This table has not reached the desk yet."
        if self.order.taken > self.played:
            return (
                "This table has begun a new record. The desk has to take it over and hand it back."
            )
        until = self.order.until
        return None if until is None or self.played < until else self.order.why


def heard(link: UnderDesk, order: Order) -> tuple[OrderHeard, ...]:
    """What to record about an order: nothing if it is known already, or older."""
    known = link.order.number if link.order else 0
    return (OrderHeard(order),) if order.number > known else ()


def is_older(link: UnderDesk, order: Order) -> bool:
    """Is this order older than the one the table has?"""
    return link.order is not None and order.number < link.order.number


def letter(link: UnderDesk, *, at_rest: bool) -> TableLetter:
    """Everything that the desk needs to be told now."""
    followed = link.followed
    stands = followed.number if followed and at_rest and not link.behind else None
    return TableLetter(link.played, link.reports[:REPORTS_MAX], stands)


def fold_link(link: UnderDesk, event: LinkEvent) -> UnderDesk:
    """The table's end of the link after one event."""
    if isinstance(event, OrderHeard):
        left = tuple(one for one in link.reports if one.number > event.order.taken)
        return evolve(link, order=event.order, reports=left)
    if isinstance(event, OrderFollowed):
        return evolve(link, followed=existing(link.order, "no order was heard"))
    report = event.report
    link = evolve(link, played=report.number, reports=(*link.reports, report))
    if isinstance(report, CountReport):
        return evolve(link, counted=report.won, uncounted=False)
    if isinstance(report, HandReport):
        dealt = link.followed.seats if link.followed and not report.won else ()
        return evolve(link, counted=(), uncounted=not report.won, dealt=dealt)
    return evolve(link, counted=(), uncounted=True)
