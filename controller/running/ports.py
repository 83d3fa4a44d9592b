"""What the controller needs from outside, one small protocol per capability."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from controller.domain.frozen import Frozen
from controller.running.outputs import Lamp
from controller.running.snapshot import Snapshot

T_contra = TypeVar("T_contra", contravariant=True)
V = TypeVar("V")


class Viewer(Protocol):
    """Whatever follows the table: the screen, the sign, the delivery of notices and transfers."""

    def show(self, snapshot: Snapshot) -> None:
        """The table as it may be shown; must return at once."""
        ...


class ReaderView(Frozen):
    """What the screen shows of the card reader; never a player's number."""

    text: str = ""
    card_waits: bool = False
    """A card was swiped: the next place that is touched is its place."""
    place: int | None = None
    """This place was touched: the next card that is swiped is its card."""
    refused: bool = False
    """The card that was swiped came to nothing."""
    staff: str = ""
    """Whose staff card was swiped, by number: the PIN is to be keyed."""


class KeypadView(Frozen):
    """What the screen shows of the keypad: the amount that is being keyed, or why a key was
    refused."""

    text: str = ""
    refused: bool = False


class ShowingPort(Protocol[V]):
    """A device at the dealer's hand, as the screen sees it."""

    changed: Callable[[V], object]
    """Told when there is something else to show, on whichever thread it came."""

    @property
    def view(self) -> V:
        """What there is to show; what has waited too long is no longer there."""
        ...


class SwipePort(ShowingPort[ReaderView], Protocol):
    """Where swiped cards come to something."""

    def pick(self, place: int) -> None:
        """A place was touched while a card waits, or to be given one."""
        ...

    def cancel(self) -> None:
        """What waits is dropped."""
        ...

    def expect_staff(self, expected: bool) -> None:
        """Somebody is to sign on: until that is over no player's card is taken."""
        ...


class Output(Protocol[T_contra]):
    """One thing that the controller drives; a driver keeps its own queue."""

    def send(self, value: T_contra) -> None:
        """What it should show from now on; must return at once."""
        ...


class Outlets(Frozen):
    """Where each part of the outputs goes, by the same names; none where nothing is fitted."""

    place_lamps: Output[tuple[Lamp, ...]] | None = None
    sensors_locked: Output[bool] | None = None
    shoe_locked: Output[bool] | None = None
    keypad_lamps: Output[frozenset[str]] | None = None
    sign_text: Output[str] | None = None
