"""A table of the poker room in memory: its house before the first record."""

from typing import Final

from controller.floor.base import Day
from controller.floor.state import Settings
from controller.games.poker.floor import new_floor
from controller.games.poker.house import PokerHouse
from controller.games.poker.rules import PokerRules
from controller.games.poker.state import new_table
from controller.running.runtime import TableController
from simulators.people.live import NAME


class LivePoker:
    """A `LiveGame`: the room owes nobody outside the house anything."""

    devices: Final = "poker"

    def __init__(self, rules: PokerRules) -> None:
        self.rules = rules
        floor = new_floor(rules, Settings(effective_from=Day(2024, 8, 16)))
        self.fresh = PokerHouse(new_table(rules), NAME, floor)

    def deliver(self, controller: TableController) -> None:
        """Nothing is due."""
