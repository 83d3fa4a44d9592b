"""The bonus game on the bench."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.games.bonus.game import BONUS
from controller.games.bonus.rules import TableRules
from simulators.games.bonus.people.dealer import Dealer
from simulators.games.bonus.people.players import regulars
from simulators.people.tapping import Seat
from ui.bench.game import GameBench
from ui.games.bonus.bench.felt import BonusFelt

SEATED: Final = (1, 2, 3, 5)


class BonusBench(GameBench):
    """Texas Hold'em Bonus Poker."""

    name = BONUS.name
    begin = "To begin: tap a place to key its wager, then No more bets, and the cards come."

    def felt(self, rules: TableRules, folder: Path) -> BonusFelt:
        return BonusFelt(rules, folder)

    def dealer(self, seat: Seat, rules: TableRules, acted: Callable[[str], object]) -> Dealer:
        places = [place for place in SEATED if place <= rules.places]
        return Dealer(seat, regulars(places, random.Random()), acted)


BONUS_BENCH: Final = BonusBench()
