"""How the way to a pool is, and what is known of its meter."""

from enum import StrEnum
from typing import Final

from controller.domain.frozen import Frozen
from controller.domain.money import Money
from controller.pools import PoolState


class Condition(StrEnum):
    """How the way to the pool is."""

    GOOD = "good"
    UNREACHABLE = "unreachable"
    """The pool fails; it is tried again by itself."""
    REFUSED = "refused"
    """The pool has refused a transfer; people have to deal with it."""
    BROKEN = "broken"
    """The books of the pool are wrong, or we are: nothing is sent any more."""


class Health(Frozen):
    """How the way to the pool is, and why."""

    condition: Condition = Condition.GOOD
    reason: str = ""
    """A sentence for people; empty while all is good."""
    transfer: str = ""
    """The id of the transfer that waits for it."""


class Reading(Frozen):
    """What the sign can show."""

    available: Money | None
    """What the meter showed when it was last read; none if it never was."""
    waiting: int
    """Transfers not yet delivered: so many are not part of it."""
    health: Health
    standing: PoolState | None = None
    """What was read at the last look."""


GOOD: Final = Health()
