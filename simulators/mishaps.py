"""Faults of the mechanics of a card device: those that are to come, and those that have come."""

from collections import Counter

from simulators.faults import Trouble


class Mishaps:
    """Of one device; none by itself."""

    def __init__(self) -> None:
        self._to_come: Counter[Trouble] = Counter()
        self.happened: Counter[Trouble] = Counter()

    def arm(self, mishap: Trouble, count: int = 1) -> None:
        """The next so many times that it can happen, it does."""
        self._to_come[mishap] += count

    def due(self, mishap: Trouble) -> int:
        """How often it will have happened when nothing more is to come."""
        return self.happened[mishap] + self._to_come[mishap]

    def call_off(self, mishap: Trouble) -> None:
        """What was still to come does not come."""
        self._to_come[mishap] = 0

    def befalls(self, mishap: Trouble) -> bool:
        """It can happen now: does it?"""
        if not self._to_come[mishap]:
            return False
        self._to_come[mishap] -= 1
        self.happened[mishap] += 1
        return True
