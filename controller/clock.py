"""The machine's clocks: for whatever does not run on a clock of its own."""

import time
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from controller.domain.instant import Instant

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> Instant:
        """This moment."""
        ...


class MachineClock:
    """Wall time for the record; for periods a clock that also counts while the machine sleeps."""

    def __init__(self) -> None:
        self._run = time.time_ns()

    def now(self) -> Instant:
        """This moment."""
        return Instant(time.time_ns() // 1_000_000, since_boot().ms, self._run)


class Moment(NamedTuple):
    """A moment that every process of the machine tells alike, and that nobody can set."""

    boot: str
    """Which start of the machine."""
    ms: int
    """Since then, sleep included."""


def since_boot() -> Moment:
    """This moment."""
    return Moment(_boot(), time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000)


@cache
def _boot() -> str:
    return _BOOT.read_text("ascii").strip()
