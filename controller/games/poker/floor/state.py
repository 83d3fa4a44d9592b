"""What the floor of a table of the room keeps besides: who waits, who left, the clock."""

from controller.domain import kernel
from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.floor.game import FloorGame
from controller.floor.state import Floor
from controller.games.poker.rules import PokerRules


class Waiting(Frozen):
    """Somebody who waits for a seat at this table."""

    player: str
    since: Instant


class Assigned(Frozen):
    """A seat that is kept for a player until that player sits down with chips."""

    place: int
    player: str
    permitted: bool
    """19.8: by the Table Inspector; a draw alone says who has the choice, not that they may."""
    moved: bool = False
    """19.12.b, c: brought from a closed table, or moved by the Table Inspector."""


class TakenAway(Frozen):
    """19.9: what a player took away, and when."""

    player: str
    amount: Money
    at: Instant


class Came(Frozen):
    """What a player had before sitting down: it counts again where nobody has sat down."""

    player: str
    turn: int
    """How many were before the player on the waiting list."""
    waiting: tuple[Waiting, ...]
    assigned: tuple[Assigned, ...]
    taken_away: tuple[TakenAway, ...]


class Clock(Frozen):
    """23.3: a clock that was called on a player."""

    place: int
    since: Instant


class PokerFloor(Floor):
    """A table of the room between and around hands."""

    rules: PokerRules
    waiting: tuple[Waiting, ...] = ()
    """In the order in which they came."""
    assigned: tuple[Assigned, ...] = ()
    vacated: frozenset[int] = frozenset()
    """6.2: seats on which the players at the table have the first call."""
    taken_away: tuple[TakenAway, ...] = ()
    """Within the hour before somebody last left; the last of each player."""
    came: tuple[Came, ...] = ()
    """Of everybody who sits there."""
    clock: Clock | None = None
    last_hands: int | None = None
    """23.4: so many are still to be played; none where the last were not declared."""
    stakes_from: int = 0
    """13.8: the first hand by stakes that were agreed on since the table was set up."""

    @property
    def game(self) -> FloorGame:
        from controller.games.poker.floor.game import POKER_FLOOR  # which knows this floor

        return POKER_FLOOR


Draft = kernel.Draft[PokerFloor]
