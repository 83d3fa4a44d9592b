"""What was tapped and is not on record yet: shared by the seats and the action bar."""

from typing import NamedTuple

from PySide6.QtCore import SignalInstance

from ui.games.poker.viewmodels.passing import PassingViewModel
from ui.games.poker.viewmodels.pots import PotPadViewModel
from ui.games.poker.viewmodels.settlement import PushViewModel


class Keyed(NamedTuple):
    """Of each of them a tap of the dealer is forgotten by Undo."""

    passing: PassingViewModel
    push: PushViewModel
    pots: PotPadViewModel

    def changes(self) -> tuple[SignalInstance, ...]:
        """Emitted with every tap."""
        return self.passing.changed, self.push.changed, self.pots.changed
