"""What the house of a bonus table keeps besides: what it owes its jackpot pool."""

from dataclasses import field
from functools import cache
from typing import Any, ClassVar

from controller.domain.instant import Instant
from controller.games.bonus.floor.state import BonusFloor, JackpotState
from controller.games.bonus.round.state import Table
from controller.games.game import Game
from controller.house.state import House
from controller.pools.outbox import PoolOutbox
from controller.staff.roles import Actor


class BonusHouse(House):
    """One table of the bonus game with all that belongs to it."""

    KIND: ClassVar = "House"
    table: Table
    floor: BonusFloor | None = None
    pool: PoolOutbox = field(default_factory=PoolOutbox)
    confirmed_by: tuple[Actor, ...] = ()
    """Who confirmed the last award off the meter in this round."""
    pooled: bool = False
    """Is there a pool that has to answer before an award off the meter is confirmed?"""
    link_lost: Instant | None = None
    """Since when the pool of a linked table has not answered; none while it does."""

    @property
    def game(self) -> Game:
        return _bonus()

    @property
    def jackpot_open(self) -> bool:
        """Is the jackpot offered, and not switched off for the round in play (11.14)?"""
        if self.floor is not None and self.floor.jackpot is not JackpotState.ON:
            return False
        return not (self.table.round.jackpot_off and self.table.round.in_play())


@cache
def _bonus() -> Game:
    """Looked up once: every command asks for it many times."""
    from controller.games.bonus.game import BONUS  # which knows this house

    return BONUS


def house_of(snapshot: Any) -> BonusHouse:
    """The house of a bonus table, as it was published."""
    house: BonusHouse = snapshot.house
    return house
