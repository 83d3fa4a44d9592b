"""The machine's clocks: for whatever does not run on a clock of its own."""

import time

from controller.domain.instant import Instant


class MachineClock:
    """Wall time for the record; for periods a clock that also counts while the machine sleeps."""

    def __init__(self) -> None:
        self._run = time.time_ns()

    def now(self) -> Instant:
        """This moment."""
        steady_ns = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        return Instant(time.time_ns() // 1_000_000, steady_ns // 1_000_000, self._run)
