"""What players do between hands, as a scenario file says it."""

from typing import Final

from controller.domain.money import Money
from controller.games.poker.seating import BuyChips, ComeBack, GoAway, LeaveTable, PostDue, SitDown
from simulators.scenario.messages import one_of

_ALONE: Final = {"posts": PostDue, "leaves": LeaveTable, "away": GoAway, "back": ComeBack}
_FORMS: Final = ("sits AMOUNT", "sits AMOUNT moved", *_ALONE, "buys AMOUNT")


def between_hands(text: str) -> object:
    """`6 buys 50` as a command; what the rules forbid is for the table to refuse."""
    number, *rest = text.split() or [""]
    if number.isascii() and number.isdecimal():
        seat = int(number)
        match rest:
            case ["sits", amount]:
                return SitDown(seat, int(Money.parse(amount)))
            case ["sits", amount, "moved"]:
                return SitDown(seat, int(Money.parse(amount)), moved=True)
            case ["buys", amount]:
                return BuyChips(seat, int(Money.parse(amount)))
            case [word] if word in _ALONE:
                return _ALONE[word](seat)
    expected = one_of(f"'SEAT {form}'" for form in _FORMS)
    raise ValueError(f"expected {expected}")
