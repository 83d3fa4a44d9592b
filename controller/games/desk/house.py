"""The desk with all that belongs to it: people and notices, but no floor."""

from controller.games.game import Game
from controller.house.state import House
from controller.tournament.state import Desk


class DeskHouse(House):
    """A house where a tournament is run."""

    table: Desk
    floor: None = None

    @property
    def on_bench(self) -> bool:
        return False

    @property
    def game(self) -> Game:
        from controller.games.desk.game import DESK  # which knows this house

        return DESK

    def settled_since(self, before: House) -> bool:
        """At the end of every stage."""
        return bool(self.table.number != before.table.number)
