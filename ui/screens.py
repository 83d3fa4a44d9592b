"""Which screen a window goes to, and where on it: the console is never covered."""

from collections.abc import Iterable
from typing import Final, Protocol, TypeVar

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication, QScreen, QWindow

from controller.domain.frozen import frozen

BENCH: Final = QSize(620, 860)
BENCH_LEAST: Final = QSize(560, 600)
SIGN: Final = QSize(1280, 720)
SIGN_LEAST: Final = QSize(640, 360)


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


@frozen
class Places:
    """Where windows stand on one screen, frames included; None: no room beside the console."""

    console: QRect
    bench: QRect | None
    sign: QRect | None


def placed(room: QRect, console: QSize) -> Places:
    """The console whole; the bench right of it; the sign below it, or right of both."""
    first = QRect(room.topLeft(), console.boundedTo(room.size()))
    right = QRect(room)
    right.setLeft(first.right() + 1)
    bench = _in(right, BENCH, BENCH_LEAST)
    below, beyond = QRect(room), QRect(room)
    below.setTop(first.bottom() + 1)
    if bench is not None:
        below.setRight(bench.left() - 1)
    beyond.setLeft((bench or first).right() + 1)
    sign = _in(below, SIGN, SIGN_LEAST) or _in(beyond, SIGN, SIGN_LEAST)
    return Places(first, bench, sign)


def _in(room: QRect, wanted: QSize, least: QSize) -> QRect | None:
    """As large as is wanted or as there is room; nothing where that is too small to be used."""
    size = wanted.boundedTo(room.size())
    enough = size.width() >= least.width() and size.height() >= least.height()
    return QRect(room.topLeft(), size) if enough else None


def over(room: QRect, wanted: QSize) -> QRect:
    """For a window that somebody has asked for and there is no room beside: at the right edge."""
    found = QRect(room.topLeft(), wanted.boundedTo(room.size()))
    found.moveRight(room.right())
    return found


def bring_to_front(window: QWindow) -> None:
    """Only X lets a program say so; elsewhere whoever looks at it does."""
    if QGuiApplication.platformName() == "xcb":
        window.raise_()
    window.requestActivate()


def fill(window: QWindow, screen: QScreen) -> None:
    """The whole of it. The size is said as well: where no window manager runs, nobody else does."""
    window.setScreen(screen)
    window.setGeometry(screen.geometry())
    window.showFullScreen()
