"""Faults of the mechanics of a card device: those that are to come, and those that have come."""

from collections import Counter
from enum import StrEnum


class Mishap(StrEnum):
    """What can happen inside a card device."""

    JAM = "jam"
    MISREAD = "misread"
    DOUBLE_FEED = "double feed"


class Mishaps:
    """Of one device; none by itself."""

    def __init__(self) -> None:
        self._to_come: Counter[Mishap] = Counter()
        self.happened: Counter[Mishap] = Counter()

    def arm(self, mishap: Mishap, count: int = 1) -> None:
        """The next so many times that it can happen, it does."""
        self._to_come[mishap] += count

    def due(self, mishap: Mishap) -> int:
        """How often it will have happened when nothing more is to come."""
        return self.happened[mishap] + self._to_come[mishap]

    def call_off(self, mishap: Mishap) -> None:
        """What was still to come does not come."""
        self._to_come[mishap] = 0

    def befalls(self, mishap: Mishap) -> bool:
        """It can happen now: does it?"""
        if not self._to_come[mishap]:
            return False
        self._to_come[mishap] -= 1
        self.happened[mishap] += 1
        return True
