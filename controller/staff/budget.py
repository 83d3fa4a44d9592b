"""How often may be guessed: one budget for every means of showing who one is.

A wrong PIN is charged to the person and to the table; a number or card that nobody has, to the
table alone. So it gains nothing to spread guesses over many numbers. From a person's fifth failure
on there is a wait, which doubles from 1 minute to 15; from the table's tenth everybody waits.
Nobody is locked for good.

A right PIN takes back what was charged to that person, and only that: whoever guesses at others
does not clear the count by signing on. Of the table's failures one is forgiven every 15 minutes.

Waits run on the machine's own clock since its start, which every process tells alike and nobody can
set. The machine started anew, a wait begins anew: that neither frees anybody nor keeps anybody
out longer than 15 minutes.
"""

from typing import Final

from controller.clock import Moment
from controller.domain.base import evolve
from controller.domain.frozen import Frozen
from controller.domain.instant import MINUTE_MS

PERSON_FREE: Final = 5
"""From so many failures on a person waits."""
TABLE_FREE: Final = 10
"""From so many failures on, whosever, everybody waits."""
WAIT_MS_MAX: Final = 15 * MINUTE_MS


def wait_ms(failures: int, free: int) -> int:
    """How long to wait after so many failures."""
    if failures < free:
        return 0
    return min(WAIT_MS_MAX, MINUTE_MS << min(failures - free, 4))


class Failures(Frozen):
    """What is charged to a person, or to the table."""

    count: int
    last: Moment

    def comparable(self, now: Moment) -> bool:
        """Has the machine run on since?"""
        return now.boot == self.last.boot and now.ms >= self.last.ms

    def left_ms(self, now: Moment, free: int) -> int:
        """How long there still is to wait."""
        gone_ms = now.ms - self.last.ms if self.comparable(now) else 0
        return max(0, wait_ms(self.count, free) - gone_ms)

    def once_more(self, now: Moment) -> "Failures":
        """One more failure."""
        return Failures(self.count + 1, now)

    def eased(self, now: Moment) -> "Failures":
        """As time forgives what is charged to the table."""
        forgiven = (now.ms - self.last.ms) // WAIT_MS_MAX if self.comparable(now) else 0
        return evolve(self, count=max(0, self.count - forgiven))
