"""Tests of the real QML: no display, no GPU, and a warning of the QML engine fails the test."""

import os
import shutil

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"
# A frame is laid out and drawn with the events that ask for it, not some milliseconds later: what
# a finger meets then depends on nothing but the order of events.
os.environ["QT_QPA_UPDATE_IDLE_TIME"] = "0"

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from controller.games.bonus.rules import TableRules
from tests.helpers.desk_screen import desk_screen
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.poker_screen import seated
from tests.helpers.screen import Keep, Made, Screen
from tests.helpers.shift import Shift
from tests.helpers.staffed import write_register
from ui.bridge import Bridge
from ui.console import application


@pytest.fixture(scope="session")
def qapp() -> QGuiApplication:
    """The program itself, with its font."""
    return application()


@pytest.fixture
def keep(qapp: QGuiApplication) -> Iterator[Keep]:
    """`keep(screen)`: it is closed when the test is over."""
    with ExitStack() as kept:

        def keep(screen: Screen) -> Screen:
            kept.callback(screen.close)
            return screen

        yield keep


@pytest.fixture
def made(keep: Keep) -> Made:
    """`made(rules, size=...)`: a console over a table that was never opened."""

    def make(rules: TableRules | None = None, *, simulated: bool = True, **look: Any) -> Screen:
        bridge = Bridge(simulated=simulated)
        shift = Shift(rules or seven_places(), viewers=(bridge,), goes_ahead=True)
        return keep(Screen(shift, bridge, **look))

    return make


@pytest.fixture
def desk(keep: Keep) -> Made:
    """`desk(form)`: the director is signed on."""
    return lambda *rules, **look: keep(desk_screen(*rules, **look))


@pytest.fixture
def room(keep: Keep) -> Made:
    """`room(rules)`: a table of the poker room with its players, between hands."""
    return lambda *rules, **look: keep(seated(*rules, **look))


@pytest.fixture(scope="session")
def registered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("registered")
    write_register(folder)
    return folder


@pytest.fixture
def house(registered: Path, tmp_path: Path) -> Path:
    """A folder with a register of staff: writing one anew for every test takes its time."""
    return shutil.copytree(registered, tmp_path / "house")


def seven_places() -> TableRules:
    return table_rules("nsw-2024", places=7, jackpot=jackpot_rules(bonus=True))
