"""What somebody at the bench has let go wrong: what of it waits, has struck, lasts or is over."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from simulators.faults import AT_ONCE, Trouble
from simulators.people.felt import Felt
from simulators.people.mending import lasts, mend, times_due, times_struck
from simulators.people.troubles import inject

KEPT: Final = 6
"""So many that are over are remembered."""


class Fate(StrEnum):
    """How far one has come."""

    WAITS = "waits"
    LASTS = "lasts"
    STRUCK = "struck"
    """Once, and it is over."""
    CALLED_OFF = "called off"


@dataclass(eq=False)
class Incident:
    """One fault, from the tap that asked for it on."""

    trouble: Trouble
    device: str
    due: int
    """It has struck when its kind has struck so often here."""
    last: int
    """And nothing more of it is to come when it has so often."""
    fate: Fate = Fate.WAITS
    at: str = ""
    """The time of day when that became so."""

    @property
    def is_open(self) -> bool:
        """Is there anything to put right?"""
        return self.fate in (Fate.WAITS, Fate.LASTS)


class Incidents:
    """Of one felt. Things have no signals: they are looked at."""

    def __init__(self, felt: Felt, chance: random.Random, time_of_day: Callable[[], str]) -> None:
        self._felt, self._chance, self._time_of_day = felt, chance, time_of_day
        self.known: list[Incident] = []
        """The last first."""

    def arm(self, trouble: Trouble, device: str, *, at_once: bool, ms: int) -> None:
        """Let it happen; what lasts lasts so long."""
        self.look()
        at = self._time_of_day()
        due = 0 if trouble in AT_ONCE else times_due(self._felt, trouble, device) + 1
        inject(self._felt, trouble, device, self._chance, at_once=at_once, ms=ms)
        last = times_due(self._felt, trouble, device)
        self.known.insert(0, Incident(trouble, device, due, last, at=at))
        self.look()

    def look(self) -> None:
        """How far everything has come."""
        for one in self.known:
            struck = times_struck(self._felt, one.trouble, one.device)
            if one.fate is Fate.WAITS and struck >= one.due:
                self._become(one, Fate.LASTS)
            if one.fate is Fate.LASTS and struck >= one.last and not self._lasts(one):
                one.fate = Fate.STRUCK
        forgotten = [one for one in self.known if not one.is_open][KEPT:]
        self.known = [one for one in self.known if one not in forgotten]

    def _lasts(self, one: Incident) -> bool:
        return lasts(self._felt, one.trouble, one.device)

    def _become(self, one: Incident, fate: Fate) -> None:
        one.fate, one.at = fate, self._time_of_day()

    def put_right(self) -> None:
        """All that lasts is over; what waits is called off."""
        self.look()
        for one in self.known:
            if one.is_open:
                mend(self._felt, one.trouble, one.device)
                one.last = one.due
            if one.fate is Fate.WAITS:
                self._become(one, Fate.CALLED_OFF)
        self.look()
