"""What the controller needs from outside, one small protocol per capability."""

from typing import NamedTuple, Protocol

from controller.outputs import Outputs
from controller.round.state import Table


class Instant(NamedTuple):
    """A moment on both clocks: wall time can jump, the steady one cannot."""

    wall_ms: int
    """Milliseconds since 1970, UTC."""
    steady_ms: int
    """Milliseconds of a clock that only runs forward."""


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> Instant:
        """This moment."""
        ...


class Panel(Protocol):
    """Whatever shows the table: lamps, locks, signs, the screen."""

    def show(self, table: Table, outputs: Outputs) -> None:
        """The public view and what the devices should show; must return at once."""
        ...
