"""The folder in which one table keeps its files, and the table that is brought up on it."""

import os
from collections.abc import Callable
from pathlib import Path

from controller.config import WrongConfiguration
from controller.devices.pairings import load_pairings, pairings_path, save_pairings
from controller.devices.table import DeviceSetup
from controller.domain.frozen import frozen
from controller.journal.keys import TableKeys, keys_for
from controller.notices.log_file import LogFileConfig, LogFileSink
from controller.notices.sinks import make_sinks
from controller.private_files import private_folder
from controller.running.running_table import TableSetup
from controller.staff.register import Register
from controller.tables import OWN_LOG, HouseTable
from controller.whose import foreign
from drivers.link.pairing import Paired


def default_folder(name: str, *, simulated: bool, what: str = "table") -> Path:
    """Where a table, or a tournament, keeps its files if nobody says otherwise: under the user's
    data."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "feltwork" / _folder_name(name, what, simulated=simulated)


def _folder_name(name: str, what: str, *, simulated: bool) -> str:
    if not simulated:
        return f"{what}-{name}"
    return f"simulated-{name}" if what == "table" else f"simulated-{what}-{name}"


@frozen
class TableFolder:
    """All files of one table."""

    path: Path
    key_file: Path | None = None
    """Where its keys are kept if not beside the record."""

    def create(self) -> "TableFolder":
        """Nobody but its owner looks into it."""
        private_folder(self.path)
        return self

    def of(self, table: HouseTable) -> "TableFolder":
        """`WrongConfiguration` where another keeps its files here; nothing is written."""
        owner = table.game.owner
        if wrong := foreign(self.journal, self.key_file, table.name, owner):
            raise WrongConfiguration(
                f"{wrong}. Name the one whose folder it is, or another folder for {owner} "
                f"{table.name} with --data"
            )
        return self

    @property
    def journal(self) -> Path:
        return self.path / "table.journal"

    @property
    def staff(self) -> Path:
        return self.path / "staff.db"

    @property
    def begun(self) -> bool:
        """Is there a record of this table?"""
        return self.journal.exists()

    def keys(self) -> TableKeys:
        """Those of the record; made with it."""
        return keys_for(self.journal, self.key_file, create=True)

    def paired(self, keys: TableKeys) -> dict[str, Paired]:
        """What pairing the devices has left here."""
        return load_pairings(pairings_path(self.journal, self.key_file), keys)

    def pair(self, keys: TableKeys, device: str, paired: Paired) -> None:
        """One more, or another in its place; `feltwork devices pair` keeps them here too."""
        path = pairings_path(self.journal, self.key_file)
        save_pairings(path, keys, {**load_pairings(path, keys), device: paired})

    def setup(
        self,
        table: HouseTable,
        keys: TableKeys,
        register: Register,
        devices: DeviceSetup | None,
        alive: Callable[[], object],
        replaced_by: tuple[str, ...] = (),
    ) -> TableSetup:
        """The table as it is brought up for a screen."""
        notices = LogFileConfig(path=self.path / "notices.log")
        return TableSetup(
            table.name,
            table.game,
            table.rules,
            table.settings,
            self.journal,
            keys,
            register=register,
            sinks=(LogFileSink(OWN_LOG, notices), *make_sinks(table.sinks)),
            own=table.own,
            goes_ahead=True,
            replaced_by=replaced_by,
            devices=devices,
            alive=alive,
        )
