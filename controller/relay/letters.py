"""A letter: what one side says, and what proves that it has said it.

Desk and table share a key that is of this table alone. Whoever has the store and no key can take
letters away or put old ones back, which harms nothing, and can make none.
"""

from enum import StrEnum
from hmac import compare_digest
from typing import Final, NamedTuple

from controller.journal.chain import keyed

BYTES_MAX: Final = 1 << 20
"""Of a letter: a longer one is nobody's."""


class Side(StrEnum):
    """Who writes."""

    DESK = "desk"
    TABLE = "table"

    @property
    def other(self) -> "Side":
        """Who reads."""
        return Side.TABLE if self is Side.DESK else Side.DESK


class Box(NamedTuple):
    """Where the letters lie that one side writes about a table."""

    table: int
    writer: Side


class Letter(NamedTuple):
    """As it lies in the store."""

    body: bytes
    tag: bytes


def _tag(key: bytes, box: Box, body: bytes) -> bytes:
    return keyed(key, b"feltwork letter", f"{box.writer} {box.table} ".encode() + body)


def tagged(key: bytes, box: Box, body: bytes) -> Letter:
    """A letter for this box."""
    return Letter(body, _tag(key, box, body))


def verified(key: bytes, box: Box, letter: Letter) -> bytes | None:
    """What it says; none where it was not written under the key, for this box."""
    return letter.body if compare_digest(letter.tag, _tag(key, box, letter.body)) else None
