"""One table of the room with all that belongs to it."""

from functools import cache

from controller.games.game import Game
from controller.games.poker.floor import PokerFloor
from controller.games.poker.state import Table
from controller.house.state import House
from controller.tournament.under_desk import UnderDesk


class PokerHouse(House):
    """A house where the room plays."""

    table: Table
    floor: PokerFloor | None = None
    desk: UnderDesk | None = None
    """The tournament desk that the table is under; none where cash is played."""

    @property
    def game(self) -> Game:
        return _poker()


@cache
def _poker() -> Game:
    """Looked up once: every command asks for it many times."""
    from controller.games.poker.game import POKER  # which knows this house

    return POKER
