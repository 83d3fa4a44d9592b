"""Money in double entry: an amount leaves one account and reaches another.

A game derives its entries from its round or hand, so that they are what that says they are. What a
single event moved is the difference between two derivations.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from controller.domain.money import ZERO, Money


class BookEntry(NamedTuple):
    """An amount from one account to another."""

    what: str
    source: str
    target: str
    amount: int
    """In cents."""


def balances(of: Iterable[BookEntry]) -> dict[str, Money]:
    """What each account has gained; all of them together are nothing."""
    gained: dict[str, Money] = defaultdict(lambda: ZERO)
    for entry in of:
        gained[entry.source] -= entry.amount
        gained[entry.target] += entry.amount
    return dict(gained)
