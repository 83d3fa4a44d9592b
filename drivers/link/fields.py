"""The fields of messages: each knows its bytes (link protocol, section 4).

Packing what does not fit is our mistake, `LocalMisuse`; unpacking what does not is a `BadFrame`.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, NamedTuple

from drivers.faults import BadFrame, LocalMisuse

SUITS: Final = "cdhs"
RANKS: Final = "23456789TJQKA"


class Face(NamedTuple):
    """A card's face: rank 2 to 14, the ace being 14, and a suit of `cdhs`."""

    rank: int
    suit: str

    @property
    def name(self) -> str:
        """As people write it, such as Th; never for a card that may be face down."""
        return f"{RANKS[self.rank - 2]}{self.suit}"

    def __repr__(self) -> str:
        """Never the face itself: a card may be face down, and logs are read by people."""
        return "Face(hidden)"


UNREADABLE: Final[Face | None] = None
"""A card that was not recognised; on the wire two zero bytes, as long as a face."""

FACES: Final = tuple(Face(rank, suit) for rank in range(2, 15) for suit in SUITS)
_FACE_BYTES: Final = {face: bytes((face.rank, ord(face.suit))) for face in FACES}
_FACE_OF: Final[dict[bytes, Face | None]] = {b"\0\0": UNREADABLE} | {
    coded: face for face, coded in _FACE_BYTES.items()
}
FACES_MAX: Final = 60


@dataclass(frozen=True)
class Field:
    """How one value stands on the wire."""

    name: str
    pack: Callable[[Any], bytes]
    unpack: Callable[[bytes], tuple[Any, bytes]]
    """The value, and what follows it."""


def _cut(data: bytes, count: int) -> tuple[bytes, bytes]:
    if len(data) < count:
        raise BadFrame(f"{len(data)} bytes left, {count} expected")
    return data[:count], data[count:]


def _number(name: str, layout: str) -> Field:
    coder = struct.Struct(layout)

    def pack(value: int) -> bytes:
        try:
            return coder.pack(value)
        except struct.error as error:
            raise LocalMisuse(f"{value!r} does not fit {name}") from error

    def unpack(data: bytes) -> tuple[int, bytes]:
        part, rest = _cut(data, coder.size)
        return coder.unpack(part)[0], rest

    return Field(name, pack, unpack)


U8: Final = _number("U8", ">B")
U32: Final = _number("U32", ">I")


def blob(name: str, size: int) -> Field:
    """So many bytes as they are."""

    def pack(value: bytes) -> bytes:
        if len(value) != size:
            raise LocalMisuse(f"{len(value)} bytes do not fit {name}")
        return value

    return Field(name, pack, lambda data: _cut(data, size))


NONCE: Final = blob("NONCE", 16)
PROOF: Final = blob("PROOF", 16)
DIGEST: Final = blob("DIGEST", 32)
PUBLIC: Final = blob("PUBLIC", 32)


def choice(kind: type[IntEnum]) -> Field:
    """One byte out of a list."""

    def unpack(data: bytes) -> tuple[IntEnum, bytes]:
        value, rest = U8.unpack(data)
        try:
            return kind(value), rest
        except ValueError as error:
            raise BadFrame(f"{value} seen, expected a {kind.__name__}") from error

    return Field(kind.__name__, U8.pack, unpack)


class _Flag(IntEnum):
    NO = 0
    YES = 1


def _unpack_flag(data: bytes) -> tuple[bool, bytes]:
    value, rest = choice(_Flag).unpack(data)
    return bool(value), rest


FLAG: Final = Field("FLAG", lambda value: U8.pack(int(value)), _unpack_flag)


def _pack_text(value: str) -> bytes:
    coded = value.encode("ascii", "replace")
    return U8.pack(len(coded)) + coded


def _unpack_text(data: bytes) -> tuple[str, bytes]:
    size, rest = U8.unpack(data)
    part, rest = _cut(rest, size)
    if not all(0x20 <= byte < 0x7F for byte in part):
        raise BadFrame("a text with bytes that are not printable")
    return part.decode("ascii"), rest


TEXT: Final = Field("TEXT", _pack_text, _unpack_text)


def _pack_face(value: Face | None) -> bytes:
    return b"\0\0" if value is None else _FACE_BYTES[value]


def _unpack_face(data: bytes) -> tuple[Face | None, bytes]:
    part, rest = _cut(data, 2)
    try:
        return _FACE_OF[part], rest
    except KeyError:
        raise BadFrame(
            "two bytes that are no card"
        ) from None  # which they are is nobody's business


FACE: Final = Field("FACE", _pack_face, _unpack_face)


def _pack_faces(values: tuple[Face | None, ...]) -> bytes:
    if len(values) > FACES_MAX:
        raise LocalMisuse(f"{len(values)} cards in one message, at most {FACES_MAX} fit")
    return U8.pack(len(values)) + b"".join(_pack_face(value) for value in values)


def _unpack_faces(data: bytes) -> tuple[tuple[Face | None, ...], bytes]:
    count, rest = U8.unpack(data)
    faces = []
    for _ in range(count):
        face, rest = _unpack_face(rest)
        faces.append(face)
    return tuple(faces), rest


PACKET: Final = Field("PACKET", _pack_faces, _unpack_faces)
