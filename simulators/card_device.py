"""What shoe and shuffler have in common: cards of the world, and mechanics that can fail."""

from collections import Counter

from drivers.link.fields import Face
from simulators.faults import Trouble
from simulators.linked import LinkedDevice
from simulators.world import Card, World


class Mishaps:
    """Faults of the mechanics of one device: those that are to come, and those that have come."""

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


class CardDevice(LinkedDevice):
    """A device on the link that cards come from."""

    def __init__(self, world: World, key: bytes | None = None, recognition: bool = True) -> None:
        super().__init__(key)
        self._world, self.recognition = world, recognition
        self.mishaps = Mishaps()

    def misread(self, count: int = 1) -> None:
        """The next cards that come out cannot be read."""
        self.mishaps.arm(Trouble.MISREAD, count)

    def double_feed(self) -> None:
        """With the next card a second one comes out, counted as one."""
        self.mishaps.arm(Trouble.DOUBLE_FEED)

    def _read(self, card: Card) -> Face | None:
        """Its face, as far as the device can see it."""
        misread = self.mishaps.befalls(Trouble.MISREAD)
        return card.face if self.recognition and not misread else None
