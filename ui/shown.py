"""What the screen is derived from: one frozen value, made anew whenever anything has changed."""

from dataclasses import dataclass

from controller.snapshot import Snapshot
from drivers.health import Health


@dataclass(frozen=True)
class Shown:
    """The table as it may be shown, and how its devices are."""

    snapshot: Snapshot
    devices: tuple[tuple[str, Health], ...] = ()
    """By name, in the order in which they are shown."""
    simulated: bool = False
    """Is anything at this table simulated? Then the screen always says so."""
