"""`feltwork tournament desk` and `clock`: brought up, read beside the writer, and what is wrong."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from typer.testing import CliRunner

from controller.running.snapshot import Accepted
from controller.tournament.entries import Enter
from tests.helpers.desk_shift import DeskShift
from tests.helpers.shift import GAMING
from tests.helpers.tournament_desk import form
from tests.helpers.window import until
from tests.unit.ui.test_tournament_command import running
from ui.bench.staff import STAFF_FILE
from ui.cli import app
from ui.commands.tournament_screens import RecordBridge
from ui.games.desk.screen import DESK_SCREEN
from ui.sign import SignWindow
from ui.table_folder import TableFolder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def run(*arguments: str) -> tuple[int, str]:
    ended = CliRunner().invoke(app, ["tournament", *arguments])
    assert not isinstance(ended.exception, AssertionError), ended.exception
    return ended.exit_code, ended.output


def when_shown(qapp: QGuiApplication, name: str) -> list[str]:
    """The titles of its windows once this one is there; then the program ends."""
    seen: list[str] = []

    def look() -> None:
        windows = [one for one in qapp.topLevelWindows() if one.isVisible()]
        if any(one.objectName() == name for one in windows):
            seen.extend(one.title() for one in windows)
            qapp.exit(0)
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(20, look)
    return seen


def test_a_simulated_desk_is_set_up_shown_and_goes_on_from_its_record(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    folder = tmp_path / "friday"
    desk = ("desk", "friday", "--simulate", "--no-clock", "--data", str(folder))
    for _ in range(2):
        seen = when_shown(qapp, "console")
        code, said = run(*desk)
        assert code == 0
        assert "is signed on" in said
        assert "275093" in said, "PINs are printed"
        assert seen == ["Feltwork"]
    assert (folder / STAFF_FILE).exists()
    seen = when_shown(qapp, "signWindow")
    assert run("clock", "friday", "--data", str(folder))[0] == 0
    assert seen == ["Feltwork · tournament clock"]


def test_the_clock_on_the_wall_reads_beside_the_desk(qapp: QGuiApplication, tmp_path: Path) -> None:
    shifts = running(tmp_path / "desk", form())
    desk: DeskShift = next(shifts).on(GAMING)
    bridge = RecordBridge(TableFolder(tmp_path / "desk"), simulated=False)
    wall = SignWindow(bridge, DESK_SCREEN)
    try:
        assert until(lambda: wall.model.props.players == "0 of 0")
        assert isinstance(desk.ask(Enter("anna")), Accepted)
        bridge.read_again()
        assert until(lambda: wall.model.props.players == "1 of 1")
    finally:
        wall.close()
        shifts.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("desk", "friday", "--size", "800x600"), "expected 1024x600 or more"),
        (("desk", "friday"), "no tournament there"),
        (("desk", "nowhere", "--simulate"), "nowhere.toml is not there"),
        (("clock", "friday"), "no tournament there"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], said: str) -> None:
    code, output = run(*arguments)
    assert code == 2
    assert said in " ".join(output.replace("│", " ").split())


def test_the_folder_of_another_tournament_is_not_taken(tmp_path: Path) -> None:
    assert run("new", "friday", "--simulate", "--data", str(tmp_path / "one"))[0] == 0
    other = tmp_path / "sunday.toml"
    own = (Path(__file__).parents[2] / "config" / "tournaments" / "friday.toml").read_text("utf-8")
    other.write_text(own.replace('name = "Friday"', 'name = "Sunday"'), "utf-8")
    code, output = run("desk", str(other), "--simulate", "--data", str(tmp_path / "one"))
    assert code == 2
    assert "Friday" in output
