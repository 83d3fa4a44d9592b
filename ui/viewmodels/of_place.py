"""What the panels of one place have in common: whose they are, and what asks for a second tap."""

from PySide6.QtCore import QObject

from ui.bridge import Bridge
from ui.viewmodels.panels import PanelBound, PanelsViewModel


class PlaceBound(PanelBound):
    """A panel that is open for one place, or not at all."""

    def __init__(
        self, bridge: Bridge, panels: PanelsViewModel, parent: QObject | None = None
    ) -> None:
        super().__init__(bridge, panels, parent)
        self._asking = ""
        """What was tapped once and asks for the second tap."""

    def _opened(self) -> None:
        self.forget()
        self.refresh()

    def forget(self) -> None:
        """What was begun is no more, whichever panel has been opened instead."""
        self._asking = ""

    @property
    def _place(self) -> int:
        """Whose panel is open; 0 where it is not."""
        return int(self._panels.props.place) if self._open else 0

    def sure(self, code: str) -> bool:
        """Is this the second tap on it? The first one asks."""
        first = self._asking != code
        self._asking = code if first else ""
        if first:
            self.refresh()
        return not first
