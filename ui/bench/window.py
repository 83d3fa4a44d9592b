"""The bench window, beside the console of a simulated table."""

import random
from typing import Final

import shiboken6
from PySide6.QtCore import QRect, QTimer, QUrl
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow

from controller.domain.base import BrokenInvariant
from ui.bench.crew import Crew
from ui.bench.felt import BenchFelt
from ui.bench.game import Look
from ui.bench.troubles import TroublesViewModel
from ui.bench.viewmodel import BenchViewModel
from ui.bridge import Bridge
from ui.console import QML
from ui.screens import BENCH, bring_to_front

LOOK_MS: Final = 150


class BenchWindow:
    """One bench."""

    def __init__(
        self, bridge: Bridge, felt: BenchFelt, crew: Crew, look: Look | None = None
    ) -> None:
        """`look`: at the people around the table, where there is more to see than on the felt."""
        self.model = BenchViewModel(bridge, felt, crew, look)
        self.troubles = TroublesViewModel(bridge, felt, random.Random())
        self.engine = QQmlApplicationEngine()
        for model in (self.model, self.troubles):
            bridge.watch(model.update)
            model.setParent(self.engine)
        self._look = QTimer(self.engine, interval=LOOK_MS)
        self._look.timeout.connect(self.look)
        self._look.start()
        self.engine.addImportPath(str(QML))
        shown = {"model": self.model, "troubles": self.troubles}
        self.engine.setInitialProperties(
            {**shown, "width": BENCH.width(), "height": BENCH.height()}
        )
        self.engine.load(QUrl.fromLocalFile(str(QML / "BenchWindow.qml")))
        roots = self.engine.rootObjects()
        if not roots or not isinstance(roots[0], QQuickWindow):
            raise BrokenInvariant("BenchWindow.qml does not load: see the messages above")
        self.window: QQuickWindow = roots[0]

    def look(self) -> None:
        """At the devices, a few times a second: things have no signals."""
        self.model.refresh()
        self.troubles.look()

    def show(self, at: QRect | None = None) -> None:
        """In front of whatever else is there."""
        if at is not None:
            self.window.setGeometry(at)
        self.window.show()
        bring_to_front(self.window)

    def close(self) -> None:
        """The window goes first, then what it was bound to."""
        self._look.stop()
        self.window.close()
        shiboken6.delete(self.engine)
