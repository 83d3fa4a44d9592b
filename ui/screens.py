"""Which screen a window goes to."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QScreen, QWindow


class Placed(Protocol):
    """As much of a screen as matters here: where it stands among the others."""

    def geometry(self) -> QRect: ...


S = TypeVar("S", bound=Placed)


def apart(screens: Iterable[S], first: S) -> S | None:
    """One that shows something else than the first; a screen that mirrors it does not."""
    taken = first.geometry()
    return next((one for one in screens if not one.geometry().intersects(taken)), None)


def second_screen() -> QScreen | None:
    """Beside the one the console is on."""
    return apart(QGuiApplication.screens(), QGuiApplication.primaryScreen())


def fill(window: QWindow, screen: QScreen) -> None:
    """The whole of it. The size is said as well: where no window manager runs, nobody else does."""
    window.setScreen(screen)
    window.setGeometry(screen.geometry())
    window.showFullScreen()
