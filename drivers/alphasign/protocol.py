"""Alpha sign communications protocol (Adaptive 9708-8061): bytes to commands and back.

A packet is `NUL x5, SOH, type, address, (STX, command, [ETX, checksum])..., EOT`. The checksum is
optional, the 16-bit sum from STX through ETX as four hexadecimal digits; we always send it. A sign
answers a read with the write command that would bring about what it holds, under type code "0" and
behind twenty NULs. A packet that stands still for a second is dropped.

The line has seven data bits: a character above 7F can only have been garbled on the way.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from drivers.alphasign import commands as c
from drivers.alphasign.commands import HEX, Command, SerialError
from drivers.faults import BadFrame, LocalMisuse

NUL, SOH, STX, ETX, EOT = range(5)

ALL_SIGNS: Final = "Z"
ANY_SIGN: Final = "?"
RESPONSE: Final = "0"
"""The type code under which signs answer."""
BROADCAST: Final = "00"

GAP_MS_MAX: Final = 1_000
PACKET_BYTES_MAX: Final = 4_096


class Role(Enum):
    """Who we are on the line; the value is how many NULs let the other side find the speed."""

    HOST = 5
    DEVICE = 20

    @property
    def other(self) -> "Role":
        return Role.DEVICE if self is Role.HOST else Role.HOST


@dataclass(frozen=True)
class CommandRow:
    """One command of the manual."""

    code: bytes
    senders: tuple[Role, ...]
    message: type[Command]
    manual: str


HOST: Final = (Role.HOST,)
DEVICE: Final = (Role.DEVICE,)
EITHER: Final = (Role.HOST, Role.DEVICE)
"""A sign answers a read with the write command for what it holds."""

# fmt: off
COMMANDS: Final = (
    #          code   sender  message                   manual
    CommandRow(b"A",  EITHER, c.WriteText,              "6.1"),
    CommandRow(b"B",  HOST,   c.ReadText,               "6.1"),
    CommandRow(b'F"', HOST,   c.ReadGeneralInformation, "6.2"),
    CommandRow(b'E"', DEVICE, c.GeneralInformation,     "6.2"),
    CommandRow(b"E$", EITHER, c.SetMemory,              "6.2"),
    CommandRow(b"F$", HOST,   c.ReadMemory,             "6.2"),
    CommandRow(b"F*", HOST,   c.ReadSerialErrors,       "6.2"),
    CommandRow(b"E*", DEVICE, c.SerialErrors,           "6.2"),
    CommandRow(b"E.", EITHER, c.SetRunSequence,         "6.2"),
    CommandRow(b"F.", HOST,   c.ReadRunSequence,        "6.2"),
    CommandRow(b"E4", HOST,   c.ClearSerialErrors,      "6.2"),
    CommandRow(b"G",  EITHER, c.WriteString,            "6.3"),
    CommandRow(b"H",  HOST,   c.ReadString,             "6.3"),
)
# fmt: on

_BY_CODE: Final = {(sender, row.code): row for row in COMMANDS for sender in row.senders}
_BY_MESSAGE: Final = {(sender, row.message): row for row in COMMANDS for sender in row.senders}


def checksum(data: bytes) -> bytes:
    """Of everything from STX through ETX (5.1)."""
    return f"{sum(data) & 0xFFFF:04X}".encode()


def parse_command(sender: Role, content: bytes) -> Command:
    """What stands between STX and ETX, as the sender means it. Raises `BadFrame`."""
    code = content[: 2 if content[:1] in (b"E", b"F") else 1]
    row = _BY_CODE.get((sender, code))
    if row is None:
        raise BadFrame(f"Alpha: command {code!r} seen, which the {sender.name.lower()} cannot say")
    return row.message.parse(content[len(code) :])


def command_bytes(sender: Role, command: Command) -> bytes:
    """The other way; a command that would not be understood as itself is `LocalMisuse`."""
    row = _BY_MESSAGE.get((sender, type(command)))
    if row is None:
        raise LocalMisuse(f"Alpha: {type(command).__name__} is not the {sender.name.lower()}'s")
    try:
        content = row.code + command.fields()
        understood = parse_command(sender, content)
    except (BadFrame, UnicodeEncodeError) as wrong:
        raise LocalMisuse(f"Alpha: {type(command).__name__} cannot be sent: {wrong}") from wrong
    if understood != command or any(byte <= EOT or byte > 0x7F for byte in content):
        raise LocalMisuse(f"Alpha: {type(command).__name__} has fields that cannot be sent")
    return content


@dataclass(frozen=True)
class Packet:
    """What came in one transmission."""

    type_code: str
    address: str
    commands: tuple[Command, ...]

    def is_for(self, type_code: str, address: str) -> bool:
        """Would a sign of this type at this address take it? "?" stands for any digit (5.1)."""
        if self.type_code not in (ALL_SIGNS, ANY_SIGN, type_code):
            return False
        pairs = zip(self.address, address, strict=True)
        return self.address == BROADCAST or all(said in ("?", own) for said, own in pairs)


@dataclass(frozen=True)
class Dropped:
    """A packet that came to nothing, and what the sign's register says of it."""

    error: SerialError
    reason: str


