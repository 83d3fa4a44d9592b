"""A table with its screens on this machine: set up, run until it is closed, taken down."""

import gc
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final, Protocol

import typer
from PySide6.QtCore import QMargins, QRect, QSize, QSocketNotifier, Qt
from PySide6.QtGui import QGuiApplication

from controller.clock import MachineClock
from controller.config import WrongConfiguration
from controller.devices.config import load_devices
from controller.devices.pairings import WrongPairings
from controller.devices.table import DeviceSetup
from controller.domain.frozen import frozen
from controller.games.registry import GAMES
from controller.journal.keys import TableKeys
from controller.journal.recorder import JournalFault
from controller.pools.refusals import PoolFault
from controller.staff.pins import RegisterError
from controller.staff.register import Register
from controller.tables import HouseTable, load_table
from ui.bridge import Bridge
from ui.console import Console
from ui.display import program
from ui.games.registry import SCREENS
from ui.screens import BENCH, SIGN, Places, bring_to_front, over, placed, second_screen
from ui.sign import SignWindow
from ui.station import Station
from ui.table_folder import TableFolder, default_folder

_STOPS: Final = (signal.SIGINT, signal.SIGTERM)
_ONCE: Final = Qt.ConnectionType(
    Qt.ConnectionType.QueuedConnection.value | Qt.ConnectionType.SingleShotConnection.value
)


class Beside(Protocol):
    """A window beside the console."""

    def show(self, at: QRect) -> None: ...

    def close(self) -> None: ...


@frozen
class Look:
    """Which windows, and how large."""

    size: tuple[int, int] = (1280, 800)
    inches: float = 0.0
    four_colours: bool = False
    full_screen: bool = False
    sign: bool | None = False
    """None: where there is room for it."""
    bench: bool = False


def run(
    named: str, data: Path | None, look: Look, *, simulate: bool, keys: Path | None = None
) -> str:
    """Until the window is closed; what is wrong with the files, if anything is."""
    try:
        table = _shown(load_table(named))
        path = data or default_folder(table.name, simulated=simulate)
        folder = TableFolder(path, keys).of(table).create()
        if simulate:
            from ui.commands.simulated import simulated  # a real table needs nothing of it

            simulated(table, folder, look)
        else:
            _fitted(table, folder, look)
    except (WrongConfiguration, WrongPairings, RegisterError, JournalFault, PoolFault) as wrong:
        return str(wrong)
    except OSError as wrong:
        return f"{wrong.filename or data}: {wrong.strerror}"
    return ""


def _shown(table: HouseTable) -> HouseTable:
    """The same, where the console can show its game."""
    if SCREENS.named(table.game.name) is None:
        shown = " or ".join(screen.name for screen in SCREENS if GAMES.named(screen.name))
        raise WrongConfiguration(
            f"table {table.name}: the console shows only {shown}, not {table.game.name}"
        )
    return table


def _fitted(table: HouseTable, folder: TableFolder, look: Look) -> None:
    """With the devices that are plugged in."""
    if not folder.staff.exists():
        raise RegisterError(
            f"{folder.staff}: no register there. Make one: "
            "`feltwork staff add NUMBER --name NAME --role casino-supervisor "
            f"--register {folder.staff}`; "
            "to try the console without devices, add --simulate"
        )
    register = Register.open(folder.staff)

    def fit(keys: TableKeys) -> DeviceSetup | None:
        if table.devices is None:
            return None
        return DeviceSetup(
            load_devices(table.devices), folder.paired(keys), keep=partial(folder.pair, keys)
        )

    running = program()
    with (
        ended_by_signals(running),
        Station(table, folder, register, MachineClock(), fit, simulated=False) as station,
    ):
        show(running, station, look)


def show(
    running: QGuiApplication,
    station: Station,
    look: Look,
    bench: Callable[[Bridge], Beside] | None = None,
) -> None:
    """The console first and in front; what else there is comes beside it once it can be used."""
    bridge = station.bridge
    with ExitStack() as windows:
        screen = Console(
            bridge,
            station.screen,
            station.table.rules.places,
            size=look.size,
            inches=look.inches,
            four_colours=look.four_colours,
        )
        windows.callback(screen.close)

        def go_on() -> None:
            frame = screen.window.frameMargins()  # known now
            places = _places(look, frame)
            if not look.full_screen:
                screen.window.setGeometry(places.console.marginsRemoved(frame))
            if _sign_wanted(look, places):
                sign = SignWindow(bridge, station.screen)
                windows.callback(sign.close)
                sign.show((places.sign or over(_room(), SIGN)).marginsRemoved(frame))
            if bench is not None:
                beside = bench(bridge)
                windows.callback(beside.close)
                _show_bench(beside, screen, places.bench, frame)
            bring_to_front(screen.window)
            # What stands by now stays: to look through it again would take longer than a frame.
            gc.freeze()
            gc.enable()

        screen.window.frameSwapped.connect(go_on, _ONCE)
        screen.view.leaves.left.connect(lambda: running.exit(0))
        if not look.full_screen:
            screen.window.setGeometry(_places(look, QMargins()).console)
        screen.show(full_screen=look.full_screen)
        running.exec()


def _room() -> QRect:
    return QGuiApplication.primaryScreen().availableGeometry()


def _places(look: Look, frame: QMargins) -> Places:
    """With such a frame around each window."""
    if look.full_screen:
        return Places(_room(), None, None)
    return placed(_room(), QSize(*look.size).grownBy(frame))


def _show_bench(bench: Beside, screen: Console, beside: QRect | None, frame: QMargins) -> None:
    """Where there is room for it; anywhere, when somebody taps SIMULATED."""
    at = (beside or over(_room(), BENCH)).marginsRemoved(frame)
    screen.window.simulatedTapped.connect(lambda: bench.show(at))  # type: ignore[attr-defined]
    if beside is not None:
        bench.show(at)
    else:
        typer.echo("There is no room for the bench beside the console. Tap SIMULATED to show it.")


def _sign_wanted(look: Look, places: Places) -> bool:
    """It never comes to lie over a console that has the only screen to itself."""
    if look.sign is None:
        return second_screen() is not None or places.sign is not None
    if look.sign and look.full_screen and second_screen() is None:
        typer.echo("The sign is not shown. It needs a second screen.", err=True)
        return False
    return look.sign


@contextmanager
def ended_by_signals(running: QGuiApplication) -> Iterator[None]:
    """SIGINT and SIGTERM close the table, at once and in good order."""
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setblocking(False)
    before = {number: signal.signal(number, _ignored) for number in _STOPS}
    woken = signal.set_wakeup_fd(theirs.fileno())
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: running.exit(0))  # `quit` would ask the windows
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(woken)
        for number, handler in before.items():
            signal.signal(number, handler)
        ours.close()
        theirs.close()


def _ignored(number: int, frame: FrameType | None) -> None:
    """The event loop is woken through the socket; nothing else is to be done here."""
