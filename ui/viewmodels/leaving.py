"""Closing the window: at once while nothing lies on the felt; in a round it asks, once.

A signal to the program asks nobody: whoever sends it has decided, and the record is whole.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from controller.domain.frozen import frozen
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.panels import LEAVING, PanelBound, PanelsViewModel

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


@frozen
class LeavingProps:
    """The question."""

    visible: bool = False
    title: str = ""
    text: str = ""


def derive_leaving(unsettled: str) -> LeavingProps:
    """What becomes of what is not over."""
    return LeavingProps(
        True,
        f"Close the console? {unsettled}".rstrip(),
        "Leave cards and chips where they are. Everything is on record. The next start continues "
        "from here and asks you to compare the screen with the felt.",
    )


@qml_element
class LeavingViewModel(PanelBound):
    """Whether the window may be closed."""

    shows = LeavingProps
    panel = LEAVING

    left = Signal()
    """It is closed; the program ends."""

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, game: "GameScreen") -> None:
        super().__init__(bridge, panels)
        self._game = game
        self._decided = False

    def derive(self, shown: Shown) -> LeavingProps:
        return derive_leaving(self._unsettled(shown)) if self._open else LeavingProps()

    def _unsettled(self, shown: Shown) -> str:
        return self._game.unsettled(shown.snapshot.house.table)

    def decide(self) -> None:
        """The person who closes it has been asked, or the program closes itself."""
        self._decided = True

    @Slot(result=bool)
    def mayClose(self) -> bool:
        """Somebody closes the window: if not, the question stands on the screen."""
        if not self._decided and self.shown is not None and self._unsettled(self.shown):
            self._panels.openLasting(LEAVING)
            return False
        self.leave()
        return True

    @Slot()
    def leave(self) -> None:
        """Nobody is asked again."""
        self.decide()
        self.left.emit()
