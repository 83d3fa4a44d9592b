"""A table with its screens on this machine: set up, run until it is closed, taken down."""

import os
import random
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import typer
from PySide6.QtCore import QSocketNotifier
from PySide6.QtGui import QGuiApplication

from controller.clock import MachineClock
from controller.config import WrongConfiguration
from controller.devices.config import load_devices
from controller.devices.pairings import WrongPairings
from controller.devices.table import DeviceSetup
from controller.domain.frozen import frozen
from controller.journal.keys import TableKeys
from controller.journal.recorder import JournalFault
from controller.pools import PoolFault
from controller.staff.pins import RegisterError
from controller.staff.register import Register
from controller.tables import HouseTable, load_table
from simulators.people.players import Player
from ui.bench.crew import Crew
from ui.bench.dealer import Dealer
from ui.bench.felt import BenchFelt
from ui.bench.staff import EVERYBODY, demo_register
from ui.bench.window import BenchWindow
from ui.console import Console, application
from ui.sign import SignWindow
from ui.station import Station
from ui.table_folder import TableFolder, default_folder

SEATED: Final = (1, 2, 3, 5)
_DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)


class NoDisplay(Exception):
    """Qt would end the program without a word to follow."""


@frozen
class Look:
    """Which windows, and how large."""

    size: tuple[int, int] = (1280, 800)
    inches: float = 0.0
    full_screen: bool = False
    sign: bool = False
    bench: bool = False


def run(named: str, data: Path | None, look: Look, *, simulate: bool) -> str:
    """Until the window is closed; what is wrong with the files, if anything is."""
    try:
        table = load_table(named)
        folder = TableFolder(data or default_folder(table.name, simulated=simulate)).create()
        (_simulated if simulate else _fitted)(table, folder, look)
    except (WrongConfiguration, WrongPairings, RegisterError, JournalFault, PoolFault) as wrong:
        return str(wrong)
    except OSError as wrong:
        return f"{wrong.filename or data}: {wrong.strerror}"
    return ""


def _fitted(table: HouseTable, folder: TableFolder, look: Look) -> None:
    """With the devices that are plugged in."""
    if not folder.staff.exists():
        raise RegisterError(
            f"{folder.staff}: no register there. Make one: "
            f"`feltwork staff add NUMBER --role casino-supervisor --register {folder.staff}`; "
            "to try the console without devices, add --simulate"
        )
    register = Register.open(folder.staff)

    def fit(keys: TableKeys) -> DeviceSetup | None:
        if table.devices is None:
            return None
        return DeviceSetup(load_devices(table.devices), folder.paired(keys))

    program = _program()
    with (
        _ended_by_signals(program),
        Station(table, folder, register, MachineClock(), fit, simulated=False) as station,
    ):
        _show(program, station, look, None)


def _simulated(table: HouseTable, folder: TableFolder, look: Look) -> None:
    """With simulated devices and the people at them."""
    program = _program()
    register, crew = demo_register(folder.staff), Crew()
    _introduce(table, folder)
    with ExitStack() as opened:
        opened.enter_context(_ended_by_signals(program))
        felt = opened.enter_context(BenchFelt(table.rules, folder.path))

        def fit(_: TableKeys) -> DeviceSetup:
            return DeviceSetup(felt.config, felt.paired, felt.bus)

        station = opened.enter_context(
            Station(table, folder, register, MachineClock(), fit, simulated=True, viewers=(crew,))
        )
        felt.find(station.running.controller.snapshot().house)
        chance = random.Random()
        players = [Player(place, chance) for place in SEATED if place <= table.rules.places]
        crew.start(Dealer(station.running, felt, players, chance, crew.paused))
        opened.callback(crew.stop)
        _show(program, station, look, (felt, crew))


def _program() -> QGuiApplication:
    if not any(os.environ.get(name) for name in _DISPLAYS):
        raise NoDisplay(
            "No display seen: DISPLAY and WAYLAND_DISPLAY are empty. Run it in a desktop session, "
            "or set QT_QPA_PLATFORM. Without a screen: `feltwork demo`."
        )
    return application()


def _introduce(table: HouseTable, folder: TableFolder) -> None:
    """Who works at a simulated table: on the terminal, and in a file beside its record."""
    lines = [f"SIMULATED table {table.name} in {folder.path}", "number  name        PIN     role"]
    lines += [
        f"{one.person.number:<7} {one.person.name:<11} {one.pin:<7} {one.person.role.words}"
        for one in EVERYBODY
    ]
    text = "\n".join(lines)
    (folder.path / "STAFF.txt").write_text(f"{text}\n", encoding="utf-8")
    typer.echo(text)


def _show(
    program: QGuiApplication,
    station: Station,
    look: Look,
    simulated: tuple[BenchFelt, Crew] | None,
) -> None:
    """The console first; what else there is comes once it can be used."""
    with ExitStack() as windows:
        screen = Console(
            station.bridge, station.table.rules.places, size=look.size, inches=look.inches
        )
        windows.callback(screen.close)
        screen.show(full_screen=look.full_screen)
        bridge = station.bridge
        if look.sign:
            sign = SignWindow(bridge)
            windows.callback(sign.close)
            sign.show()
        if simulated is not None and look.bench:
            bench = BenchWindow(bridge, *simulated, station.table.rules.dealing)
            windows.callback(bench.close)
            bench.show()
        bridge.show(station.running.controller.snapshot())  # for windows that came later
        screen.window.closing.connect(program.quit)
        program.exec()


@contextmanager
def _ended_by_signals(program: QGuiApplication) -> Iterator[None]:
    """SIGINT and SIGTERM close the table as closing its window does."""
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setblocking(False)
    before = {number: signal.signal(number, _ignored) for number in _STOPS}
    woken = signal.set_wakeup_fd(theirs.fileno())
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(program.quit)
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
