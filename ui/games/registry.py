"""The games that this house can show. Nothing else that is neutral knows which they are."""

from typing import Final

from controller.domain.base import existing
from controller.games.game import Game
from controller.games.roster import Roster
from ui.games.bonus.screen import BONUS_SCREEN
from ui.games.desk.screen import DESK_SCREEN
from ui.games.poker.screen import POKER_SCREEN
from ui.games.screen import GameScreen

SCREENS: Final[Roster[GameScreen]] = Roster(BONUS_SCREEN, POKER_SCREEN, DESK_SCREEN)


def screen_of(game: Game) -> GameScreen:
    """How a game is shown."""
    return existing(SCREENS.named(game.name), f"no screen for the game {game.name}")
