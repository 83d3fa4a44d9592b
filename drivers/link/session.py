"""The host's side of a session on an open line: a `drivers.attendant.Session`.

It identifies the device, reads its state, and from then on hands over every event in order, once.
An event is acknowledged to the device only when `received` has returned: by then it is on record.
Times are those of the link protocol, section 7. The device is there as long as it answers
heartbeats: from when the one was sent that it answers last. Nothing else extends that time, for
what comes in the clear anybody can send, and a sealed frame can be kept back and let through later.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, NoReturn

from drivers.clock import monotonic_ms
from drivers.faults import DeviceFault, WrongDevice
from drivers.link import messages as m
from drivers.link.frames import Role
from drivers.link.messages import Kind, Message, MessageTable, Outcome, Why
from drivers.link.orders import Orders
from drivers.link.pairing import Paired
from drivers.link.protocol import REPORTED, Link, Reason, Received, Refused
from drivers.transport import ByteTransport

BEGIN_MS_MAX: Final = 3_000
AGAIN_MS: Final = 300
ANSWER_MS_MAX: Final = 3_000
HEARTBEAT_MS: Final = 500
SILENCE_MS_MAX: Final = 2_000
WAIT_MS: Final = 20
"""One step's wait: a new order is sent after it at the latest."""
EARLY_MAX: Final = 64

# fmt: off
_STRANGERS: Final = {
    Why.UNPAIRED:       "is not paired. Pair it",
    Why.OTHER_KEY:      "was paired with another console. Pair it here",
    Why.OTHER_ID:       "is a different device. Plug in the right one, or pair this one",
    Why.OTHER_VERSION:  "uses another version of the link protocol. Update its firmware",
    Why.NOT_PAIRING:    "is not in pairing mode. Put it into pairing mode",
    Why.PAIRING_FAILED: "ended the pairing. Put it into pairing mode again",
}
# fmt: on


def stranger_text(stranger: m.Stranger) -> str:
    """Which device is there instead, and what to do."""
    who = f"{stranger.model} {stranger.serial} (device {stranger.device_id})"
    return f"{who} {_STRANGERS[stranger.why]}"


def counted(refused: Counter[Reason]) -> str:
    """The frames that were refused, for whoever looks for the cause; empty where none were."""
    if not refused:
        return ""
    kinds = ", ".join(f"{times} {reason.value}" for reason, times in refused.most_common())
    return f" (frames refused: {kinds})"


@dataclass(frozen=True)
class SessionCallbacks:
    """Whom a session tells what; each is called on the device's own thread."""

    received: Callable[[m.Event], object]
    """An event, in order, once: returns when it is on record. `DeviceFault` puts it off."""
    last_seq: Callable[[], int]
    """The last event on record: the session goes on after it."""
    state_read: Callable[[Message], object] = lambda state: None
    answered: Callable[[int, Outcome], object] = lambda command_id, outcome: None
    noticed: Callable[[Refused], object] = lambda refused: None
    """A frame that a line does not make by itself: forged, replayed, another device's."""
    begins: Callable[[int, int], object] = lambda acknowledged_seq, last_seq: None
    """A session begins with a device that keeps the events after the one to the other: a pairing of
    which nothing is on record yet goes on from there. Called before `last_seq`."""


@dataclass(frozen=True)
class Fitting:
    """What a driver is given for one session."""

    callbacks: SessionCallbacks
    """Whom it tells what has happened."""
    orders: Orders
    """What the controller wants of the device."""
    paired: Paired
    """The device it was paired with. Of one that is not paired only a name for the record."""
    wait_ms: int = WAIT_MS
    """How long a step may wait."""
    now_ms: Callable[[], int] = monotonic_ms
    """The clock for its waits: on a bench time may not be the machine's."""


