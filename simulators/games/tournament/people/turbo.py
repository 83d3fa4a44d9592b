"""A format for an evening that is over soon: deep enough to play, blinds that soon decide."""

from typing import Any, Final

from controller.domain.money import ZERO, Money
from controller.tournament.format import Format, Level

SEATS: Final = 9
ENTRY: Final = Money.parse("100")
BANK: Final = Money.parse("1500")
SMALLEST: Final = Money.parse("25")
LEVELS: Final = 12
BREAK_AFTER: Final = 3
PRIZES: Final = (500_000, 300_000, 200_000)


def turbo(seats: int, **more: Any) -> Format:
    """Blinds double every twelve minutes, with an ante from the fifth level on and one break."""
    levels = [_level(step) for step in range(LEVELS)]
    levels.insert(BREAK_AFTER, Level(5))
    given = {"seats": seats, "levels": tuple(levels), "prizes": PRIZES, "bank": BANK, **more}
    return Format("Turbo", ENTRY, given.pop("bank"), given.pop("prizes"), **given)


def _level(step: int) -> Level:
    small = Money(SMALLEST << step)
    return Level(12, small, Money(2 * small), Money(small // 4) if step >= 4 else ZERO)
