"""A table of the poker room in memory: its house before the first record."""

from controller.floor.base import Day
from controller.floor.state import Settings
from controller.games.poker.floor import new_floor
from controller.games.poker.house import PokerHouse
from controller.games.poker.rules import PokerRules
from controller.games.poker.state import new_table
from simulators.people.live import NAME, LiveGame


class LivePoker(LiveGame):
    """The room owes nobody outside the house anything."""

    devices = "poker"

    def __init__(self, rules: PokerRules) -> None:
        self.rules = rules
        floor = new_floor(rules, Settings(effective_from=Day(2024, 8, 16)))
        self.fresh = PokerHouse(new_table(rules), NAME, floor)
