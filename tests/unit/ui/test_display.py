"""A display that is there, that does not answer, and that nobody has: what is started then."""

import os
import subprocess
import sys

import pytest

from ui.commands.choose import chosen

NAMES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
DEAD = {"DISPLAY": ":4711"}


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_where_a_display_answers_it_is_the_console(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "vnc:port=0")  # Qt's own: somebody can look at it
    assert chosen().arguments == ("console", "--simulate")


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "DISPLAY and WAYLAND_DISPLAY are empty"),
        ({"WAYLAND_DISPLAY": "nobody"}, "Failed to create wl_display"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "QT_QPA_PLATFORM is offscreen"),
        ({"QT_QPA_PLATFORM": "nonsense"}, "nonsense"),
    ],
)
def test_otherwise_it_is_the_demo_and_says_why(
    environment: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    choice = chosen()
    assert choice.arguments == ("demo",)
    assert said in choice.why
    assert "demo instead of the console" in choice.why


def test_the_console_on_a_dead_display_ends_with_a_sentence(tmp_path: object) -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "ui", "console", "--simulate", "--data", str(tmp_path)],
        env=os.environ | DEAD,
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 1
    assert "could not connect to display :4711" in asked.stderr
    assert "feltwork demo" in asked.stderr
    assert len(asked.stderr.splitlines()) == 1
