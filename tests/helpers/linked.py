"""A host and a linked device on virtual time: what a controller would do, without one."""

from collections.abc import Iterable
from typing import TypeVar

from drivers.attendant import LOOK_AGAIN_MS
from drivers.faults import DeviceFault, WrongDevice
from drivers.link.messages import Event, Message, Outcome
from drivers.link.orders import Orders
from drivers.link.protocol import Refused
from drivers.link.session import Fitting, LinkSession, SessionCallbacks
from drivers.shoe.driver import ShoeOrders, ShoeSession
from drivers.shoe.protocol import CardDrawn
from drivers.shuffler.driver import ShufflerOrders, ShufflerSession
from drivers.transport import ByteTransport
from simulators.faults import FaultScript, WireFault
from simulators.faulty import FaultyBytes
from simulators.line import MemoryLine, VirtualClock
from simulators.linked import LinkedDevice
from simulators.shoe import SimShoe
from simulators.shuffler import SimShuffler
from simulators.world import World

KEY = bytes(range(32))
WAIT_MS = 100
"""A step on virtual time: orders are given between steps here, and bytes end a wait."""
E_ = TypeVar("E_", bound=Message)


class Host:
    """Attends to a device as `Attendant` does, but on virtual time; its record is durable."""

    driver: type[LinkSession]
    orders: Orders

    def __init__(self, device: LinkedDevice, faults: Iterable[WireFault] = ()) -> None:
        self.device = device
        self.clock = VirtualClock()
        self.script = FaultScript(faults, lambda: self.clock.now_ms, self._power)
        self.paired = device.paired
        self.record: list[Event] = []
        self.states: list[Message] = []
        self.answers: list[tuple[int, Outcome]] = []
        self.noticed: list[Refused] = []
        self.reasons: list[str] = []
        self.session: LinkSession | None = None
        self.line: MemoryLine | None = None
        self.callbacks = SessionCallbacks(
            self.record.append,
            lambda: len(self.record),
            self.states.append,
            lambda command_id, outcome: self.answers.append((command_id, outcome)),
            self.noticed.append,
        )

    def _power(self, on: bool) -> None:
        if on:
            self.device.power_on()
        else:
            self.device.power_cut()

    def _now(self) -> int:
        return self.clock.now_ms

    def on(self, transport: ByteTransport) -> LinkSession:
        """The driver at work on an open line."""
        fitting = Fitting(self.callbacks, self.orders, self.paired, WAIT_MS, self._now)
        return self.driver(transport, fitting)

    def connect(self) -> str:
        """Open the line and begin; `DeviceFault` or `WrongDevice` where that fails."""
        self.session = None
        self.clock.advance_to(self.clock.now_ms + 50)
        self.script.check()
        self.line = MemoryLine(self.device, self.clock)
        session = self.on(FaultyBytes(self.script, self.line))
        identity = session.begin()
        self.session = session
        return identity

    def step(self) -> None:
        """One step, whatever it takes; why a session went down is in `reasons`."""
        try:
            if self.session is None:
                self.connect()
            else:
                self.session.step()
        except DeviceFault as fault:
            self.reasons.append(str(fault))
            self.session = None
        except WrongDevice as wrong:
            self.reasons.append(str(wrong))
            self.session = None
            self.clock.advance_to(self.clock.now_ms + LOOK_AGAIN_MS)

    def run(self, ms: int) -> None:
        """Attend to it for so long."""
        until = self.clock.now_ms + ms
        while self.clock.now_ms < until:
            self.step()

    def bodies(self, kind: type[E_]) -> list[E_]:
        return [event.body for event in self.record if isinstance(event.body, kind)]


class ShoeHost(Host):
    """With the shoe."""

    driver: type[LinkSession] = ShoeSession

    def __init__(self, device: SimShoe, faults: Iterable[WireFault] = ()) -> None:
        self.shoe = device
        self.orders: ShoeOrders = ShoeOrders()
        super().__init__(device, faults)

    @property
    def faces(self) -> list[object]:
        return [body.face for body in self.bodies(CardDrawn)]


class ShufflerHost(Host):
    """With the shuffler."""

    driver: type[LinkSession] = ShufflerSession

    def __init__(self, device: SimShuffler, faults: Iterable[WireFault] = ()) -> None:
        self.shuffler = device
        self.orders: ShufflerOrders = ShufflerOrders()
        super().__init__(device, faults)


def shoe_host(faults: Iterable[WireFault] = (), seed: int = 1) -> tuple[World, ShoeHost]:
    """A loaded shoe whose lock the host has been told to clear."""
    world = World(seed)
    shoe = SimShoe(world, KEY)
    host = ShoeHost(shoe, faults)
    host.orders.set_lock(False)
    return world, host


def shuffler_host(faults: Iterable[WireFault] = (), seed: int = 1) -> tuple[World, ShufflerHost]:
    """An empty shuffler."""
    world = World(seed)
    return world, ShufflerHost(SimShuffler(world, KEY), faults)
