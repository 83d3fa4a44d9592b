"""What the core is built on: invariants, and copies with changes."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
A = TypeVar("A")
_new, _set = object.__new__, object.__setattr__


class BrokenInvariant(Exception):
    """We are wrong: stop, hold the table, keep the evidence."""


def existing(value: T | None, message: str) -> T:
    """A value that must be there; an invariant that `python -O` does not remove."""
    if value is None:
        raise BrokenInvariant(message)
    return value


def evolve(value: T, **changes: Any) -> T:
    """A copy of a frozen dataclass with some fields changed.

    Does what `dataclasses.replace` does, for a round at an eighth of its cost: the fields are valid
    already, so no constructor runs. The folded state is copied some hundred times a round.
    """
    copy = _new(value.__class__)
    _set(copy, "__dict__", value.__dict__ | changes)
    return copy


def remembered(pure: Callable[[A], T]) -> Callable[[A], T]:
    """A pure function that is not worked out again for the very argument it was last given.

    Most commands leave most of the state the very same objects.
    """
    last: tuple[A, T] | None = None

    def answer(argument: A) -> T:
        nonlocal last
        known = last
        if known is None or known[0] is not argument:
            known = last = argument, pure(argument)
        return known[1]

    return answer
