"""The game's own pages of the menu."""

from typing import Final

from ui.forms.entries import Group

ROUND: Final = Group("Round")
JACKPOT: Final = Group("Jackpot")
LIMITS: Final = Group("Limits")
