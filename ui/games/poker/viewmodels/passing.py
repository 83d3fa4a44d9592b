"""Which seat was tapped ahead of its turn: everyone before it passes, once its own key says so.

Nothing of it is on record until then. Another seat can be tapped instead, and Undo forgets it.
"""

from PySide6.QtCore import Signal

from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.games.poker.deal import dealt
from controller.games.poker.moves import Passed, passed_to
from controller.games.poker.state import Table
from controller.running.snapshot import DWELL_MS
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.actions import TOO_SOON
from ui.viewmodels.base import ViewModel
from ui.viewmodels.drawn import Drawn, Dwell


def as_passed(table: Table, seat: int) -> Passed:
    """The table as it is once everyone before this seat has passed; 0: nobody was tapped."""
    passed = passed_to(table, seat) if seat else None
    return Passed(dealt(table)) if passed is None or isinstance(passed, Refused) else passed


@frozen
class PassingProps:
    """The seat that was tapped; 0 where none was."""

    tapped: int = 0


class PassingViewModel(ViewModel):
    """Shared by all that shows or keys what the seat in turn does."""

    shows = PassingProps

    changed = Signal()
    """Another seat was tapped, or none any more."""
    early = Signal(str)
    """Tapped before it could be read: in a sentence."""

    def __init__(self, bridge: Bridge, drawn: Drawn) -> None:
        super().__init__(bridge)
        self.seat = 0
        self._at: object = None
        self._stands = Dwell(drawn)

    def derive(self, shown: Shown) -> PassingProps:
        return PassingProps(self.seat)

    def update(self, shown: Shown) -> None:
        table = shown.snapshot.house.table
        at = table.number, table.phase, table.hand.actions if table.hand else 0
        if at != self._at or shown.snapshot.held is not None:
            self.seat, self._at = 0, at
        self._stands.means(at)
        super().update(shown)

    def choose(self, seat: int) -> None:
        """A seat was tapped, or with 0 what was tapped is forgotten."""
        self.seat = seat
        self.refresh()
        self.changed.emit()

    def read(self) -> bool:
        """Has the seat in turn been on the screen long enough to be read? A double tap on a key
        never acts for two seats; whoever tapped too soon is told."""
        stood = self._stands.stood(DWELL_MS)
        if not stood:
            self.early.emit(TOO_SOON)
        return stood
