"""Keeps the sign at the text it should show, and notices when it does not.

`Sign` outlives every connection: it holds the newest text and says how the sign is. A session is
one connection: it sets the sign up where it differs (a TEXT file that calls STRING files, so that
no update ever blanks it), writes the strings that differ, and where the sign can answer reads back
all that decides what it shows. Nothing here waits longer than `reply_ms_max`. A sign that
fails only reports it: play goes on.

What stands on the sign was once wanted, whatever a line with parity loses or garbles, up to three
lost characters a packet. Beyond that the protocol, whose checksum is optional, promises nothing:
reading back finds it within seconds.
"""

import threading
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Final

from drivers.alphasign import commands as c
from drivers.alphasign.commands import PRIORITY, Command, message_of
from drivers.alphasign.config import SignConfig, line_text
from drivers.alphasign.protocol import PACKET_BYTES_MAX, Packet
from drivers.clock import monotonic_ms
from drivers.faults import LocalMisuse
from drivers.health import Condition, Health
from drivers.transport import ByteTransport

STEP_MS: Final = 100
CHECK_SOON_MS: Final = 1_000
"""How long after a write the sign is read back."""
SILENT_RETRY_MS: Final = 2_000
SET_UP_RETRY_MS_MAX: Final = 15_000
SET_UP_REST_MS: Final = 500
"""A sign needs a moment after its memory was divided anew."""
SAID_MAX: Final = 40
"""How many characters of what the sign shows are quoted in a message."""
TRIES_MAX: Final = 2
"""Failures in a row before the sign counts as faulty: a single lost packet may happen."""

ANSWERS: Final[dict[type[Command], type[Command]]] = {
    c.ReadText: c.WriteText,
    c.ReadString: c.WriteString,
    c.ReadMemory: c.SetMemory,
    c.ReadRunSequence: c.SetRunSequence,
    c.ReadSerialErrors: c.SerialErrors,
    c.ReadGeneralInformation: c.GeneralInformation,
}


