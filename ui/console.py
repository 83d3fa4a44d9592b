"""The console's window: program, fonts, QML engine. What it shows comes over the bridge."""

import os
import time
from collections.abc import Callable
from datetime import tzinfo
from importlib.resources import files
from pathlib import Path
from typing import Final

import shiboken6
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow

from controller.domain.base import BrokenInvariant
from drivers.clock import monotonic_ms
from ui.bridge import Bridge
from ui.games.screen import GameScreen
from ui.screens import fill
from ui.viewmodels.console import ConsoleViewModel

QML: Final = Path(__file__).parent / "qml"
FAMILY: Final = "Source Sans Pro"
SUITS: Final = Path(__file__).parent / "fonts" / "FeltworkSuits.ttf"
"""The four suits as `components/Suit.qml` draws them: the other font has none."""
WEIGHTS: Final = ("Regular", "Semibold", "Bold")
SECOND_MS: Final = 1_000


def application(arguments: tuple[str, ...] = ()) -> QGuiApplication:
    """The program Qt runs, with the fonts it brings along; there is one only."""
    running = QGuiApplication.instance()
    program = running if isinstance(running, QGuiApplication) else None
    if program is None:
        # Shapes and text look the same on every machine, with a GPU or without.
        os.environ.setdefault("QT_QUICK_BACKEND", "software")
        program = QGuiApplication(["feltwork", *arguments])
        program.setApplicationName("feltwork")
    if FAMILY not in QFontDatabase.families():
        folder = files("font_source_sans_pro") / "files"
        for weight in WEIGHTS:
            QFontDatabase.addApplicationFont(str(folder / f"SourceSansPro-{weight}.ttf"))
        QFontDatabase.addApplicationFont(str(SUITS))
    program.setFont(QFont([FAMILY, "Feltwork Suits"]))
    return program


class Console:
    """One window on one table."""

    def __init__(
        self,
        bridge: Bridge,
        game: GameScreen,
        places: int,
        *,
        size: tuple[int, int] = (1280, 800),
        inches: float = 0.0,
        four_colours: bool = False,
        now_ms: Callable[[], int] = monotonic_ms,
        time_of_day: Callable[[], str] = lambda: time.strftime("%H:%M"),
        zone: tzinfo | None = None,
    ) -> None:
        self.view = ConsoleViewModel(bridge, game, places, now_ms, zone=zone)
        self._time_of_day = time_of_day
        self.engine = QQmlApplicationEngine()
        self.view.setParent(self.engine)  # it goes after everything that is bound to it
        self.engine.addImportPath(str(QML))
        self.engine.setInitialProperties(
            {
                "view": self.view,
                "width": size[0],
                "height": size[1],
                "inches": inches,
                "fourColours": four_colours,
            }
        )
        self.engine.load(QUrl.fromLocalFile(str(QML / game.qml / "Console.qml")))
        roots = self.engine.rootObjects()
        if not roots or not isinstance(roots[0], QQuickWindow):
            raise BrokenInvariant(f"{game.qml}/Console.qml does not load: see the messages above")
        self.window: QQuickWindow = roots[0]
        self.window.frameSwapped.connect(self.view.drawn.frame)
        self.view.drawn.wanted.connect(self.window.update)
        self._tell_time()
        self._clock = QTimer(self.view, interval=SECOND_MS)
        self._clock.timeout.connect(self._tell_time)
        self._clock.start()

    def _tell_time(self) -> None:
        self.view.tell_time(self._time_of_day())

    def show(self, *, full_screen: bool = False) -> None:
        if full_screen:
            fill(self.window, QGuiApplication.primaryScreen())
        else:
            self.window.show()

    def close(self) -> None:
        """The window goes first, then what it was bound to."""
        if shiboken6.isValid(self.engine):
            self._clock.stop()
            self.view.leaves.decide()
            self.window.close()
            shiboken6.delete(self.engine)
