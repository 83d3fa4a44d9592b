"""What a server tells whoever listens: the meter of a pool after a transfer.

It is hearsay. Whoever may log in there can send a notice, a server that was promoted may not have
what the one before told of, and a transfer is told of before it is on every disk. So it moves the
sign, which the next look puts right, and nothing is recorded or worked out by it.
"""

import json
from typing import Any, Final

from controller.domain.frozen import frozen
from controller.domain.money import Money

FORM: Final = 1
"""Of the notices that we understand."""
_NUMBERS: Final = ("form", "seq", "available", "version", "following", "latest")


@frozen
class News:
    """A pool after one of its transfers."""

    pool: str
    seq: int
    available: Money
    """What the meter shows: without what is reserved."""
    figures: tuple[int, int, int]
    """Versions: in force, in force after the next reset, and last agreed on."""
    next_told: bool
    """Will the next increment be told of as well, or is it not worth a look of so many tables?
    Where many play not every one is told of."""


def news_in(payload: str) -> News | None:
    """What a notice says; none where it is none of ours, whatever it is."""
    try:
        said: Any = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or set(said) != {"pool", "next_told", *_NUMBERS}:
        return None
    form, seq, available, *figures = (said[name] for name in _NUMBERS)
    numbers = (form, seq, available, *figures)
    if form != FORM or not all(type(number) is int and 0 <= number < 1 << 63 for number in numbers):
        return None
    pool, next_told = said["pool"], said["next_told"]
    if not isinstance(pool, str) or not isinstance(next_told, bool):
        return None
    version, following, latest = figures
    return News(pool, seq, Money(available), (version, following, latest), next_told)
