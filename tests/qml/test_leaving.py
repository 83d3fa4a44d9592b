"""Closing the window in the middle of a round: it asks once, by touch, in words."""

import pytest

from tests.helpers.screen import LOOKED_AT, Made, Screen
from tests.qml.test_console import with_antes


def closed(screen: Screen) -> list[bool]:
    """The window's frame is tapped; whether the program ends, as it comes to be."""
    ended: list[bool] = []
    screen.console.view.leaves.left.connect(lambda: ended.append(True))
    screen.window.close()
    screen.settle()
    return ended


@pytest.mark.parametrize("size", LOOKED_AT, ids=str)
def test_in_a_round_it_asks_and_stays_where_somebody_stays(
    made: Made, size: tuple[int, int]
) -> None:
    screen = with_antes(made(size=size), 1, 2)
    ended = closed(screen)
    assert (screen.window.isVisible(), ended) == (True, [])
    assert screen.text("leavingTitle") == "Close the console? Round 1 is not over."
    assert "compare the screen with the felt" in screen.text("leavingText")
    assert screen.faults() == []
    screen.tap("leavingStay")
    assert screen.find("leaving") is None
    assert screen.enabled("primaryButton"), "play goes on"
    assert ended == []


def test_whoever_has_said_so_is_not_asked_again(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    ended = closed(screen)
    screen.tap("leavingLeave")
    assert ended == [True]


def test_with_nothing_on_the_felt_it_closes_at_once(made: Made) -> None:
    screen = made()
    assert closed(screen) == [True]
    assert not screen.window.isVisible()
