"""The messages of the link itself, and how a table of messages becomes bytes and back.

Each device adds rows of its own to `LINK_MESSAGES`; both roles use the same table. An event is
sent as `Event(seq, body)`, a one-shot command as `Command(command_id, body)`.
"""

from collections.abc import Iterable
from dataclasses import fields
from enum import Enum, IntEnum
from typing import Any, Final, NamedTuple

from drivers.faults import BadFrame, LocalMisuse
from drivers.frozen import Frozen
from drivers.link.fields import DIGEST, NONCE, PROOF, PUBLIC, TEXT, U8, U32, Field, choice
from drivers.link.frames import Role


class Message(Frozen):
    """Anything that is said on the link."""


class Kind(Enum):
    """How a message travels."""

    CLEAR = "clear"
    """Before there are keys: hello and pairing. Anybody can read it."""
    PLAIN = "sealed"
    STATE = "sealed, the whole state of the device"
    EVENT = "sealed, with a sequence number, kept until acknowledged"
    COMMAND = "sealed, with an id, done once and answered however often it is sent"


class Layout(NamedTuple):
    """One message: an entry of the link protocol."""

    code: int
    sender: Role
    kind: Kind
    message: type[Message]
    fields: tuple[Field, ...]
    section: str


class Why(IntEnum):
    """Why a device does not take up a session or a pairing."""

    UNPAIRED = 1
    OTHER_KEY = 2
    OTHER_ID = 3
    OTHER_VERSION = 4
    NOT_PAIRING = 5
    PAIRING_FAILED = 6


class Outcome(IntEnum):
    """What a device answers to a one-shot command."""

    ACCEPTED = 0
    ID_REUSED = 1
    """This id was given to another command before."""
    ID_STALE = 2
    """A later id has been answered, and this one is no longer remembered."""
    MEMORY_FULL = 3
    """Too many events wait to be acknowledged."""
    BUSY = 16
    DOOR_OPEN = 17
    BLOCKED = 18
    TRAY_EMPTY = 19
    BAY_OCCUPIED = 20
    NO_DECK = 21
    NOT_SHUFFLED = 22
    TOO_FEW_CARDS = 23
    GATE_OCCUPIED = 24


class HostHello(Message):
    """The host asks for a session and proves that it holds the pairing key."""

    nonce: bytes
    proof: bytes


class DeviceHello(Message):
    """The device's half of the session keys, and its proof."""

    nonce: bytes
    proof: bytes


class Stranger(Message):
    """Not the device that was asked for: why, and what stands there instead."""

    why: Why
    device_id: int
    model: str
    serial: str


class PairStart(Message):
    """The host binds itself to its public key and nonce without showing them."""

    commitment: bytes


class PairOffer(Message):
    """The device shows its public key, nonce and identity."""

    device_id: int
    public: bytes
    nonce: bytes
    model: str
    serial: str


class PairReveal(Message):
    """The host shows what it was bound to: from here both can show the code."""

    public: bytes
    nonce: bytes


class PairConfirm(Message):
    """A person at the host has found the codes equal."""

    proof: bytes


class PairConfirmed(Message):
    """A person at the device has found them equal too; the device has stored the key."""

    proof: bytes


class PairStop(Message):
    """The host gives up: the codes differ, or nobody answered."""


class Ready(Message):
    """The first sealed frame: asks for identity and state."""


class Identity(Message):
    """Who the device is, and where its events stand."""

    model: str
    serial: str
    firmware: str
    digest: bytes
    boot_count: int
    acknowledged_seq: int
    """The last event that the host has acknowledged."""
    last_seq: int
    """The last event there was."""


class Heartbeat(Message):
    """The host is there, and asks whether the device is."""

    number: int = 0
    """One more for each."""


class HeartbeatReply(Message):
    """So is the device, and has this heartbeat: it is not an old one that somebody kept back."""

    number: int = 0


class Acknowledge(Message):
    """Every event up to this one is on record: the device may forget them."""

    seq: int


class Answer(Message):
    """What became of a one-shot command."""

    command_id: int
    outcome: Outcome


class ReadState(Message):
    """The host asks for the whole state."""


class Event(Message):
    """Something has happened at the device."""

    seq: int
    body: Message


class Command(Message):
    """Do this once."""

    command_id: int
    body: Message


