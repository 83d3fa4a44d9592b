"""The bench window, beside the console of a simulated table."""

import shiboken6
from PySide6.QtCore import QUrl
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow

from controller.domain.base import BrokenInvariant
from controller.domain.rules import Dealing
from ui.bench.crew import Crew
from ui.bench.felt import BenchFelt
from ui.bench.viewmodel import BenchViewModel
from ui.bridge import Bridge
from ui.console import QML

SIZE = (620, 860)


class BenchWindow:
    """One bench."""

    def __init__(self, bridge: Bridge, felt: BenchFelt, crew: Crew, dealing: Dealing) -> None:
        self.model = BenchViewModel(bridge, felt, crew, dealing)
        bridge.watch(self.model.update)
        self.engine = QQmlApplicationEngine()
        self.model.setParent(self.engine)
        self.engine.addImportPath(str(QML))
        self.engine.setInitialProperties({"model": self.model, "width": SIZE[0], "height": SIZE[1]})
        self.engine.load(QUrl.fromLocalFile(str(QML / "BenchWindow.qml")))
        roots = self.engine.rootObjects()
        if not roots or not isinstance(roots[0], QQuickWindow):
            raise BrokenInvariant("BenchWindow.qml does not load: see the messages above")
        self.window: QQuickWindow = roots[0]

    def show(self) -> None:
        self.window.show()

    def close(self) -> None:
        """The window goes first, then what it was bound to."""
        self.model.stop()
        self.window.close()
        shiboken6.delete(self.engine)
