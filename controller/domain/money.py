"""Money: whole cents, never a float; every rounding is a named function (R15)."""

import re
from typing import Annotated, Final

_AMOUNT: Final = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]+))?")


class Money(int):
    """An amount in cents. Adding and multiplying keep the type; dividing is only by name."""

    __slots__ = ()

    def __add__(self, other: int) -> "Money":
        return Money(int.__add__(self, other))

    __radd__ = __add__

    def __sub__(self, other: int) -> "Money":
        return Money(int.__sub__(self, other))

    def __mul__(self, times: int) -> "Money":
        return Money(int.__mul__(self, times))

    __rmul__ = __mul__

    def __neg__(self) -> "Money":
        return Money(int.__neg__(self))

    def __abs__(self) -> "Money":
        return Money(int.__abs__(self))

    def __repr__(self) -> str:
        return f"Money({int(self)})"

    def __str__(self) -> str:
        """`61234.50`: the form of scenario files and results."""
        sign, cents = ("-", -int(self)) if self < 0 else ("", int(self))
        return f"{sign}{cents // 100}.{cents % 100:02d}"

    def display(self) -> str:
        """`$61,234.50`: the form people read."""
        sign, cents = ("-", -int(self)) if self < 0 else ("", int(self))
        return f"{sign}${cents // 100:,}.{cents % 100:02d}"

    @classmethod
    def parse(cls, text: str) -> "Money":
        """Dollars as people write them: `25`, `25.5`, `61234.50`; nothing negative."""
        found = _AMOUNT.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is not an amount: expected dollars such as '25' or '25.50'")
        sign, dollars, cents = found.group(1), found.group(2), found.group(3) or ""
        if sign:
            raise ValueError(f"{text!r} is negative: expected an amount of 0 or more")
        if len(cents) > 2:
            raise ValueError(
                f"{text!r} has {len(cents)} decimals: expected at most two, whole cents"
            )
        return cls(int(dollars) * 100 + int(cents.ljust(2, "0")))


ZERO: Final = Money(0)


def percent_rounded_down(amount: Money, percent: int) -> Money:
    """R15: a percentage is rounded down; what is left stays where it was."""
    return Money(int(amount) * percent // 100)


def share_rounded_down(amount: Money, parts: int) -> Money:
    """R15: a share is rounded down; what is left stays where it was."""
    return Money(int(amount) // parts)


def shared_out(amount: Money, percent: int, winners: int) -> Money:
    """R18: so many take their percentage one after the other, and get equal shares of it all."""
    left = amount
    for _ in range(winners):
        left -= percent_rounded_down(left, percent)
    return share_rounded_down(amount - left, winners)


def scaled_rounded_down(amount: Money, wager: Money, printed_for: Money) -> Money:
    """R27: a figure printed for one wager, in proportion to the wager actually played."""
    return Money(int(amount) * int(wager) // int(printed_for))


Cents = Annotated[int, "cents"]
"""An amount as a plain int, where there is much to add and compare; a record shows it as money."""
