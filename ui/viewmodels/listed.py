"""A list at the left, what was picked of it at the right: the last rounds, the rules."""

from typing import ClassVar

from PySide6.QtCore import QObject, Slot

from controller.domain.frozen import frozen
from ui.bridge import Bridge
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.panels import PanelsViewModel


@frozen
class Row:
    """One line of the list."""

    number: int
    text: str
    note: str


@frozen
class DetailRow:
    """A hand with its cards, or a sentence with its clause."""

    text: str
    note: str
    cards: tuple[str, ...] = ()


@frozen
class ListedProps:
    """The list, and what was picked of it."""

    visible: bool = False
    message: str = ""
    rows: tuple[Row, ...] = ()
    picked: int = 0
    details: tuple[DetailRow, ...] = ()


@qml_element
class ListedViewModel(ViewModel):
    """A panel that is opened from the menu and goes back to it."""

    shows = ListedProps

    panel: ClassVar[str]

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, parent: QObject | None = None):
        super().__init__(bridge, parent)
        self._panels, self._picked = panels, 0
        panels.opened.connect(self._opened)

    @property
    def _open(self) -> bool:
        return bool(self._panels.props.open == self.panel)

    def _opened(self) -> None:
        self._picked = 0
        self.refresh()

    @Slot(int)
    def pick(self, number: int) -> None:
        self._picked = number
        self.bridge.stay()
        self.refresh()

    @Slot()
    def close(self) -> None:
        """Back to the menu."""
        self._panels.openLasting("supervisor")
