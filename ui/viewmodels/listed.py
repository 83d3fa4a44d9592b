"""A list at the left, what was picked of it at the right: the last rounds, the rules."""

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from ui.viewmodels.base import qml_element
from ui.viewmodels.panels import SUPERVISOR, PanelBound


@frozen
class ListRow:
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
    """The list, and the details of the row that was picked."""

    visible: bool = False
    message: str = ""
    rows: tuple[ListRow, ...] = ()
    picked: int = 0
    details: tuple[DetailRow, ...] = ()


@qml_element
class ListedViewModel(PanelBound):
    """A panel that is opened from the menu and goes back to it."""

    shows = ListedProps

    _picked = 0

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
        self._panels.openLasting(SUPERVISOR)
