"""The meter: exact to a millionth of a cent, shown and paid in whole cents (R15, R16)."""

from dataclasses import dataclass

from controller.domain.base import evolve
from controller.domain.money import ZERO, Money

_PARTS = 1_000_000


@dataclass(frozen=True)
class Meter:
    """What a jackpot stands at, and the reserve that goes onto it at the next reset."""

    exact: int
    """Millionths of a cent: the residue of an increment below a cent is carried, never lost."""
    reserve: Money = ZERO

    @classmethod
    def standing_at(cls, value: Money, reserve: Money = ZERO) -> "Meter":
        """A meter that shows this value."""
        return cls(int(value) * _PARTS, reserve)

    @property
    def value(self) -> Money:
        """What the meter shows."""
        return Money(self.exact // _PARTS)

    def contribute(self, wager: Money, increment_millionths: int, times: int) -> "Meter":
        """Put the increment of so many wagers on; a negative number takes it off again (R31)."""
        return evolve(self, exact=self.exact + int(wager) * increment_millionths * times)

    def pay(self, amount: Money) -> "Meter":
        """Take an award off."""
        return evolve(self, exact=self.exact - int(amount) * _PARTS)

    def reset(self, seed: Money) -> "Meter":
        """R21: after a 100 % award the meter stands at seed + reserve; the reserve is used up."""
        return evolve(self, exact=self.exact + int(seed + self.reserve) * _PARTS, reserve=ZERO)
