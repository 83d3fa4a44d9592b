"""`expect`: any part of a result; only what is given is compared."""

from collections.abc import Iterator
from typing import Any


def differences(expected: Any, seen: Any, where: str = "") -> Iterator[str]:
    """What differs, a line each: lists must match in length, tables only in the keys given."""
    if isinstance(expected, dict) and isinstance(seen, dict):
        for key, value in expected.items():
            path = f"{where}.{key}" if where else str(key)
            if key in seen:
                yield from differences(value, seen[key], path)
            else:
                yield f"{path}: {value!r} expected, but there is no such part"
    elif isinstance(expected, list) and isinstance(seen, list):
        if len(expected) != len(seen):
            yield f"{where}: {len(expected)} entries expected, {len(seen)} seen: {seen!r}"
            return
        for index, (one, other) in enumerate(zip(expected, seen, strict=True), 1):
            yield from differences(one, other, f"{where}[{index}]")
    elif type(expected) is not type(seen) or expected != seen:
        yield f"{where}: {expected!r} expected, {seen!r} seen"
