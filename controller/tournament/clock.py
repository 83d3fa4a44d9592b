"""The clock: levels that take hold with the next hand, breaks, pauses, corrections of the time."""

from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.instant import MINUTE_MS, Instant, elapsed_ms
from controller.domain.kernel import Asking, Draft, Emits, Folds, Handler, Handlers, unchanged
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.buying import CloseRebuys
from controller.tournament.hands import behind, can_play, reports_itself
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, not_in_play, not_started, refused_now
from controller.tournament.state import Clock, Desk, rebuys_open, with_table

NO_LEVEL: Final = 0
"""What a hand is played at where the format has no levels."""


class PauseClock(Command, action=DeskAction.STOP_CLOCK):
    pass


class ResumeClock(Command, action=DeskAction.STOP_CLOCK):
    pass


class AddTime(Command, action=DeskAction.SET_CLOCK):
    """A minute more for the level, or with a negative number one less."""

    minutes: int


class BeginLevel(Command, action=DeskAction.SET_CLOCK):
    """On to another level, or back to one: it takes hold with the next hand of each table."""

    level: int


class BeginHand(Command, action=DeskAction.REPORT_HAND):
    """A table begins a hand, at the level of this moment."""

    table: int


class CallOffHand(Command, action=DeskAction.REPORT_HAND):
    """The hand came to nothing: a misdeal or a void, every chip goes back."""

    table: int


class CallTime(Command, action=DeskAction.CALL_TIME):
    """30.4: the time or the hands of the session are over; hands in progress are finished."""


class ClockPaused(Event):
    left_ms: int
    played_ms: int


class ClockResumed(Event):
    at: Instant


class TimeAdded(Event):
    minutes: int


class LevelBegun(Event):
    level: int
    left_ms: int
    played_ms: int
    at: Instant


class HandBegun(Event):
    table: int
    level: int


class HandCalledOff(Event):
    table: int


class TimeCalled(Event):
    trigger = "call_time"


def gone_ms(clock: Clock, now: Instant) -> int:
    """How long the clock has run since it was last set; across a restart by the wall clock."""
    if clock.since is None:
        return 0
    gone = elapsed_ms(clock.since, now)
    return max(0, now.wall_ms - clock.since.wall_ms) if gone is None else gone


def left_ms(clock: Clock, now: Instant) -> int:
    """What is left of the level."""
    return max(0, clock.left_ms - gone_ms(clock, now))


def played_ms(clock: Clock, now: Instant) -> int:
    """How long the clock has run in this session."""
    return clock.played_ms + gone_ms(clock, now)


def level_minutes(desk: Desk, level: int) -> int:
    """How long a level lasts; 0 where there are none."""
    return desk.form.levels[level].minutes if desk.form.levels else 0


def follow_up(desk: Desk, now: Instant) -> object | None:
    """What the desk does by itself: the next level, and the end of the session (25.1)."""
    if desk.phase not in IN_PLAY or desk.clock is None:
        return None
    form, clock = desk.form, desk.clock
    minutes, hands = form.session_minutes, form.session_hands
    if minutes is not None and played_ms(clock, now) >= minutes * MINUTE_MS:
        return CallTime()
    if hands is not None and all(desk.table(one).hands >= hands for one in desk.table_numbers()):
        return CallTime()
    if rebuys_open(desk) and form.rebuy_levels is not None and clock.level >= form.rebuy_levels:
        return CloseRebuys()
    more = clock.level + 1 < len(form.levels)
    if more and clock.since is not None and not left_ms(clock, now):
        return BeginLevel(clock.level + 1)
    return None


def _running(desk: Desk) -> Refused | None:
    if refused := not_in_play(desk):
        return refused
    if not desk.form.levels:
        return Refused(DeskRefusal.NO_CLOCK, "26.1.c", "Expected a format with levels.")
    return None


def _clock(desk: Desk) -> Clock:
    return existing(desk.clock, "the clock was never started")


def _verify_pause(desk: Desk, _: PauseClock, __: Asking) -> Refused | None:
    if refused := _running(desk):
        return refused
    return Refused(DeskRefusal.CLOCK_STANDS) if _clock(desk).since is None else None


def _pause(draft: Draft[Desk], _: PauseClock) -> None:
    clock, now = _clock(draft.state), draft.asking.now
    draft.emit(ClockPaused(left_ms(clock, now), played_ms(clock, now)))


def _verify_resume(desk: Desk, _: ResumeClock, __: Asking) -> Refused | None:
    if refused := _running(desk):
        return refused
    return Refused(DeskRefusal.CLOCK_RUNS) if _clock(desk).since is not None else None


def _resume(draft: Draft[Desk], _: ResumeClock) -> None:
    draft.emit(ClockResumed(draft.asking.now))


