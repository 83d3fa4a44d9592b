"""A finger on a console that nobody looks at: taps what is there by its name."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtTest import QTest

from controller.domain.instant import SECOND_MS
from simulators.people.felt import wait_until
from simulators.people.tapping import Stuck
from ui.commands.shift.clock import ShiftClock

SEEN_S_MAX = 30.0


class Finger:
    """`is_current`: does the screen show the table as it is?"""

    def __init__(
        self, window: QQuickWindow, clock: ShiftClock, is_current: Callable[[], bool]
    ) -> None:
        self._window, self._clock, self._is_current = window, clock, is_current

    def tap(self, *names: str) -> None:
        """One after the other, each once it can be tapped; a name may be the beginning of one."""
        for name in names:
            key = self.see(name)
            self._clock.skip(SECOND_MS)
            middle = key.mapToScene(QPointF(key.width() / 2, key.height() / 2)).toPoint()
            left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            QTest.mouseClick(self._window, left, none, middle)
            self.look()

    def look(self) -> None:
        """Until the screen is as the table is."""
        self.wait(lambda: True, "the table as it is")

    def see(self, name: str) -> QQuickItem:
        """The key of this name, once it is there and can be tapped."""
        found: list[QQuickItem] = []

        def seen() -> bool:
            items = _visible(self._window.contentItem())
            found[:] = [item for item in items if item.objectName().startswith(name)]
            return any(item.property("active") is not False for item in found)

        try:
            self.wait(seen, name)
        except Stuck as stuck:
            dead = ", ".join(f"{key.property('text')}: {key.property('reason')}" for key in found)
            raise Stuck(f"{stuck} {dead}") from None
        return next(item for item in found if item.property("active") is not False)

    def wait(self, fact: Callable[[], bool], what: str) -> None:
        """Until it is so on the screen."""

        def looked() -> bool:
            for _ in range(3):  # what stands in rows that stand in columns is laid out in turns
                QGuiApplication.sendPostedEvents()
                QGuiApplication.processEvents()
                for item in _visible(self._window.contentItem()):
                    item.ensurePolished()
            return self._is_current() and fact()

        if not wait_until(looked, SEEN_S_MAX):
            raise Stuck(f"{what}: not on the console, or not to be tapped")


def _visible(item: QQuickItem) -> Iterator[QQuickItem]:
    if item.isVisible():
        yield item
        for child in item.childItems():
            yield from _visible(child)
