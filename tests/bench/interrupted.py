"""A running table without devices, on a record that was left in the middle of a round."""

from pathlib import Path

from controller.clock import MachineClock
from controller.floor.base import Day
from controller.floor.state import Settings
from controller.journal.keys import keys_for
from controller.ports import Viewer
from controller.running import RunningTable, TableSetup
from tests.helpers.simulated_table import METER, Wanted, simulated_rules


def table_in(folder: Path, viewers: tuple[Viewer, ...] = ()) -> RunningTable:
    """The table whose files are here; a new one where there are none."""
    journal = folder / "table.journal"
    setup = TableSetup(
        name="14",
        rules=simulated_rules(Wanted()),
        settings=Settings(effective_from=Day(2024, 8, 16)),
        journal=journal,
        keys=keys_for(journal, None, create=True),
        pool=folder / "pool.db",
        meter=METER,
        goes_ahead=True,
    )
    return RunningTable(setup, MachineClock(), viewers=viewers)
