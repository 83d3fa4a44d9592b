"""How amounts and sentences are written, whatever is played."""

from typing import NamedTuple

from controller.domain.money import Money


class Statement(NamedTuple):
    """What happened, in a sentence, and the rule behind it."""

    text: str
    clause: str


def sentence(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]


def dollars(amount: Money) -> str:
    """`$1,250`, and cents only where there are any: `$12.50`."""
    return amount.display().removesuffix(".00")
