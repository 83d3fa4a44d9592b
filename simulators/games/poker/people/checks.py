"""What must hold at a table of the room besides: chips to the dollar, and who owes which blind."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from controller.cards.plan import Placed
from controller.domain.books import balances
from controller.domain.cards import Card
from controller.domain.money import Money
from controller.games.poker.blinds import HandBegun
from controller.games.poker.books import DROP, ON_TABLE, POT, between_hands, entries
from controller.games.poker.core import CORE
from controller.games.poker.dead_hands import FoldedHandExposed, WinningHandRestored
from controller.games.poker.deal import FlopDealt, RiverDealt, StreetRedealt, TurnDealt
from controller.games.poker.showdown import HandTabled
from controller.games.poker.state import Ending, Table, stacks
from controller.games.poker.view import face_up, lying
from simulators.people.checks import Check, Checks


class PokerCheck(StrEnum):
    """What is held against what in the poker room."""

    CHIPS = "after every event, stacks, pots and drop are what was brought"
    POT = "after every hand, nothing is left in the pot"
    DEALT_IN = "after every event, stacks, wagers and blinds owed can be so"


CHECKS: Final = (
    *(Check.BOOKS, PokerCheck.CHIPS, PokerCheck.POT, PokerCheck.DEALT_IN, Check.TWICE),
    *(Check.SHOWN, Check.HIDDEN, Check.CARDS, Check.ALONE, Check.NOWHERE, Check.LAMPS),
)
"""All of them, as they are listed."""
_EVENTS: Final = tuple(CORE.folds)


def chips_on(table: Table) -> int:
    """All that lies on the table, wherever: stacks, wagers, pots, and the drop."""
    if not table.rules.stacks_kept:
        return table.chips + table.drop
    pot = 0 if table.at_rest else table.playing().pot
    return sum(stacks(table).values()) + pot + table.drop


class PokerChecks(Checks):
    """A watcher of one table of the room."""

    events = _EVENTS
    brought = 0
    """Chips bought and brought, less those taken away: by what the record says of each."""

    # Cards: none is known that is not face up

    def lying(self, table: Table) -> Iterator[tuple[Placed, Card]]:
        return iter(face_up(table).items())

    def drawn(self, table: Table) -> tuple[Card | None, ...]:
        return tuple(one.card for one in lying(table))

    def keyed(self, table: Table) -> tuple[Card, ...]:
        return ()

    def may_double(self, table: Table) -> bool:
        return False

    def turn(self, event: Any) -> None:
        match event:
            case HandBegun():
                self.turned = set()
            case FlopDealt() | TurnDealt() | RiverDealt() | StreetRedealt():
                self.turned |= {("community", at) for at in range(5)}
            case HandTabled() | FoldedHandExposed() | WinningHandRestored():
                self.turned |= {(f"place {event.seat}", 0), (f"place {event.seat}", 1)}

    # Chips

    def books(self, table: Table) -> Mapping[str, Money]:
        return balances(entries(table))

    def follow(self, before: Table, after: Table, event: Any) -> None:
        for entry in between_hands(event):
            ours = [
                name in (DROP, ON_TABLE) or name.startswith("stack ")
                for name in (entry.source, entry.target)
            ]
            self.brought += int(entry.amount) * (ours[1] - ours[0])
        off = chips_on(after) - self.brought
        name = type(event).__name__
        self.must(PokerCheck.CHIPS, f"{name}: {Money(off)} too many on the table" * bool(off))
        if before.phase is not after.phase and after.at_rest:
            self._nothing_left(after)
        self.must(PokerCheck.DEALT_IN, _wrong_with(after))

    def _nothing_left(self, table: Table) -> None:
        hand = table.playing()
        called_off = hand.ending in (Ending.MISDEAL, Ending.VOID)
        left = 0 if called_off else self.books(table).get(POT, Money(0))
        moved = called_off and bool(sum(map(abs, self.books(table).values())))
        wrong = f"hand {hand.number}: {left} is left in the pot" * bool(left or hand.pot or moved)
        self.must(PokerCheck.POT, wrong)


def _wrong_with(table: Table) -> str:
    """Stacks and blinds that cannot be."""
    hand = table.hand
    for seat in table.seats:
        if seat.stack < 0 or (not seat.player and (seat.stack or seat.waits or seat.posting)):
            return f"seat {seat.number} cannot be: {seat}"
    if hand is None or table.at_rest:
        return ""
    for player in hand.players:
        if player.stack < 0 or player.wager < 0 or not table.seat(player.seat).player:
            return f"seat {player.seat} cannot be in hand {hand.number}: {player}"
    high = max(player.wager for player in hand.players)
    return f"hand {hand.number}: {high} is wagered, {hand.high} is to call" * (high > hand.high)
