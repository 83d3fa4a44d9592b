"""PINs and staff cards: hidden while they are in hand, hashed when they are kept.

A PIN is hashed with argon2id, which takes over 100 ms by design: `hash_pin` and `verify_pin` are
never called on the controller's thread. Both are plain functions of plain values that share
nothing, and the hashing releases the interpreter: hand them to a worker,
`worker.submit(verify_pin, key, number, kept, pin)`, and put the answer into the controller's inbox.

There are only a million PINs of six digits. Whoever copied the register could try them all in a
day, were it not for the key: what argon2id sees is the PIN's keyed hash (HMAC-SHA-256) under the
register's key, which lies in a file of its own and is backed up apart. The person's number goes in
too, so that a hash moved to another person's line opens nothing. A card's number is kept as a keyed
hash under the same key alone; it is looked up, not guessed at.
"""

import hmac
import os
from collections.abc import Callable
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from controller import private_files
from controller.bounded import TooLong, read_bounded
from controller.domain.frozen import Frozen

if TYPE_CHECKING:
    from argon2 import PasswordHasher

DIGITS_MIN: Final = 6
DIGITS_MAX: Final = 12
KEY_BYTES: Final = 32


def _bytes(text: str) -> bytes:
    # Whatever was typed: a terminal hands on bytes that are no text as surrogates.
    return text.encode("utf-8", "surrogatepass")


class RegisterError(Exception):
    """The register cannot be used; the message names the file, what was seen and what to do."""


class Secret:
    """Text that shows itself to nobody: not in a repr, a log line, an exception or a pickle."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hidden)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(_bytes(self._text), _bytes(other._text))

    __hash__ = None  # type: ignore[assignment]  # a hash of a PIN would be the PIN

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self!r} is not to be written down")

    def keyed(self, key: bytes, *purpose: str) -> str:
        """The keyed hash of the text for one purpose."""
        message = "\0".join((type(self).__name__, *purpose, self._text))
        return hmac.new(key, _bytes(message), "sha256").hexdigest()


class Pin(Secret):
    """What a person typed as a PIN; it need not be a good one."""

    __slots__ = ()

    def weakness(self, number: str = "") -> "Weakness | None":
        """Why this is no PIN to choose, for the person with this number."""
        text = self._text
        if not (text.isascii() and text.isdigit()):
            return Weakness.NOT_DIGITS
        if not DIGITS_MIN <= len(text) <= DIGITS_MAX:
            return Weakness.LENGTH
        if len(set(text)) < 3 or _repeats(text):
            return Weakness.REPEATED
        if _runs(text):
            return Weakness.SEQUENCE
        if len(number) >= 3 and number in text:
            return Weakness.OWN_NUMBER
        return None


class StaffCard(Secret):
    """What the reader read off a staff card."""

    __slots__ = ()

    def blank(self) -> bool:
        """Is there nothing on it?"""
        return not self._text.strip()


class Weakness(Enum):
    """Why a PIN is refused when it is chosen. The value is the sentence that staff read."""

    NOT_DIGITS = "A PIN has digits only."
    LENGTH = f"A PIN has {DIGITS_MIN} to {DIGITS_MAX} digits."
    REPEATED = "Too easy to guess: the digits repeat."
    SEQUENCE = "Too easy to guess: the digits follow one another."
    OWN_NUMBER = "Too easy to guess: the staff number is in it."


def _repeats(text: str) -> bool:
    """One group of digits over and over, the last one cut short or not: 121212, 12312312."""
    return any(
        all(digit == text[index % period] for index, digit in enumerate(text))
        for period in range(1, len(text) // 2 + 1)
    )


def _runs(text: str) -> bool:
    """One step from digit to digit all along, past 9 too, doubled or not: 135791, 998877."""
    once = [int(digit) for index, digit in enumerate(text) if text[index - 1 : index] != digit]
    return len({(after - before) % 10 for before, after in pairwise(once)}) == 1


class Cost(Frozen):
    """What one hash costs. Kept with each hash, so that it can be raised later."""

    passes: int = 3
    memory_kib: int = 64 * 1024
    lanes: int = 2


STRONG: Final = Cost()
"""RFC 9106's second recommendation, in two lanes for a table's small processor."""


@cache
def _hasher(cost: Cost) -> "PasswordHasher":
    from argon2 import PasswordHasher  # loads a shared library: not before it is needed

    return PasswordHasher(cost.passes, cost.memory_kib, cost.lanes)


def hash_pin(key: bytes, number: str, pin: Pin, cost: Cost = STRONG) -> str:
    """The hash to keep. Slow: for a worker, never the controller's thread."""
    return _hasher(cost).hash(pin.keyed(key, number))


def verify_pin(key: bytes, number: str, kept: str, pin: Pin) -> bool:
    """Is it this PIN? Slow: for a worker, never the controller's thread.

    Takes the same time whether and wherever the PIN is wrong. A kept hash that is none at all is
    no match: who it belongs to stays out, the others are not stopped.
    """
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher(STRONG).verify(kept, pin.keyed(key, number))
    except (VerificationError, InvalidHashError):
        return False


def card_hash(key: bytes, card: StaffCard) -> str:
    """The keyed hash to keep of a card. Fast."""
    return card.keyed(key)


def same_hash(one: str, other: str) -> bool:
    """Equal? In a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def check_private(path: Path) -> None:
    """A file of secrets is a plain file that its owner alone may read and write."""
    try:
        private_files.check_private(path.lstat())
    except OSError as error:
        raise RegisterError(f"{path}: {error.strerror}") from error
    except private_files.NotPlain:
        raise RegisterError(f"{path}: expected a plain file, found something else") from None
    except private_files.OthersMayRead as seen:
        raise RegisterError(
            f"{path}: others may read or write it: {seen}. "
            f"Assume that its PINs are known. Run: chmod 600 '{path}'"
        ) from None


def create_private(path: Path, write: Callable[[Path], object]) -> None:
    """Make a file of secrets: there whole, durable and private, or not there at all."""
    try:
        private_files.create_private(path, write)
    except OSError as error:
        cause = private_files.disk_cause(error, "Check the path and its owner")
        raise RegisterError(f"{path}: cannot be made: {cause}") from error


def key_path(register: Path) -> Path:
    """Where a register's key is: beside it, and to be backed up apart."""
    return register.with_name(register.name + ".key")


def key_check(key: bytes) -> str:
    """Tells a register's own key from another, and nothing about it."""
    return hmac.new(key, b"feltwork staff register", "sha256").hexdigest()


def bond(table_key: bytes, key: bytes, register_id: str) -> str:
    """What a table leaves in its register, made of the keys of both."""
    return hmac.new(table_key, f"{key_check(key)} {register_id}".encode(), "sha256").hexdigest()


def make_key(path: Path) -> bytes:
    """A new key in a file of its own."""
    key = os.urandom(KEY_BYTES)
    create_private(path, lambda draft: draft.write_bytes(key))
    return key


def read_key(path: Path) -> bytes:
    """The key; without it no PIN can be tried."""
    check_private(path)
    try:
        key = read_bounded(path, private_files.BYTES_MAX)
    except TooLong as error:
        raise RegisterError(f"{path}: {error}: a key of {KEY_BYTES}") from error
    except OSError as error:
        raise RegisterError(f"{path}: {error.strerror}") from error
    if len(key) != KEY_BYTES:
        raise RegisterError(f"{path}: expected a key of {KEY_BYTES} bytes, found {len(key)}")
    return key
