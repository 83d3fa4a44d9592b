"""What the panels of one place have in common: whose they are, when they forget, how they close."""

from typing import ClassVar

from PySide6.QtCore import QObject, Slot

from ui.bridge import Bridge
from ui.viewmodels.base import ViewModel
from ui.viewmodels.panels import PanelsViewModel


class PlaceBound(ViewModel):
    """A panel that is open for one place, or not at all."""

    panel: ClassVar[str]
    """Its name among the panels."""

    def __init__(
        self, bridge: Bridge, panels: PanelsViewModel, parent: QObject | None = None
    ) -> None:
        super().__init__(bridge, parent)
        self._panels = panels
        self._asking = ""
        """What was tapped once and asks for the second tap."""
        panels.opened.connect(self._opened)

    def _opened(self) -> None:
        self.forget()
        self.refresh()

    def forget(self) -> None:
        """What was begun is no more, whichever panel has been opened instead."""
        self._asking = ""

    @property
    def _place(self) -> int:
        """Whose panel is open; 0 where it is not."""
        now = self._panels.props
        return int(now.place) if now.open == self.panel else 0

    def sure(self, code: str) -> bool:
        """Is this the second tap on it? The first one asks."""
        first = self._asking != code
        self._asking = code if first else ""
        if first:
            self.refresh()
        return not first

    @Slot()
    def close(self) -> None:
        self._panels.close()
