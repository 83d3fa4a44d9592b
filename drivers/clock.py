"""The clock of the drivers."""

import time


def monotonic_ms() -> int:
    """It never goes back, and means nothing by itself."""
    return time.monotonic_ns() // 1_000_000
