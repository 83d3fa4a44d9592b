"""What is there with the first frame, and what comes after it."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem
from pytestqt.qtbot import QtBot

from controller.clock import MachineClock
from controller.tables import load_table
from tests.helpers.layout import PANELS
from tests.helpers.shift import Shift
from tests.qml.conftest import seven_places
from ui.bench.staff import demo_register
from ui.bridge import Bridge
from ui.commands.seating import Look, show
from ui.console import Console
from ui.games.bonus.screen import BONUS_SCREEN
from ui.station import Station
from ui.table_folder import TableFolder


@pytest.fixture
def unseen(qapp: QGuiApplication) -> Iterator[Console]:
    """A console that knows its table and was not shown yet."""
    bridge = Bridge()
    shift = Shift(seven_places(), viewers=(bridge,), goes_ahead=True)
    console = Console(bridge, BONUS_SCREEN, 7, size=(1024, 600))
    bridge.attach(shift.controller)
    qapp.processEvents()
    yield console
    console.close()


def panels(console: Console) -> set[str]:
    """Those that are made, to be seen or not."""
    return {item.objectName() for item in _all(console.window.contentItem())} & PANELS


def _all(item: QQuickItem) -> Iterator[QQuickItem]:
    yield item
    for child in item.childItems():
        yield from _all(child)


def test_panels_are_made_after_the_first_frame_before_anybody_wants_them(
    unseen: Console, qtbot: QtBot
) -> None:
    assert panels(unseen) == set()
    unseen.show()
    qtbot.waitUntil(lambda: panels(unseen) == PANELS, timeout=20_000)
    assert unseen.view.parts["panels"].props.open == ""


def test_a_panel_that_is_wanted_before_is_made_at_once(unseen: Console) -> None:
    unseen.view.parts["panels"].openLasting("signOn")  # type: ignore[attr-defined]
    assert panels(unseen) == {"signOn"}


def test_windows_beside_the_console_come_once_it_is_seen_and_go_with_it(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    said: list[str] = []

    class Other:
        def __init__(self, _: Bridge) -> None:
            console = next(one for one in qapp.allWindows() if one.objectName() == "console")
            said.append("made" if console.isExposed() else "made too early")
            QTimer.singleShot(0, qapp.quit)

        def show(self, at: QRect) -> None:
            said.append("shown")

        def close(self) -> None:
            said.append("closed")

    folder = TableFolder(tmp_path)
    people = demo_register(folder.staff)
    frozen = gc.get_freeze_count()
    with Station(
        load_table("16"), folder, people, MachineClock(), lambda _: None, simulated=True
    ) as station:
        show(qapp, station, Look(), Other)
    assert said == ["made", "closed"], "no room to show it beside the console"
    assert gc.get_freeze_count() > frozen, "what stands by then is not gone through again"


def loaded(program: str) -> set[str]:
    """The modules of a program once it has run; in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def _of(modules: set[str], *parts: str) -> list[str]:
    return sorted(name for name in modules if name.startswith(parts))


def test_the_console_of_a_real_table_loads_nothing_simulated_and_no_other_command() -> None:
    modules = loaded("import ui.commands.console, ui.commands.seating")
    own = ("console", "folders", "seating", "stopping", "window")
    commands = ["ui.commands", *(f"ui.commands.{name}" for name in own)]
    assert _of(modules, "simulators", "ui.bench") == []
    assert _of(modules, "ui.commands") == commands


def test_the_program_loads_no_command_before_it_is_asked_for_one() -> None:
    assert _of(loaded("import ui.cli"), "controller", "drivers", "PySide6", "ui.") == ["ui.cli"]
