"""What a game is to the bench: its felt, its dealer, and the people around the table."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from controller.domain.frozen import frozen
from simulators.people.dealer import AnyDealer
from simulators.people.tapping import Seat
from ui.bench.felt import BenchFelt
from ui.shown import Shown


@frozen
class PersonRow:
    """Somebody in a seat, as whoever stands at the table sees and hears them."""

    seat: int
    who: str
    stack: str = ""
    wager: str = ""
    """In front of the player."""
    cards: tuple[str, ...] = ()
    """Face up only once they are shown."""
    says: str = ""
    """What the player does, or wants; nothing where it is somebody else's turn."""
    out: bool = False
    """Not in the hand, or not any more."""


@frozen
class Around:
    """The people around a table, and what lies in the middle."""

    said: str = ""
    """What the dealer is to key next, in a sentence."""
    board: tuple[str, ...] = ()
    pot: str = ""
    people: tuple[PersonRow, ...] = ()


Look = Callable[[Shown], Around]


class GameBench(ABC):
    """A game on the bench."""

    name: ClassVar[str]
    """As the controller's own `Game` is named."""
    begin: ClassVar[str]
    """What whoever tries the table taps first."""

    @abstractmethod
    def felt(self, rules: Any, folder: Path) -> BenchFelt:
        """Cards, chips and devices of a table."""

    @abstractmethod
    def dealer(self, seat: Seat, rules: Any, acted: Callable[[str], object]) -> AnyDealer:
        """Who deals there, with the players of the table."""

    def look(self, dealer: Any) -> Look | None:
        """What is seen and heard of the players; none where what they do is seen on the felt."""
        return None
