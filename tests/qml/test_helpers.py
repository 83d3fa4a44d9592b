"""The finger and the ruler themselves: what they find when something is wrong."""

from collections.abc import Callable

import pytest
from PySide6.QtQuick import QQuickItem

from tests.helpers.layout import Eye
from tests.helpers.screen import SIZES, Made, Screen
from tests.qml.test_console import deal, with_antes


def narrowed(item: QQuickItem) -> None:
    item.setProperty("wrapMode", 4)  # anywhere: what a Text.Wrap does with a long word
    item.setProperty("text", "Nevertheless she folds")
    item.setWidth(60)


def shifted(item: QQuickItem) -> None:
    item.setX(item.x() - 30)


WRONG: tuple[tuple[tuple[str, ...], Callable[[QQuickItem], object], str], ...] = (
    (("topBar", "limit0"), narrowed, "breaks inside 'Nevertheless'"),
    (("topBar", "limit1"), lambda item: item.setProperty("text", "7" * 99), "needs "),
    (
        ("guidance", "clause"),
        lambda item: item.setProperty("text", "7" * 199),
        "is outside the window",
    ),
    (("topBar", "limit1"), lambda item: item.setY(item.y() - 14), "lies on /topBar/limit1"),
    (("place1", "ante", "amount"), shifted, "lies half on"),
    (("topBar", "tableName"), lambda item: item.setProperty("size", 9), "type of 9"),
    (("undoButton",), lambda item: item.setWidth(30), "expected"),
    (
        ("primaryButton",),
        lambda item: item.setWidth(900),
        "lies on the key /actionBar/primaryButton",
    ),
    (("chipPad",), lambda item: item.setY(-60), "lies over /felt/place"),
)


@pytest.mark.parametrize(("names", "spoil", "said"), WRONG)
def test_the_walk_over_a_screen_finds_whatever_is_wrong_with_it(
    made: Made, names: tuple[str, ...], spoil: Callable[[QQuickItem], object], said: str
) -> None:
    screen = with_antes(made(), 1, 2).tap("place1")
    assert screen.faults() == []
    spoil(screen.item(*names))
    assert any(said in str(fault) for fault in screen.faults())


def test_what_moves_is_said_with_window_size_and_state(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    eye = Eye(SIZES[:1])
    eye.look(screen.window, "wagers")
    assert eye.found == []
    screen.item("place2").setY(20)
    screen.item("clock").setProperty("text", "20:42 ")
    eye.look(screen.window, "wagers, again")
    assert any(
        one.startswith("console 1024x600, wagers, again: /felt/place2 '': stood at ")
        for one in eye.found
    )


def test_a_state_that_differs_by_figures_only_is_looked_at_once(made: Made) -> None:
    screen: Screen = with_antes(made(), 1, 2)
    eye = Eye(SIZES[:1])
    for time in ("20:41", "20:42"):
        screen.item("clock").setProperty("text", time)
        eye.look(screen.window, time)
    assert eye.states == 1
    deal(screen.tap("primaryButton"))
    eye.look(screen.window, "flop decisions")
    assert eye.states == 2
