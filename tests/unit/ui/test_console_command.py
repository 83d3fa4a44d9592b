"""`feltwork console` as it is asked for in a terminal."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.helpers.commands import stops
from tests.toy.shift import high_card
from ui.cli import app


def console(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["console", *arguments])


def test_without_a_table_it_says_what_is_expected() -> None:
    stops(console(), 2, "--simulate")


@pytest.mark.parametrize("size", ["800x480", "wide", "1280"])
def test_a_window_too_small_or_misspelt_is_refused(size: str) -> None:
    stops(console("--simulate", "--size", size), 2, "expected")


def test_without_a_display_it_says_so_instead_of_being_ended_by_qt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    stops(console("--simulate"), 1, "No display found")


def test_a_table_whose_game_the_console_does_not_show_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    file = tmp_path / "9.toml"
    file.write_text('game = "high-card"\nname = "9"\nplaces = 3\n')
    with high_card():
        asked = console("--table", str(file), "--simulate", "--data", str(tmp_path / "new"))
    stops(asked, 2, "the console shows only bonus or poker, not high-card")
    assert not (tmp_path / "new").exists()
