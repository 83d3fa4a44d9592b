"""Another table's record is refused by name, whichever command is given it, and left alone."""

from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.clock import MachineClock
from controller.running.running_table import RunningTable
from controller.staff.register import Register
from controller.tables import load_table
from tests.unit.staff.crew import WEAK
from ui.cli import app
from ui.table_folder import TableFolder

SCENARIOS = Path(__file__).parents[3] / "config" / "scenarios"


def ask(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def sixteen(tmp_path: Path) -> TableFolder:
    """The folder of table 16, which was started once."""
    folder = TableFolder(tmp_path / "table").create()
    register = Register.create(folder.staff, WEAK)
    setup = folder.setup(load_table("16"), folder.keys(), register, None, lambda: None)
    RunningTable(setup, MachineClock()).close()
    return folder


def files(folder: TableFolder) -> dict[str, str]:
    """All but what SQLite shares among those who read, and holds nothing of the record."""
    kept = (path for path in sorted(folder.path.iterdir()) if not path.name.endswith("-shm"))
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in kept}


def refused(asked: Result, status: int, expected: str) -> None:
    assert asked.exit_code == status, asked.output
    said = " ".join(asked.output.split())
    assert f"expected the record of {expected}, found that of table 16" in said
    assert "PIN" not in said


@pytest.mark.parametrize(
    "command",
    [
        ("console", "--simulate", "--data"),
        ("console", "--data"),
        ("journal", "replace", "--by", "1", "--by", "2", "--data"),
    ],
    ids=["simulated", "console", "replace"],
)
def test_the_folder_of_another_table_is_refused(
    sixteen: TableFolder, command: tuple[str, ...]
) -> None:
    before = files(sixteen)
    refused(ask(*command, sixteen.path, "--table", "14"), 2, "table 14")
    assert files(sixteen) == before


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("report", "out"),
        ("export", "out"),
        ("clock",),
        ("desk",),
        ("desk", "--simulate"),
    ],
    ids=" ".join,
)
def test_the_folder_of_a_table_is_no_tournament(
    sixteen: TableFolder, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sixteen.path.parent)
    before, (name, *more) = files(sixteen), command
    asked = ask("tournament", name, "friday", *more, "--data", sixteen.path)
    refused(asked, 2, "tournament Friday")
    assert files(sixteen) == before
    assert not Path("out").exists()


@pytest.mark.parametrize(
    "command", [("list",), ("pair", "shuffler"), ("forget", "shuffler")], ids=lambda it: it[0]
)
def test_devices_are_not_paired_for_another_table(
    sixteen: TableFolder, command: tuple[str, ...]
) -> None:
    before = files(sixteen)
    refused(ask("devices", *command, "--journal", sixteen.journal), 2, "table 14")
    assert files(sixteen) == before


def test_no_scenario_is_played_into_the_record_of_a_table(sixteen: TableFolder) -> None:
    before = files(sixteen)
    scenario = SCENARIOS / "first-evening.toml"
    refused(ask("play", scenario, "--journal", sixteen.journal), 1, "a scenario")
    assert files(sixteen) == before


def test_no_table_is_brought_up_on_the_record_of_a_scenario(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path)
    assert ask("play", SCENARIOS / "first-evening.toml", "--journal", folder.journal).exit_code == 0
    before = files(folder)
    asked = ask("console", "--simulate", "--data", tmp_path)
    assert asked.exit_code == 2
    assert "expected the record of table 14, found that of a scenario" in asked.output
    assert files(folder) == before
