"""Devices on virtual time, and the in-memory line between one and its driver.

A simulated device is a model that is asked forward: at this time, with these bytes received, what
does it send, and when does it want to be asked again? On the in-memory line time only goes by while
the driver waits, so that a campaign of hours runs in seconds and twice the same. Behind a
pseudo-terminal or on the simulated USB bus the same models run on the wall clock.
"""

from dataclasses import dataclass
from typing import Protocol

from drivers.faults import DeviceFault


@dataclass(frozen=True)
class Update:
    """What a device does when it is asked forward."""

    sent: bytes = b""
    wake_ms: int | None = None
    """When it wants to be asked again though nothing was received; none for never."""


class ByteDevice(Protocol):
    """A device on a serial line."""

    def update(self, now_ms: int, received: bytes) -> Update:
        """Forward to this time, with what has come since it was last asked."""
        ...


class VirtualClock:
    """Time that goes by only when somebody waits."""

    def __init__(self, now_ms: int = 0) -> None:
        self.now_ms = now_ms

    def advance_to(self, ms: int) -> None:
        """Never backwards."""
        self.now_ms = max(self.now_ms, ms)


class MemoryLine:
    """A `ByteTransport` to a device model, without a port or a thread."""

    def __init__(self, device: ByteDevice, clock: VirtualClock) -> None:
        self._device, self._clock = device, clock
        self._arrived = b""
        self._wake_ms: int | None = None
        self.plugged = True
        """Pulling the plug fails whatever is done next; the device lives on."""
        self._ask(b"")

    def read(self, wait_ms: int) -> bytes:
        self._check()
        until = self._clock.now_ms + wait_ms
        if not self._arrived:
            self._ask(b"")  # hands may have been at the device since
        while not self._arrived and self._clock.now_ms < until:
            due = until if self._wake_ms is None else min(until, self._wake_ms)
            self._clock.advance_to(max(due, self._clock.now_ms + 1))
            self._ask(b"")
            self._check()
        arrived, self._arrived = self._arrived, b""
        return arrived

    def write(self, data: bytes) -> None:
        self._check()
        self._ask(data)

    def close(self) -> None:
        self.plugged = False

    def _ask(self, received: bytes) -> None:
        update = self._device.update(self._clock.now_ms, received)
        self._arrived += update.sent
        self._wake_ms = update.wake_ms

    def _check(self) -> None:
        if not self.plugged:
            raise DeviceFault("in-memory line: unplugged. Plug it in again")
