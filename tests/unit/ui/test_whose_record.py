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

SCENARIO = Path(__file__).parents[3] / "config" / "scenarios" / "first-evening.toml"


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


@pytest.mark.parametrize(
    ("command", "status", "expected"),
    [
        ("console --simulate --data FOLDER --table 14", 2, "table 14"),
        ("console --data FOLDER --table 14", 2, "table 14"),
        ("journal replace --by 1 --by 2 --data FOLDER --table 14", 2, "table 14"),
        ("devices list --journal JOURNAL", 2, "table 14"),
        ("devices pair shuffler --journal JOURNAL", 2, "table 14"),
        ("devices forget shuffler --journal JOURNAL", 2, "table 14"),
        ("play SCENARIO --journal JOURNAL", 1, "a scenario"),
        ("tournament status friday --data FOLDER", 2, "tournament Friday"),
        ("tournament report friday out --data FOLDER", 2, "tournament Friday"),
        ("tournament export friday out --data FOLDER", 2, "tournament Friday"),
        ("tournament clock friday --data FOLDER", 2, "tournament Friday"),
        ("tournament desk friday --data FOLDER", 2, "tournament Friday"),
        ("tournament desk friday --simulate --data FOLDER", 2, "tournament Friday"),
    ],
)
def test_the_record_of_another_table_is_refused_and_left_alone(
    sixteen: TableFolder, command: str, status: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sixteen.path.parent)
    before = files(sixteen)
    there = {"FOLDER": sixteen.path, "JOURNAL": sixteen.journal, "SCENARIO": SCENARIO}
    asked = ask(*(there.get(word, word) for word in command.split()))
    assert asked.exit_code == status, asked.output
    said = " ".join(asked.output.split())
    assert f"expected the record of {expected}, found that of table 16" in said
    assert "PIN" not in said
    assert files(sixteen) == before
    assert not Path("out").exists()


def test_no_table_is_brought_up_on_the_record_of_a_scenario(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path)
    assert ask("play", SCENARIO, "--journal", folder.journal).exit_code == 0
    before = files(folder)
    asked = ask("console", "--simulate", "--data", tmp_path)
    assert asked.exit_code == 2
    assert "expected the record of table 14, found that of a scenario" in asked.output
    assert files(folder) == before
