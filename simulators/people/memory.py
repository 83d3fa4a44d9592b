"""A table with simulated devices in memory: no port, no thread, no wall clock.

The drivers are the real ones and run unmodified, on in-memory lines and a simulated bus each; the
controller does what it is asked on the thread that asks. Time goes by only while somebody waits, so
that a campaign of hours runs in minutes, and the same seed plays the same table.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from controller.devices.site import KEYS
from controller.devices.table import TableDevices
from controller.domain.instant import Instant
from controller.running.runtime import Learned, TableController
from controller.running.snapshot import Answer
from simulators.line import ByteDevice, MemorySocket
from simulators.people.felt import USB, Felt, Fitted
from simulators.pty import PtyDevice
from simulators.pump import Pump
from simulators.usb import SimBus

MECHANICS: Final = 100.0
"""Hurried mechanics on an unhurried link: a shuffle of 45 seconds in less than one."""


class PromptTable(TableController):
    """Does what it is asked at once, on the thread that asks."""

    _busy = False

    def show_shared(self, shared: Any, find: Learned) -> "Future[Answer]":
        """Nothing waits here that a later one could take the place of."""
        return self._put(partial(self._show_shared, shared, find), waits=True)

    def _put(self, work: Callable[[], Answer], *, waits: bool = False) -> "Future[Answer]":
        answer = super()._put(work, waits=waits)
        if not self._busy:  # what the work itself asks for is done after it
            self._busy = True
            try:
                self.work()
            finally:
                self._busy = False
        return answer


class PumpClock:
    """The table's time as the controller has it; every start has a steady clock of its own."""

    def __init__(self, pump: Pump, began_ms: int = 0) -> None:
        self._pump, self._began_ms = pump, began_ms
        self.run = 0

    def now(self) -> Instant:
        now_ms = self._pump.clock.now_ms
        return Instant(self._began_ms + now_ms, now_ms, self.run)


class MemoryFelt(Felt):
    """Cards, chips and devices in memory; the `Site` that their drivers find them at."""

    def __init__(
        self, rules: Fitted, seed: int = 0, speed: float = MECHANICS, devices: str = "table"
    ) -> None:
        self.pump = Pump()
        self._mechanics = speed
        self._buses = {name: SimBus(self.pump.clock_of(name)) for name in USB}
        self.openings: Counter[str] = Counter()
        """How often each device was opened: once, and again whenever it was away."""
        super().__init__(rules, None, seed, devices)

    # What people do

    def take_time(self, ms: int) -> None:
        """Hands are as fast as they are asked to be."""

    def wait(self, fact: Callable[[], bool], seconds: float) -> bool:
        return self.pump.until(fact, round(seconds * 1_000))

    def skip(self, ms: int) -> None:
        """A long time in which nobody touches anything: the devices have it as well, at once."""
        self.pump.skip(ms)

    def attend(self, devices: TableDevices) -> None:
        """From now on the drivers of this table have their turns."""
        steps = devices.steps
        self.pump.attend({name: partial(self._step, name, steps[name]) for name in steps})

    def _step(self, name: str, step: Callable[[], int]) -> int:
        if name in self.scripts:
            self.scripts[name].pass_time()
        return step()

    # Where the devices are

    def open(self, name: str, open_: Callable[[], Any]) -> Any:
        """A line in memory; what is on a bus as its driver finds it, on a bus of its own."""
        self.openings[name] += 1
        self.scripts[name].check()
        socket = self.lines.get(name)
        return self._with_faults(
            name, socket.open() if isinstance(socket, MemorySocket) else open_()
        )

    def clock(self, name: str) -> Callable[[], int]:
        if name == KEYS:
            return lambda: self.pump.clock.now_ms
        clock = self.pump.clock_of(name)
        return lambda: clock.now_ms

    def bus_of(self, name: str) -> SimBus:
        return self._buses[name]

    def _line(self, name: str, device: ByteDevice) -> PtyDevice | MemorySocket:
        speed = 1.0 if name == "sign" else self._mechanics
        return MemorySocket(device, self.pump.clock_of(name), speed)
