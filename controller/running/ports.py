"""What the controller needs from outside, one small protocol per capability."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from controller.domain.frozen import Frozen
from controller.running.outputs import Lamp
from controller.running.snapshot import Snapshot

T_contra = TypeVar("T_contra", contravariant=True)


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


class KeypadPort(Protocol):
    """The keypad, as the screen sees it."""

    changed: Callable[[KeypadView], object]
    """Told when there is something else to show, on whichever thread it came."""

    @property
    def view(self) -> KeypadView:
        """What there is to show; what was left lying is no longer there."""
        ...


class SwipePort(Protocol):
    """Where swiped cards come to something, as the screen sees it."""

    changed: Callable[[ReaderView], object]
    """Told when there is something else to show, on whichever thread it came."""

    @property
    def view(self) -> ReaderView:
        """What there is to show; what waited too long waits no more."""
        ...

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
