"""MagTek USB HID swipe reader: the one input report, and the member number in it.

A track is personal. It lives in one `bytearray` that is overwritten before anybody else gets to
run; no message, no name, no error text is ever made from it. What leaves this module is the number
of a member or of staff, or that there was none. The reader sends one report a swipe, even if
nothing was decoded.
"""

import re
from collections.abc import Sequence
from dataclasses import field
from enum import IntEnum
from typing import Final

from drivers.faults import BadFrame, LocalMisuse
from drivers.frozen import Frozen

VENDOR_ID: Final = 0x0801
PRODUCT_ID: Final = 0x0002
TRACKS: Final = (1, 2, 3)
TRACK_BYTES: Final = 110
LENGTH_AT: Final = 3
ENCODE_TYPE_AT: Final = 6
DATA_AT: Final = 7
REPORT_BYTES: Final = DATA_AT + len(TRACKS) * TRACK_BYTES
DECODE_ERROR: Final = 0x01


class EncodeType(IntEnum):
    """What the reader took the card for (card encode type)."""

    ISO_ABA = 0
    AAMVA = 1
    CADL = 2
    BLANK = 3
    OTHER = 4
    UNDETERMINED = 5
    NONE = 6
    JIS_TYPE_2 = 7


END_SENTINEL: Final = b"?"
# fmt: off
START_SENTINELS: Final = {
    # track  the shapes of ISO 7813 and AAMVA, as the reader writes them in ASCII
    1: (b"%",),
    2: (b";",),
    3: (b"+", b"#", b"&", b"%", b";", b"!"),
}
# fmt: on


class Pattern:
    """Where a card has its number: on which track, how the track then reads, and whose card it is.

    The expression is matched against all that stands between the sentinels and names the
    group `number`: `(?P<number>[0-9]{8})=[0-9]*`.
    """

    def __init__(self, track: int, expression: str, *, staff: bool = False) -> None:
        try:
            self._expression = re.compile(expression.encode("ascii"))
        except (re.error, UnicodeEncodeError) as wrong:
            raise LocalMisuse(f"card reader: pattern {expression!r}: {wrong}") from wrong
        if track not in TRACKS or "number" not in self._expression.groupindex:
            raise LocalMisuse(
                f"card reader: pattern {expression!r} on track {track} seen: "
                "expected track 1, 2 or 3 and a group named number"
            )
        self.track, self.staff = track, staff

    def number(self, track: bytearray) -> str:
        """The number on this track; empty where it is no such card."""
        start, end = track[:1], track[-1:]
        if len(track) < 2 or start not in START_SENTINELS[self.track] or end != END_SENTINEL:
            return ""
        found = self._expression.fullmatch(track, 1, len(track) - 1)
        number = found["number"] if found is not None else None
        return number.decode("ascii") if number is not None and number.isascii() else ""


class MemberCard(Frozen):
    """A member's card was read."""

    number: str = field(repr=False)


class StaffNumber(Frozen):
    """The card of somebody who works here was read."""

    number: str = field(repr=False)


class Unreadable(Frozen):
    """The swipe gave nothing to go by: swipe again."""


class UnknownCard(Frozen):
    """It was read, and is no card that we know."""


Swipe = MemberCard | StaffNumber | Unreadable | UnknownCard


class SwipeReport:
    """A report, laid out. It takes the buffer over; `wipe` it when done, or use it in a `with`."""

    def __init__(self, buffer: bytearray) -> None:
        """Raises `BadFrame`, and then has wiped the buffer."""
        self._buffer = buffer
        if len(buffer) != REPORT_BYTES:
            self.wipe()
            raise BadFrame(f"MagTek: report of {len(buffer)} bytes, {REPORT_BYTES} expected")
        lengths = tuple(buffer[LENGTH_AT:ENCODE_TYPE_AT])
        if max(lengths) > TRACK_BYTES:
            del lengths  # of a shifted report these are characters of a track
            self.wipe()
            raise BadFrame(f"MagTek: a track of more than {TRACK_BYTES} bytes")
        self.errors = tuple(bool(status & DECODE_ERROR) for status in buffer[:LENGTH_AT])
        self.lengths = tuple(
            0 if error else n for error, n in zip(self.errors, lengths, strict=True)
        )
        kind = buffer[ENCODE_TYPE_AT]
        self.encode_type = EncodeType(kind) if kind <= max(EncodeType) else EncodeType.OTHER

    def __enter__(self) -> "SwipeReport":
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def __repr__(self) -> str:
        return "SwipeReport()"  # also of one that was refused half made

    def wipe(self) -> None:
        """Overwrite the tracks."""
        wipe(self._buffer)

    def track(self, number: int) -> bytearray:
        """A copy of what was decoded, to be wiped; nothing where there was an error."""
        at = DATA_AT + (number - 1) * TRACK_BYTES
        return self._buffer[at : at + self.lengths[number - 1]]

    def swipe(self, patterns: Sequence[Pattern]) -> Swipe:
        """What the swipe comes to: the first pattern that fits counts."""
        for pattern in patterns:
            track = self.track(pattern.track)
            try:
                number = pattern.number(track)
            finally:
                wipe(track)
            if number:
                return StaffNumber(number) if pattern.staff else MemberCard(number)
        wanted = {pattern.track - 1 for pattern in patterns}
        blank = not any(self.lengths) and self.encode_type is not EncodeType.BLANK
        missed = blank or any(self.errors[index] for index in wanted)
        return Unreadable() if missed else UnknownCard()


def wipe(buffer: bytearray) -> None:
    """Overwrite in place."""
    buffer[:] = bytes(len(buffer))


def swipe_report(
    tracks: Sequence[bytes | None], encode_type: EncodeType = EncodeType.ISO_ABA
) -> bytes:
    """The device's side: a report with these tracks, none for one that did not decode."""
    if len(tracks) != len(TRACKS) or any(len(track or b"") > TRACK_BYTES for track in tracks):
        raise LocalMisuse(f"MagTek: expected three tracks of at most {TRACK_BYTES} bytes")
    status = bytes(DECODE_ERROR if track is None else 0 for track in tracks)
    lengths = bytes(len(track or b"") for track in tracks)
    data = b"".join((track or b"").ljust(TRACK_BYTES, b"\0") for track in tracks)
    return status + lengths + bytes([encode_type]) + data
