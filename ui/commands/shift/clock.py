"""The clock of a scripted shift: people take their time, and nobody waits for it."""

import threading
import time
from typing import Final

from controller.domain.instant import SECOND_MS, Instant

EVENING_MS: Final = 1_740_945_600_000
"""Sunday, 2 March 2025, 20:00 UTC."""

# fmt: off
TAKES_MS: Final = {
    "wagers":          18 * SECOND_MS,
    "NoMoreBets":       2 * SECOND_MS,
    "deal":            10 * SECOND_MS,
    "decisions":        8 * SECOND_MS,
    "Reveal":           3 * SECOND_MS,
    "ShowDealersHand":  3 * SECOND_MS,
    "SettlePlace":      5 * SECOND_MS,
    "key":              4 * SECOND_MS,
}
# fmt: on
OTHERWISE_MS: Final = 5 * SECOND_MS


class ShiftClock:
    """Real time and what people have taken on top of it."""

    def __init__(self, wall_ms: int = EVENING_MS) -> None:
        self._began = time.monotonic()
        self._wall_ms, self._passed_ms = wall_ms, 0
        self._run = time.time_ns()
        self._lock = threading.Lock()

    def now(self) -> Instant:
        with self._lock:
            ms = int((time.monotonic() - self._began) * 1_000) + self._passed_ms
        return Instant(self._wall_ms + ms, ms, self._run)

    def time(self) -> str:
        """Of day."""
        return time.strftime("%H:%M", time.gmtime(self.now().wall_ms // 1_000))

    def take(self, act: str) -> None:
        """As long as people take over something."""
        self.skip(TAKES_MS.get(act, OTHERWISE_MS))

    def skip(self, ms: int) -> None:
        """So much later."""
        with self._lock:
            self._passed_ms += ms
