"""A running table and the bridge to its screens: brought up together, taken down together."""

from collections.abc import Callable
from contextlib import ExitStack

from controller.clock import Clock
from controller.devices.table import DeviceSetup
from controller.domain.base import evolve
from controller.journal.keys import TableKeys
from controller.journal.reader import JournalReader
from controller.running.history import History
from controller.running.ports import Viewer
from controller.running.running_table import RunningTable
from controller.staff.register import Register
from controller.tables import HouseTable
from ui.bridge import Bridge
from ui.games.registry import screen_of
from ui.games.screen import GameScreen
from ui.table_folder import TableFolder
from ui.watchdog import Watchdog

Fit = Callable[[TableKeys], DeviceSetup | None]
"""Which devices there are; told the keys of the table, under which their pairings are kept."""


class Station:
    """One table with a screen; a context manager."""

    def __init__(
        self,
        table: HouseTable,
        folder: TableFolder,
        register: Register,
        clock: Clock,
        fit: Fit,
        *,
        simulated: bool,
        viewers: tuple[Viewer, ...] = (),
    ) -> None:
        self.table, self.folder = table, folder
        self.bridge = Bridge(simulated=simulated)
        keys, watchdog = folder.keys(), Watchdog.of_this_process()
        # What did not happen at a table of the house is no news for anybody else.
        heard = evolve(table, sinks={}) if simulated else table
        setup = folder.setup(heard, keys, register, fit(keys), watchdog.beat)
        self._open = ExitStack()
        self.running = RunningTable(setup, clock, viewers=(self.bridge, *viewers))
        self._open.callback(self.running.close)
        history = History(lambda: JournalReader(setup.journal), keys)
        self._open.callback(history.close)
        devices = self.running.devices
        cards, keypad = (devices.reader, devices.keys) if devices is not None else (None, None)
        table_and_people = self.running.controller, self.running.reception
        self.bridge.attach(*table_and_people, history, cards, self.running.beside, keypad)
        watchdog.ready()

    @property
    def screen(self) -> GameScreen:
        """How its game is shown."""
        return screen_of(self.running.controller.snapshot().house.game)

    def __enter__(self) -> "Station":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
