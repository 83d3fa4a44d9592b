"""Input that is not what it was: random, truncated, spliced or with bits flipped."""

import random
from collections.abc import Sequence
from typing import Any, Final

import pytest

MILLION: Final = 1_000_000
PARTS: Final = 4
"""A million inputs are run in so many parts, side by side."""
_LONG: Final = (pytest.mark.long, pytest.mark.timeout(3_600))


def campaigns(inputs: int = 3_000) -> pytest.MarkDecorator:
    """Every day so many inputs, a million in the long run."""
    million = [pytest.param(100 + part, MILLION // PARTS, marks=_LONG) for part in range(PARTS)]
    return pytest.mark.parametrize(("seed", "inputs"), [(1, inputs), *million])


def spoilt(chance: random.Random, good: Sequence[bytes], noise_max: int = 80) -> bytes:
    """Something made of these that is none of them."""
    while True:
        one, other = chance.choice(good), chance.choice(good)
        cut = chance.randrange(len(one))
        match chance.randrange(4):
            case 0:
                made = chance.randbytes(chance.randrange(noise_max))
            case 1:
                made = one[:cut]
            case 2:
                made = one[:cut] + other[chance.randrange(len(other)) :]
            case _:
                made = one[:cut] + bytes([one[cut] ^ 1 << chance.randrange(8)]) + one[cut + 1 :]
        if made not in good:
            return made


def held(thing: Any, seen: set[int] | None = None) -> int:
    """How much it keeps: bytes and items of everything that hangs on it."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, type):
        return 0
    seen.add(id(thing))
    if isinstance(thing, bytes | bytearray | str):
        return len(thing)
    if isinstance(thing, dict):
        return len(thing) + sum(held(value, seen) for value in thing.values())
    if hasattr(thing, "__len__") and hasattr(thing, "__iter__"):
        return len(thing) + sum(held(value, seen) for value in thing)
    return held(getattr(thing, "__dict__", {}), seen)
