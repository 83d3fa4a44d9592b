"""The screens of a tournament on this machine: the desk, and the clock for a wall by itself."""

from contextlib import suppress
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from controller.clock import MachineClock
from controller.domain.base import existing
from controller.domain.instant import Instant
from controller.journal.reader import JournalReader
from controller.journal.recorder import Head, JournalFault
from controller.running.snapshot import Snapshot
from controller.staff.pins import RegisterError
from controller.staff.register import Register
from controller.tables import HouseTable
from ui.bench.staff import SUPERVISOR, demo_register, introduced
from ui.bridge import Bridge
from ui.commands.desk_record import house_in
from ui.commands.seating import Look, ended_by_signals, show
from ui.display import program
from ui.games.desk.screen import DESK_SCREEN
from ui.screens import fill, second_screen
from ui.sign import SignWindow
from ui.station import Station
from ui.table_folder import TableFolder

READ_EVERY_MS: Final = 1_000
BEGIN: Final = (
    "The director, 201 Nguyen, is signed on. The large key at the bottom right is the next step."
)


def run_desk(table: HouseTable, folder: TableFolder, look: Look, *, simulate: bool) -> None:
    """Until its window is closed."""
    if not simulate and not folder.staff.exists():
        raise RegisterError(
            f"{folder.staff}: no register there. `feltwork tournament new` sets a tournament up "
            "with its first person; to try the desk with invented people, add --simulate"
        )
    running = program()
    register = demo_register(folder.staff) if simulate else Register.open(folder.staff)
    with (
        ended_by_signals(running),
        Station(
            table, folder, register, MachineClock(), lambda _: None, simulated=simulate
        ) as station,
    ):
        if simulate:
            name = f"SIMULATED tournament {table.name} in {folder.path}"
            introduced(folder.path, name, BEGIN)
            director = SUPERVISOR.person
            reception = existing(station.running.reception, "a desk without a register")
            reception.show_pin(director.number, SUPERVISOR.pin_shown, director.role).result()
        show(running, station, look)


class RecordBridge(Bridge):
    """What the record says, for a window that nobody taps: no controller is behind it."""

    def __init__(self, folder: TableFolder, *, simulated: bool) -> None:
        super().__init__(simulated=simulated)
        self._folder, self._clock = folder, MachineClock()
        self._known: Head | None = None
        self.read_again()

    def now(self) -> Instant:
        return self._clock.now()

    def read_again(self) -> None:
        """Where the record has grown."""
        head = JournalReader(self._folder.journal).head()
        if head != self._known:
            self.show(Snapshot(house_in(self._folder), (0,), None, head))
            self._known = head


def run_clock(folder: TableFolder, *, full_screen: bool, simulated: bool) -> None:
    """Until its window is closed. A record that cannot be read just now is read again."""
    running = program()
    with ended_by_signals(running):
        bridge = RecordBridge(folder, simulated=simulated)
        wall = SignWindow(bridge, DESK_SCREEN)

        def look() -> None:
            with suppress(JournalFault, OSError):
                bridge.read_again()

        timer = QTimer()
        timer.timeout.connect(look)
        timer.start(READ_EVERY_MS)
        if full_screen:
            fill(wall.window, second_screen() or QGuiApplication.primaryScreen())
        else:
            wall.show()
        running.exec()
        timer.stop()
        wall.close()
