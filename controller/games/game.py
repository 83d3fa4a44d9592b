"""What a game is to the house: one place for all that the house asks of it.

The house knows tables, people, decks, seats, records and screens. What is played, it asks the game:
how its commands are decided and its events folded, what it shows, how it and the floor agree, and
what else it has to be told or given. Nothing here knows any one game. What a game does not say is
as it is at a table that has no such thing; what every game has to say itself is abstract.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from controller.authority import action_of
from controller.cards.plan import Deal, LyingCard, Placed
from controller.domain.base import BrokenInvariant
from controller.domain.cards import Card
from controller.domain.instant import Instant
from controller.domain.kernel import Asking, Core
from controller.domain.refusals import Refused
from controller.staff.powers import HouseAction
from controller.staff.session import DEFAULT_TIMES, SessionTimes

if TYPE_CHECKING:
    from controller.floor.base import Command as FloorCommand
    from controller.floor.base import Event as FloorEvent
    from controller.floor.core import FloorCore
    from controller.games.narration import Narration
    from controller.games.step import NextStep
    from controller.house.advice import AdviceRow
    from controller.house.state import House
    from controller.house.subjects import Subjects
    from controller.running.outputs import Outputs
    from controller.running.undo import UndoRow
    from controller.staff.powers import Action, Empowering


class Game(ABC):
    """A game of the house."""

    name: str
    """As a table's file names it."""
    owner: str = "table"
    """What keeps a record of it, in a word."""
    core: Core[Any]
    """Its own commands and events."""
    floor: "FloorCore[Any]"
    """The floor of a table where it is played: the subjects of the house and its own."""
    house: "type[House]"
    """The house of a table where it is played."""
    kinds: tuple[Any, ...]
    """Its events, and all that it records besides."""
    orders: tuple[Any, ...] = ()
    """What else people may ask for: neither the game's commands nor the floor's."""
    subjects: "tuple[Subjects, ...]" = ()
    """What of it is worth a notice."""
    actions: "type[Action]"
    """Its own lines of the powers table."""
    terms: "Mapping[str, Empowering]"
    """What each of its rule sets says of the lines of the powers table, and besides (`Terms`)."""
    session_times: SessionTimes = DEFAULT_TIMES
    """How long people stay signed on at its screen."""
    advice: "tuple[AdviceRow, ...]" = ()
    """What there is to say of a device in trouble where something of its own depends on it."""
    undo_rows: "Mapping[type, UndoRow]" = MappingProxyType({})
    """Which of its taps can be undone, and how."""

    # What is asked of it

    def action_for(self, house: "House", command: object, *, recovered: bool) -> "Action | None":
        """The line of the powers table that a command falls under; none for what has happened."""
        if recovered and self.voids(command):
            return HouseAction.VOID_RECOVERED
        return action_of(command)

    def decide_else(
        self, house: "House", command: object, asking: Asking
    ) -> "tuple[object, ...] | Refused":
        """What is asked of something of the game's own that is neither table nor floor."""
        raise BrokenInvariant(f"{type(command).__name__} seen, a command expected")

    def fold_else(self, house: "House", event: object) -> "House":
        """The house after an event that is neither the table's nor the floor's."""
        return house

    def follow_up(self, house: "House", now: Instant) -> object | None:
        """What happens next by itself, without anybody's tap."""
        return None

    @abstractmethod
    def voids(self, command: object) -> bool:
        """Does a supervisor end the round by it?"""

    def counts_while_held(self, command: object) -> bool:
        """Does it put right what holds the table?"""
        return False

    # What devices tell it

    def sensed(self, table: Any, covered: frozenset[int], *, locked: bool) -> Iterable[object]:
        """What the table does not know yet of the places whose sensors are covered."""
        return ()

    def devices_failed(self, house: "House", failed: Iterable[str]) -> Iterable[object]:
        """What it means that these devices have not worked for too long."""
        return ()

    # Its treaty with the floor

    def objects(self, house: "House", command: object) -> Refused | None:
        """Why a command of the game or of the floor may not be carried out: the other objects."""
        return None

    @abstractmethod
    def floor_before(self, house: "House", command: object) -> "Iterable[FloorCommand]":
        """What happens on the floor before a command of the game is carried out: a round begins
        there, its first card takes the deck into use."""

    @abstractmethod
    def tell_floor(self, house: "House", event: object) -> "FloorCommand | None":
        """What an event of the game means on the floor: above all that a round is over."""

    def tell_game(self, event: "FloorEvent") -> object | None:
        """What an event of the floor means in the game."""
        return None

    def settled_by_floor(self, house: "House") -> object | None:
        """What the game is told once the floor has done what it waits for."""
        return None

    def begun(self, house: "House") -> "House":
        """The house when the floor has begun a round: by the rules in force now."""
        return house

    # What others are told

    def slips(self, house: "House", events: tuple[object, ...], asking: Asking) -> Iterator[object]:
        """Papers that go with what has happened."""
        return iter(())

    def transfers(self, before: "House", after: "House", asking: Asking) -> Iterator[object]:
        """What is due to others: recorded with what it is for."""
        return iter(())

    @abstractmethod
    def read_table(self, tree: dict[str, Any]) -> Any:
        """A table as its file says, checked: a `HouseTable`."""

    @abstractmethod
    def beside(self, setup: Any, now: Instant, opened: ExitStack, *, new: bool) -> Any:
        """What runs beside a table of this setup (`games.beside`); `opened` ends it. `new`: the
        record begins with this start."""

    # What it shows

    @abstractmethod
    def public_view(self, table: Any) -> Any:
        """The table without what lies face down."""

    @abstractmethod
    def turned(
        self, before: Any, after: Any
    ) -> tuple[Mapping[Placed, Card], Mapping[Placed, Card]]:
        """The cards that everybody saw before a command, and those after it."""

    @abstractmethod
    def drawn_cards(self, table: Any) -> Iterator[LyingCard]:
        """Every card that has left the device in the round, in that order, and where it lies."""

    @abstractmethod
    def deal(self, table: Any) -> Deal:
        """How far the deal of the round has come."""

    @abstractmethod
    def narration(self) -> "Narration":
        """How its rounds are told afterwards."""

    @abstractmethod
    def outputs(self, house: "House", shared: Any) -> "Outputs":
        """What lamps, locks, keys and the sign should show, as far as the game is concerned;
        `shared` is what it last read of what other tables play on too."""

    def take_back_keyed(self, table: Any) -> object | None:
        """What takes back the card that was keyed last; none where none was."""
        return None

    @abstractmethod
    def changed_places(self, before: Any, after: Any) -> Iterable[int]:
        """The places of which anything changed that a tap on them is about."""

    @abstractmethod
    def step(self, house: "House") -> "NextStep":
        """The one step that takes the game on, for the button, the keys and the screen alike."""

    def preview(self, house: "House", command: object, now: Instant) -> Any:
        """What would come of a command, before anybody confirms it; none where it is not told."""
        return None
