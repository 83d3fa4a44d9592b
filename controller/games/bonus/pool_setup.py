"""Where the jackpot pool of a bonus table is, and what it is opened with."""

from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.pools.place import PoolOnServer


class PoolSetup(Frozen):
    """As the table's file says."""

    meter: Money = ZERO
    reserve: Money = ZERO
    """What the pool is opened with."""
    limit: Money | None = None
    """What the meter is let grow to; increments above it go to the pool's overflow."""
    server: PoolOnServer | None = None
    """Where the table shares one; none where it has a pool of its own, beside its journal."""
