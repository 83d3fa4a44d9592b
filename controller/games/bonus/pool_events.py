"""What the record of a bonus table says of the meter and of the way to its pool."""

from controller.domain.frozen import frozen
from controller.domain.instant import Instant


@frozen
class MeterRead:
    """Between rounds the meter is what the pool says, exact (R24a)."""

    exact: int
    exact_reserve: int


@frozen
class MeterFound:
    """Before a round's awards are worked out: what all tables have made of a shared meter."""

    exact: int
    exact_reserve: int


@frozen
class LinkLost:
    """The pool that other tables play on too does not answer."""

    at: Instant


@frozen
class LinkBack:
    """It answers again."""


MeterEvent = MeterRead | MeterFound | LinkLost | LinkBack
