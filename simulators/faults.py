"""Wire faults as data: `FaultScript([drop(3), garble(7), unplug(at_ms=900)])`.

The transports of `simulators.faulty` carry what they are given through a script of them.
A fault strikes at the unit with a number, a byte of a serial line or a report of a USB device,
counted in its direction over all reconnecting; or at a time. Off by default: an empty script passes
everything. Faults of the mechanics (jam, misread, double feed) are methods of the models.
"""

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final

from drivers.faults import BadFrame, DeviceFault
from drivers.link.frames import readdressed


class Trouble(StrEnum):
    """Every kind of fault that lines, devices and cards have, by the name a scenario gives it."""

    DROP = "drop"
    GARBLE = "garble"
    DELAY = "delay"
    DUPLICATE = "duplicate"
    STRAY = "stray"
    WRONG_ID = "wrong-id"
    NO_REPLY = "no-reply"
    UNPLUG = "unplug"
    POWER_CUT = "power-cut"
    JAM = "jam"
    MISREAD = "misread"
    DOUBLE_FEED = "double-feed"
    FOREIGN_CARD = "foreign-card"
    STUCK_SENSOR = "stuck-sensor"

    @property
    def words(self) -> str:
        """As people say it."""
        return self.value.replace("-", " ")


MECHANICS: Final = (Trouble.JAM, Trouble.MISREAD, Trouble.DOUBLE_FEED)
"""Those that happen inside a card device."""
AT_ONCE: Final = (Trouble.FOREIGN_CARD, Trouble.STUCK_SENSOR)
"""Those that are there the moment they are injected, and stay."""
WIRE: Final = tuple(one for one in Trouble if one not in (*MECHANICS, *AT_ONCE))
"""Those that can happen on the way to any device; the others have a device of their own."""
LASTING: Final = (Trouble.NO_REPLY, Trouble.UNPLUG, Trouble.POWER_CUT)
"""Those that are so for a while."""


class Way(StrEnum):
    """The direction a fault strikes in."""

    IN = "from the device"
    OUT = "to the device"


@dataclass(frozen=True)
class WireFault:
    """One fault, once."""

    fault: Trouble
    way: Way | None = Way.IN
    """None: whichever way the next unit goes."""
    at: int | None = None
    """The unit it strikes at, counted from 0; or"""
    at_ms: int | None = None
    """the time, then at the next unit of its direction."""
    count: int = 1
    ms: int = 0
    data: bytes = b""
    name: str = ""
    """By which whoever asked for it knows it again."""


def drop(at: int, count: int = 1, way: Way = Way.IN) -> WireFault:
    """So many units never arrive."""
    return WireFault(Trouble.DROP, way, at, count=count)


def garble(at: int, mask: int = 0x55, way: Way = Way.IN) -> WireFault:
    """The first byte of the unit changes in these bits; more bytes of `data`, those behind it."""
    return WireFault(Trouble.GARBLE, way, at, data=bytes([mask]))


def delay(at: int, ms: int, way: Way = Way.IN) -> WireFault:
    """This unit and all behind it arrive later."""
    return WireFault(Trouble.DELAY, way, at, ms=ms)


def duplicate(at: int, count: int = 1, way: Way = Way.IN) -> WireFault:
    """From this unit on, so many arrive twice: as a stretch, and again."""
    return WireFault(Trouble.DUPLICATE, way, at, count=count)


def stray(at: int, data: bytes, way: Way = Way.IN) -> WireFault:
    """Before this unit something comes that nobody sent."""
    return WireFault(Trouble.STRAY, way, at, data=data)


def wrong_id(at: int, device_id: int, way: Way = Way.IN) -> WireFault:
    """The next link frame, or the report, bears the id of another device.

    A device whose reports bear none is another one altogether, for `ms` (`FaultScript`'s `other`).
    """
    return WireFault(Trouble.WRONG_ID, way, at, count=device_id)


def no_reply(ms: int, at: int | None = None, at_ms: int | None = None) -> WireFault:
    """For so long nothing comes from the device."""
    return WireFault(Trouble.NO_REPLY, Way.IN, at, at_ms, ms=ms)


