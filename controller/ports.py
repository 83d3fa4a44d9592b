"""What the controller needs from outside, one small protocol per capability."""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from controller.domain.instant import Instant
from controller.outputs import Lamp
from controller.snapshot import Snapshot

T_contra = TypeVar("T_contra", contravariant=True)


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> Instant:
        """This moment."""
        ...


class Viewer(Protocol):
    """Whatever follows the table: the screen, the sign, the couriers of notices and transfers."""

    def show(self, snapshot: Snapshot) -> None:
        """The table as it may be shown; must return at once."""
        ...


class Output(Protocol[T_contra]):
    """One thing that the controller drives; a driver keeps its own queue."""

    def send(self, value: T_contra) -> None:
        """What it should show from now on; must return at once."""
        ...


@dataclass(frozen=True)
class Outlets:
    """Where each part of the outputs goes, by the same names; none where nothing is fitted."""

    jackpot_lamps: Output[tuple[Lamp, ...]] | None = None
    sensors_locked: Output[bool] | None = None
    shoe_locked: Output[bool] | None = None
    keypad_lamps: Output[frozenset[str]] | None = None
    sign_text: Output[str] | None = None
