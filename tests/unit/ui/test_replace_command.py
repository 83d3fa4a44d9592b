"""`feltwork journal replace`: two supervisors, and a table that nobody could bring up otherwise."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.clock import MachineClock
from controller.running.running_table import RunningTable
from controller.running.writer import COMPARE
from controller.staff.register import Register
from controller.tables import load_table
from tests.helpers.commands import stops
from tests.unit.staff.crew import WEAK, joined
from tests.unit.ui.test_unseal_command import DEALER, GAMING, PINS, PIT
from ui.cli import app
from ui.table_folder import TableFolder


def held(folder: TableFolder) -> str | None:
    """Brought up and taken down as the console does."""
    register = Register.open(folder.staff)
    setup = folder.setup(load_table("15"), folder.keys(), register, None, lambda: None)
    running = RunningTable(setup, MachineClock())
    running.close()
    return running.controller.snapshot().held


@pytest.fixture
def lost(tmp_path: Path) -> TableFolder:
    """A table with a pool, whose record is gone."""
    folder = TableFolder(tmp_path / "table").create()
    joined(Register.create(folder.staff, WEAK), PIT, GAMING, DEALER, pins=PINS)
    assert held(folder) is None
    away = tmp_path / "evidence"
    away.mkdir()
    for file in folder.path.glob("table.journal*"):
        if file.suffix != ".keys":
            shutil.move(file, away)
    return folder


def replace(folder: TableFolder, *people: str) -> Result:
    command = ["journal", "replace", "--table", "15", "--data", str(folder.path), "--pin-stdin"]
    for number in people:
        command += ["--by", number]
    typed = "".join(f"{PINS[number]}\n" for number in people)
    return CliRunner().invoke(app, command, input=typed)


def test_two_supervisors_begin_another_record_and_the_table_comes_up(lost: TableFolder) -> None:
    assert "have two people begin a new one in its place" in (held(lost) or "")
    result = replace(lost, "201", "301")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "begins again, by 201 and 301" in result.stdout
    with closing(sqlite3.connect(lost.journal)) as record:
        told = record.execute("SELECT payload FROM record WHERE kind = 'JournalReplaced'")
        (payload,) = told.fetchone()
    assert b'["201","301"]' in bytes(payload)
    assert held(lost) in (None, COMPARE)


@pytest.mark.parametrize("people", [("201",), ("201", "201"), ("201", "101")])
def test_fewer_than_two_supervisors_begin_nothing(
    lost: TableFolder, people: tuple[str, ...]
) -> None:
    stops(replace(lost, *people), 1, "Expected two different supervisors")
    assert not lost.begun


def test_a_record_that_was_played_on_is_not_replaced(lost: TableFolder) -> None:
    assert replace(lost, "201", "301").exit_code == 0
    older = {file: file.read_bytes() for file in lost.path.glob("table.journal*")}
    assert held(lost) in (None, COMPARE)
    for file, content in older.items():
        file.write_bytes(content)
    stops(replace(lost, "201", "301"), 1, "is an older copy, or another journal")


def test_a_restored_register_is_refused_until_two_of_its_people_replace_the_record(
    lost: TableFolder, tmp_path: Path
) -> None:
    """It is older than any record knows: so it goes with a new one, on record."""
    backup = {file: file.read_bytes() for file in lost.path.glob("staff.db*")}
    assert replace(lost, "201", "301").exit_code == 0
    assert held(lost) in (None, COMPARE)
    for file, content in backup.items():
        file.write_bytes(content)
    assert "an older or a different copy" in (held(lost) or "")
    away = tmp_path / "more-evidence"
    away.mkdir()
    for file in lost.path.glob("table.journal*"):
        if file.suffix != ".keys":
            shutil.move(file, away)
    assert replace(lost, "201", "301").exit_code == 0
    assert held(lost) in (None, COMPARE)
