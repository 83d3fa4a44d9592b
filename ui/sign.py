"""The table sign's window: for the players, beside the console or on a screen of its own."""

from datetime import tzinfo

import shiboken6
from PySide6.QtCore import QRect, QUrl
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow

from controller.domain.base import BrokenInvariant
from ui.bridge import Bridge
from ui.console import QML
from ui.games.screen import GameScreen
from ui.screens import SIGN, fill, second_screen
from ui.viewmodels.zone import local_zone


class SignWindow:
    """One sign of one table."""

    def __init__(
        self,
        bridge: Bridge,
        game: GameScreen,
        size: tuple[int, int] = SIGN.toTuple(),
        zone: tzinfo | None = None,
    ) -> None:
        self.model = game.sign(bridge, zone or local_zone())
        bridge.watch(self.model.update)
        self.engine = QQmlApplicationEngine()
        self.model.setParent(self.engine)
        self.engine.addImportPath(str(QML))
        self.engine.setInitialProperties({"model": self.model, "width": size[0], "height": size[1]})
        self.engine.load(QUrl.fromLocalFile(str(QML / game.qml / "SignWindow.qml")))
        roots = self.engine.rootObjects()
        if not roots or not isinstance(roots[0], QQuickWindow):
            raise BrokenInvariant(
                f"{game.qml}/SignWindow.qml does not load: see the messages above"
            )
        self.window: QQuickWindow = roots[0]

    def show(self, at: QRect | None = None) -> None:
        """On the second screen, all of it; without one it is a window like any other."""
        screen = second_screen()
        if screen is not None:
            fill(self.window, screen)
            return
        if at is not None:
            self.window.setGeometry(at)
        self.window.show()

    def close(self) -> None:
        """The window goes first, then what it was bound to."""
        self.window.close()
        shiboken6.delete(self.engine)
