"""The table sign: a game says what it shows, the window when it turns the page."""

from collections.abc import Sequence

from PySide6.QtCore import Slot

from controller.floor.signs import SignPage
from ui.viewmodels.base import ViewModel


def next_notice(pages: Sequence[SignPage]) -> str:
    """The first notice, and when, in one line."""
    for page in pages:
        if page.urgent:
            when = " ".join(part for part in (page.lines[0].text, page.lines[0].figure) if part)
            return f"{page.title}: {when.rstrip('.')}"
    return ""


class SignViewModel(ViewModel):
    """What the table sign shows."""

    @Slot()
    def turnPage(self) -> None:
        """The next page is due."""
        raise NotImplementedError
