"""The jackpot sign: what an Alpha sign keeps, shows, refuses and answers.

It parses the bytes as they come. A packet that stands still, a wrong checksum, a garbled character,
an unknown file or too long a content changes nothing but the serial error register. While a TEXT
file or the memory is written it is blank; a STRING file changes what is shown without a break.

Not verified on a real sign: that too long a content is refused rather than cut, and that reading a
file that does not exist is not answered.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from drivers.alphasign import commands as c
from drivers.alphasign.commands import (
    CALL_STRING,
    PRIORITY,
    Command,
    File,
    Kind,
    SerialError,
    message_of,
)
from drivers.alphasign.protocol import Dropped, Packet, Role, SignLine
from simulators.line import Update

FIRMWARE: Final = "10404402"
PRIORITY_BYTES_MAX: Final = 125
SHOWN_MAX: Final = 10_000

FOLLOWED_BY: Final = {0x08: 1, 0x0B: 1, 0x14: 1, 0x1A: 1, 0x1C: 1, 0x1D: 2, 0x1E: 1}
"""Control codes and how many characters belong to them: character set, date, colour, font ..."""


Writing = c.SetMemory | c.SetRunSequence | c.WriteText | c.WriteString


class SignFault(Enum):
    """What can be wrong with a sign."""

    NONE = auto()
    DEAD = auto()
    """No power: nothing shown, nothing heard."""
    DEAF = auto()
    """It hears nothing and goes on showing an old text."""
    STUCK = auto()
    """It hears and answers, but does not change what it shows."""


@dataclass(frozen=True)
class Shown:
    """What was to be read on the sign from a moment on."""

    at_ms: int
    text: str


class SimSign:
    """An Alpha sign with one line of characters."""

    def __init__(
        self,
        *,
        type_code: str = "f",
        address: str = "01",
        wired: bool = True,
        pool_bytes: int = 30_000,
        reply_ms: int = 40,
        rewrite_ms: int = 300,
    ) -> None:
        self._type_code, self._address = type_code, address
        self._pool_bytes, self._reply_ms, self._rewrite_ms = pool_bytes, reply_ms, rewrite_ms
        self.wired = wired
        """Whether its answers reach the host."""
        self.fault = SignFault.NONE
        self.errors = SerialError(0)
        self.dropped = 0
        """Packets that came to nothing."""
        self.shown: deque[Shown] = deque([Shown(0, "")], SHOWN_MAX)
        """Everything that has been shown, what is shown now last."""
        self.taken: deque[Command] = deque(maxlen=SHOWN_MAX)
        """The commands that took effect."""
        self._link = SignLine(Role.DEVICE)
        self._answers: deque[tuple[int, bytes]] = deque()
        self._blank_until_ms = 0
        self._forget()

    @property
    def displayed(self) -> str:
        """What is to be read on it now."""
        return self.shown[-1].text

    def lose_power(self, memory_kept: bool = True) -> None:
        """Off and on again. Its battery keeps the memory, unless it is old."""
        self._link = SignLine(Role.DEVICE)
        self._answers.clear()
        self.errors = SerialError(0)
        if not memory_kept:
            self._forget()

    def meddle(self, now_ms: int, *commands: c.WriteText | c.SetRunSequence | c.SetMemory) -> None:
        """Somebody else writes to it: by a remote control, or from another computer."""
        for command in commands:
            self._write(now_ms, command)
            self._look(now_ms)

    def update(self, now_ms: int, received: bytes) -> Update:
        if self.fault in (SignFault.DEAD, SignFault.DEAF):
            self._answers.clear()
        else:
            self._look(min(now_ms, max(self._blank_until_ms, self.shown[-1].at_ms)))
            for event in self._link.receive(now_ms, received):
                self._hear(now_ms, event)
        self._look(now_ms)
        sent = b""
        while self._answers and self._answers[0][0] <= now_ms:
            sent += self._answers.popleft()[1]
        return Update(sent, self._wake_ms(now_ms))

    def _wake_ms(self, now_ms: int) -> int | None:
        wakes = [due for due, _ in self._answers]
        if self._blank_until_ms > now_ms:
            wakes.append(self._blank_until_ms)
        return min(wakes, default=None)

    def _forget(self) -> None:
        self._files: dict[str, File] = {}
        self._content: dict[str, bytes] = {}
        self._sequence = c.SetRunSequence("A")
        self._composed: str | None = None
        """What its files come to, until one of them is written."""

    def _hear(self, now_ms: int, event: Packet | Dropped) -> None:
        if isinstance(event, Dropped):
            self.dropped += 1
            self.errors |= event.error
        elif event.is_for(self._type_code, self._address):
            for command in event.commands:
                self._obey(now_ms, command)
                self._look(now_ms)

    def _obey(self, now_ms: int, command: Command) -> None:
        match command:
            case c.SetMemory() | c.SetRunSequence() | c.WriteText() | c.WriteString():
                self._write(now_ms, command)
            case c.ClearSerialErrors():
                self.errors = SerialError(0)
            case _:
                answer = self._answer(command)
                if answer is None:
                    self.errors |= SerialError.ILLEGAL_COMMAND
                elif self.wired:
                    self._answers.append((now_ms + self._reply_ms, self._link.send(answer)))

    def _write(self, now_ms: int, command: Writing) -> None:
        if refused := self._refuses(command):
            self.errors |= refused
            return
        if self.fault is SignFault.STUCK:
            return
        self.taken.append(command)
        match command:
            case c.SetMemory(files):
                self._forget()
                self._files = {file.label: file for file in files}
            case c.SetRunSequence():
                self._sequence = command
            case c.WriteText(label, data) | c.WriteString(label, data):
                self._content[label] = data
        self._composed = None
        if isinstance(command, c.SetMemory | c.WriteText):
            self._blank_until_ms = now_ms + self._rewrite_ms

    def _refuses(self, command: Writing) -> SerialError:
        match command:
            case c.SetMemory(files):
                too_much = sum(file.size for file in files) > self._pool_bytes
                return SerialError.ILLEGAL_COMMAND if too_much else SerialError(0)
            case c.SetRunSequence(labels):
                known = all(self._size(label, Kind.TEXT) is not None for label in labels)
                return SerialError(0) if known else SerialError.ILLEGAL_COMMAND
            case c.WriteText(label, data):
                size = self._size(label, Kind.TEXT)
            case c.WriteString(label, data):
                size = self._size(label, Kind.STRING)
        if size is None:
            return SerialError.ILLEGAL_COMMAND
        return SerialError.BUFFER_OVERFLOW if len(data) > size else SerialError(0)

    def _size(self, label: str, kind: Kind) -> int | None:
        if label == PRIORITY:
            return PRIORITY_BYTES_MAX if kind is Kind.TEXT else None
        file = self._files.get(label)
        return file.size if file is not None and file.kind is kind else None

    def _answer(self, command: Command) -> Command | None:
        match command:
            case c.ReadText(label) if self._size(label, Kind.TEXT) is not None:
                return c.WriteText(label, self._content.get(label, b""))
            case c.ReadString(label) if self._size(label, Kind.STRING) is not None:
                return c.WriteString(label, self._content.get(label, b""))
            case c.ReadMemory():
                return c.SetMemory(tuple(self._files.values()))
            case c.ReadRunSequence():
                return self._sequence
            case c.ReadSerialErrors():
                return c.SerialErrors(self.errors)
            case c.ReadGeneralInformation():
                free = self._pool_bytes - sum(file.size for file in self._files.values())
                return c.GeneralInformation(
                    FIRMWARE, "E", "0695", "1200S00", self._pool_bytes, max(0, free)
                )
        return None

    def _look(self, now_ms: int) -> None:
        text = self._readable(now_ms)
        if text != self.displayed:
            self.shown.append(Shown(now_ms, text))

    def _readable(self, now_ms: int) -> str:
        if self.fault is SignFault.DEAD or now_ms < self._blank_until_ms:
            return ""
        if self._composed is None:
            files = (self._content.get(label) for label in PRIORITY + self._sequence.labels)
            self._composed = self._rendered(message_of(next(filter(None, files), b"")))
        return self._composed

    def _rendered(self, message: bytes) -> str:
        text, at = "", 0
        while at < len(message):
            code = message[at]
            if code == CALL_STRING[0]:
                called = message[at + 1 : at + 2].decode()
                if self._size(called, Kind.STRING) is not None:  # which itself calls none
                    text += self._rendered(self._content.get(called, b""))
                at += 1
            elif code >= 0x20:
                text += chr(code)
            at += 1 + FOLLOWED_BY.get(code, 0)
        return text
