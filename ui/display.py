"""The program on this machine's display, or why there is none.

`python -m ui.display` tries it: exit status 0, or 1 and the reason on standard error.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication

from ui.console import application
from ui.no_display import NoDisplay

__all__ = ["NoDisplay", "program"]

_DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
_UNSEEN: Final = ("offscreen", "minimal", "minimalegl")
"""Where Qt draws and nobody looks: for tests and pictures."""
_REFUSED: Final = 1


def program() -> QGuiApplication:
    """The program Qt runs, or `NoDisplay`."""
    if not any(os.environ.get(name) for name in _DISPLAYS):
        raise NoDisplay(
            "No display found: DISPLAY and WAYLAND_DISPLAY are empty. Run it in a desktop session, "
            "or set QT_QPA_PLATFORM. Without a screen: `feltwork demo`."
        )
    with _ended_with_a_sentence():
        return application()


@contextmanager
def _ended_with_a_sentence() -> Iterator[None]:
    """Qt aborts the process where a display does not answer: its last word comes here before."""
    complaints: list[str] = []

    def hear(kind: QtMsgType, where: QMessageLogContext, text: str) -> None:
        if kind is QtMsgType.QtFatalMsg:
            first = (complaints or [text])[0].strip().rstrip(".")
            sys.stderr.write(
                f"The display does not answer. Qt says: {first}. Run it in a desktop session, or "
                "`feltwork doctor` to see what is missing. Without a screen: `feltwork demo`.\n"
            )
            sys.stderr.flush()
            os._exit(_REFUSED)
        complaints.append(text)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    for text in complaints:
        sys.stderr.write(f"{text}\n")


def main() -> None:
    """Would anybody see a window here?"""
    try:
        name = program().platformName()
    except NoDisplay as missing:
        sys.exit(str(missing))
    if name in _UNSEEN:
        sys.exit(f"No display found: QT_QPA_PLATFORM is {name}, which shows nothing.")


if __name__ == "__main__":
    main()
