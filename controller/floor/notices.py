"""Notice periods: how long a sign has been on display, and when what it says may happen.

Only time that was measured counts. While the sign is dark, and from the last moment on record to a
restart of the controller, a notice stands still: it may take longer than announced, never less.
While one runs, the time goes on record every minute, and at once when the controller has restarted.
"""

from typing import Final

from controller.domain.base import evolve
from controller.domain.instant import MINUTE_MS, Instant, elapsed_ms
from controller.domain.kernel import Folds, Handler, Handlers, always, unchanged
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor, SignNotice
from controller.staff.powers import Nobody

NOTED_EVERY_MS: Final = MINUTE_MS


class ReportSign(Command, action=Nobody.OBSERVED):
    """Observation: the table sign is lit again, or has gone dark."""

    lit: bool


class ClockRestarted(Event):
    """The monotonic clock began anew: a restart, or another machine."""


class TimePassed(Event):
    """The clocks as they stood while a notice ran: so much is proved, whatever happens next."""


class SignLit(Event):
    pass


class SignWentDark(Event):
    pass


def begun(floor: Floor, minutes: int, at: Instant) -> SignNotice:
    """A notice that goes on the sign now; it ends on the full minute that the sign announces."""
    to_full_minute_ms = -at.wall_ms % MINUTE_MS
    return SignNotice(minutes * MINUTE_MS + to_full_minute_ms, 0, at if floor.sign_lit else None)


def shown_ms(floor: Floor, notice: SignNotice, now: Instant) -> int:
    """How long it has been on display for certain."""
    if notice.since is None:
        return notice.shown_ms
    passed = elapsed_ms(notice.since, now)
    if passed is None:  # another run: only what the record proves
        passed = elapsed_ms(notice.since, floor.seen) or 0
    return notice.shown_ms + passed


def due(floor: Floor, notice: SignNotice | None, now: Instant) -> bool:
    """Has it been on display for its whole period?"""
    return notice is not None and shown_ms(floor, notice, now) >= notice.length_ms


def time_of(floor: Floor, notice: SignNotice, now: Instant) -> int:
    """The wall time to show, in milliseconds."""
    return now.wall_ms + max(0, notice.length_ms - shown_ms(floor, notice, now))


def too_short(floor: Floor, minutes: int | None, fact: str) -> Refused | None:
    """Less than the rules demand, or than this house does where they are silent."""
    least = floor.rules.terms.notice_minutes_min
    if minutes is None or minutes >= least:
        return None
    detail = f"At least {least} minutes, not {minutes}."
    return refuse(floor.rules, FloorRefusal.NOTICE_TOO_SHORT, fact, detail)


def minutes_of(floor: Floor, minutes: int | None) -> int:
    """As long as was asked for; the least that the rules allow where nothing was said."""
    return floor.rules.terms.notice_minutes_min if minutes is None else minutes


def comparable(floor: Floor, now: Instant) -> bool:
    """Does the clock still run as on record?"""
    return floor.seen.run == -1 or elapsed_ms(floor.seen, now) is not None


def running(floor: Floor) -> bool:
    """Is the time of a notice being counted?"""
    closing = (floor.closing_notice,) if floor.closing_notice else ()
    return any(notice.since is not None for notice in (*closing, *floor.game.notices(floor)))


def to_be_noted(floor: Floor, now: Instant) -> bool:
    """Is the time to go on record: a run that began anew, or a minute that nothing else proves?"""
    passed_ms = elapsed_ms(floor.seen, now)
    return running(floor) and (passed_ms is None or passed_ms >= NOTED_EVERY_MS)


def note_time(draft: Draft) -> None:
    """A crash loses no more of a notice than what has not been noted."""
    if to_be_noted(draft.state, draft.asking.now):
        draft.emit(TimePassed())


def _rebased(floor: Floor, until: Instant, since: Instant | None) -> Floor:
    """What was on display until then counts; from `since` on it counts again."""

    def anew(notice: SignNotice) -> SignNotice:
        return evolve(notice, shown_ms=shown_ms(floor, notice, until), since=since)

    floor = floor.game.with_notices(floor, anew)
    return evolve(floor, closing_notice=floor.closing_notice and anew(floor.closing_notice))


def _report_sign(draft: Draft, command: ReportSign) -> None:
    if command.lit is not draft.state.sign_lit:
        draft.emit(SignLit() if command.lit else SignWentDark())


HANDLERS: Handlers = {ReportSign: Handler(always, _report_sign)}

FOLDS: Folds = {
    ClockRestarted: lambda floor, event: _rebased(
        floor, floor.seen, event.at if floor.sign_lit else None
    ),
    TimePassed: unchanged,  # when it was, every event says
    SignLit: lambda floor, event: evolve(_rebased(floor, event.at, event.at), sign_lit=True),
    SignWentDark: lambda floor, event: evolve(_rebased(floor, event.at, None), sign_lit=False),
}