class SignLine:
    """One end of the line. It reads no port and no clock, and keeps at most one packet."""

    def __init__(self, role: Role, type_code: str = ALL_SIGNS, address: str = BROADCAST) -> None:
        self._role = role
        header = (type_code if role is Role.HOST else RESPONSE) + address
        if len(header) != 3 or not header.isascii() or not header.isprintable():
            raise LocalMisuse(f"Alpha: {header!r} seen, one type code and two of address expected")
        self._start = bytes(role.value) + bytes([SOH]) + header.encode()
        self._forget()
        self._heard_ms = 0

    def send(self, *commands: Command) -> bytes:
        """One packet. More than one command needs a rest of 100 ms after each STX (5.1)."""
        packet = self._start
        for command in commands:
            content = bytes([STX]) + command_bytes(self._role, command) + bytes([ETX])
            packet += content + checksum(content)
        if not commands or len(packet) > PACKET_BYTES_MAX:
            raise LocalMisuse(f"Alpha: {len(commands)} commands do not fit one packet")
        return packet + bytes([EOT])

    def receive(self, now_ms: int, data: bytes) -> list[Packet | Dropped]:
        """What has become whole or failed with these bytes, which may split anywhere."""
        events: list[Packet | Dropped] = []
        if self._state is not None and now_ms - self._heard_ms > GAP_MS_MAX:
            events.append(self._drop(SerialError.SERIAL_TIMEOUT, "stood still too long"))
        if data:
            self._heard_ms = now_ms
        for byte in data:
            event = self._take(byte)
            if event is not None:
                events.append(event)
        return events

    def _forget(self) -> None:
        self._state: Callable[[int], Packet | Dropped | None] | None = None
        self._size = 0
        self._header = b""
        self._content = bytearray()
        self._digits = b""
        self._commands: tuple[Command, ...] = ()

    def _drop(self, error: SerialError, reason: str) -> Dropped:
        self._forget()
        return Dropped(error, f"Alpha: packet dropped: {reason}")

    def _take(self, byte: int) -> Packet | Dropped | None:
        if byte == SOH:
            return self._begin()
        if self._state is None:
            return None
        self._size += 1
        if byte > 0x7F:
            return self._drop(SerialError.PARITY, "a character was garbled")
        if self._size > PACKET_BYTES_MAX:
            return self._drop(SerialError.BUFFER_OVERFLOW, "too long")
        return self._state(byte)

    def _begin(self) -> Dropped | None:
        dropped = None
        if self._state is not None:
            dropped = self._drop(SerialError.BIT_FRAMING, "another began within it")
        self._state = self._in_header
        return dropped

    def _in_header(self, byte: int) -> Dropped | None:
        if byte < 0x20:
            return self._drop(SerialError.BIT_FRAMING, "its header is cut short")
        self._header += bytes([byte])
        if len(self._header) == 3:
            from_sign = self._header[:1] == RESPONSE.encode()
            if from_sign is (self._role is Role.HOST):
                self._state = self._at_command
            else:
                self._forget()  # our own echo, or another sign's answer on a shared line
        return None

    def _at_command(self, byte: int) -> Dropped | None:
        if byte != STX:
            return self._drop(SerialError.BIT_FRAMING, "no command where one was expected")
        self._content = bytearray([STX])
        self._digits = b""
        self._state = self._in_command
        return None

    def _in_command(self, byte: int) -> Packet | Dropped | None:
        if byte == EOT:
            return self._end_command() or self._end()
        if byte in (NUL, STX):
            return self._drop(SerialError.BIT_FRAMING, "its command is cut short")
        self._content.append(byte)
        if byte == ETX:
            self._state = self._in_checksum
        return None

    def _in_checksum(self, byte: int) -> Packet | Dropped | None:
        if byte == EOT:
            return self._end_command() or self._end()
        if byte == STX:
            return self._end_command() or self._at_command(byte)
        if byte not in HEX or len(self._digits) == 4:
            return self._drop(SerialError.CHECKSUM, "its checksum is not four digits")
        self._digits += bytes([byte])
        return None

    def _end_command(self) -> Dropped | None:
        content, digits = bytes(self._content), self._digits
        if digits and digits != checksum(content):
            return self._drop(SerialError.CHECKSUM, "its checksum is wrong")
        try:
            command = parse_command(self._role.other, content.removesuffix(bytes([ETX]))[1:])
        except BadFrame as wrong:
            return self._drop(SerialError.ILLEGAL_COMMAND, str(wrong))
        self._commands += (command,)
        return None

    def _end(self) -> Packet:
        header = self._header.decode()
        packet = Packet(header[0], header[1:], self._commands)
        self._forget()
        return packet
