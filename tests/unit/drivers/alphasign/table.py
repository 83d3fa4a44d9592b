"""A driver and a simulated sign on an in-memory line, for the tests."""

from collections.abc import Callable

from drivers.alphasign.config import SignConfig
from drivers.alphasign.driver import Sign, SignSession
from drivers.health import Condition, Health
from simulators.line import MemoryLine, VirtualClock
from simulators.sign import SimSign


class Spoiler(MemoryLine):
    """A line that can lose and garble what goes over it."""

    def __init__(self, device: SimSign, clock: VirtualClock) -> None:
        self.spoil: Callable[[bytes], bytes] = lambda data: data
        self.spoil_answer: Callable[[bytes], bytes] = lambda data: data
        self.sent = b""
        super().__init__(device, clock)

    def write(self, data: bytes) -> None:
        self.sent += data
        super().write(self.spoil(data))

    def read(self, wait_ms: int) -> bytes:
        return self.spoil_answer(super().read(wait_ms))


class Board:
    """A sign, its driver and the line between them."""

    def __init__(self, config: SignConfig, device: SimSign | None = None) -> None:
        self.clock = VirtualClock()
        self.device = device or SimSign(wired=config.wired)
        self.felt: list[Health] = []
        self.sign = Sign(config, self.felt.append, lambda: self.clock.now_ms)
        self.line = Spoiler(self.device, self.clock)
        self.session = self._connect()

    def _connect(self) -> SignSession:
        session = self.sign.session(self.line)
        self.sign.attended(Health(Condition.WORKING, "", session.begin()))
        return session

    def reconnect(self) -> None:
        """The plug was pulled and is in again; the line is no better than it was."""
        before, self.line = self.line, Spoiler(self.device, self.clock)
        self.line.spoil, self.line.spoil_answer = before.spoil, before.spoil_answer
        self.session = self._connect()

    def run(self, ms: int, until: Callable[[], bool] = lambda: False) -> int:
        """Let time go by; how much did."""
        start = self.clock.now_ms
        while self.clock.now_ms < start + ms and not until():
            self.session.step()
        return self.clock.now_ms - start

    @property
    def shows(self) -> str:
        """What is to be read on the sign."""
        return self.device.displayed.strip()

    @property
    def condition(self) -> Condition:
        return self.sign.health.condition
