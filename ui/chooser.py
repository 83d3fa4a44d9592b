"""The first window of `make run`: which simulated table to sit down at, or which tournament."""

from typing import Any, NamedTuple

import shiboken6
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow

from controller.domain.base import BrokenInvariant
from controller.games.desk.tournament_file import load_tournament
from controller.tables import HouseTable, load_table, names_in, table_names
from ui.console import QML
from ui.games.registry import screen_of


class Offer(NamedTuple):
    """One key."""

    code: str
    title: str
    note: str
    command: tuple[str, ...]
    """What of `feltwork` is started by it."""


def offers() -> list[Offer]:
    """Every table and every tournament that comes with the program."""
    tables = ((name, load_table(name)) for name in table_names())
    found = [
        _offer(f"table-{name}", f"table {name}", table, "console", "--simulate", "--table", name)
        for name, table in tables
    ]
    for name in names_in("tournaments"):
        table = load_tournament(name)
        command = "tournament", "desk", name, "--simulate"
        found.append(_offer(f"tournament-{name}", table.name, table, *command))
    return found


def _offer(code: str, named: str, table: HouseTable, *command: str) -> Offer:
    screen = screen_of(table.game)
    rules = screen.rules_name(table.rules)
    return Offer(code, f"{screen.title} · {named}", rules[:1].upper() + rules[1:], command)


class Chooser:
    """A key each; the window closes with the first tap."""

    def __init__(self) -> None:
        self.chosen: Offer | None = None
        """The one that was tapped; none where the window was only closed."""
        self._offers = offers()
        rows = [{"code": one.code, "title": one.title, "note": one.note} for one in self._offers]
        self.engine = QQmlApplicationEngine()
        self.engine.addImportPath(str(QML))
        self.engine.setInitialProperties({"rows": rows})
        self.engine.load(QUrl.fromLocalFile(str(QML / "ChooserWindow.qml")))
        roots = self.engine.rootObjects()
        if not roots or not isinstance(roots[0], QQuickWindow):
            raise BrokenInvariant("ChooserWindow.qml does not load: see the messages above")
        self.window: QQuickWindow = roots[0]
        tapped: Any = self.window.chosen  # type: ignore[attr-defined]
        tapped.connect(self._choose)

    def _choose(self, code: str) -> None:
        self.chosen = next(one for one in self._offers if one.code == code)
        self.window.close()

    def ask(self, running: QGuiApplication) -> Offer | None:
        """Until a key is tapped or the window is closed."""
        self.window.show()
        running.exec()
        return self.chosen

    def close(self) -> None:
        """The window goes first, then what it was made of."""
        self.window.close()
        shiboken6.delete(self.engine)
