"""What can be said to an Alpha sign, and what it answers: the fields of each command.

`drivers.alphasign.protocol` has the table of their codes and the packets around them.
"""

from abc import ABC, abstractmethod
from enum import IntFlag, StrEnum
from typing import ClassVar, Final, Self

from drivers.faults import BadFrame
from drivers.frozen import Frozen

ESC: Final = b"\x1b"
CALL_STRING: Final = b"\x10"
CALL_DOTS: Final = b"\x14"
PRIORITY: Final = "0"
"""The label of the TEXT file that is shown before all others; no STRING file may have it."""
STRING_BYTES_MAX: Final = 125
SPECIAL_MODE: Final = b"n"
"""One more character says which."""
HEX: Final = b"0123456789ABCDEF"


class SerialError(IntFlag):
    """The serial error status register (6.2); bit 6 is always set, so that it can be printed."""

    PARITY = 0x01
    BIT_FRAMING = 0x02
    SERIAL_TIMEOUT = 0x04
    BUFFER_OVERFLOW = 0x08
    CHECKSUM = 0x10
    ILLEGAL_COMMAND = 0x20


ALWAYS_SET: Final = 0x40


class Kind(StrEnum):
    """What a file in the sign's memory is."""

    TEXT = "A"
    STRING = "B"
    DOTS = "D"


class Mode(StrEnum):
    """How a TEXT file comes up, of the many modes those that suit a meter."""

    ROTATE = "a"
    HOLD = "b"
    FLASH = "c"


class RunOrder(StrEnum):
    """How the files of a run sequence follow each other."""

    BY_TIME = "T"
    AS_LISTED = "S"
    DELETE_AFTER = "D"


def _label(data: bytes, but_not: bytes = b"?") -> str:
    if len(data) != 1 or not 0x20 <= data[0] <= 0x7E or data in but_not:
        raise BadFrame(f"Alpha: {data!r} seen where a file label was expected")
    return data.decode("ascii")


