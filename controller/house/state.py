"""What the one writer keeps, as folded from events."""

from dataclasses import field

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.instant import Instant
from controller.floor.state import Floor, JackpotState
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import public_view
from controller.house.devices import Mark
from controller.notices.outbox import Outbox
from controller.pools.outbox import PoolOutbox
from controller.staff.roles import Actor, TrailPoint


@frozen
class House:
    """One table with all that belongs to it."""

    table: Table
    """The rounds."""
    name: str = ""
    """Of the table, as the pool and the notices know it."""
    series: str = ""
    """Tells this record from one begun anew: the pool never takes a transfer for an old one."""
    floor: Floor | None = None
    """The table's life; none on the bench, where a scenario plays rounds and nothing else."""
    notices: Outbox = field(default_factory=Outbox)
    pool: PoolOutbox = field(default_factory=PoolOutbox)
    confirmed_by: tuple[Actor, ...] = ()
    """Who confirmed the last award off the meter in this round."""
    held: str | None = None
    """Why a mistake of ours holds the table until a supervisor lets it go on."""
    pooled: bool = False
    """Is there a pool that has to answer before an award off the meter is confirmed?"""
    link_lost: Instant | None = None
    """Since when the pool of a linked table has not answered; none while it does."""
    trail: TrailPoint | None = None
    """How far the staff register's trail is in the record."""
    marks: tuple[Mark, ...] = ()
    """How far each device was heard: numbers, nothing of what it said."""

    @property
    def in_round(self) -> bool:
        """Is a round open?"""
        return self.table.round.phase is not Phase.IDLE

    @property
    def cards_out(self) -> bool:
        """Has a card of the round left the device?"""
        return self.in_round and bool(self.table.round.drawn)

    @property
    def jackpot_open(self) -> bool:
        """Is the jackpot offered, and not switched off for the round in play (11.14)?"""
        if self.floor is not None and self.floor.jackpot is not JackpotState.ON:
            return False
        return not (self.table.round.jackpot_off and self.table.round.in_play())


def public_house(house: House) -> House:
    """What may be shown: nothing that lies face down is in it."""
    return evolve(house, table=public_view(house.table))
