"""Transports on which a script of faults strikes: a serial line, a USB device."""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from drivers.faults import DeviceFault
from drivers.transport import ByteTransport, ReportTransport
from simulators.faults import Carried, FaultScript, Unit, Way

T = TypeVar("T", ByteTransport, ReportTransport)


class _Queue:
    """Units under way in one direction, in order, each with the time it arrives."""

    def __init__(self, script: FaultScript, way: Way, now_ms: Callable[[], int]) -> None:
        self._script, self._way, self._now = script, way, now_ms
        self._units: deque[tuple[int, Unit]] = deque()
        self._late_ms = 0

    def put(self, units: list[Unit]) -> Carried:
        carried = self._script.carry(self._way, units)
        for index, unit in enumerate(carried.units):
            if carried.late_from is not None and index >= carried.late_from:
                self._late_ms = max(self._late_ms, carried.late_ms)
            self._units.append((self._late_ms, unit))
        if carried.late_from is not None:
            self._late_ms = max(self._late_ms, carried.late_ms)
        return carried

    def take(self) -> list[Unit]:
        """What has arrived by now."""
        taken = []
        while self._units and self._units[0][0] <= self._now():
            taken.append(self._units.popleft()[1])
        return taken

    def due_ms(self) -> int | None:
        """How long until the next one arrives."""
        return max(0, self._units[0][0] - self._now()) if self._units else None


class _Faulty(Generic[T]):
    """What goes out is struck by the script, and so is the way to the device itself."""

    def __init__(self, script: FaultScript, transport: T) -> None:
        script.check()
        self._script = script
        self._transport: T = transport
        self._in = _Queue(script, Way.IN, script.now)
        self._out = _Queue(script, Way.OUT, script.now)

    def close(self) -> None:
        self._transport.close()

    def _check(self) -> None:
        try:
            self._script.check()
        except DeviceFault:
            self._transport.close()
            raise
        self._flush()

    def _strike(self, units: list[Unit]) -> None:
        carried = self._out.put(units)
        self._flush()
        if carried.dark:
            self._script.darken()
        elif carried.ended:
            self._check()

    def _flush(self) -> None:
        for unit in self._out.take():
            self._transport.write(unit)


class FaultyBytes(_Faulty[ByteTransport]):
    """A serial line with the faults of a script; `DeviceFault` while it is unplugged."""

    def read(self, wait_ms: int) -> bytes:
        self._check()
        due = self._in.due_ms()
        data = self._transport.read(wait_ms if due is None else min(wait_ms, due))
        if due is None and self._script.passes(Way.IN, len(data)):
            return data
        carried = self._in.put([bytes([byte]) for byte in data])
        if carried.dark:
            self._script.darken()
        return b"".join(self._in.take())

    def write(self, data: bytes) -> None:
        self._check()
        if self._out.due_ms() is None and self._script.passes(Way.OUT, len(data)):
            self._transport.write(data)
        else:
            self._strike([bytes([byte]) for byte in data])

    def _flush(self) -> None:
        if units := self._out.take():
            self._transport.write(b"".join(units))


class FaultyReports(_Faulty[ReportTransport]):
    """A USB device with the faults of a script; `DeviceFault` while it is unplugged."""

    def __init__(self, script: FaultScript, transport: ReportTransport) -> None:
        super().__init__(script, transport)
        self._arrived: deque[Unit] = deque()

    def read(self, wait_ms: int) -> bytes | None:
        self._check()
        due = 0 if self._arrived else self._in.due_ms()
        report = self._transport.read(wait_ms if due is None else min(wait_ms, due))
        if report and self._in.put([report]).dark:
            self._script.darken()
        self._arrived += self._in.take()
        if not self._arrived:
            return None
        self._script.delivered += 1
        return self._arrived.popleft()

    def write(self, report: bytes) -> None:
        self._check()
        self._strike([report])
