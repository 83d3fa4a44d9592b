"""The monthly report of wrong payments above 1,000, and which entries are still needed (11.18)."""

from typing import Final

from controller.domain.base import evolve
from controller.domain.frozen import Frozen
from controller.domain.kernel import Asking, Folds, Handler, Handlers
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import cite, refuse
from controller.floor.entries import Correction
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor
from controller.staff.powers import HouseAction

REPORTED_ABOVE: Final = Money.parse("1000")
_MONTHS: Final = 12


class RecordMonthlyReport(Command, action=HouseAction.MONTHLY_REPORT):
    """The report of a month was made; a payment that came to be known later needs another."""

    year: int
    month: int


class MonthlyReportMade(Event):
    year: int
    month: int
    corrections: tuple[int, ...]
    """Those it lists, by number."""
    regulator: str


class MonthlyReport(Frozen):
    """11.18: to the regulator at each month's end."""

    to: str
    year: int
    month: int
    lines: tuple[Correction, ...]
    clause: str | None


def monthly_report(floor: Floor, year: int, month: int) -> MonthlyReport:
    """Every single difference strictly above 1,000 that came to be known in the month."""
    lines = tuple(
        one
        for one in floor.corrections
        if (one.known_on.year, one.known_on.month) == (year, month) and _listed(one)
    )
    clause = cite(floor.rules, "monthly report")
    return MonthlyReport(floor.rules.terms.regulator, year, month, lines, clause)


def _listed(one: Correction) -> bool:
    return abs(one.difference) > REPORTED_ABOVE


def still_needed(floor: Floor) -> Floor:
    """A new day: what is closed leaves the state, the record keeps it. Numbers go on.

    A correction stays until its report is made, an incident while somebody is detained under it.
    """
    reports = floor.rules.terms.monthly_report
    return evolve(
        floor,
        incidents=tuple(one for one in floor.incidents if one.open),
        corrections=tuple(one for one in floor.corrections if _wanted(one, reports=reports)),
        disputes=tuple(one for one in floor.disputes if one.open),
        claims=tuple(one for one in floor.claims if one.open),
        tasks=tuple(one for one in floor.tasks if one.open),
        withheld=(),
    )


def _wanted(one: Correction, *, reports: bool) -> bool:
    return one.open or (reports and _listed(one) and one.reported is None)


def _verify_report(floor: Floor, command: RecordMonthlyReport, _: Asking) -> Refused | None:
    if not floor.rules.terms.monthly_report:
        return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES)
    day = floor.business_date
    known = day is not None and (command.year, command.month) <= (day.year, day.month)
    if known and 1 <= command.month <= _MONTHS:
        return None
    detail = f"The business date is {day}."
    return refuse(floor.rules, FloorRefusal.MONTH_AHEAD, "monthly report", detail)


def _report(draft: Draft, command: RecordMonthlyReport) -> None:
    report = monthly_report(draft.state, command.year, command.month)
    numbers = tuple(one.number for one in report.lines)
    draft.emit(MonthlyReportMade(command.year, command.month, numbers, report.to))


def _made(floor: Floor, event: MonthlyReportMade) -> Floor:
    corrections = tuple(
        evolve(one, reported=event.at) if one.number in event.corrections else one
        for one in floor.corrections
    )
    return evolve(floor, corrections=corrections)


HANDLERS: Handlers = {RecordMonthlyReport: Handler(_verify_report, _report)}

FOLDS: Folds = {MonthlyReportMade: _made}
