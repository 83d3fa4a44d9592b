"""`feltwork console --simulate`: simulated devices, the people at them, the bench window."""

from contextlib import ExitStack
from typing import Final

from controller.clock import MachineClock
from controller.domain.base import existing
from controller.games.roster import Roster
from controller.tables import HouseTable
from ui.bench.crew import Crew
from ui.bench.game import GameBench
from ui.bench.seat import BenchSeat
from ui.bench.staff import demo_register, introduced
from ui.bench.window import BenchWindow
from ui.bridge import Bridge
from ui.commands.seating import Look, ended_by_signals, show
from ui.display import program
from ui.games.bonus.bench.bench import BONUS_BENCH
from ui.games.poker.bench.bench import POKER_BENCH
from ui.station import Station
from ui.table_folder import TableFolder

BENCHES: Final[Roster[GameBench]] = Roster(BONUS_BENCH, POKER_BENCH)


def simulated(table: HouseTable, folder: TableFolder, look: Look) -> None:
    """With simulated devices and the people at them."""
    running = program()
    register, crew = demo_register(folder.staff), Crew()
    game = existing(BENCHES.named(table.game.name), f"no bench for the game {table.game.name}")
    with ExitStack() as opened:
        opened.enter_context(ended_by_signals(running))
        felt = opened.enter_context(game.felt(table.rules, folder.path))
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
        _introduce(table, folder, game.begin)  # the table is ours: no other console has it
        dealer = game.dealer(BenchSeat(station.running, felt), table.rules, crew.paused)
        crew.start(dealer)
        opened.callback(crew.stop)

        def bench(bridge: Bridge) -> BenchWindow:
            return BenchWindow(bridge, felt, crew, game.look(dealer))

        show(running, station, look, bench if look.bench else None)


def _introduce(table: HouseTable, folder: TableFolder, begin: str) -> None:
    introduced(folder.path, f"SIMULATED table {table.name} in {folder.path}", begin)
