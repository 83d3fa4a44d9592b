"""The words of the room for seats, cards and amounts."""

from collections.abc import Iterable
from typing import Final

from controller.domain.words import dollars, joined, sentence
from controller.games.poker.rules import Limit
from controller.games.poker.state import Pot

LIMITS: Final = {
    Limit.FIXED: "fixed limit",
    Limit.HALF_POT: "half-pot limit",
    Limit.POT_LIMIT: "pot limit",
    Limit.NO_LIMIT: "no-limit",
}


def seats(numbers: Iterable[int]) -> str:
    """`seat 3`, `seats 3 and 5`."""
    named = [str(number) for number in numbers]
    return f"{'seat' if len(named) == 1 else 'seats'} {joined(named)}"


def player_name(reference: str) -> str:
    """`No. 4711` where a number was keyed or swiped; `Player 3` for one whom the table counts."""
    return f"No. {reference}" if reference.isdigit() else sentence(reference)


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
