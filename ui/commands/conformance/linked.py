"""What every device on the Feltwork link has to do (docs/link-protocol.md)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from controller.domain.base import existing
from drivers.faults import DeviceFault, WrongDevice
from drivers.link.messages import Event, Identity, Message, Outcome
from drivers.link.orders import Orders
from drivers.link.pairing import Paired
from drivers.link.protocol import Refused
from drivers.link.session import (
    AGAIN_MS,
    ANSWER_MS_MAX,
    BEGIN_MS_MAX,
    HEARTBEAT_MS,
    SILENCE_MS_MAX,
    Fitting,
    LinkSession,
    SessionCallbacks,
)
from drivers.transport import ByteTransport
from ui.commands.conformance.bench import REOPEN_MS_MAX, Clock, LineBench
from ui.commands.conformance.hands import Deed, Hands
from ui.commands.conformance.steps import Step, Unmet, met, three_times

M = TypeVar("M", bound=Message)
QUIET_MS: Final = 2 * SILENCE_MS_MAX + HEARTBEAT_MS
DELIMITER: Final = b"\0"


@dataclass
class PairedState:
    """Where host and device stand with each other; it outlives a run."""

    paired: Paired
    last_seq: int = 0
    command_id: int = 0


class LinkBench(LineBench[LinkSession]):
    """A linked device, and a record of all it told."""

    def __init__(
        self,
        open_: Callable[[], ByteTransport],
        standing: PairedState,
        orders: Orders,
        clock: Clock,
        hands: Hands,
        driver: type[LinkSession],
        wait_ms: int,
    ) -> None:
        super().__init__(open_, clock, hands)
        self._driver, self._wait_ms = driver, wait_ms
        self.standing, self.orders = standing, orders
        self.events: list[Event] = []
        self.states: list[Message] = []
        self.answers: list[tuple[int, Outcome]] = []
        self.noticed: list[Refused] = []
        self._callbacks = SessionCallbacks(
            self._record,
            lambda: self.standing.last_seq,
            self.states.append,
            lambda command_id, outcome: self.answers.append((command_id, outcome)),
            self.noticed.append,
            self._begins,
        )

    def driven(self, transport: ByteTransport, paired: Paired | None = None) -> LinkSession:
        """`paired`: with another device than the one that was paired."""
        paired = paired or self.standing.paired
        fitting = Fitting(self._callbacks, self.orders, paired, self._wait_ms, self.now)
        return self._driver(transport, fitting)

    def who(self) -> Identity:
        """The device at work says."""
        return existing(self.session.identity, "a session without an identity")

    def refused_with(self, paired: Paired) -> str:
        """Why a host that holds something else is refused."""
        self.close()
        self.wait(AGAIN_MS)
        transport = self._open()
        try:
            self.driven(transport, paired).begin()
        except WrongDevice as wrong:
            return str(wrong)
        except DeviceFault as fault:
            raise Unmet(f"expected a refusal that says why, got none: {fault}") from fault
        finally:
            transport.close()
        raise Unmet("the device opened a session for a key that is not its own")

    def bodies(self, kind: type[M], since: int = 0) -> list[M]:
        """Of the events recorded from this place on."""
        return [event.body for event in self.events[since:] if isinstance(event.body, kind)]

    def told(self, since: int, within_ms: int, otherwise: str, *kinds: type[Message]) -> int:
        """How long until an event of one of these kinds was recorded."""
        return self.until(lambda: any(self.bodies(k, since) for k in kinds), within_ms, otherwise)

    def told_of(self, deed: Deed, kind: type[Message], since: int, otherwise: str) -> int:
        """The same, once this was done at the device."""
        self.hands.do(deed)
        return self.told(since, self.hands.wait_ms, otherwise, kind)

    def read_state(self, kind: type[M]) -> M:
        """Asked for, not remembered."""
        self.ask_state()
        state = self.states[-1]
        if not isinstance(state, kind):
            raise Unmet(f"{type(state).__name__} instead of {kind.__name__}")
        return state

    def ask_state(self) -> int:
        """How long the answer took."""
        self.ready()
        known = len(self.states)
        self.orders.read_state()
        return self.until(lambda: len(self.states) > known, ANSWER_MS_MAX, "it sent no state")

    def command(self, send: Callable[[int], object]) -> tuple[int, Outcome]:
        """A one-shot command under a new id, and its answer."""
        self.standing.command_id += 1
        return self.standing.command_id, self.again(self.standing.command_id, send)

    def again(self, number: int, send: Callable[[int], object]) -> Outcome:
        """A command under an id that may have been used before, and its answer."""
        self.ready()
        known = len(self.answers)
        send(number)
        self.until(lambda: len(self.answers) > known, ANSWER_MS_MAX, "the device did not answer")
        return self.answers[-1][1]

    def _begins(self, acknowledged_seq: int, last_seq: int) -> None:
        """Paired anew, its numbers go on."""
        self.standing.last_seq = self.standing.last_seq or acknowledged_seq

    def _record(self, event: Event) -> None:
        self.events.append(event)
        self.standing.last_seq = event.seq


class LinkSuite:
    """The steps that do not depend on what the device is."""

    def __init__(self, bench: LinkBench, model: str) -> None:
        self._bench, self._model = bench, model

    def first(self) -> list[Step]:
        return [
            Step(
                "identify",
                "say hello with the pairing key",
                f"{self._model}, identity and state within {BEGIN_MS_MAX} ms",
                self._identify,
                essential=True,
            ),
            Step(
                "state read",
                "ask for the whole state three times",
                f"an answer within {AGAIN_MS} ms each time, before the driver would ask again",
                self._state_read,
            ),
            Step(
                "heartbeats",
                f"send only heartbeats for {QUIET_MS} ms",
                "an answer to each, and nothing else",
                self._heartbeats,
            ),
            Step(
                "wrong key refused",
                "say hello with a different pairing key, then with the right one",
                "refused with the reason; the right key still works",
                self._wrong_key,
            ),
            Step(
                "resynchronise after reopening",
                "close the port and open it again",
                "the same device, boot count, state and events",
                self._reopen,
            ),
        ]

    def last(self) -> list[Step]:
        return [
            Step(
                "power cut",
                str(Deed.POWER_CYCLE),
                "the boot count goes up by one; no event is lost or repeated",
                self._power_cut,
            ),
            Step(
                "nothing forged",
                "look at every frame of this run",
                "none is forged, replayed, malformed or from another device",
                self._nothing_forged,
            ),
        ]

    def _identify(self) -> str:
        seen = self._bench.identify()
        met(self._bench.who().model == self._model, self._bench.identity)
        return seen

    def _state_read(self) -> str:
        return three_times(self._bench.ask_state, AGAIN_MS)

    def _heartbeats(self) -> str:
        bench = self._bench
        bench.ask_state()
        bench.run(HEARTBEAT_MS)
        tap = bench.line()
        tap.clear()
        bench.run(QUIET_MS)
        beats, frames = len(tap.sent), tap.came.count(DELIMITER) // 2
        seen = f"{beats} frames sent, {frames} came, the slowest answer after {tap.answer_ms} ms"
        most = QUIET_MS // HEARTBEAT_MS + 1
        met(beats - 1 <= frames <= most, f"{seen}; expected {beats - 1} to {most}")
        return seen

    def _wrong_key(self) -> str:
        paired = self._bench.standing.paired
        other = bytes(byte ^ 0xA5 for byte in paired.key)
        text = self._bench.refused_with(replace(paired, key=other))
        self._bench.connect()
        return text

    def _reopen(self) -> str:
        bench = self._bench
        state, before = bench.read_state(Message), bench.who()
        took = bench.connect()
        after = bench.who()
        met(after.boot_count == before.boot_count, "the device has restarted")
        met(
            after.acknowledged_seq == bench.standing.last_seq,
            f"the device remembers event {after.acknowledged_seq} as acknowledged, "
            f"the host recorded up to event {bench.standing.last_seq}",
        )
        met(bench.states[-1] == state, f"{state} before, {bench.states[-1]} now")
        return f"the same after {took} ms, boot count {after.boot_count}"

    def _power_cut(self) -> str:
        bench = self._bench
        before, known = bench.who(), len(bench.events)
        bench.hands.do(Deed.POWER_CYCLE)
        with_power = max(bench.hands.wait_ms, REOPEN_MS_MAX)
        bench.lose()
        bench.reconnect(with_power)
        after = bench.who()
        bench.run(HEARTBEAT_MS)
        met(after.boot_count == before.boot_count + 1, f"boot count {after.boot_count}")
        met(len(bench.events) == known, f"{len(bench.events) - known} events without a cause")
        return f"boot count {after.boot_count}, nothing lost"

    def _nothing_forged(self) -> str:
        noticed = [f"{one.reason}: {one.text}" for one in self._bench.noticed]
        met(not noticed, "; ".join(noticed[:3]))
        return "none"
