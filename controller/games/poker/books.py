"""Money in double entry: where every chip of a hand came from and went to.

The entries are derived from the hand, so that they are what it says they are; what a single event
moved is the difference between two derivations. A pot is an account: what went in comes out.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from controller.domain.books import BookEntry
from controller.games.poker import award as a
from controller.games.poker import seating as s
from controller.games.poker import stacks as k
from controller.games.poker.state import Hand, Table

POT, DROP = "pot", "commission drop"
PLAYERS, GOODS = "players", "goods and services"
KEPT, DIFFERENCES = "kept for players", "counting differences"
CORRECTIONS = "corrected results"
ON_TABLE = "chips on the table"
"""Of all players, where stacks are not kept."""


def stack(seat: int) -> str:
    """The account of whoever sits at a seat."""
    return f"stack {seat}"


def in_one(entries: Iterable[BookEntry]) -> tuple[BookEntry, ...]:
    """The same where stacks are not kept: what goes from one player to another stays on the table,
    and what was put in is known by what came out."""
    found = (
        entry._replace(source=_on_table(entry.source), target=_on_table(entry.target))
        for entry in entries
    )
    return tuple(entry for entry in found if entry.source != entry.target and entry.amount)


def _on_table(account: str) -> str:
    return ON_TABLE if account == POT or account.startswith("stack ") else account


def entries(table: Table) -> tuple[BookEntry, ...]:
    """All entries of the hand, as far as it has come."""
    if table.hand is None:
        return ()
    found = tuple(entry for entry in _all(table.hand) if entry.amount)
    return found if table.rules.stacks_kept else in_one(found)


def _all(hand: Hand) -> Iterator[BookEntry]:
    for player in hand.players:
        account = stack(player.seat)
        yield BookEntry("antes and wagers", account, POT, player.total + player.returned)
        yield BookEntry("dead blind", account, POT, player.dead)
        yield BookEntry("returned", POT, account, player.returned)
    for number, pot in enumerate(hand.pots):
        name = f"side pot {number}" if number else "main pot"
        yield BookEntry(f"commission, {name}", POT, DROP, pot.commission)
        for seat, share in zip(pot.winners, pot.shares, strict=True):
            yield BookEntry(name, POT, stack(seat), share)


# fmt: off
_SEAT: Final = ""
"""The account of the seat that the event is about."""
_MOVED: Final[dict[type, tuple[str, str, str]]] = {
    #  event              entry                 from       to
    s.PlayerSatDown:    ("bank",                PLAYERS,   _SEAT),
    s.ChipsBought:      ("chips bought",        PLAYERS,   _SEAT),
    s.PlayerLeft:       ("taken away",          _SEAT,     PLAYERS),
    k.ChipsPickedUp:    ("picked up",           _SEAT,     KEPT),
    k.GoodsBought:      ("goods and services",  _SEAT,     GOODS),
    s.DifferenceBooked: ("not counted out",     ON_TABLE,  DIFFERENCES),
}
"""What moves an amount from one account to another."""
# fmt: on


def between_hands(event: Any) -> tuple[BookEntry, ...]:
    """The entries of what has happened between hands; what moves no chip has none."""
    match event:
        case k.TableCleared():
            return tuple(
                BookEntry("taken away", stack(seat), PLAYERS, amount)
                for seat, amount in event.seats
            )
        case k.StackCounted():
            found = event.after - event.before
            return (BookEntry("counted", DIFFERENCES, stack(event.seat), found),)
        case k.SeatChanged():
            return (BookEntry("seat changed", stack(event.seat), stack(event.to), event.amount),)
        case a.ResultCorrected():
            what, drop = "result corrected", event.drop_after - event.drop_before
            return (
                *(BookEntry(what, CORRECTIONS, stack(n), now - was) for n, was, now in event.seats),
                BookEntry(what, CORRECTIONS, DROP, drop),
            )
    if (moved := _MOVED.get(type(event))) is None:
        return ()
    what, *sides = moved
    source, target = (side or stack(event.seat) for side in sides)
    return (BookEntry(what, source, target, event.amount),)
