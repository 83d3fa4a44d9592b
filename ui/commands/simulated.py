"""`feltwork console --simulate`: simulated devices, the people at them, the bench window."""

import random
from contextlib import ExitStack
from typing import Final

import typer

from controller.clock import MachineClock
from controller.games.poker.game import POKER
from controller.private_files import write_private
from controller.tables import HouseTable
from simulators.games.bonus.people.dealer import Dealer
from simulators.games.bonus.people.players import regulars
from ui.bench.crew import Crew
from ui.bench.seat import BenchFinger, BenchSeat
from ui.bench.staff import EVERYBODY, demo_register
from ui.bench.window import BenchWindow
from ui.bridge import Bridge
from ui.commands.seating import Look, ended_by_signals, show
from ui.display import program
from ui.games.bonus.bench.felt import BonusFelt
from ui.games.poker.bench.opening import open_room
from ui.station import Station
from ui.table_folder import TableFolder

SEATED: Final = (1, 2, 3, 5)


def simulated(table: HouseTable, folder: TableFolder, look: Look) -> None:
    """With simulated devices and the people at them."""
    (_room if table.game is POKER else _bonus)(table, folder, look)


def _room(table: HouseTable, folder: TableFolder, look: Look) -> None:
    """Of the poker room: whoever tries it deals, and keys what the players do."""
    running = program()
    register = demo_register(folder.staff)
    with ExitStack() as opened:
        opened.enter_context(ended_by_signals(running))
        station = opened.enter_context(
            Station(table, folder, register, MachineClock(), lambda _: None, simulated=True)
        )
        _introduce(table, folder, "To begin: tap Deal hand, then key what each seat does.")
        open_room(BenchFinger(station.running))
        show(running, station, look)


def _bonus(table: HouseTable, folder: TableFolder, look: Look) -> None:
    running = program()
    register, crew = demo_register(folder.staff), Crew()
    with ExitStack() as opened:
        opened.enter_context(ended_by_signals(running))
        felt = opened.enter_context(BonusFelt(table.rules, folder.path))
        station = opened.enter_context(
            Station(
                table,
                folder,
                register,
                MachineClock(),
                lambda _: felt.setup,
                simulated=True,
                viewers=(felt, crew),
            )
        )
        begin = "To begin: tap a place to key its wager, then No more bets, and the cards come."
        _introduce(table, folder, begin)  # the table is ours: no other console has it
        chance = random.Random()
        players = regulars([place for place in SEATED if place <= table.rules.places], chance)
        crew.start(Dealer(BenchSeat(station.running, felt), players, crew.paused))
        opened.callback(crew.stop)

        def bench(bridge: Bridge) -> BenchWindow:
            return BenchWindow(bridge, felt, crew)

        show(running, station, look, bench if look.bench else None)


def _introduce(table: HouseTable, folder: TableFolder, begin: str) -> None:
    """Who works at a simulated table: on the terminal, and in a file beside its record."""
    lines = [f"SIMULATED table {table.name} in {folder.path}", "number  name        PIN     role"]
    lines += [
        f"{one.person.number:<7} {one.person.name:<11} {one.pin:<7} {one.person.role.words}"
        for one in EVERYBODY
    ]
    lines.append(begin)
    text = "\n".join(lines)
    write_private(folder.path / "STAFF.txt", f"{text}\n".encode())
    typer.echo(text)
