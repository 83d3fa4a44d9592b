"""A table of the poker room in the shift."""

from collections.abc import Callable
from pathlib import Path

from controller.games.poker.state import Table
from controller.games.poker.steps import PokerStep
from simulators.games.poker.people.dealer import PokerDealer
from simulators.people.tapping import Seat
from ui.bench.game import Look
from ui.commands.shift.stage import HASTE, Stage
from ui.games.poker.bench.bench import POKER_BENCH, RoomFelt


class PokerStage(Stage):
    """The players of the bench, whose seed is the shift's."""

    dealer: PokerDealer

    def make_felt(self, folder: Path) -> RoomFelt:
        return RoomFelt(self.table.rules, folder, self.seed, HASTE, devices="poker")

    def make_dealer(self, seat: Seat, acted: Callable[[str], object]) -> PokerDealer:
        return POKER_BENCH.dealer(seat, self.table.rules, acted)

    def around(self) -> Look:
        return POKER_BENCH.look(self.dealer)

    @property
    def room(self) -> Table:
        table: Table = self.snapshot.house.table
        return table

    def play(self, rounds: int = 1) -> None:
        """Whole hands, until the table is between two."""
        wanted = self.room.number + rounds - (not self.room.at_rest)
        self.until(
            lambda: self.room.at_rest and self.room.number >= wanted, f"the end of hand {wanted}"
        )

    def reach(self, step: PokerStep) -> None:
        """In this hand, or in the next."""
        self.until(lambda: self.snapshot.step.name is step, step.value)
