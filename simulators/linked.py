"""The part of a device that speaks the Feltwork link: sessions, events kept, commands done once.

What hardware keeps in its non-volatile memory is in `Memory` and survives a power cut: the pairing
key, the boot count, the event numbers and the events not acknowledged, the commands answered.
Session keys, frame counters, timers and the receive buffer are lost with the power. Unplugging the
data cable loses nothing at all but the bytes on it.
"""

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from drivers.faults import BadFrame
from drivers.link import messages as m
from drivers.link.frames import Role
from drivers.link.messages import Kind, Message, MessageTable, Outcome, Why
from drivers.link.pairing import PAIRING_MS_MAX, DevicePairing, Paired
from drivers.link.protocol import Link, Reason, Received, Refused
from simulators.line import Update

EVENTS_MAX: Final = 64
"""Events the memory holds; the device stops before it would lose one."""
CARD_ROOM: Final = 16
"""Places kept for cards, packets and faults; lesser events may not use them."""
WINDOW: Final = 8
"""Events under way at a time."""
EVENT_AGAIN_MS: Final = 250
SILENCE_MS_MAX: Final = 2_000
ANSWERS_MAX: Final = 16

# fmt: off
_WHY: Final = {
    Reason.UNPAIRED:     Why.UNPAIRED,
    Reason.OTHER_KEY:    Why.OTHER_KEY,
    Reason.OTHER_DEVICE: Why.OTHER_ID,
    Reason.VERSION:      Why.OTHER_VERSION,
}
# fmt: on


@dataclass
class Memory:
    """What a device keeps without power."""

    key: bytes | None = field(default=None, repr=False)
    boot_count: int = 1
    last_seq: int = 0
    acknowledged_seq: int = 0
    events: deque[m.Event] = field(default_factory=deque)
    answers: dict[int, tuple[Message, Outcome]] = field(default_factory=dict)
    """The last commands with what was answered, oldest first."""
    highest_id: int = 0


@dataclass(frozen=True)
class Plate:
    """What is written on the device."""

    device_id: int
    model: str
    serial: str
    firmware: str = "1.0.0"
    digest: bytes = bytes(32)


