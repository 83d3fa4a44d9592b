"""Tests of the real QML: no display, no GPU, and a warning of the QML engine fails the test."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"
# A frame is laid out and drawn with the events that ask for it, not some milliseconds later: what
# a finger meets then depends on nothing but the order of events.
os.environ["QT_QPA_UPDATE_IDLE_TIME"] = "0"

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from controller.games.bonus.rules import TableRules
from tests.helpers.desk_screen import desk_screen
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.screen import Made, Screen
from tests.helpers.shift import Shift
from ui.bridge import Bridge
from ui.console import application


@pytest.fixture(scope="session")
def qapp() -> QGuiApplication:
    """The program itself, with its font."""
    return application()


@pytest.fixture
def made(qapp: QGuiApplication) -> Iterator[Made]:
    """`made(rules, size=...)`: a console over a table that was never opened."""
    screens: list[Screen] = []

    def make(rules: TableRules | None = None, *, simulated: bool = True, **look: Any) -> Screen:
        bridge = Bridge(simulated=simulated)
        shift = Shift(rules or seven_places(), viewers=(bridge,), goes_ahead=True)
        screens.append(Screen(shift, bridge, **look))
        return screens[-1]

    yield make
    for screen in screens:
        screen.close()


def seven_places() -> TableRules:
    return table_rules("nsw-2024", places=7, jackpot=jackpot_rules(bonus=True))


@pytest.fixture
def desk(qapp: QGuiApplication) -> Iterator[Made]:
    """`desk(form)`: the director is signed on."""
    screens: list[Screen] = []

    def make(*rules: Any, **look: Any) -> Screen:
        screens.append(desk_screen(*rules, **look))
        return screens[-1]

    yield make
    for screen in screens:
        screen.close()
