"""Figures of a tournament: for the desk, the clock on the wall, the status."""

from controller.domain.instant import MINUTE_MS, Instant
from controller.domain.money import ZERO, Money
from controller.tournament.clock import left_ms
from controller.tournament.format import Level
from controller.tournament.state import Desk, Entrant


def players_left(desk: Desk) -> list[Entrant]:
    """Those who have chips in this session."""
    return [one for one in desk.entrants if one.is_in and one.stack and one.session == desk.session]


def average_stack(desk: Desk) -> Money:
    """Of those who are left, whole chips."""
    stacks = [one.stack for one in players_left(desk)]
    uncounted = sum(table.uncounted or 0 for table in desk.tables)
    return Money((sum(stacks) + uncounted) // len(stacks)) if stacks else ZERO


def level_next(desk: Desk) -> Level | None:
    """What comes after it; the last one lasts."""
    after = desk.form.levels[desk.clock.level + 1 :] if desk.clock else ()
    return after[0] if after else None


def break_in_ms(desk: Desk, now: Instant) -> int | None:
    """How long it is to the next break; none where there is no more, and on one."""
    if desk.clock is None or desk.level is None or desk.on_break:
        return None
    wait = left_ms(desk.clock, now)
    for ahead in desk.form.levels[desk.clock.level + 1 :]:
        if ahead.is_break:
            return wait
        wait += ahead.minutes * MINUTE_MS
    return None