def unplug(
    at: int | None = None, at_ms: int | None = None, ms: int = 1_000, way: Way = Way.IN
) -> WireFault:
    """The cable is out for so long; the units before it have passed."""
    return WireFault(Trouble.UNPLUG, way, at, at_ms, ms=ms)


def power_cut(
    at: int | None = None, at_ms: int | None = None, ms: int = 1_000, way: Way = Way.IN
) -> WireFault:
    """The device is without power for so long; the cable stays in."""
    return WireFault(Trouble.POWER_CUT, way, at, at_ms, ms=ms)


UNTIL_MENDED: Final = 1 << 50
"""In milliseconds, longer than anybody waits."""
_NEVER: Final = -1


class FaultScript:
    """Faults to come and what they have done; it outlives the transports it wraps."""

    def __init__(
        self,
        faults: Iterable[WireFault] = (),
        now_ms: Callable[[], int] = lambda: 0,
        power: Callable[[bool], object] = lambda on: None,
        plug: Callable[[bool], object] = lambda in_: None,
        other: Callable[[bool], object] | None = None,
    ) -> None:
        """`plug`: what happens to the device itself when its cable goes out and in again; `other`:
        how another one takes its place and leaves it, where only the bus tells them apart."""
        self.now, self._power, self._plug, self._other = now_ms, power, plug, other
        self._waiting = list(faults)
        self._turn = threading.RLock()
        """A driver is on its own thread, and whoever puts things right is on another."""
        self._count = dict.fromkeys(Way, 0)
        self._until = dict.fromkeys((*LASTING, Trouble.WRONG_ID), _NEVER)
        self._ends = {Trouble.POWER_CUT: partial(power, True), Trouble.UNPLUG: partial(plug, True)}
        if other:
            self._ends[Trouble.WRONG_ID] = partial(other, False)
        self.injected: Counter[Trouble] = Counter()
        """What has struck, by kind."""
        self.delivered = 0
        """Reports that a driver was given, whoever has sent them."""

    @property
    def done(self) -> bool:
        """Has every fault struck, and passed?"""
        return not self._waiting and not any(map(self.lasts, self._ends))

    def add(self, fault: WireFault) -> None:
        """One more; its unit number still counts from the beginning."""
        self._waiting.append(fault)

    def due(self, fault: Trouble) -> int:
        """How often it will have struck when all that waits has."""
        with self._turn:
            return self.injected[fault] + sum(one.fault is fault for one in self._waiting)

    def waits(self, name: str) -> bool:
        """Is the one of this name still to strike?"""
        with self._turn:
            return any(one.name == name for one in self._waiting)

    def lasts(self, fault: Trouble) -> bool:
        """Is it so just now?"""
        return self.now() < self._until.get(fault, _NEVER)

    def call_off(self, fault: Trouble) -> None:
        """Whatever of it has not struck yet never will."""
        with self._turn:
            self._waiting = [one for one in self._waiting if one.fault is not fault]

    def mend(self, fault: Trouble) -> None:
        """Whatever of it lasts is over."""
        with self._turn:
            if self.lasts(fault):
                self._until[fault] = self.now()
            self.pass_time()

    def count(self, way: Way) -> int:
        """Units that have gone this way so far."""
        return self._count[way]

    def pass_time(self) -> None:
        """Give the power back, and put the cable or the device in again, when it is time."""
        if all(self._until[fault] == _NEVER for fault in self._ends):
            return
        with self._turn:
            for fault, end in self._ends.items():
                if self._until[fault] != _NEVER and not self.lasts(fault):
                    self._until[fault] = _NEVER
                    end()

    def check(self) -> None:
        """As time has gone by; fails while the cable is out."""
        self.pass_time()
        if self._until[Trouble.UNPLUG] != _NEVER:
            raise DeviceFault("simulated: unplugged. Plug it in again")

    def passes(self, way: Way, units: int) -> bool:
        """Do all of these pass as they are? Then they are counted."""
        if self._waiting or self.lasts(Trouble.NO_REPLY):
            return False
        self._count[way] += units
        return True

    def carry(self, way: Way, units: list["Unit"]) -> "Carried":
        """What becomes of these units."""
        if self.passes(way, len(units)):
            return Carried(units)
        carried = Carried([])
        rest = deque(units)
        with self._turn:
            while rest and not carried.ended:
                struck = self._struck(way)
                if struck is None:
                    self._pass(way, rest.popleft(), carried)
                else:
                    self._strike(struck, way, rest, carried)
        return carried

    def _struck(self, way: Way) -> WireFault | None:
        for fault in self._waiting:
            here = fault.at is not None and fault.at <= self._count[way]
            now = fault.at_ms is not None and fault.at_ms <= self.now()
            if fault.way in (way, None) and (here or now):
                self._waiting.remove(fault)
                return fault
        return None

    def _pass(self, way: Way, unit: "Unit", carried: "Carried") -> None:
        self._count[way] += 1
        if way is Way.OUT or not self.lasts(Trouble.NO_REPLY):
            carried.units.append(unit)

    def _strike(self, fault: WireFault, way: Way, rest: deque["Unit"], carried: "Carried") -> None:
        self.injected[fault.fault] += 1
        until = self.now() + fault.ms
        if fault.fault in LASTING:
            self._until[fault.fault] = until
        match fault.fault:
            case Trouble.DROP:
                for _ in range(min(fault.count, len(rest))):
                    rest.popleft()
                    self._count[way] += 1
            case Trouble.GARBLE:
                unit = rest.popleft()
                hit = bytes(byte ^ mask for byte, mask in zip(unit, fault.data, strict=False))
                rest.appendleft(hit + unit[len(hit) :])
            case Trouble.DUPLICATE:
                stretch = list(rest)[: fault.count]
                for _ in stretch:
                    self._pass(way, rest.popleft(), carried)
                carried.units += stretch
            case Trouble.STRAY:
                carried.units.append(fault.data)
            case Trouble.WRONG_ID if self._other:
                self._until[Trouble.WRONG_ID] = until
                carried.ended = True
                self._other(True)
            case Trouble.WRONG_ID:
                self._readdress(fault, way, rest)
            case Trouble.DELAY:
                carried.late_from, carried.late_ms = len(carried.units), until
            case Trouble.UNPLUG:
                carried.ended = True
                self._plug(False)
            case Trouble.POWER_CUT:
                carried.ended = carried.dark = True

    def _readdress(self, fault: WireFault, way: Way, rest: deque["Unit"]) -> None:
        if len(rest[0]) > 1:  # a report: its first byte is the unit id
            rest.appendleft(bytes([fault.count & 0xFF]) + rest.popleft()[1:])
            return
        before, frame, behind = _first_frame(b"".join(rest))
        if not frame:
            past = self._count[way] + len(rest)  # at a frame that is whole, then
            self._waiting.append(replace(fault, way=way, at=past, at_ms=None))
            self.injected[Trouble.WRONG_ID] -= 1
            return
        changed = before + readdressed(frame, fault.count) + behind
        rest.clear()
        rest.extend(bytes([byte]) for byte in changed)

    def darken(self) -> None:
        """The power goes, after what was before it has arrived; unless it is back already."""
        with self._turn:
            if self._until[Trouble.POWER_CUT] != _NEVER:
                self._power(False)


Unit = bytes


@dataclass
class Carried:
    """What is left of some units on their way."""

    units: list[Unit]
    ended: bool = False
    """Nothing behind these arrives: the cable is out, or the power is gone."""
    dark: bool = False
    late_from: int | None = None
    late_ms: int = 0


def _first_frame(data: bytes) -> tuple[bytes, bytes, bytes]:
    """What stands before, in and behind the first whole link frame."""
    begin = data.find(b"\0")
    while 0 <= begin < len(data) - 1:
        end = data.find(b"\0", begin + 1)
        if end < 0:
            break
        try:
            readdressed(data[begin : end + 1], 0)
        except BadFrame:
            begin = end
            continue
        return data[:begin], data[begin : end + 1], data[end + 1 :]
    return data, b"", b""