def _text(data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as wrong:
        raise BadFrame("Alpha: a character above 7F seen in a field of plain text") from wrong


class Command(Frozen, ABC):
    """What can be said; its code comes before it."""

    @abstractmethod
    def fields(self) -> bytes:
        """As it stands in a packet."""

    @classmethod
    @abstractmethod
    def parse(cls, data: bytes) -> Self:
        """The other way. Raises `BadFrame`."""


class Bare(Command):
    """A command that says all by its code."""

    def fields(self) -> bytes:
        return b""

    @classmethod
    def parse(cls, data: bytes) -> Self:
        if data:
            raise BadFrame(f"Alpha: {len(data)} bytes seen after {cls.__name__}, none expected")
        return cls()


class OfFile(Command):
    """A command about one file."""

    label: str
    but_not: ClassVar[bytes] = b"?"

    def fields(self) -> bytes:
        return self.label.encode()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        return cls(_label(data, cls.but_not))


class ReadText(OfFile):
    """What is in the TEXT file?"""


class ReadString(OfFile):
    """What is in the STRING file?"""

    but_not: ClassVar[bytes] = b"?0"


class WriteFile(Command):
    """What shall stand in a file."""

    label: str
    data: bytes

    def fields(self) -> bytes:
        return self.label.encode() + self.data


class WriteText(WriteFile):
    """Into a TEXT file: position, mode and message, see `text_file`. The sign blanks meanwhile."""

    @classmethod
    def parse(cls, data: bytes) -> Self:
        return cls(_label(data[:1]), data[1:])


class WriteString(WriteFile):
    """Into a STRING file, which a TEXT file calls: the sign goes on showing without a break."""

    @classmethod
    def parse(cls, data: bytes) -> Self:
        content = data[1:]
        if len(content) > STRING_BYTES_MAX:
            raise BadFrame(f"Alpha: STRING of {len(content)} bytes, {STRING_BYTES_MAX} at most")
        if CALL_STRING in content or CALL_DOTS in content:
            raise BadFrame("Alpha: a STRING file cannot call another file")
        return cls(_label(data[:1], b"?0"), content)


class File(Frozen):
    """One entry of the memory configuration."""

    label: str
    kind: Kind
    locked: bool
    size: int
    extra: str
    """TEXT: start and stop time, FF00 for always. STRING: 0000. DOTS: colours."""

    def fields(self) -> bytes:
        lock = "L" if self.locked else "U"
        return f"{self.label}{self.kind}{lock}{self.size:04X}{self.extra}".encode()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        label = _label(data[:1])
        kind, lock, size, extra = data[1:2], data[2:3], data[3:7], data[7:]
        if kind not in (b"A", b"B", b"D") or lock not in (b"L", b"U"):
            raise BadFrame(f"Alpha: file {label}: type {kind!r} with protection {lock!r} seen")
        if any(digit not in HEX for digit in size + extra):
            raise BadFrame(f"Alpha: file {label}: size and extra are not hexadecimal")
        return cls(label, Kind(kind.decode()), lock == b"L", int(size, 16), extra.decode())


def text_entry(label: str, size: int) -> File:
    """A TEXT file that is always shown and that the remote control cannot touch."""
    return File(label, Kind.TEXT, True, size, "FF00")


def string_entry(label: str, size: int) -> File:
    """A STRING file; these are always locked."""
    return File(label, Kind.STRING, True, size, "0000")


class SetMemory(Command):
    """Divide the memory anew, which empties every file. Without files: clear the memory."""

    files: tuple[File, ...] = ()

    def fields(self) -> bytes:
        return b"".join(file.fields() for file in self.files)

    @classmethod
    def parse(cls, data: bytes) -> Self:
        if len(data) % 11:
            raise BadFrame(f"Alpha: memory configuration of {len(data)} bytes, 11 a file expected")
        entries = tuple(File.parse(data[at : at + 11]) for at in range(0, len(data), 11))
        if len({entry.label for entry in entries}) < len(entries):
            raise BadFrame("Alpha: memory configuration names a file twice")
        return cls(entries)


class ReadMemory(Bare):
    """How is the memory divided?"""


class SetRunSequence(Command):
    """Which TEXT files are shown, in which order."""

    labels: str
    order: RunOrder = RunOrder.AS_LISTED
    locked: bool = True

    def fields(self) -> bytes:
        return f"{self.order}{'L' if self.locked else 'U'}{self.labels}".encode()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        order, lock = data[:1], data[1:2]
        if order not in (b"T", b"S", b"D") or lock not in (b"L", b"U"):
            raise BadFrame(f"Alpha: run sequence of order {order!r} with lock {lock!r} seen")
        labels = "".join(_label(bytes([label])) for label in data[2:])
        return cls(labels, RunOrder(order.decode()), lock == b"L")


class ReadRunSequence(Bare):
    """Which files are shown?"""


class ReadGeneralInformation(Bare):
    """What sign is it?"""


class GeneralInformation(Command):
    """What sign it is, and how much memory it has; its clock and speaker we leave alone."""

    firmware: str
    revision: str
    released: str
    """Month and year, MMYY."""
    clock: str
    """Hours and minutes, S or M for the format, 00 or FF for the speaker."""
    pool_bytes: int
    free_bytes: int

    def fields(self) -> bytes:
        start = f"{self.firmware:8}{self.revision}{self.released}{self.clock}"
        return f"{start}{self.pool_bytes:04X},{self.free_bytes:04X}".encode()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        numbers = data[20:24] + data[25:]
        if len(data) != 29 or data[24:25] != b"," or any(digit not in HEX for digit in numbers):
            raise BadFrame(f"Alpha: general information of {len(data)} bytes not understood")
        text = _text(data)
        pool, free = int(data[20:24], 16), int(data[25:], 16)
        return cls(text[:8].rstrip(), text[8], text[9:13], text[13:20], pool, free)


class ReadSerialErrors(Bare):
    """What was wrong with what the sign has received?"""


class SerialErrors(Command):
    """What was wrong, since the register was last cleared."""

    errors: SerialError

    def fields(self) -> bytes:
        return bytes([ALWAYS_SET | self.errors])

    @classmethod
    def parse(cls, data: bytes) -> Self:
        if len(data) != 1 or not ALWAYS_SET <= data[0] < 2 * ALWAYS_SET:
            raise BadFrame(f"Alpha: {data!r} seen where the serial error register was expected")
        return cls(SerialError(data[0] - ALWAYS_SET))


class ClearSerialErrors(Bare):
    """Forget what was wrong."""


def text_file(message: bytes, mode: Mode = Mode.HOLD, position: bytes = b" ") -> bytes:
    """The content of a TEXT file: where and how, then the message."""
    return ESC + position + mode.encode() + message


def message_of(data: bytes) -> bytes:
    """The other way: a TEXT file without where and how it is shown."""
    if not data.startswith(ESC):
        return data
    return data[4:] if data[2:3] == SPECIAL_MODE else data[3:]
