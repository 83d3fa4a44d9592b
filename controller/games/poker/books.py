"""Money in double entry: where every chip of a hand came from and went to.

The entries are derived from the hand, so that they are what it says they are; what a single event
moved is the difference between two derivations. A pot is an account: what went in comes out.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from controller.games.poker.state import Hand, Table

POT, DROP = "pot", "commission drop"


def stack(seat: int) -> str:
    """The account of whoever sits at a seat."""
    return f"stack {seat}"


class Entry(NamedTuple):
    """An amount from one account to another."""

    what: str
    source: str
    target: str
    amount: int


def entries(table: Table) -> tuple[Entry, ...]:
    """All entries of the hand so far."""
    if table.hand is None:
        return ()
    return tuple(entry for entry in _all(table.hand) if entry.amount)


def _all(hand: Hand) -> Iterator[Entry]:
    for player in hand.players:
        account = stack(player.seat)
        yield Entry("antes and wagers", account, POT, player.total + player.returned)
        yield Entry("dead blind", account, POT, player.dead)
        yield Entry("returned", POT, account, player.returned)
    for number, pot in enumerate(hand.pots):
        name = f"side pot {number}" if number else "main pot"
        yield Entry(f"commission, {name}", POT, DROP, pot.commission)
        for seat, share in zip(pot.winners, pot.shares, strict=True):
            yield Entry(name, POT, stack(seat), share)


def balances(of: Iterable[Entry]) -> dict[str, int]:
    """What each account has gained; all of them together are nothing."""
    gained: dict[str, int] = defaultdict(int)
    for entry in of:
        gained[entry.source] -= entry.amount
        gained[entry.target] += entry.amount
    return dict(gained)
