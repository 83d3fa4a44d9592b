"""The table sign and the bench window, on the real QML."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtTest import QTest

from controller.floor.closing import AnnounceClosing
from simulators.people.felt import wait_until
from tests.helpers.screen import Made
from ui.bench.crew import Crew
from ui.bench.window import BenchWindow
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.stage import Stage
from ui.sign import SignWindow

WAIT_S = 20.0


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


def test_every_page_of_the_sign_stands_whole_above_its_foot(made: Made) -> None:
    screen = made(size=(1280, 800))
    screen.shift.playing(1, 2)
    sign = SignWindow(screen.bridge)
    sign.show()
    screen.bridge.show(screen.shift.controller.snapshot())
    screen.settle()
    titles = []
    for _ in range(sign.model.props.pages):
        page = named(sign.window, "signPage")
        bottom = page.mapToScene(QPointF(0, page.height())).y()
        for index in range(len(sign.model.props.lines)):
            line = named(sign.window, f"signLine{index}")
            end = line.mapToScene(QPointF(0, line.height())).y()
            assert end <= bottom + 1, (sign.model.props.title, index)
        titles.append(named(sign.window, "signTitle").property("text"))
        sign.model.turnPage()
        screen.settle()
    assert titles[0] == "Table limits"
    assert len(set(titles)) == len(titles)
    sign.close()


def test_a_notice_of_closing_stands_under_every_page(made: Made) -> None:
    screen = made()
    screen.shift.playing(1, 2).supervised(AnnounceClosing())
    sign = SignWindow(screen.bridge)
    sign.show()
    screen.bridge.show(screen.shift.controller.snapshot())
    screen.settle()
    for _ in range(sign.model.props.pages):
        assert named(sign.window, "signNotice").property("text").startswith("Table closing: ")
        sign.model.turnPage()
    sign.close()


@pytest.fixture
def bench(qapp: QGuiApplication, tmp_path: Path) -> Iterator[tuple[Stage, BenchWindow, Crew]]:
    with Stage("14", tmp_path, ShiftClock(), places=(1, 2), seed=2, screen=False) as stage:
        crew = Crew()
        crew.start(stage.dealer)
        window = BenchWindow(stage.station.bridge, stage.felt, crew, stage.table.rules.dealing)
        window.show()
        stage.station.bridge.show(stage.snapshot)
        assert until(lambda: crew.ready)
        yield stage, window, crew
        crew.stop()
        window.close()


def click(window: QQuickWindow, name: str) -> None:
    assert until(lambda: any(item.objectName() == name for item in items(window)))
    item = named(window, name)
    at = item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(window, left, none, at)


def test_a_chip_on_a_sensor_reaches_the_table_and_its_lamp(
    bench: tuple[Stage, BenchWindow, Crew],
) -> None:
    stage, window, _ = bench
    for _ in range(2):  # on and off, whichever the player has begun with
        lies = stage.felt.has_chip(2)
        click(window.window, "sensor2")
        assert until(lambda lies=lies: (2 in stage.round.sensed) is not lies)  # type: ignore[misc]
        wanted = "off" if lies else "on"
        assert until(lambda wanted=wanted: window.model.props.sensors[1].lamp == wanted)  # type: ignore[misc]


def test_a_plug_that_is_pulled_is_on_record_until_it_is_put_back(
    bench: tuple[Stage, BenchWindow, Crew],
) -> None:
    stage, window, _ = bench

    def troubled() -> bool:
        return any(one.name == "keypad" and one.troubles for one in stage.floor.devices)

    window.model.togglePlug("keypad")
    assert until(troubled)
    window.model.togglePlug("keypad")
    assert until(lambda: not troubled())


def test_deal_for_me_plays_rounds_by_itself(bench: tuple[Stage, BenchWindow, Crew]) -> None:
    stage, window, crew = bench
    window.model.choosePace("full")
    click(window.window, "dealForMe")
    assert until(lambda: stage.round.number >= 3), crew.says
    click(window.window, "dealForMe")
    assert until(lambda: not window.model.props.deals)
