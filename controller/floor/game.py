"""What a game adds to the life of its table. The floor asks; by itself a game adds nothing."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from controller.domain.instant import Instant
from controller.domain.refusals import Refused

if TYPE_CHECKING:
    from controller.floor.base import Command
    from controller.floor.state import SignNotice


class CheckLine(NamedTuple):
    """One line of the opening checklist."""

    code: str
    text: str
    fact: str
    """Whose clause says so."""
    device: str = ""
    """What works or does not, where a device can tell."""


class Prompt(NamedTuple):
    """One thing for the dealer."""

    text: str
    clause: str | None = None
    place: int | None = None


class FloorGame:
    """What is asked of the game that is played at a table; `floor` is the game's own kind."""

    def layout(self, floor: Any) -> tuple[CheckLine, ...]:
        """What has to be on the cloth."""
        return ()

    def equipment(self, floor: Any) -> tuple[CheckLine, ...]:
        """What has to be at the table for this game only."""
        return ()

    def verify_opening(self, floor: Any) -> Refused | None:
        """Why the game cannot be played here as the table is set up."""
        return None

    def verify_round(self, floor: Any) -> Refused | None:
        """Why the game holds the table."""
        return None

    def verify_seat(self, floor: Any, place: int) -> Refused | None:
        """Why a closed seat cannot be taken again."""
        return None

    def notices(self, floor: Any) -> "tuple[SignNotice, ...]":
        """What is on the sign for its time before it happens."""
        return ()

    def with_notices(self, floor: Any, anew: "Callable[[SignNotice], SignNotice]") -> Any:
        """The floor with each of these notices changed."""
        return floor

    def due(self, floor: Any, now: Instant) -> bool:
        """Does anything of the game take effect between rounds?"""
        return False

    def take_effect(self, draft: Any) -> None:
        """Between rounds: what is due takes effect."""

    def closing_due(self, floor: Any) -> bool:
        """Has as much been played as was to be played before the table closes?"""
        return False

    def left(self, floor: Any, place: int) -> Any:
        """The floor when the player at a place has left."""
        return floor

    def closed(self, floor: Any) -> Any:
        """The floor when the table has closed."""
        return floor

    def by_card(self, floor: Any, place: int, number: str) -> "tuple[Command, ...]":
        """What the card of a player comes to at a place, where it is more than the seat."""
        return ()

    def hold_prompts(self, floor: Any) -> Iterator[Prompt]:
        """What the dealer is told while the game holds the table."""
        return iter(())

    def place_prompts(self, floor: Any) -> Iterator[Prompt]:
        """What the dealer is told of places."""
        return iter(())
