"""Closing the window: at once while nothing lies on the felt; in a round it asks, once.

A signal to the program asks nobody: whoever sends it has decided, and the record is whole.
"""

from PySide6.QtCore import Signal, Slot

from controller.domain.frozen import frozen
from controller.games.bonus.round.phases import Phase
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.panels import LEAVING, PanelBound, PanelsViewModel


@frozen
class LeavingProps:
    """The question."""

    visible: bool = False
    title: str = ""
    text: str = ""


def asks(shown: Shown) -> bool:
    """Does anything lie on the felt that is not settled?"""
    round_ = shown.snapshot.house.table.round
    wagered = round_.sensed or next(round_.dealt_in(), None) is not None
    return round_.phase is not Phase.IDLE and (round_.phase is not Phase.WAGERS or bool(wagered))


def derive_leaving(shown: Shown) -> LeavingProps:
    """What becomes of the round."""
    number = shown.snapshot.house.table.round.number
    return LeavingProps(
        True,
        f"Close the console? Round {number} is not over.",
        "Leave cards and chips as they lie: everything is on record. The next start goes on from "
        "here and asks to compare the screen with the felt. Until then nothing is accepted.",
    )


@qml_element
class LeavingViewModel(PanelBound):
    """Whether the window may be closed."""

    shows = LeavingProps
    panel = LEAVING

    left = Signal()
    """It is closed; the program ends."""

    def __init__(self, bridge: Bridge, panels: PanelsViewModel) -> None:
        super().__init__(bridge, panels)
        self._decided = False

    def derive(self, shown: Shown) -> LeavingProps:
        return derive_leaving(shown) if self._open else LeavingProps()

    def decide(self) -> None:
        """Whoever closes it has been asked, or is the program itself."""
        self._decided = True

    @Slot(result=bool)
    def mayClose(self) -> bool:
        """Somebody closes the window: if not, the question stands on the screen."""
        if not self._decided and self.shown is not None and asks(self.shown):
            self._panels.openLasting(LEAVING)
            return False
        self.leave()
        return True

    @Slot()
    def leave(self) -> None:
        """Nobody is asked again."""
        self.decide()
        self.left.emit()
