"""Many drivers on one thread, each on its own virtual clock; the one furthest behind goes next.

A driver that waits lets its own time go by and nobody else's: a device that does not answer costs
its neighbours nothing, as with a thread each. The table's time is that of the driver whose turn it
is, so nothing happens before what led to it, and twice the same from the same beginning.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from simulators.line import VirtualClock

STANDS_STILL_MAX: Final = 5_000
"""Steps of one part while no time passes: after so many it would never end."""


@dataclass
class _Part:
    name: str
    clock: VirtualClock
    step: Callable[[], int]
    still: int = 0


class Pump:
    """Passes the time of a table without threads."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        """The table's own."""
        self._clocks: dict[str, VirtualClock] = {}
        self._parts: list[_Part] = []

    def clock_of(self, name: str) -> VirtualClock:
        """The clock of one device and its driver; it goes on over every reconnecting."""
        return self._clocks.setdefault(name, VirtualClock(self.clock.now_ms))

    def attend(self, steps: dict[str, Callable[[], int]]) -> None:
        """Step these from now on, and nothing else."""
        self._parts = [_Part(name, self.clock_of(name), step) for name, step in steps.items()]
        for part in self._parts:
            part.clock.advance_to(self.clock.now_ms)

    def until(self, fact: Callable[[], bool], within_ms: int) -> bool:
        """Let time go by until the fact holds; returns whether it did in time."""
        limit = self.clock.now_ms + within_ms
        while not fact():
            if self.clock.now_ms >= limit:
                return False
            self._turn(limit)
        return True

    def pass_ms(self, ms: int) -> None:
        """So much time goes by."""
        self.until(lambda: False, ms)

    def skip(self, ms: int) -> None:
        """Everybody sleeps for so long; nothing that falls due meanwhile is done before its end."""
        for part in self._parts:
            part.clock.advance_to(part.clock.now_ms + ms)
        self.clock.advance_to(self.clock.now_ms + ms)

    def _turn(self, limit: int) -> None:
        part = min(self._parts, key=lambda part: part.clock.now_ms, default=None)
        if part is None or part.clock.now_ms >= limit:
            self.clock.advance_to(limit)
            return
        self.clock.advance_to(part.clock.now_ms)
        rest_ms = part.step()
        part.still = part.still + 1 if part.clock.now_ms + rest_ms <= self.clock.now_ms else 0
        if part.still > STANDS_STILL_MAX:
            raise RuntimeError(f"{part.name}: time stands still, it never waits")
        part.clock.advance_to(part.clock.now_ms + rest_ms)