def _verify_add(desk: Desk, command: AddTime, asking: Asking) -> Refused | None:
    if refused := _running(desk):
        return refused
    left = left_ms(_clock(desk), asking.now)
    if not command.minutes or left + command.minutes * MINUTE_MS < 0:
        detail = f"{command.minutes} minutes asked for: {left // MINUTE_MS} minutes are left."
        return Refused(DeskRefusal.NOT_ON_THE_CLOCK, "26.1.g", detail)
    return None


def _verify_level(desk: Desk, command: BeginLevel, _: Asking) -> Refused | None:
    if refused := _running(desk):
        return refused
    if command.level not in range(len(desk.form.levels)):
        detail = f"Expected level 1 to {len(desk.form.levels)}, not {command.level + 1}."
        return Refused(DeskRefusal.NOT_ON_THE_CLOCK, "26.1.c", detail)
    return None


def begin_level(draft: Draft[Desk], level: int) -> None:
    """A level begins now, with all its time."""
    desk, now = draft.state, draft.asking.now
    lasts = level_minutes(desk, level) * MINUTE_MS
    draft.emit(LevelBegun(level, lasts, played_ms(_clock(desk), now), now))


def _verify_begin(desk: Desk, command: BeginHand, _: Asking) -> Refused | None:
    if refused := refused_now(desk, "before time is called", *IN_PLAY):
        return refused
    if refused := reports_itself(desk, command.table):
        return refused
    table, clock = desk.table(command.table), _clock(desk)
    if table.level is not None:
        return Refused(DeskRefusal.HAND_ON, "25.1", "Expected the result of that hand first.")
    if refused := can_play(desk, command.table):
        return refused
    if desk.form.session_hands is not None and table.hands >= desk.form.session_hands:
        detail = f"It has played {table.hands}: expected the other tables to finish theirs first."
        return Refused(DeskRefusal.HANDS_PLAYED, "25.1", detail)
    if desk.on_break:
        return Refused(DeskRefusal.ON_A_BREAK, "26.1.c", "Expected the next level to begin first.")
    if desk.form.levels and clock.since is None:
        return Refused(DeskRefusal.CLOCK_STANDS, "26.1.g", "Start or resume it first.")
    if desk.phase is Phase.HAND_FOR_HAND and (others := behind(desk, command.table)):
        return Refused(DeskRefusal.WAIT, "30.3.c", f"Table {others[0]} is still playing.")
    return None


def _begin(draft: Draft[Desk], command: BeginHand) -> None:
    level = _clock(draft.state).level if draft.state.form.levels else NO_LEVEL
    draft.emit(HandBegun(command.table, level))


def _verify_call_off(desk: Desk, command: CallOffHand, _: Asking) -> Refused | None:
    if refused := not_started(desk):
        return refused
    if desk.table(command.table).level is None:
        return Refused(DeskRefusal.NO_HAND, "25.1", f"Table {command.table} is not playing a hand.")
    return None


def _paused(desk: Desk, event: ClockPaused) -> Desk:
    clock = _clock(desk)
    left, played = event.left_ms, event.played_ms
    return evolve(desk, clock=evolve(clock, left_ms=left, played_ms=played, since=None))


def _added(desk: Desk, event: TimeAdded) -> Desk:
    clock = _clock(desk)
    return evolve(desk, clock=evolve(clock, left_ms=clock.left_ms + event.minutes * MINUTE_MS))


def _level_begun(desk: Desk, event: LevelBegun) -> Desk:
    """Tables in a hand finish it at their level; a clock that stands goes on standing."""
    since = None if _clock(desk).since is None else event.at
    clock = Clock(event.level, event.left_ms, event.played_ms, since)
    return evolve(desk, clock=clock, number=desk.number + 1)


HANDLERS: Handlers = {
    PauseClock: Handler(_verify_pause, _pause),
    ResumeClock: Handler(_verify_resume, _resume),
    AddTime: Handler(_verify_add, Emits(TimeAdded)),
    BeginLevel: Handler(_verify_level, lambda draft, command: begin_level(draft, command.level)),
    BeginHand: Handler(_verify_begin, _begin),
    CallOffHand: Handler(_verify_call_off, Emits(HandCalledOff)),
    CallTime: Handler(lambda desk, _, __: not_in_play(desk), Emits(TimeCalled)),
}

FOLDS: Folds = {
    ClockPaused: _paused,
    ClockResumed: lambda desk, event: evolve(desk, clock=evolve(_clock(desk), since=event.at)),
    TimeAdded: _added,
    LevelBegun: _level_begun,
    HandBegun: lambda desk, event: with_table(desk, event.table, level=event.level),
    HandCalledOff: lambda desk, event: with_table(desk, event.table, level=None),
    TimeCalled: unchanged,
}
