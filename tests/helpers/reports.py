"""The in-memory way to a device of whole reports: campaigns run on it, without pyusb or a thread.

Time only goes by while the driver waits, as on `MemoryLine`; the models are those of the USB bus.
"""

from drivers.faults import DeviceFault
from simulators.line import VirtualClock
from simulators.usb import ReportDevice


class MemoryPort:
    """Where one device is plugged in; it may be opened again and again."""

    def __init__(self, device: ReportDevice, clock: VirtualClock) -> None:
        self.device, self.clock = device, clock
        self.plugged = False
        self.plug()

    def plug(self) -> None:
        """Power on; plugging in what is plugged in changes nothing."""
        if not self.plugged:
            self.plugged = True
            self.device.power_on(self.clock.now_ms)

    def unplug(self) -> None:
        """Whatever is done next fails."""
        self.plugged = False

    def open(self) -> "MemoryReports":
        """A transport, good until the device is unplugged."""
        if not self.plugged:
            raise DeviceFault("in-memory port: nothing is plugged in. Plug it in")
        return MemoryReports(self)


class MemoryReports:
    """A `ReportTransport` to a device model."""

    def __init__(self, port: MemoryPort) -> None:
        self._port = port
        self._waiting: bytes | None = None
        self._wake_ms: int | None = None
        self._closed = False

    def read(self, wait_ms: int) -> bytes | None:
        clock = self._port.clock
        until = clock.now_ms + wait_ms
        self._ask(None)
        while self._waiting is None and clock.now_ms < until:
            due = until if self._wake_ms is None else min(until, self._wake_ms)
            clock.advance_to(max(due, clock.now_ms + 1))
            self._ask(None)
        report, self._waiting = self._waiting, None
        return report

    def write(self, report: bytes) -> None:
        self._ask(report)

    def close(self) -> None:
        self._closed = True

    def _ask(self, received: bytes | None) -> None:
        if self._closed or not self._port.plugged:
            self._closed = True
            raise DeviceFault("in-memory port: unplugged. Plug it in again")
        room = self._waiting is None
        update = self._port.device.update(self._port.clock.now_ms, received, room)
        self._wake_ms = update.wake_ms
        if update.sent is not None:
            self._waiting = update.sent
