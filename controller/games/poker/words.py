"""The words of the room for seats, cards and amounts."""

from collections.abc import Iterable, Sequence

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.games.poker.state import Pot


def dollars(amount: int) -> str:
    """`$1,250`, and cents only where there are any: `$12.50`."""
    return Money(amount).display().removesuffix(".00")


def joined(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def seats(numbers: Iterable[int]) -> str:
    """`seat 3`, `seats 3 and 5`."""
    named = [str(number) for number in numbers]
    return f"{'seat' if len(named) == 1 else 'seats'} {joined(named)}"


def names(cards: Iterable[Card]) -> str:
    """`Kd 9s 4h`."""
    return " ".join(str(card) for card in cards)


def pot_name(index: int) -> str:
    """The main pot first."""
    return f"side pot {index}" if index else "the main pot"


def cut_up(index: int, pot: Pot) -> str:
    """How a pot is divided and what the house takes."""
    house = f", {dollars(pot.commission)} to the house" if pot.commission else ""
    shares = [
        f"{dollars(share)} to seat {seat}"
        for seat, share in zip(pot.winners, pot.shares, strict=True)
    ]
    return f"{pot_name(index)} of {dollars(pot.amount)}: {joined(shares)}{house}"
