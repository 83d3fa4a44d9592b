"""What the screen is derived from: one frozen value, made anew whenever anything has changed."""

from dataclasses import field

from controller.domain.frozen import frozen
from controller.running.ports import KeypadView, ReaderView
from controller.running.snapshot import Snapshot
from controller.staff.roles import Actor


@frozen
class Shown:
    """The table as it may be shown."""

    snapshot: Snapshot
    simulated: bool = False
    """Is anything at this table simulated? Then the screen always says so."""
    reader: ReaderView = field(default_factory=ReaderView)
    """What the card reader has to say."""
    keypad: KeypadView = field(default_factory=KeypadView)
    """What is being keyed at the dealer's hand."""

    @property
    def not_linked(self) -> bool:
        """Others may have gone on: the pool or the desk does not answer."""
        return self.snapshot.shared is not None and not self.snapshot.shared.linked

    @property
    def signed_on(self) -> tuple[Actor, ...]:
        """In the order in which they came: the dealer, and whoever is on top."""
        both = (self.snapshot.dealer, self.snapshot.on_top)
        return tuple(one for one in both if one is not None)