class LinkedDevice:
    """A device on the link; a model of its mechanics is built on it."""

    plate: ClassVar[Plate]
    table: ClassVar[MessageTable]

    def __init__(self, key: bytes | None = None) -> None:
        self.memory = Memory(key)
        self.powered = True
        self.pace = 1.0
        """Milliseconds of the device for one of the line: fast mechanics on an ordinary link."""
        self.refused: Counter[Reason] = Counter()
        self.sent_again = 0
        """Events that were not acknowledged in time."""
        self._now = 0
        self._out = b""
        self._heard_ms = self._events_sent_ms = self._sent_seq = 0
        self.pairing: DevicePairing | None = None
        self._pairing_until = 0
        self._last_words: tuple[m.PairConfirm, m.PairConfirmed] | None = None
        self._boot()

    @property
    def paired(self) -> Paired:
        """What a host that was paired with this device has stored."""
        return Paired(
            self.plate.device_id, self.plate.model, self.plate.serial, self.memory.key or b""
        )

    def update(self, now_ms: int, received: bytes) -> Update:
        """Forward to this time, with what has come since."""
        self._now = max(self._now, now_ms)
        if not self.powered:
            return Update()
        self._work()
        for item in self._link.receive(received):
            self._take(item)
        self._work()
        self._listen_out()
        self._send_events()
        sent, self._out = self._out, b""
        return Update(sent, self._wake())

    # What the model says

    def _state(self) -> Message:
        raise NotImplementedError

    def _do(self, command_id: int, body: Message) -> Outcome:
        """Do a command that was never seen before."""
        raise NotImplementedError

    def _set(self, message: Message) -> None:
        """The host says how something is to be."""

    def _work(self) -> None:
        """Whatever the mechanics have finished by `self._now`."""

    def _works_until(self) -> int | None:
        """When the mechanics want to be asked again."""
        return None

    def _came_up(self) -> None:
        """The power is back; what was under way has stopped where it was."""

    # Power and people

    def power_cut(self) -> None:
        """The power is gone at once."""
        self.powered = False
        self._boot()
        self.pairing = None

    def power_on(self) -> None:
        """It starts again with what its memory has kept."""
        if not self.powered:
            self.powered = True
            self.memory.boot_count += 1
            self._came_up()

    def enter_pairing_mode(self, pairing: DevicePairing | None = None) -> None:
        """A person holds the button: good for one attempt within two minutes."""
        plate = self.plate
        self.pairing = pairing or DevicePairing(plate.device_id, plate.model, plate.serial)
        self._pairing_until = self._now + self._line_ms(PAIRING_MS_MAX)

    def press_equal(self) -> None:
        """A person finds the same code on both displays."""
        if self.pairing is not None:
            self.pairing.press_equal()
            self._finish_pairing()

    @property
    def display(self) -> str:
        """The code to compare; empty outside a pairing."""
        return (self.pairing.code or "") if self.pairing else ""

    # Events

    def memory_full(self, room: int = 1) -> bool:
        """Is there no place for so many more cards?"""
        return len(self.memory.events) + room > EVENTS_MAX

    def _happen(self, body: Message, *, lesser: bool = False) -> None:
        """Remember an event. A lesser one is left to the state when the memory is nearly full."""
        if lesser and self.memory_full(CARD_ROOM):
            return
        if self.memory_full():
            raise OverflowError(f"{self.plate.model}: no place for {type(body).__name__}")
        self.memory.last_seq += 1
        self.memory.events.append(m.Event(self.memory.last_seq, body))

    def _send_events(self) -> None:
        if not self._link.open:
            return
        if self._now - self._events_sent_ms >= self._line_ms(EVENT_AGAIN_MS):
            self.sent_again += self._sent_seq - self.memory.acknowledged_seq
            self._sent_seq = self.memory.acknowledged_seq
        window = self.memory.acknowledged_seq + WINDOW
        for event in list(self.memory.events)[:WINDOW]:
            if self._sent_seq < event.seq <= window:
                self._say(event)
                self._sent_seq, self._events_sent_ms = event.seq, self._now

    # The link

    def _boot(self) -> None:
        """What is lost with the power."""
        self._link = Link(Role.DEVICE, self.table, self.plate.device_id, self.memory.key)
        self._out = b""
        self._heard_ms = self._now
        self._events_sent_ms = self._now
        self._sent_seq = self.memory.acknowledged_seq

    def _say(self, message: Message) -> None:
        self._out += self._link.send(message)

    def _line_ms(self, ms: int) -> int:
        return round(ms * self.pace)

    def _listen_out(self) -> None:
        """Silence ends a session, time the pairing mode."""
        if self._link.open and self._now - self._heard_ms > self._line_ms(SILENCE_MS_MAX):
            self._link.close()
        if self.pairing is not None and self._now > self._pairing_until:
            self.pairing = None

    def _wake(self) -> int | None:
        times = [self._works_until()]
        if self._link.open:
            times.append(self._heard_ms + self._line_ms(SILENCE_MS_MAX) + 1)
            if self.memory.events:
                times.append(self._events_sent_ms + self._line_ms(EVENT_AGAIN_MS))
        if self.pairing is not None:
            times.append(self._pairing_until + 1)
        return min((time for time in times if time is not None), default=None)

    def _take(self, item: Received) -> None:
        if isinstance(item, Refused):
            self.refused[item.reason] += 1
            if item.asked and item.reason in _WHY:
                self._stranger(_WHY[item.reason])
            return
        if self.table.row(item).kind is not Kind.CLEAR:
            self._heard_ms = self._now  # anybody may send or repeat what is not sealed
        match item:
            case m.HostHello():
                self._out += self._link.answer(item)
            case m.Ready():
                self._introduce()
            case m.Heartbeat():
                self._say(m.HeartbeatReply(item.number))
            case m.Acknowledge():
                self._forget(item.seq)
            case m.Command():
                self._say(m.Answer(item.command_id, self._answer(item)))
            case m.ReadState():
                self._say(self._state())
            case m.PairStart() | m.PairReveal() | m.PairConfirm() | m.PairStop():
                self._pair(item)
            case _:
                self._set(item)
                self._say(self._state())

    def _introduce(self) -> None:
        plate, memory = self.plate, self.memory
        who = plate.model, plate.serial, plate.firmware, plate.digest
        self._say(m.Identity(*who, memory.boot_count, memory.acknowledged_seq, memory.last_seq))
        self._say(self._state())
        self._sent_seq = memory.acknowledged_seq

    def _forget(self, seq: int) -> None:
        memory = self.memory
        while memory.events and memory.events[0].seq <= seq:
            memory.acknowledged_seq = memory.events.popleft().seq
        self._sent_seq = max(self._sent_seq, memory.acknowledged_seq)

    def _answer(self, command: m.Command) -> Outcome:
        """Done once: the same command again gets the same answer."""
        memory, number = self.memory, command.command_id
        if number in memory.answers:
            body, outcome = memory.answers[number]
            return outcome if body == command.body else Outcome.ID_REUSED
        if number <= memory.highest_id:
            return Outcome.ID_STALE
        outcome = (
            Outcome.MEMORY_FULL if self.memory_full(CARD_ROOM) else self._do(number, command.body)
        )
        memory.highest_id = number
        memory.answers[number] = command.body, outcome
        if len(memory.answers) > ANSWERS_MAX:
            del memory.answers[next(iter(memory.answers))]
        return outcome

    def _stranger(self, why: Why) -> None:
        plate = self.plate
        self._say(m.Stranger(why, plate.device_id, plate.model, plate.serial))

    # Pairing

    def _pair(self, message: m.PairStart | m.PairReveal | m.PairConfirm | m.PairStop) -> None:
        if self.pairing is None:
            self.refused[Reason.UNASKED] += 1
            if not isinstance(message, m.PairStop):
                self._again_or_stranger(message)
            return
        try:
            match message:
                case m.PairStart():
                    self._say(self.pairing.offer(message))
                case m.PairReveal():
                    self.pairing.revealed(message)
                case m.PairConfirm():
                    self.pairing.confirmed_by(message)
                    self._finish_pairing()
                case m.PairStop():
                    self.pairing = None
        except BadFrame:
            self.refused[Reason.UNASKED] += 1
            self.pairing = None
            self._stranger(Why.PAIRING_FAILED)

    def _again_or_stranger(self, message: Message) -> None:
        """The last message of a pairing may have been lost: it is repeated."""
        confirm, confirmed = self._last_words or (None, None)
        if confirmed is not None and message == confirm:
            self._say(confirmed)
        elif confirmed is None or not isinstance(message, m.PairReveal):
            self._stranger(Why.NOT_PAIRING)

    def _finish_pairing(self) -> None:
        """Both people have said yes: a new key, and command ids that begin anew. Events that were
        not acknowledged are kept, and their numbers go on."""
        done = self.pairing.finish() if self.pairing else None
        if done is None:
            return
        self.pairing = None
        self.memory = replace(self.memory, key=done.key, answers={}, highest_id=0)
        waiting = self._out
        self._boot()
        self._out = waiting
        self._last_words = done.confirm, done.confirmed
        self._say(done.confirmed)
