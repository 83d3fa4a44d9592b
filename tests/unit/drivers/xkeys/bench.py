"""A driver on the simulated bus in virtual time, and drivers that are deliberately wrong."""

from collections.abc import Callable
from typing import Any, Protocol

from drivers.attendant import Attendant, Session
from drivers.transport import ReportTransport
from drivers.transport.usb import UsbReports
from drivers.xkeys.panel import Keypad, KeypadConfig, KeypadSession, KeyPressed, KeyReleased
from drivers.xkeys.protocol import key
from simulators.line import VirtualClock
from simulators.usb import SimBus
from simulators.xkeys import SimXk24, SimXkeys


class Driver(Protocol):
    def open(self) -> UsbReports: ...
    def session(self, transport: Any) -> Session: ...


class Attended:
    """One driver under an attendant whose time goes by as it waits."""

    def __init__(
        self, driver: Driver, clock: VirtualClock, session: Callable[[Any], Session] | None = None
    ) -> None:
        """`session`: another than the driver's own."""
        self.clock = clock
        self._attendant = Attendant("unit", driver.open, session or driver.session)
        self._not_before_ms = 0

    @property
    def trouble(self) -> str:
        """Why it is not at work."""
        return self._attendant.health.reason if self._not_before_ms else ""

    @property
    def identity(self) -> str:
        return self._attendant.health.identity

    def step(self) -> None:
        """One step of the session, or one attempt to open it."""
        self.clock.advance_to(self._not_before_ms)
        rest_ms = self._attendant.step()
        self._not_before_ms = self.clock.now_ms + rest_ms if rest_ms else 0

    def run(self, ms: int) -> None:
        """For so long."""
        until = self.clock.now_ms + ms
        while self.clock.now_ms < until:
            before = self.clock.now_ms
            self.step()
            if self.clock.now_ms == before and self._attendant.session is None:
                self.clock.advance_to(before + 1)

    def until(self, reached: Callable[[], bool], within_ms: int) -> int:
        """How long it took."""
        began = self.clock.now_ms
        while not reached():
            assert self.clock.now_ms - began <= within_ms, self.trouble or "not in time"
            self.step()
        return self.clock.now_ms - began


def plugged(*devices: SimXkeys) -> tuple[SimBus, VirtualClock]:
    """A bus with these devices on it."""
    clock = VirtualClock()
    bus = SimBus(clock)
    for device in devices:
        bus.plug(device)
    return bus, clock


KEYS = KeypadConfig(3, {"close-bets": key(1, 1), "paid": key(1, 2), "end-of-hand": key(2, 1)})


class KeyTable:
    """A keypad with its lamps, under its own driver or another."""

    def __init__(
        self, session: Callable[[Keypad, ReportTransport], Session] = KeypadSession
    ) -> None:
        self.device = SimXk24(unit_id=3)
        self.bus, clock = plugged(self.device)
        self.told: list[KeyPressed | KeyReleased] = []
        self.keypad = Keypad(KEYS, self.told.append, backend=self.bus)
        self.attended = Attended(self.keypad, clock, lambda port: session(self.keypad, port))
        self.attended.step()

    def heard(self) -> list[str]:
        """Since it was last asked, and in the next moments."""
        self.attended.run(1_500)
        told = [f"{'+' if isinstance(one, KeyPressed) else '-'}{one.name}" for one in self.told]
        self.told.clear()
        return told

    def replug(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        self.bus.unplug(self.device)
        self.attended.step()
        meanwhile()
        self.bus.plug(self.device)


# Transports of drivers that are deliberately wrong


class WithReportId:
    """Sends the leading report id byte that documents show and USB does not carry."""

    def __init__(self, inner: ReportTransport) -> None:
        self.inner = inner

    def read(self, wait_ms: int) -> bytes | None:
        return self.inner.read(wait_ms)

    def write(self, report: bytes) -> None:
        self.inner.write(b"\0" + report)

    def close(self) -> None:
        self.inner.close()


class Shifted(WithReportId):
    """Takes the bytes of a report one too late, and puts them one too late."""

    def read(self, wait_ms: int) -> bytes | None:
        report = self.inner.read(wait_ms)
        return None if report is None else report[1:] + b"\0"

    def write(self, report: bytes) -> None:
        self.inner.write(b"\0" + report[:-1])


class ShiftedReading(Shifted):
    def write(self, report: bytes) -> None:
        self.inner.write(report)


class ShiftedWriting(WithReportId):
    """Only what follows the code of a report comes one too late."""

    def write(self, report: bytes) -> None:
        self.inner.write(report[:1] + b"\0" + report[1:-1])
