"""Records of a former version verify, recover and show what they always did."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.clock import MachineClock
from controller.running.running_table import RunningTable
from controller.running.writer import COMPARE
from controller.tables import load_table
from tests.helpers.records import NAMES, recovered_in_every_phase, shown, told, unpack, verdict
from ui.bench.staff import demo_register
from ui.cli import app
from ui.table_folder import TableFolder

TABLES = [name for name in NAMES if name.startswith("table-")]
PHASES = {"table-22": 7}  # by pots nobody tells of a showdown
SCENARIOS = [name for name in NAMES if not name.startswith("table-")]


def test_there_is_a_record_of_every_rule_set_and_of_every_trouble() -> None:
    games = ("nsw-2024-a", "nsw-2024-b", "nsw-legacy", "sd")

    bonus = {f"{game}-{what}" for game in games for what in ("jackpot", "void", "crash")}
    assert set(SCENARIOS) == {*bonus, "poker-room-rulings", "poker-room-crash"}
    assert TABLES == ["table-14", "table-15", "table-16", "table-21", "table-22"]


@pytest.mark.parametrize("name", NAMES)
def test_a_former_record_is_shown_as_it_was(name: str, tmp_path: Path) -> None:
    folder = unpack(name, tmp_path)

    assert verdict(folder) == (folder / "verdict.txt").read_text()
    assert told(folder) == (folder / "told.txt").read_text()
    assert "\n".join(shown(folder)) == (folder / "shown.txt").read_text()


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_former_scenario_comes_to_the_same_result(name: str, tmp_path: Path) -> None:
    """The record is complete: played again, the file is read off it."""
    folder = unpack(name, tmp_path)
    scenario, record = folder / "scenario.toml", folder / "table.journal"

    played = CliRunner().invoke(app, ["play", "--json", str(scenario), "--journal", str(record)])

    assert played.exit_code == 0, played.output
    result = json.loads((folder / "result.json").read_text())
    assert json.loads(played.stdout) == result | {"file": str(scenario)}


@pytest.mark.parametrize("name", TABLES)
def test_a_former_table_recovers_in_every_phase(name: str, tmp_path: Path) -> None:
    folder = unpack(name, tmp_path)
    lines = dict(line.split(" ", 1) for line in (folder / "shown.txt").read_text().splitlines())

    seen = dict(recovered_in_every_phase(folder))

    assert len(seen) >= PHASES.get(name, 8)  # as many as a round or a hand has
    assert seen == {position: lines[position] for position in seen}


@pytest.mark.parametrize("name", TABLES)
def test_a_former_table_comes_up_with_its_people_its_pool_and_its_notices(
    name: str, tmp_path: Path
) -> None:
    folder = TableFolder(unpack(name, tmp_path))
    register = demo_register(folder.staff)
    table = load_table(name.removeprefix("table-"))
    setup = folder.setup(table, folder.keys(), register, None, lambda: None)

    running = RunningTable(setup, MachineClock())
    snapshot = running.controller.snapshot()
    running.close()

    assert snapshot.held == COMPARE
    assert verdict(folder.path).startswith("table.journal: intact")
