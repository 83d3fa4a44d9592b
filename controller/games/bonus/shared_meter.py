"""What a table that shares its meter shows of it."""

from typing import NamedTuple

from controller.domain.money import ZERO, Money


class SharedMeter(NamedTuple):
    """A meter that other tables play on too, as it was last read; nothing of it is on record."""

    available: Money
    linked: bool
    """False while the pool does not answer: the others may have played on."""
    reserved: Money = ZERO
    """For wins that are neither posted nor released, this table's own among them: no part of it."""

    @property
    def name(self) -> str:
        """As the top bar has what the table is linked to."""
        return "pool"
