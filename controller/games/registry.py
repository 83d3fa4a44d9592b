"""The games that this house has. Nothing else that is neutral knows which they are."""

from typing import Final

from controller.games.bonus.game import BONUS
from controller.games.game import Game
from controller.house.fold import kinds_of_record

GAMES: Final[tuple[Game, ...]] = (BONUS,)
KINDS: Final = kinds_of_record(*GAMES)
"""Every kind of event in the record of a table."""
