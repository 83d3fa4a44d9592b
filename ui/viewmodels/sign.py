"""The table sign: a game says what it shows, the window when it turns the page."""

from PySide6.QtCore import Slot

from ui.viewmodels.base import ViewModel


class SignViewModel(ViewModel):
    """What the table sign shows."""

    @Slot()
    def turnPage(self) -> None:
        """The next page is due."""
        raise NotImplementedError
