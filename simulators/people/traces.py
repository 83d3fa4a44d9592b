"""What was injected at a table: what of it has struck, what has left a trace, and what held.

A fault that nobody could have noticed proves nothing, and neither does a trace that something else
has left. So the signs are read anew before every act for as long as a fault waits, and held against
later ones only once it has struck. A crash leaves the same signs as a fault on a wire: what strikes
at a device that has not come up since is not judged.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from drivers.health import Condition
from drivers.link.session import LinkSession
from simulators.faults import WIRE, Trouble
from simulators.linked import LinkedDevice
from simulators.people.mending import times_struck
from simulators.people.swiping import LiveSeat
from simulators.people.troubles import inject

ROUNDS_MAX: Final = 2
"""A wire shows what has struck there by the end of the next round, or not at all."""


@dataclass
class Tally:
    """What was injected, what came of it, what held."""

    shift: int = 0
    """The number of the shift that was begun last, and"""
    shift_rounds: int = 0
    """how many rounds it is to have."""
    rounds: int = 0
    games: set[str] = field(default_factory=set)
    """Those that some of these shifts were of."""
    possible: set[str] = field(default_factory=set)
    """Kinds that some table of these shifts can have."""
    injected: Counter[str] = field(default_factory=Counter)
    """What has really struck; what was armed and never did does not count."""
    showed: Counter[str] = field(default_factory=Counter)
    """Strikes that left a trace where one would look for it, and"""
    survived: Counter[str] = field(default_factory=Counter)
    """those after which every check held at the end of the round."""
    checks: Counter[str] = field(default_factory=Counter)
    """How often each check was made and held."""
    endings: Counter[str] = field(default_factory=Counter)
    reported: Counter[str] = field(default_factory=Counter)

    def unproved(self, kinds: Sequence[str]) -> list[str]:
        """Kinds that were never injected, or that nobody could have noticed."""
        return [kind for kind in kinds if not self.showed[kind]]


@dataclass(eq=False)
class Injected:
    """One fault, from the moment it was armed."""

    kind: Trouble
    device: str
    before: int
    """How often its kind had struck there."""
    marks: tuple[int, ...] = ()
    """The signs there were before it struck."""
    well: bool = False
    """Was the device at work then?"""
    struck: bool = False
    rounds: int = 0
    """That have ended since."""


class Signs:
    """By what trouble shows: on a wire by refused frames, events sent again and a driver that was
    away, at the reader by swipes that nobody made or that never came and by cards swiped again;
    otherwise by what the dealer had to report or to put right."""

    def __init__(self, seat: LiveSeat, sights: Mapping[Trouble, tuple[str, ...]]) -> None:
        """`sights`: what a dealer sees of what has no wire."""
        self.table, self._seat, self._sights = seat.table, seat, sights

    def marks(self, trouble: Trouble, device: str) -> tuple[int, ...]:
        """All of them so far; different from before, there were more."""
        if trouble in self._sights:
            return tuple(self._seat.seen[name] for name in self._sights[trouble])
        session = self.table.devices.session(device)
        refused = sum(session.refused.values()) if isinstance(session, LinkSession) else 0
        return refused, self.table.felt.openings[device], *self._at_the_device(device)

    def _at_the_device(self, device: str) -> tuple[int, ...]:
        felt = self.table.felt
        if device in ("shoe", "shuffler"):
            model: LinkedDevice = felt.shoe if device == "shoe" else felt.shuffler
            return (model.sent_again + sum(model.refused.values()),)
        if device == "sign":
            return (felt.sign.dropped,)
        if device == "reader":
            strange = felt.scripts[device].delivered - felt.reader.sent
            return strange, self._seat.swiping.again
        return (len(felt.panels()[device].refused),)


class Traces:
    """Of one table, over all its crashes."""

    def __init__(self, signs: Signs, chance: random.Random, tally: Tally) -> None:
        self._signs, self._chance, self._tally = signs, chance, tally
        self._table, self._felt = signs.table, signs.table.felt
        self._waiting: list[Injected] = []
        self._fresh: Counter[str] = Counter()
        """What has struck since everything was last found to hold."""

    def is_free(self, device: str) -> bool:
        """Does no fault wait there, on the wire, that could be taken for another?"""
        return not any(one.device == device and one.kind in WIRE for one in self._waiting)

    def inject(self, kind: Trouble, device: str) -> None:
        """Let it happen soon."""
        one = Injected(kind, device, times_struck(self._felt, kind, device))
        self._read(one)
        self._waiting.append(one)
        inject(self._felt, kind, device, self._chance)
        self.look()

    def look(self) -> None:
        """What has struck by now, and what the signs are where nothing has."""
        for one in (one for one in self._waiting if not one.struck):
            if times_struck(self._felt, one.kind, one.device) > one.before:
                one.struck = True
                self.strike(one.kind)
            else:
                self._read(one)

    def _read(self, one: Injected) -> None:
        health = self._table.devices.health[one.device]
        one.marks, one.well = self._marks(one), health.condition is Condition.WORKING

    def _marks(self, one: Injected) -> tuple[int, ...]:
        return self._signs.marks(one.kind, one.device)

    def strike(self, kind: str) -> None:
        """This has happened."""
        self._tally.injected[kind] += 1
        self._fresh[kind] += 1

    def judge(self) -> None:
        """At the end of a round: has what struck left a trace? Hands see some of it with the next
        card, or the next deck."""
        self._find()
        for one in self._waiting:
            one.rounds += one.struck
        self._waiting = [
            one for one in self._waiting if one.kind not in WIRE or one.rounds < ROUNDS_MAX
        ]

    def crash(self) -> None:
        """The controller is gone: what struck on a wire has left its trace by now, or none."""
        self._find()
        self._waiting = [one for one in self._waiting if not (one.struck and one.kind in WIRE)]
        for one in self._waiting:
            one.well = False

    def _find(self) -> None:
        self.look()
        found = [one for one in self._waiting if self._shows(one)]
        self._tally.showed.update(one.kind for one in found)
        self._waiting = [one for one in self._waiting if one not in found]

    def _shows(self, one: Injected) -> bool:
        judged = one.struck and (one.well or one.kind not in WIRE)
        return judged and self._marks(one) != one.marks

    def all_held(self) -> None:
        """The checks were made, and held."""
        self._tally.survived += self._fresh
        self._fresh.clear()
