"""How amounts and sentences are written, whatever is played."""

from controller.domain.money import Money


def sentence(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]


def dollars(amount: Money) -> str:
    """`$1,250`, and cents only where there are any: `$12.50`."""
    return amount.display().removesuffix(".00")
