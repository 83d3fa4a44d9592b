"""How amounts and sentences are written, whatever is played."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from controller.domain.cards import Card
from controller.domain.money import Money

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class Statement(NamedTuple):
    """What happened, in a sentence, and the rule behind it."""

    text: str
    clause: str


def sentence(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]


def dollars(cents: int) -> str:
    """`$1,250`, and cents only where there are any: `$12.50`."""
    return Money(cents).display().removesuffix(".00")


def counted(count: int, noun: str) -> str:
    """`1 hand`, `2 hands`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def joined(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def faces(cards: Iterable[Card]) -> str:
    """`A♠ 10♥`: cards as people read them."""
    return " ".join(f"{str(card)[0].replace('T', '10')}{_SUITS[card.suit]}" for card in cards)