class LinkSession:
    """One session; the device's driver says what its messages are and mean."""

    table: ClassVar[MessageTable]

    def __init__(self, transport: ByteTransport, fitting: Fitting) -> None:
        self._transport, self._paired = transport, fitting.paired
        self._callbacks, self._orders = fitting.callbacks, fitting.orders
        self._now, self._wait_ms = fitting.now_ms, fitting.wait_ms
        paired = fitting.paired
        self._name = f"{paired.model} {paired.serial} (device {paired.device_id})"
        self.refused: Counter[Reason] = Counter()
        """What came to nothing, by reason."""
        self._last_seq = 0
        self._forget()

    def _forget(self) -> None:
        """A new session knows nothing of the one before."""
        paired = self._paired
        self._link = Link(Role.HOST, self.table, paired.device_id, paired.key)
        self.identity: m.Identity | None = None
        self.state: Message | None = None
        self.state_certain = True
        """False once the device was told to change and has not reported its state since."""
        self._read_ms: int | None = None
        """When the state was last asked for, until it has come."""
        self._heard_ms = self._sent_ms = self._beat_ms = self._beat = 0
        self._beats: dict[int, int] = {}
        """Heartbeats by number, and when they were sent; no older ones than count."""
        self._asking = _Asking()
        self._stage = False, False
        self._early: list[m.Event] = []
        """Events that came right after the identity."""
        self._instead = ""
        """Which device claims to be there instead. Anybody may, so the right one still gets its
        time to answer."""

    def begin(self) -> str:
        self._forget()
        until = self._now() + BEGIN_MS_MAX
        asking = self._link.hello()
        while self.identity is None or self.state is None:
            if self._now() >= until:
                self._give_up_hello()
            self._transport.write(self._link.send(m.Ready()) if self._link.open else asking)
            self._listen(AGAIN_MS)
        self._check_identity(self.identity)
        self._callbacks.begins(self.identity.acknowledged_seq, self.identity.last_seq)
        self._last_seq = self._callbacks.last_seq()
        self._check_events(self.identity)
        self._heard_ms = self._sent_ms = self._beat_ms = self._now()
        if self._instead:  # the device itself has answered: that was somebody else
            self._callbacks.noticed(
                Refused(Reason.UNASKED, f"another device claimed that {self._instead}")
            )
        self._callbacks.state_read(self.state)
        who = self.identity
        return f"{who.model} {who.serial}, firmware {who.firmware} ({who.digest.hex()[:12]})"

    def step(self) -> None:
        if self._now() - self._sent_ms > SILENCE_MS_MAX:
            self.begin()  # a slow disk may have held us up: the device has stopped waiting
        self._send_due()
        early, self._early = self._early, []
        came = self._link.receive(self._transport.read(0 if early else self._wait_ms))
        began = self._now()
        for received in (*early, *came):
            self._take(received)
        self._heard_ms += self._now() - began  # handling them took so long: not a silence
        if (silent := self._now() - self._heard_ms) > SILENCE_MS_MAX:
            seen = counted(self.refused)
            raise DeviceFault(
                f"{self._name}: silent for {silent} ms{seen}. Check its power and cable"
            )

    def unmet(self) -> Message | None:
        """What to send so that the device does as wanted; each device's driver says."""
        return None

    # Hello

    def _give_up_hello(self) -> NoReturn:
        if self._instead:
            raise WrongDevice(f"Waiting for {self._name}: {self._instead}")
        seen = counted(self.refused)
        raise DeviceFault(f"{self._name}: does not answer{seen}. Check its power and cable")

    def _listen(self, wait_ms: int) -> None:
        """Until something useful has come, or the time is up."""
        until = self._now() + wait_ms
        while (left := until - self._now()) > 0:
            for received in self._link.receive(self._transport.read(left)):
                self._take_hello(received)
            if self._progress():
                return

    def _progress(self) -> bool:
        """Has the session got further, so that there is no need to wait any longer?"""
        stage = self._link.open, self.identity is not None and self.state is not None
        before, self._stage = self._stage, stage
        return stage != before

    def _take_hello(self, received: Received) -> None:
        match received:
            case m.Stranger():
                self._instead = stranger_text(received)
                self.refused[Reason.UNASKED] += 1
            case m.Identity():
                self.identity = received
            case m.Event():
                self._early = [*self._early[1 - EARLY_MAX :], received]
            case Refused():
                self._refuse(received)
                if received.reason is Reason.VERSION:
                    self._instead = f"{received.text}. Update the device"
            case _ if self._is_state(received):
                self.state = received

    def _is_state(self, message: Message) -> bool:
        return self.table.row(message).kind is Kind.STATE

    def _check_identity(self, who: m.Identity) -> None:
        if (who.model, who.serial) != (self._paired.model, self._paired.serial):
            raise WrongDevice(
                f"Waiting for {self._name}: {who.model} {who.serial} answers. "
                "Plug in the right one, or pair this one"
            )

    def _check_events(self, who: m.Identity) -> None:
        """The device must still have every event that is not on record."""
        if not who.acknowledged_seq <= self._last_seq <= who.last_seq:
            raise WrongDevice(
                f"{self._name}: its memory holds events {who.acknowledged_seq + 1} to "
                f"{who.last_seq}, the record ends with {self._last_seq}: events are missing. "
                "Check the cards, then pair it again"
            )

    # At work

    def _take(self, received: Received) -> None:
        match received:
            case m.Event():
                self._take_event(received)
            case m.HeartbeatReply():
                self._heard_ms = max(self._heard_ms, self._beats.get(received.number, 0))
            case m.Answer():
                if self._orders.settle(received.command_id):
                    self._callbacks.answered(received.command_id, received.outcome)
            case Refused():
                self._refuse(received)
            case _ if self._is_state(received):
                self.state, self.state_certain, self._read_ms = received, True, None
                self._callbacks.state_read(received)

    def _take_event(self, event: m.Event) -> None:
        if event.seq > self._last_seq + 1:
            return  # the one before it was lost: the device will send both again
        if event.seq == self._last_seq + 1:
            self._callbacks.received(event)
            self._last_seq = event.seq
        self._send(m.Acknowledge(self._last_seq))

    def _refuse(self, refused: Refused) -> None:
        self.refused[refused.reason] += 1
        if refused.reason in REPORTED:
            self._callbacks.noticed(refused)

    def _send_due(self) -> None:
        now = self._now()
        due = self.unmet() or self._orders.next_command()
        if self._asking.due(due, now):
            self._send(self._asking.message)
            self.state_certain = self.state_certain and isinstance(due, m.Command)
        if self._asking.overdue(now):
            self._give_up()
        unread = self._read_ms is not None and now - self._read_ms >= AGAIN_MS
        if self._orders.take_read_state() or unread:
            self._send(m.ReadState())
            self._read_ms = now
        if now - self._beat_ms >= HEARTBEAT_MS:
            self._send_heartbeat(now)

    def _send_heartbeat(self, now: int) -> None:
        count = {number: at for number, at in self._beats.items() if now - at <= SILENCE_MS_MAX}
        self._beats = count | {self._beat: now}
        self._send(m.Heartbeat(self._beat))
        self._beat_ms, self._beat = now, self._beat + 1

    def _give_up(self) -> NoReturn:
        message = self._asking.message
        what = message.body if isinstance(message, m.Command) else message
        raise DeviceFault(
            f"{self._name}: {type(what).__name__} was not answered within {ANSWER_MS_MAX} ms. "
            "Switch it off and on"
        )

    def _send(self, message: Message) -> None:
        self._sent_ms = self._now()
        self._transport.write(self._link.send(message))


class _Asking:
    """What the device is asked for repeatedly, within a limit."""

    def __init__(self) -> None:
        self.message: Message = m.Heartbeat()
        self._wanted = False
        self._first_ms = self._last_ms = 0

    def due(self, message: Message | None, now: int) -> bool:
        """Is it time to send this, for the first time or again?"""
        if message is None:
            self._wanted = False
            return False
        if not self._wanted or message != self.message:
            self.message, self._wanted, self._first_ms = message, True, now
        elif now - self._last_ms < AGAIN_MS:
            return False
        self._last_ms = now
        return True

    def overdue(self, now: int) -> bool:
        return self._wanted and now - self._first_ms > ANSWER_MS_MAX
