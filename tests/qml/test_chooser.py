"""The first window of `make run`: a key for every table and tournament, and one tap begins."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication

from controller.tables import names_in, table_names
from tests.helpers.layout import Eye
from tests.helpers.window import click
from ui.chooser import Chooser, offers


@pytest.fixture
def chooser(qapp: QGuiApplication) -> Iterator[Chooser]:
    made = Chooser()
    made.window.show()
    yield made
    made.close()


def test_both_games_and_the_tournaments_are_offered() -> None:
    titles = {one.code: one.title for one in offers()}
    tables = {f"table-{name}" for name in table_names()}
    assert set(titles) == tables | {f"tournament-{name}" for name in names_in("tournaments")}
    assert titles["table-14"] == "Texas Hold'em Bonus · table 14"
    assert titles["table-21"] == "Poker room · table 21"
    assert titles["tournament-friday"] == "Tournament · Friday"


@pytest.mark.parametrize(
    ("code", "command"),
    [
        ("table-14", ("console", "--simulate", "--table", "14")),
        ("table-21", ("console", "--simulate", "--table", "21")),
        ("tournament-friday", ("tournament", "desk", "friday", "--simulate")),
    ],
)
def test_one_tap_chooses_and_closes(chooser: Chooser, code: str, command: tuple[str, ...]) -> None:
    click(chooser.window, code)
    assert chooser.chosen is not None
    assert chooser.chosen.command == command
    assert not chooser.window.isVisible()


def test_a_window_that_is_only_closed_starts_nothing(chooser: Chooser) -> None:
    chooser.window.close()
    assert chooser.chosen is None


def test_everything_is_to_be_read_and_tapped(chooser: Chooser) -> None:
    eye = Eye()
    eye.look(chooser.window, "choosing")
    assert eye.found == []
