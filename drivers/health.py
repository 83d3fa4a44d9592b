"""How a device is, for the screen and for `doctor`."""

from dataclasses import dataclass
from enum import StrEnum


class Condition(StrEnum):
    """What the dealer sees at a glance."""

    ABSENT = "absent"
    """Not opened: no such port, unplugged, or no rights."""
    CONNECTING = "connecting"
    """Opened; not identified, or its state not read yet."""
    WORKING = "working"
    FAULTY = "faulty"
    """It answers, but not as it should; or it reports a fault of its own."""
    REFUSED = "refused"
    """A wrong or unpaired device: not used until a person has dealt with it."""


@dataclass(frozen=True)
class Health:
    """How a device is, and why."""

    condition: Condition
    reason: str = ""
    """A sentence: what was seen, what was expected, what to do. Empty while it works."""
    identity: str = ""
    """Model, serial number and firmware, as far as they are known."""
