"""Frames: where one begins and ends, its header and its check sum (link protocol, section 2).

A frame is `00, COBS(header, body, CRC-32), 00`. The CRC tells noise from forgery: a frame that the
line has garbled fails it, while a frame that passes it and cannot be opened was made by somebody.
"""

import struct
import zlib
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

# cobs ships neither annotations nor stubs; two functions of it are used here.
from cobs import cobs  # type: ignore[import-untyped]

from drivers.faults import BadFrame

VERSION: Final = 1
ANY_DEVICE: Final = 0
"""The device id of a host that pairs and does not know yet whom it talks to."""

_HEADER: Final = struct.Struct(">BBBIQ")
_CRC_BYTES: Final = 4
HEADER_BYTES: Final = _HEADER.size
RAW_BYTES_MAX: Final = 254
"""COBS then adds one byte at most."""
BODY_BYTES_MAX: Final = RAW_BYTES_MAX - HEADER_BYTES - _CRC_BYTES
_CODED_BYTES_MAX: Final = RAW_BYTES_MAX + 1


class Role(IntEnum):
    """Who speaks: the direction of a frame."""

    HOST = 0x48
    DEVICE = 0x44


class Form(IntEnum):
    """What the body is."""

    CLEAR = 0
    SEALED = 1


@dataclass(frozen=True)
class Header:
    """What stands before the body, readable by anybody and covered by the seal."""

    version: int
    form: int
    sender: int
    device_id: int
    counter: int

    def pack(self) -> bytes:
        return _HEADER.pack(self.version, self.form, self.sender, self.device_id, self.counter)


@dataclass(frozen=True)
class Frame:
    """One frame off the line, its check sum found right."""

    header: Header
    body: bytes


def pack_frame(header: Header, body: bytes) -> bytes:
    """The bytes for the line, delimiters included."""
    raw = header.pack() + body
    coded: bytes = cobs.encode(raw + zlib.crc32(raw).to_bytes(_CRC_BYTES, "big"))
    return b"\0" + coded + b"\0"


def unpack_frame(coded: bytes) -> Frame:
    """What stood between two delimiters; `BadFrame` where that is noise."""
    try:
        raw: bytes = cobs.decode(coded)
    except cobs.DecodeError as error:
        raise BadFrame(f"{len(coded)} bytes that are not COBS: {error}") from error
    content, crc = raw[:-_CRC_BYTES], raw[-_CRC_BYTES:]
    if len(content) < HEADER_BYTES:
        raise BadFrame(f"{len(raw)} bytes, fewer than a header and a check sum")
    if zlib.crc32(content).to_bytes(_CRC_BYTES, "big") != crc:
        raise BadFrame(f"wrong check sum {crc.hex()}")
    return Frame(Header(*_HEADER.unpack(content[:HEADER_BYTES])), content[HEADER_BYTES:])


def readdressed(coded: bytes, device_id: int) -> bytes:
    """The same frame with another device id in its header: for fault scripts."""
    frame = unpack_frame(coded.strip(b"\0"))
    return pack_frame(replace(frame.header, device_id=device_id), frame.body)


class Deframer:
    """Cuts a stream at its delimiters and holds no more than one frame."""

    def __init__(self) -> None:
        self._begun = b""
        self._overlong = False

    def feed(self, data: bytes) -> list[bytes]:
        """Every stretch that has ended; an empty one stands for a stretch too long for a frame."""
        *ended, rest = data.split(b"\0")
        stretches = []
        for part in ended:
            self._grow(part)
            if self._overlong or self._begun:
                stretches.append(b"" if self._overlong else self._begun)
            self._begun, self._overlong = b"", False
        self._grow(rest)
        return stretches

    def _grow(self, part: bytes) -> None:
        self._begun += part[: _CODED_BYTES_MAX + 1]
        if len(self._begun) > _CODED_BYTES_MAX:
            self._begun, self._overlong = b"", True
