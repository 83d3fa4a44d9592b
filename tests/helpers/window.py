"""Any window of ours: what is visible in it by name, clicked, and waited for."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtTest import QTest

from simulators.people.felt import wait_until
from tests.helpers.patience import WAIT_S


def items(window: QQuickWindow) -> Iterator[QQuickItem]:
    waiting = [window.contentItem()]
    while waiting:
        item = waiting.pop()
        if item.isVisible():
            yield item
            waiting += item.childItems()


def named(window: QQuickWindow, name: str) -> QQuickItem:
    return next(item for item in items(window) if item.objectName() == name)


def until(fact: Callable[[], bool]) -> bool:
    def looked() -> bool:
        QGuiApplication.sendPostedEvents()
        QGuiApplication.processEvents()
        return fact()

    return wait_until(looked, WAIT_S)


def click(window: QQuickWindow, name: str) -> None:
    assert until(lambda: any(item.objectName() == name for item in items(window)))
    item = named(window, name)
    seen: list[QPoint] = []

    def stands_still() -> bool:  # what is above it may come or go with the click before
        _bring_into_view(item)
        seen.append(item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint())
        return seen[-1:] == seen[-2:-1]

    assert until(stands_still)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(window, left, none, seen[-1])


def _bring_into_view(item: QQuickItem) -> None:
    """A list is moved as far as it takes, as a finger would."""
    above = item.parentItem()
    while above is not None:
        if above.inherits("QQuickFlickable"):
            top = item.mapToItem(above, QPointF(0, 0)).y()
            beyond = min(0.0, top) or max(0.0, top + item.height() - above.height())
            above.setProperty("contentY", above.property("contentY") + beyond)
        above = above.parentItem()
