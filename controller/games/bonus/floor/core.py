"""Every command and every event of the floor of a bonus table."""

from typing import Final

from controller.floor.core import FloorCore, floor_core
from controller.games.bonus.floor import jackpots, limits, outcomes, reviews, wagers
from controller.games.bonus.floor.state import BonusFloor

FLOOR: Final[FloorCore[BonusFloor]] = floor_core(jackpots, limits, outcomes, reviews, wagers)
