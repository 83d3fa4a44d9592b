"""A table of the bonus game in the shift."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.domain.dealing import Dealing
from controller.games.bonus.floor.state import BonusFloor
from controller.games.bonus.house import house_of
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Round
from drivers.shuffler.protocol import Back
from simulators.games.bonus.people.dealer import Dealer
from simulators.games.bonus.people.players import regulars
from simulators.people.tapping import Seat, Stuck
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.stage import HASTE, Stage
from ui.games.bonus.bench.felt import BonusFelt


class BonusStage(Stage):
    """Steady players at these places."""

    dealer: Dealer

    def __init__(
        self, table: str, folder: Path, clock: ShiftClock, *, places: Sequence[int], **ways: Any
    ) -> None:
        super().__init__(table, folder, clock, **ways)
        self._places = places

    def make_felt(self, folder: Path) -> BonusFelt:
        return BonusFelt(self.table.rules, folder, self.seed, HASTE)

    def make_dealer(self, seat: Seat, acted: Callable[[str], object]) -> Dealer:
        chance = random.Random(f"{self.seed}/{self.table.name}")
        return Dealer(seat, regulars(self._places, chance, "steady"), acted)

    @property
    def round(self) -> Round:
        return house_of(self.snapshot).table.round

    @property
    def floor(self) -> BonusFloor:
        return existing(house_of(self.snapshot).floor, "a simulated table has a floor")

    def play(self, rounds: int = 1) -> None:
        """Whole rounds, until the next one waits for wagers."""
        wanted = self.round.number + rounds
        self.until(
            lambda: self.round.number >= wanted and self.round.phase is Phase.WAGERS,
            f"round {wanted}",
        )

    def reach(self, phase: Phase) -> None:
        """In this round."""
        self.until(lambda: self.round.phase is phase, phase.value)

    def stack(self, cards: str) -> None:
        """The shoe is filled with these cards first, while wagers are being placed."""
        if self.table.rules.dealing is not Dealing.SHOE:
            raise Stuck("only a shoe is stacked here")
        self.felt.refill_shoe(Back.RED, parse_cards(cards))
