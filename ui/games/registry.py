"""The games that this house can show. Nothing else that is neutral knows which they are."""

from typing import Final

from controller.domain.base import existing
from controller.games.game import Game
from ui.games.bonus.screen import BONUS_SCREEN
from ui.games.screen import GameScreen

SCREENS: Final[tuple[GameScreen, ...]] = (BONUS_SCREEN,)


def screen_of(game: Game) -> GameScreen:
    """How a game is shown."""
    found = (screen for screen in SCREENS if screen.name == game.name)
    return existing(next(found, None), f"no screen for the game {game.name}")
