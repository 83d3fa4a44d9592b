"""What the panels of one place have in common: whose they are, and what asks for a second tap."""

from controller.running.snapshot import FINAL_MS
from ui.bridge import Bridge
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.panels import PanelBound, PanelsViewModel


class PlaceBound(PanelBound):
    """A panel that is open for one place, or not at all."""

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, drawn: Drawn) -> None:
        super().__init__(bridge, panels)
        self._stands = Dwell(drawn)
        self._asking = ""
        """What was tapped once and asks for the second tap."""

    def _opened(self) -> None:
        self.forget()
        self.refresh()

    def forget(self) -> None:
        """What was begun is no more, whichever panel has been opened instead."""
        self._asking = ""
        self._stands.means("")

    @property
    def _place(self) -> int:
        """Whose panel is open; 0 where it is not."""
        return int(self._panels.props.place) if self._open else 0

    def sure(self, code: str) -> bool:
        """Is this the second tap on it? The first one asks, and a double tap has not read that."""
        if self._asking == code:
            return self._stands.stood(FINAL_MS)
        self._asking = code
        self._stands.means((self._place, code))
        self.refresh()
        return False
