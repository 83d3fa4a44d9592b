"""What every command and every event of the floor has: when, by whom, for what reason.

Time is told twice. Wall time is what people read: it is shown, and it may jump. Periods are
measured on the monotonic clock, which belongs to one run of the controller: a clock set forward
never shortens a notice, one set back never stretches it, and time zones are for showing only.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60 * SECOND_MS
NOTICE_MINUTES_MIN: Final = 20
"""6.5, 6.5.2 and the closing rule: at least this long on the sign."""


@dataclass(frozen=True)
class Instant:
    """One moment on both clocks."""

    wall: int
    """UTC, in seconds: for people and records."""
    mono: int
    """Milliseconds of a clock nobody can set: for periods."""
    run: int = 0
    """Which start of the controller: monotonic times of two runs have nothing in common."""


NEVER: Final = Instant(0, 0, -1)


def elapsed_ms(since: Instant, now: Instant) -> int | None:
    """Time gone by on the monotonic clock; None where the two moments cannot be compared."""
    if since.run != now.run or now.mono < since.mono:
        return None
    return now.mono - since.mono


class Day(NamedTuple):
    """A business date."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"


@dataclass(frozen=True)
class Actor:
    """A person who acts, in the role in which that person acts."""

    person: str
    role: str


@dataclass(frozen=True, kw_only=True)
class Command:
    """Something asked of the floor, or seen at it; an observation of a device has nobody."""

    by: tuple[Actor, ...] = ()
    reason: str = ""
    """Coded: there is no keyboard at a table."""


@dataclass(frozen=True, kw_only=True)
class Reasoned(Command):
    """A command that the rules leave to somebody's judgement: it needs a reason."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that has happened. The draft stamps on it when, by whom and for what reason."""

    at: Instant = field(default=NEVER)
    by: tuple[Actor, ...] = ()
    reason: str = ""
