"""The clock on a player: one minute, then ten seconds; the fold is a person's to report (23.3)."""

from enum import StrEnum
from typing import Final, NamedTuple

from controller.domain.base import evolve, existing
from controller.domain.instant import MINUTE_MS, SECOND_MS, Instant, elapsed_ms
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, always, becomes
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.state import Clock, Draft, PokerFloor
from controller.games.poker.powers import PokerAction
from controller.staff.powers import Nobody

DECISION_MS: Final = MINUTE_MS
COUNTDOWN_MS: Final = 10 * SECOND_MS


class Stage(StrEnum):
    """How far the clock has run."""

    MINUTE = "minute"
    COUNTDOWN = "countdown"
    OVER = "over"


class TimeLeft(NamedTuple):
    """The time that a player on the clock still has."""

    stage: Stage
    left_ms: int
    """The time left in this stage."""


class CallClock(Command, action=PokerAction.CALL_CLOCK):
    """A reasonable time has passed: the player in turn gets one minute."""

    place: int


class EndClock(Command, action=Nobody.INTERNAL):
    """Somebody reports that the clock has run out."""

    place: int


class StopClock(Command, action=Nobody.INTERNAL):
    """The player has acted, or is no longer in turn."""


class ClockCalled(Event):
    place: int


class ClockStopped(Event):
    place: int


def time_left(clock: Clock, now: Instant) -> TimeLeft | None:
    """None if the console has restarted since: nothing proves how much time has passed."""
    passed_ms = elapsed_ms(clock.since, now)
    if passed_ms is None:
        return None
    if passed_ms < DECISION_MS:
        return TimeLeft(Stage.MINUTE, DECISION_MS - passed_ms)
    left_ms = DECISION_MS + COUNTDOWN_MS - passed_ms
    return TimeLeft(Stage.COUNTDOWN, left_ms) if left_ms > 0 else TimeLeft(Stage.OVER, 0)


def _verify_call(floor: PokerFloor, command: CallClock, asking: Asking) -> Refused | None:
    clock = floor.clock
    runs = clock is not None and time_left(clock, asking.now) is not None
    return Refused(PokerFloorRefusal.CLOCK_RUNS, "23.3") if runs else None


def _verify_end(floor: PokerFloor, command: EndClock, asking: Asking) -> Refused | None:
    if floor.clock is None or floor.clock.place != command.place:
        return Refused(PokerFloorRefusal.NO_CLOCK, "23.3", str(command.place))
    left = time_left(floor.clock, asking.now)
    if left is None:
        return Refused(PokerFloorRefusal.CLOCK_LOST, "23.3")
    if left.stage is Stage.OVER:
        return None
    seconds = -(-left.left_ms // SECOND_MS)
    then = " and the last ten" if left.stage is Stage.MINUTE else ""
    said = f"{seconds} {'second' if seconds == 1 else 'seconds'}{then}"
    return Refused(PokerFloorRefusal.TIME_LEFT, "23.3", said)


def _stop(draft: Draft, _: EndClock | StopClock) -> None:
    draft.emit(ClockStopped(existing(draft.state.clock, "a clock that runs").place))


HANDLERS: Handlers = {
    CallClock: Handler(_verify_call, Emits(ClockCalled)),
    EndClock: Handler(_verify_end, _stop),
    StopClock: Handler(always, _stop),
}

FOLDS: Folds = {
    ClockCalled: lambda floor, event: evolve(floor, clock=Clock(event.place, event.at)),
    ClockStopped: becomes(clock=None),
}
