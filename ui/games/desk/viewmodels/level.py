"""Level, time left, blinds, what comes next: at the head of the desk and on the wall."""

from collections.abc import Iterator
from typing import Final

from controller.domain.frozen import frozen
from controller.domain.instant import SECOND_MS, Instant
from controller.domain.words import counted
from controller.tournament.clock import left_ms
from controller.tournament.figures import (
    average_stack,
    break_in_ms,
    level_next,
    players_left,
)
from controller.tournament.format import Level, chips
from controller.tournament.phases import STARTED, Phase
from controller.tournament.state import Desk
from ui.games.desk.course import blinds, level_name
from ui.games.desk.rows import desk_shown
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

LASTS: Final = "Last level"


@frozen
class LevelProps:
    """What everybody wants to know."""

    time: str = ""
    """`12:34`; empty where no clock runs."""
    title: str = ""
    """`Level 3`, `Break`, or how the tournament stands."""
    blinds: str = ""
    next: str = ""
    state: str = ""
    """`PAUSED`, `BREAK`, `HAND FOR HAND`, `FINAL`: what everybody has to know; often nothing."""
    players: str = ""
    average: str = ""


def minutes(ms: int) -> str:
    """`12:34`, or `1:02:03`; a second that has begun counts."""
    seconds = -(-ms // SECOND_MS)
    hours, rest = divmod(seconds, 3_600)
    text = f"{rest // 60:02d}:{rest % 60:02d}"
    return f"{hours}:{text}" if hours else text


def derive_level(desk: Desk, now: Instant) -> LevelProps:
    """At this moment."""
    left, entered = len(players_left(desk)), len(desk.entrants)
    level, ahead = desk.level, level_next(desk)
    if desk.clock is None or level is None or desk.phase not in STARTED:
        time, title, shown = "", _stands(desk), ""
        ahead = next(iter(desk.form.levels), None) if desk.phase is Phase.OPEN else None
    else:
        time = minutes(left_ms(desk.clock, now))
        title = "Break" if level.is_break else f"Level {desk.clock.level + 1}"
        shown = "" if level.is_break else blinds(level)
    return LevelProps(
        time=time,
        title=title,
        blinds=shown,
        next=_next(ahead, break_in_ms(desk, now)) if time else _first(ahead),
        state=state(desk),
        players=f"{left} of {entered}",
        average=chips(average_stack(desk) // 100 * 100),
    )


def _stands(desk: Desk) -> str:
    return desk.phase.value.capitalize()


def _first(ahead: Level | None) -> str:
    """Before the start; nothing where there is none, or where all is over."""
    return "" if ahead is None else _next(ahead, None)


def _next(ahead: Level | None, break_ms: int | None) -> str:
    if ahead is None:
        return LASTS
    if ahead.is_break:
        return f"Next: break of {counted(ahead.minutes, 'minute')}"
    pause = f" · break in {minutes(break_ms)}" if break_ms is not None else ""
    return f"Next: {blinds(ahead)}{pause}"


def state(desk: Desk) -> str:
    """What stops or changes play for everybody; the gravest first."""
    if desk.phase is Phase.CANCELLED:
        return "CANCELLED"
    if desk.phase is Phase.LAST_HANDS:
        return "LAST HANDS"
    if desk.phase in (Phase.CUTTING, Phase.DECIDED):
        return "OVER"
    if desk.phase is Phase.OPEN or desk.clock is None:
        return ""
    if desk.form.levels and desk.clock.since is None:
        return "PAUSED"
    if desk.on_break:
        return "BREAK"
    if desk.phase is Phase.HAND_FOR_HAND:
        return "HAND FOR HAND"
    started = len([one for one in desk.entrants if one.seat]) > desk.form.seats
    final = len(desk.table_numbers()) == 1 and (started or desk.heat > 1)
    return "FINAL" if final else ""


def level_lines(desk: Desk) -> Iterator[str]:
    """The levels as they come, for the panel of the clock."""
    if desk.clock is None or not desk.form.levels:
        yield "The clock starts when play starts." if desk.form.levels else "There are no levels."
        return
    for index in range(desk.clock.level, min(desk.clock.level + 4, len(desk.form.levels))):
        level, name = desk.form.levels[index], level_name(desk, index)
        if index == desk.clock.level:
            yield f"{name} · now"
        else:  # the name of a break says how long it is
            yield name if level.is_break else f"{name} · {level.minutes} min"


@qml_element
class LevelViewModel(ViewModel):
    """The head of the desk; it counts by itself."""

    shows = LevelProps

    def derive(self, shown: Shown) -> LevelProps:
        return derive_level(desk_shown(shown), self.bridge.now())
