"""One moment, told twice.

Wall time is what people read: it is shown, it dates the record, and it may jump. Periods are
measured on the steady clock, which belongs to one run of the controller: a clock set forward never
shortens a period, one set back never stretches it, and time zones are for showing only.
"""

from typing import Final

from controller.domain.frozen import Frozen

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS


class Instant(Frozen):
    """One moment on both clocks."""

    wall_ms: int
    """Milliseconds since 1970, UTC: for people and records."""
    steady_ms: int
    """Milliseconds of a clock nobody can set, which also counts while the machine sleeps."""
    run: int = 0
    """Which start of the controller: steady times of two runs have nothing in common."""


NEVER: Final = Instant(0, 0, -1)
"""Before anything was recorded."""


def elapsed_ms(since: Instant, now: Instant) -> int | None:
    """Time gone by on the steady clock; None where the two moments cannot be compared."""
    if since.run != now.run or now.steady_ms < since.steady_ms:
        return None
    return now.steady_ms - since.steady_ms