_H, _D = Role.HOST, Role.DEVICE
# fmt: off
LINK_MESSAGES: Final = (
    #      code  sender  kind        message         fields                                  section
    Layout(0x01, _H, Kind.CLEAR, HostHello,      (NONCE, PROOF),                             "5.1"),
    Layout(0x02, _D, Kind.CLEAR, DeviceHello,    (NONCE, PROOF),                             "5.1"),
    Layout(0x03, _D, Kind.CLEAR, Stranger,       (choice(Why), U32, TEXT, TEXT),             "5.2"),
    Layout(0x04, _H, Kind.CLEAR, PairStart,      (DIGEST,),                                  "8.1"),
    Layout(0x05, _D, Kind.CLEAR, PairOffer,      (U32, PUBLIC, NONCE, TEXT, TEXT),           "8.1"),
    Layout(0x06, _H, Kind.CLEAR, PairReveal,     (PUBLIC, NONCE),                            "8.1"),
    Layout(0x07, _H, Kind.CLEAR, PairConfirm,    (PROOF,),                                   "8.1"),
    Layout(0x08, _D, Kind.CLEAR, PairConfirmed,  (PROOF,),                                   "8.1"),
    Layout(0x09, _H, Kind.CLEAR, PairStop,       (),                                         "8.1"),
    Layout(0x10, _H, Kind.PLAIN, Ready,          (),                                         "5.1"),
    Layout(0x11, _D, Kind.PLAIN, Identity,       (TEXT, TEXT, TEXT, DIGEST, U32, U32, U32),  "5.3"),
    Layout(0x12, _H, Kind.PLAIN, Heartbeat,      (U32,),                                     "7"),
    Layout(0x13, _D, Kind.PLAIN, HeartbeatReply, (U32,),                                     "7"),
    Layout(0x14, _H, Kind.PLAIN, Acknowledge,    (U32,),                                     "6.1"),
    Layout(0x15, _D, Kind.PLAIN, Answer,         (U32, choice(Outcome)),                     "6.2"),
    Layout(0x16, _H, Kind.PLAIN, ReadState,      (),                                         "6.3"),
)
# fmt: on

_NUMBERED: Final[dict[Kind, type[Event] | type[Command]]] = {
    Kind.EVENT: Event,
    Kind.COMMAND: Command,
}


class MessageTable:
    """The messages of one device, the link's own among them."""

    def __init__(self, rows: Iterable[Layout]) -> None:
        self.rows: Final = (*LINK_MESSAGES, *rows)
        self._by_code = {row.code: row for row in self.rows}
        self._by_message = {row.message: row for row in self.rows}

    def row(self, message: Message) -> Layout:
        """The row of a message, or of what is in its envelope."""
        body = message.body if isinstance(message, Event | Command) else message
        row = self._by_message.get(type(body))
        if row is None:
            raise LocalMisuse(f"{type(body).__name__}: not a message of this table")
        if _NUMBERED.get(row.kind) is not (type(message) if body is not message else None):
            raise LocalMisuse(
                f"{type(body).__name__}: in the wrong envelope, it is {row.kind.value}"
            )
        return row

    def pack(self, sender: Role, message: Message) -> tuple[Layout, bytes]:
        """The bytes of a message of this side."""
        row = self.row(message)
        if row.sender is not sender:
            raise LocalMisuse(f"{row.message.__name__}: the {sender.name.lower()} never says this")
        return row, U8.pack(row.code) + b"".join(_parts(row, message))

    def unpack(self, sender: Role, sealed: bool, data: bytes) -> Message:
        """The message of these bytes, which the other side sent; or `BadFrame`."""
        code, rest = U8.unpack(data)
        row = self._by_code.get(code)
        if row is None or row.sender is not sender or sealed is (row.kind is Kind.CLEAR):
            raise BadFrame(f"message code {code:#04x} has no place here")
        number = 0
        if row.kind in _NUMBERED:
            number, rest = U32.unpack(rest)
        values = []
        for field in row.fields:
            value, rest = field.unpack(rest)
            values.append(value)
        if rest:
            raise BadFrame(f"{row.message.__name__}: {len(rest)} bytes too many")
        body = row.message(*values)
        return _NUMBERED[row.kind](number, body) if row.kind in _NUMBERED else body


def _parts(row: Layout, message: Message) -> Iterable[bytes]:
    body: Any = message
    if isinstance(message, Event):
        yield U32.pack(message.seq)
        body = message.body
    elif isinstance(message, Command):
        yield U32.pack(message.command_id)
        body = message.body
    for place, field in zip(fields(body), row.fields, strict=True):
        yield field.pack(getattr(body, place.name))
