"""Devices on virtual time, and the in-memory line between one and its driver.

A simulated device is a model that is asked forward: at this time, with these bytes received, what
does it send, and when does it want to be asked again? On the in-memory line time only goes by while
the driver waits, so that a campaign of hours runs in seconds and twice the same. Behind a
pseudo-terminal or on the simulated USB bus the same models run on the wall clock.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from drivers.faults import DeviceFault

T = TypeVar("T")


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


@runtime_checkable
class Paced(Protocol):
    """A device whose line keeps its own time however fast its mechanics run."""

    pace: float


class VirtualClock:
    """Time that goes by only when somebody waits."""

    def __init__(self, now_ms: int = 0) -> None:
        self.now_ms = now_ms

    def advance_to(self, ms: int) -> None:
        """Never backwards."""
        self.now_ms = max(self.now_ms, ms)


class MemoryLine:
    """A `ByteTransport` to a device model, without a port or a thread."""

    def __init__(self, device: ByteDevice, clock: VirtualClock, speed: float = 1.0) -> None:
        self._device, self._clock, self._speed = device, clock, speed
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
        update = self._device.update(int(self._clock.now_ms * self._speed), received)
        self._arrived += update.sent
        due = update.wake_ms
        self._wake_ms = None if due is None else -int(-due // self._speed)

    def _check(self) -> None:
        if not self.plugged:
            raise DeviceFault("in-memory line: unplugged. Plug it in again")


class MemorySocket:
    """Where a device on a line is plugged in; it may be opened again and again."""

    def __init__(self, device: ByteDevice, clock: VirtualClock, speed: float = 1.0) -> None:
        self._device, self._clock, self._speed = device, clock, speed
        if isinstance(device, Paced):
            device.pace = speed
        self._line: MemoryLine | None = None
        self.plugged = True

    def open(self) -> MemoryLine:
        """A transport, good until the cable is pulled."""
        if not self.plugged:
            raise DeviceFault("in-memory line: nothing is plugged in. Plug it in")
        self._line = MemoryLine(self._device, self._clock, self._speed)
        return self._line

    def act(self, hands: Callable[[], T]) -> T:
        """Do something at the device: it notices when it is asked next."""
        return hands()

    def plug(self) -> None:
        """The cable goes in."""
        self.plugged = True

    def unplug(self) -> None:
        """The cable is out: whoever has it open gets an error."""
        self.plugged = False
        if self._line is not None:
            self._line.close()
