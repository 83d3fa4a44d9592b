"""The folder of a table that was left in the middle of a round, and the table on it."""

from pathlib import Path

from controller.clock import MachineClock
from controller.running.ports import Viewer
from controller.running.running_table import RunningTable
from controller.tables import HouseTable, load_table
from ui.bench.staff import demo_register
from ui.table_folder import TableFolder


def table_in(
    path: Path, viewers: tuple[Viewer, ...] = (), table: HouseTable | None = None
) -> RunningTable:
    """The table whose files are here, a new one where there are none, of the bonus game unless it
    is named; no device is connected."""
    folder = TableFolder(path).create()
    setup = folder.setup(
        table or load_table("14"), folder.keys(), demo_register(folder.staff), None, lambda: None
    )
    return RunningTable(setup, MachineClock(), viewers=viewers)
