"""A driver on a bench: opened, stepped and opened again by the suite, every wait bounded.

On the bench the suite itself attends to the session, on one thread, so that the same steps run on a
simulated device in virtual time and on a real one by the wall clock.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, Protocol, TypeVar

from controller.domain.base import existing
from drivers.attendant import Closable, Session
from drivers.clock import monotonic_ms
from drivers.faults import DeviceFault
from drivers.transport import ByteTransport
from ui.commands.conformance.hands import Deed, Hands
from ui.commands.conformance.steps import Unmet

S = TypeVar("S", bound=Session)
STEPS_MAX: Final = 200_000
"""A device that never stops talking holds up no bench: virtual time would stand still."""
RETRY_MS: Final = 100
REOPEN_MS_MAX: Final = 10_000


class Clock(Protocol):
    """The time of the bench."""

    @property
    def now_ms(self) -> int: ...

    def advance_to(self, ms: int) -> None:
        """Wait until then."""
        ...


class WallClock:
    """Real devices take real time."""

    @property
    def now_ms(self) -> int:
        return monotonic_ms()

    def advance_to(self, ms: int) -> None:
        time.sleep(max(0, ms - self.now_ms) / 1_000)


class Bench(Generic[S]):
    """One driver and the way to its device."""

    def __init__(self, clock: Clock, hands: Hands) -> None:
        self.clock, self.hands = clock, hands
        self.identity = ""
        self._session: S | None = None
        self._transport: Closable | None = None

    def now(self) -> int:
        return self.clock.now_ms

    def make(self) -> tuple[Closable, S]:
        """Open the port, and the driver on it; each device's bench says how."""
        raise NotImplementedError

    @property
    def session(self) -> S:
        """The one at work; it is begun where there is none, for a step before may have lost it."""
        self.ready()
        if self._session is None:
            raise Unmet("there is no session with the device")
        return self._session

    def ready(self) -> None:
        """Begin a session where there is none."""
        if self._session is None:
            self.connect()

    def connect(self) -> int:
        """Open, identify, read the state: how long that took."""
        self.close()
        self.wait(RETRY_MS // 2)
        began = self.now()
        self._transport, session = self.make()
        self.identity = session.begin()
        self._session = session
        return self.now() - began

    def identify(self) -> str:
        """Who it says it is, and how long that took."""
        took = self.connect()
        return f"{self.identity}, in {took} ms"

    def reconnect(self, within_ms: int) -> int:
        """Again and again until it is there; how long it took, or why it is not."""
        began = self.now()
        while True:
            try:
                self.connect()
                return self.now() - began
            except DeviceFault:
                if self.now() - began > within_ms:
                    raise
                self.wait(RETRY_MS)

    def close(self) -> None:
        transport, self._transport, self._session = self._transport, None, None
        if transport is not None:
            with suppress(DeviceFault):
                transport.close()

    def wait(self, ms: int) -> None:
        """Without a session."""
        self.clock.advance_to(self.now() + ms)

    def run(self, ms: int) -> None:
        """With the session, for so long."""
        self.reached(lambda: False, ms)

    def reached(self, fact: Callable[[], bool], within_ms: int) -> int | None:
        """How long until this held; none where it did not within the time."""
        began, session = self.now(), self.session
        for _ in range(STEPS_MAX):
            if fact():
                return self.now() - began
            if self.now() - began >= within_ms:
                return None
            try:
                session.step()
            except Exception:
                self.close()
                raise
        raise Unmet("the device never stops sending")

    def until(self, fact: Callable[[], bool], within_ms: int, otherwise: str) -> int:
        """How long until this held; where it did not, the step fails with what was missing."""
        took = self.reached(fact, within_ms)
        if took is None:
            raise Unmet(f"{otherwise} within {within_ms} ms")
        return took

    def lose(self) -> None:
        """Until the driver has noticed that the device is gone."""
        within_ms = max(self.hands.wait_ms, REOPEN_MS_MAX)
        try:
            self.run(within_ms)
        except DeviceFault:
            return
        raise Unmet(f"still working after {within_ms} ms: not unplugged, or not noticed")

    def replug(self, deed: str = Deed.PLUG) -> tuple[int, object]:
        """The cable out, noticed, this done meanwhile, and back at work: how long that took, and
        what truly happened, where it is known."""
        self.ready()
        self.hands.do(Deed.UNPLUG)
        self.lose()
        truth = self.hands.do(deed)
        return self.reconnect(max(self.hands.wait_ms, REOPEN_MS_MAX)), truth


class Tap:
    """A `ByteTransport` that keeps what went over it since it was last cleared."""

    def __init__(self, transport: ByteTransport, clock: Clock) -> None:
        self._transport, self._clock = transport, clock
        self.sent: list[bytes] = []
        self.came = b""
        self.answer_ms = 0
        """The longest time from something sent to the next bytes that came."""
        self._asked_ms: int | None = None

    def clear(self) -> None:
        self.sent, self.came = [], b""

    def read(self, wait_ms: int) -> bytes:
        data = self._transport.read(wait_ms)
        if data and self._asked_ms is not None:
            self.answer_ms = max(self.answer_ms, self._clock.now_ms - self._asked_ms)
            self._asked_ms = None
        self.came += data
        return data

    def write(self, data: bytes) -> None:
        self._asked_ms = self._clock.now_ms
        self.sent.append(data)
        self._transport.write(data)

    def close(self) -> None:
        self._transport.close()


class LineBench(Bench[S]):
    """A driver on a serial line, and what went over it."""

    def __init__(self, open_: Callable[[], ByteTransport], clock: Clock, hands: Hands) -> None:
        super().__init__(clock, hands)
        self._open = open_
        self._tap: Tap | None = None

    def make(self) -> tuple[Tap, S]:
        self._tap = Tap(self._open(), self.clock)
        return self._tap, self.driven(self._tap)

    def driven(self, transport: ByteTransport) -> S:
        """The driver on an open line; each device's bench says which."""
        raise NotImplementedError

    def line(self) -> Tap:
        """With a session on it."""
        self.ready()
        return existing(self._tap, "a session without a line")