class Sign:
    """The sign as the rest of the table sees it; every method may be called from any thread."""

    def __init__(
        self,
        config: SignConfig,
        felt: Callable[[Health], object] = lambda health: None,
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self.config, self.now_ms = config, now_ms
        self._felt = felt
        self._lock = threading.Lock()
        self._desired: dict[str, bytes] = {}
        self._attended = Health(Condition.ABSENT, f"{config.name}: not opened yet.")
        self._trouble = ""

    def show(self, *texts: str) -> None:
        """Show these from now on, one text for each string; never waits, and the newest wins."""
        strings = self.config.strings
        if len(texts) != len(strings):
            raise LocalMisuse(f"{self.config.name}: {len(texts)} texts for {len(strings)} strings")
        pairs = zip(strings, texts, strict=True)
        desired = {string.label: string.filled(text) for string, text in pairs}
        with self._lock:
            self._desired = desired

    @property
    def desired(self) -> dict[str, bytes]:
        """What should stand in each STRING file; empty until somebody has said so."""
        with self._lock:
            return self._desired

    @property
    def health(self) -> Health:
        """How the sign is: as its attendant says, or what the session has found wrong."""
        attended, trouble = self._attended, self._trouble
        if attended.condition is Condition.WORKING and trouble:
            return Health(Condition.FAULTY, trouble, attended.identity)
        return attended

    def session(self, transport: ByteTransport) -> "SignSession":
        """For `Attendant`: a new connection."""
        self._trouble = ""
        return SignSession(transport, self)

    def attended(self, health: Health) -> None:
        """For `Attendant`: its `felt`."""
        self._change(lambda: setattr(self, "_attended", health))

    def found(self, trouble: str) -> None:
        """What a session has found wrong; empty for nothing."""
        self._change(lambda: setattr(self, "_trouble", trouble))

    def _change(self, change: Callable[[], None]) -> None:
        before = self.health
        change()
        if self.health != before:
            self._felt(self.health)


class SignSession:
    """One connection to the sign: a `Session` for the attendant."""

    def __init__(self, transport: ByteTransport, sign: Sign) -> None:
        self._transport, self._sign, self._config = transport, sign, sign.config
        self._link = sign.config.link()
        self._written: dict[str, bytes] = {}
        """What the STRING files should hold, as far as we know."""
        self._wrote_ms: dict[str, int] = {}
        now = sign.now_ms()
        self._write_at = self._settled_at = self._check_at = self._blind_at = now
        self._refresh_at = now + self._config.refresh_ms
        self._set_up_at: int | None = now
        self._silent = self._wrong = self._set_ups = 0
        self._priority_misses = 0
        self._in_turn: Iterator[Command] = cycle(
            (c.ReadText(self._config.text_label), c.ReadRunSequence())
        )
        """What else decides what is shown: one of them at every check keeps the line free."""
        self._trouble = ""

    def begin(self) -> str:
        """Who it is, as far as it can say; then its memory, TEXT file and run sequence."""
        identity = "Alpha sign" if self._config.wired else "Alpha sign, cannot be read back"
        if self._config.wired:
            found = self._ask(c.ReadGeneralInformation())
            if isinstance(found, c.GeneralInformation):
                identity = f"Alpha sign, firmware {found.firmware}{found.revision}"
        self._set_up()
        return identity

    def step(self) -> None:
        """One exchange with the sign, or a short wait."""
        now = self._sign.now_ms()
        if self._set_up_at is not None and now >= self._set_up_at:
            self._set_up()
        elif not self._config.wired and now >= self._refresh_at:
            self._refresh_at = now + self._config.refresh_ms
            self._written.clear()
        elif (label := self._next_string(now)) is not None:
            self._write(label)
        elif self._check_due(now):
            self._check()
        else:
            self._rest(STEP_MS)

    def _check_due(self, now: int) -> bool:
        """Only a sign that is set up has strings to read."""
        set_up = self._config.wired and self._set_up_at is None
        return set_up and now >= max(self._check_at, self._settled_at)

    # Set-up

    def _set_up(self) -> None:
        now, config = self._sign.now_ms(), self._config
        if not config.wired:
            self._write_set_up()
            self._set_up_at = now + config.set_up_ms
            return
        differs = self._differences()
        if differs is None:
            self._no_answer()
            if now >= self._blind_at:  # it may hear us all the same
                self._blind_at = now + config.set_up_ms
                self._write_set_up()
        elif differs:
            self._set_ups += 1
            self._send_set_up(differs)
            retry = min(SET_UP_RETRY_MS_MAX, CHECK_SOON_MS << min(self._set_ups - 1, 10))
            self._set_up_at = self._sign.now_ms() + retry
            if self._set_ups > TRIES_MAX:
                self._find("set-up", "loses its set-up: check its cable, or replace it")
        else:
            self._set_ups = 0
            self._set_up_at = None
            self._blind_at = now + config.set_up_ms

    def _differences(self) -> tuple[Command, ...] | None:
        """What has to be sent to set the sign up; none where it does not answer."""
        config = self._config
        memory = self._ask(c.ReadMemory())
        if not isinstance(memory, c.SetMemory):
            return None
        if not _holds(memory, config.memory):
            return (config.memory, config.text, config.sequence)
        text = self._ask(c.ReadText(config.text_label))
        sequence = None if text is None else self._ask(c.ReadRunSequence())
        if text is None or not isinstance(sequence, c.SetRunSequence):
            return None
        wrong: tuple[Command, ...] = (config.text,) if self._instead(text) else ()
        if self._instead(sequence):
            wrong += (config.sequence,)
        return (*wrong, c.WriteText(PRIORITY, b"")) if self._priority() else wrong

    def _instead(self, answer: Command) -> str:
        """What is shown in place of our strings; empty where they are."""
        config = self._config
        match answer:
            case c.WriteText() if answer != config.text:
                return f"shows {_plain(message_of(answer.data))!r} in place of its text"
            case c.SetRunSequence(labels) if labels != config.sequence.labels:
                return f"shows files {labels!r} where {config.sequence.labels!r} was sent"
        return ""

    def _priority(self) -> bytes:
        """What stands over everything else. Perhaps not every sign lets it be read."""
        if self._priority_misses > TRIES_MAX:
            return b""
        answer = self._ask(c.ReadText(PRIORITY))
        if isinstance(answer, c.WriteText):
            self._priority_misses = 0
            return answer.data
        self._priority_misses += 1
        return b""

    def _write_set_up(self) -> None:
        self._send_set_up((self._config.memory, self._config.text, self._config.sequence))

    def _send_set_up(self, commands: tuple[Command, ...]) -> None:
        for command in commands:
            self._transport.write(self._link.send(command))
            self._rest(SET_UP_REST_MS)
        self._written.clear()

    # Strings

    def _next_string(self, now: int) -> str | None:
        """The string that differs and has waited longest."""
        if now < self._write_at:
            return None
        desired = self._sign.desired
        differ = [label for label in desired if self._written.get(label) != desired[label]]
        return min(differ, key=lambda label: self._wrote_ms.get(label, -1), default=None)

    def _write(self, label: str) -> None:
        now, data = self._sign.now_ms(), self._sign.desired[label]
        self._transport.write(self._link.send(c.WriteString(label, data)))
        self._written[label] = data
        self._wrote_ms[label] = now
        self._write_at = now + self._config.pace_ms
        self._settled_at = now + self._config.pace_ms // 2
        self._check_at = min(self._check_at, now + CHECK_SOON_MS)

    def _check(self) -> None:
        """Read back every string we have written, and whether that is what is shown."""
        for label, data in tuple(self._written.items()):
            answer = self._ask(c.ReadString(label))
            if not isinstance(answer, c.WriteString):
                self._no_answer()
                return
            if answer.data != data:
                self._shows_else(label, answer.data)
                return
        self._check_at = self._sign.now_ms() + self._config.check_ms
        answer = self._ask(next(self._in_turn))
        if answer is None:
            self._no_answer()
        elif instead := self._instead(answer) or self._over():
            self._set_up_at = self._sign.now_ms()
            self._find("else", f"{instead}: something else is writing to it")
        else:
            self._wrong = 0
            self._find("", "")

    def _over(self) -> str:
        over = self._priority()
        return f"shows {_plain(over)!r} over everything" if over else ""

    # What can be wrong

    def _shows_else(self, label: str, seen: bytes) -> None:
        wanted = self._written.pop(label)
        self._wrong += 1
        self._check_at = self._sign.now_ms() + CHECK_SOON_MS
        if self._wrong < TRIES_MAX:
            return
        errors = self._ask(c.ReadSerialErrors())
        told = ""
        if isinstance(errors, c.SerialErrors) and errors.errors:
            told = f" It reports {errors.errors.name}."
            self._transport.write(self._link.send(c.ClearSerialErrors()))
        self._set_up_at = self._sign.now_ms()
        self._find(
            "else",
            f"shows {_plain(seen)!r} instead of {_plain(wanted)!r}: "
            f"switch it off and on, then check its cable.{told}",
        )

    def _no_answer(self) -> None:
        """It may be off, or have lost its memory: once it answers again, send everything."""
        self._silent += 1
        self._priority_misses = 0
        self._written.clear()
        self._set_up_at = self._sign.now_ms() + SILENT_RETRY_MS
        if self._silent >= TRIES_MAX:
            self._find(
                "silent",
                "does not answer, and what it shows may be out of date: "
                f"check its power, its cable and the line ({line_text(self._config.line)})",
            )

    def _find(self, trouble: str, sentence: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._sign.found(f"{self._config.name}: {sentence}" if trouble else "")

    # The line

    def _ask(self, question: Command) -> Command | None:
        """Its answer; none where none came within the time."""
        self._transport.read(0)  # what came too late for an earlier question
        self._link = self._config.link()
        self._transport.write(self._link.send(question))
        until, room = self._sign.now_ms() + self._config.reply_ms_max, PACKET_BYTES_MAX
        while room > 0 and (left := until - self._sign.now_ms()) > 0:
            data = self._transport.read(left)
            room -= len(data)
            for event in self._link.receive(self._sign.now_ms(), data):
                if isinstance(event, Packet) and len(event.commands) == 1:
                    answer = event.commands[0]
                    if _answers(question, answer):
                        self._silent = 0
                        return answer
        return None

    def _rest(self, ms: int) -> None:
        """Wait, and ignore whatever comes unasked."""
        until, room = self._sign.now_ms() + ms, PACKET_BYTES_MAX
        while room > 0 and (left := until - self._sign.now_ms()) > 0:
            room -= len(self._transport.read(left)) + 1


def _answers(question: Command, answer: Command) -> bool:
    same = getattr(question, "label", None) == getattr(answer, "label", None)
    return isinstance(answer, ANSWERS[type(question)]) and same


def _holds(memory: c.SetMemory, wanted: c.SetMemory) -> bool:
    """Are our files there? A sign may round sizes up, and have files of its own."""
    sizes = {(file.label, file.kind): file.size for file in memory.files}
    return all(sizes.get((file.label, file.kind), -1) >= file.size for file in wanted.files)


def _plain(data: bytes) -> str:
    return data.decode("ascii", "replace").strip()[:SAID_MAX]
