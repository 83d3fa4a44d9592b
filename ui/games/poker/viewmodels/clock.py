"""The clock on a player, as it runs down on the screen (23.3)."""

from typing import Final

from controller.domain.frozen import frozen
from controller.domain.instant import SECOND_MS, Instant
from controller.games.poker.floor.clock import Stage, time_left
from ui.games.poker.house import floor_of
from ui.shown import Shown


@frozen
class ClockFace:
    """The time left to a player, as it is shown."""

    seat: int = 0
    """0: no clock runs."""
    left: str = ""
    """`0:42`, then the last ten seconds as `7`; `TIME` when they are over."""
    urgent: bool = False
    """Are these the last ten seconds, or is time up?"""
    said: str = ""
    """The same in a sentence."""


NO_CLOCK: Final = ClockFace()


def derive_clock(shown: Shown, now: Instant) -> ClockFace:
    """The clock on the player in turn, if one was called."""
    clock = floor_of(shown).clock
    if clock is None:
        return NO_CLOCK
    seat, left = clock.place, time_left(clock, now)
    if left is None:
        said = f"The console has restarted: call the clock on seat {seat} again."
        return ClockFace(seat, "?", urgent=True, said=said)
    seconds = -(-left.left_ms // SECOND_MS)
    match left.stage:
        case Stage.MINUTE:
            figure = f"{seconds // 60}:{seconds % 60:02d}"
            return ClockFace(seat, figure, said=f"Seat {seat} is on the clock, {figure} left.")
        case Stage.COUNTDOWN:
            return ClockFace(seat, str(seconds), True, f"Count seat {seat} down: {seconds}.")
    return ClockFace(seat, "TIME", True, f"Seat {seat} is out of time: report it to fold the hand.")
