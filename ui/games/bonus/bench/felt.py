"""The felt of a simulated table of the bonus game."""

from controller.games.bonus.round.phases import CARDS_OUT, Phase
from controller.house.state import House
from ui.bench.felt import BenchFelt, Left


class BonusFelt(BenchFelt):
    """Cards, chips and devices of one table."""

    def left(self, house: House) -> Left:
        round_ = house.table.round
        return Left(
            len(round_.drawn) if round_.phase in CARDS_OUT else None,
            tuple(round_.sensed) if round_.phase is Phase.WAGERS else (),
        )
