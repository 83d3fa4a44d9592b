"""The meter: exact to a millionth of a cent, shown and paid in whole cents (R15, R16)."""

from controller.domain.base import evolve
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money

_PARTS = 1_000_000


class Meter(Frozen):
    """What a jackpot stands at, and the reserve that goes onto it at the next reset."""

    exact: int
    """Millionths of a cent: the residue of an increment below a cent is carried, never lost."""
    exact_reserve: int = 0

    @classmethod
    def standing_at(cls, value: Money, reserve: Money = ZERO) -> "Meter":
        """A meter that shows this value."""
        return cls(int(value) * _PARTS, int(reserve) * _PARTS)

    @property
    def value(self) -> Money:
        """What the meter shows."""
        return Money(self.exact // _PARTS)

    @property
    def reserve(self) -> Money:
        """What the next reset puts on beside the seed."""
        return Money(self.exact_reserve // _PARTS)

    def contribute(
        self, wager: Money, increment_millionths: int, times: int, reserve_millionths: int = 0
    ) -> "Meter":
        """Put the increment of so many wagers on; a negative number takes it off again (R31)."""
        wagered = int(wager) * times
        return evolve(
            self,
            exact=self.exact + wagered * increment_millionths,
            exact_reserve=self.exact_reserve + wagered * reserve_millionths,
        )

    def pay(self, amount: Money) -> "Meter":
        """Take an award off."""
        return evolve(self, exact=self.exact - int(amount) * _PARTS)

    def reset(self, seed: Money) -> "Meter":
        """R21: after a 100 % award the meter stands at seed + reserve; the reserve is used up."""
        return Meter(self.exact + int(seed) * _PARTS + self.exact_reserve)
