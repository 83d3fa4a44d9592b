"""What the record of a bonus table says of the meter and of the way to its pool."""

from controller.domain.frozen import Frozen
from controller.domain.instant import Instant


class MeterRead(Frozen):
    """Between rounds the meter is what the pool says, exact (R24a)."""

    exact: int
    exact_reserve: int


class MeterFound(Frozen):
    """Before a round's awards are worked out: what all tables have made of a shared meter."""

    exact: int
    exact_reserve: int


class LinkLost(Frozen):
    """The pool that other tables play on too does not answer."""

    at: Instant


class LinkBack(Frozen):
    """It answers again."""


MeterEvent = MeterRead | MeterFound | LinkLost | LinkBack
