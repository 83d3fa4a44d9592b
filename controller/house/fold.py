"""State is only ever a fold of events: the same code decides and replays."""

from collections.abc import Iterable
from functools import reduce
from typing import Final

from controller.domain.base import evolve, existing
from controller.floor import base as floors
from controller.floor.core import FLOOR
from controller.floor.rounds import RoundBegun, round_rules
from controller.games.bonus import events as rounds
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.core import fold_one as fold_round
from controller.games.bonus.round.pool import with_meter_found
from controller.house import devices
from controller.house.events import (
    HoldLifted,
    HouseEvent,
    LinkBack,
    LinkLost,
    MeterFound,
    MeterRead,
    SlipIssued,
    TableHeld,
    TrailCopied,
)
from controller.house.pools import with_figures
from controller.house.state import House
from controller.notices import outbox as notices
from controller.pools import outbox as pools
from controller.staff.roles import TrailPoint

Event = (
    rounds.Event | floors.Event | notices.Event | pools.PoolEvent | HouseEvent | devices.DeviceEvent
)

KINDS: Final = (
    rounds.Event,
    *FLOOR.folds,
    notices.Event,
    pools.PoolEvent,
    HouseEvent,
    devices.DeviceEvent,
)
"""Every kind of event in the record of a table."""


def fold(house: House, events: Iterable[Event]) -> House:
    """The house after these events."""
    return reduce(fold_one, events, house)


def fold_one(house: House, event: Event) -> House:
    """The house after one event."""
    match event:
        case floors.Event():
            return _on_floor(house, event)
        case notices.NoticeRaised() | notices.NoticeDelivered() | notices.SinksConfigured():
            return evolve(house, notices=notices.fold_one(house.notices, event))
        case pools.FiguresTakenUp() | pools.PoolRead():
            return _by_pool(house, event)
        case devices.DeviceHeard() | devices.DeviceOrdered():
            return evolve(house, marks=devices.fold_one(house.marks, event))
        case TrailCopied():
            return evolve(house, trail=TrailPoint(event.register, event.line, event.mark))
        case MeterRead():
            return evolve(house, table=evolve(house.table, meter=_meter_of(event)))
        case MeterFound():
            return evolve(house, table=with_meter_found(house.table, _meter_of(event)))
        case LinkLost():
            return evolve(house, link_lost=event.at)
        case LinkBack():
            return evolve(house, link_lost=None)
        case TableHeld():
            return evolve(house, held=event.why)
        case HoldLifted():
            return evolve(house, held=None)
        case SlipIssued():
            return evolve(house, confirmed_by=event.slip.confirmed_by)
    if isinstance(event, pools.PoolEvent):
        return evolve(house, pool=pools.fold_one(house.pool, event))
    if isinstance(event, HouseEvent):
        return house  # what only the record has to know
    return evolve(house, table=fold_round(house.table, event))


def _by_pool(house: House, event: pools.FiguresTakenUp | pools.PoolRead) -> House:
    """The next round plays by the pool's figures, and from the pool's meter where it was read."""
    floor = existing(house.floor, "figures of a pool on the bench")
    floor = evolve(floor, rules=with_figures(floor.rules, event.figures))
    house = evolve(house, floor=floor, pool=pools.fold_one(house.pool, event))
    if isinstance(event, pools.FiguresTakenUp):
        return house
    return evolve(house, table=evolve(house.table, meter=_meter_of(event)))


def _meter_of(event: MeterRead | MeterFound | pools.PoolRead) -> Meter:
    return Meter(event.exact, event.exact_reserve)


def _on_floor(house: House, event: floors.Event) -> House:
    floor = FLOOR.fold_one(existing(house.floor, "an event of the floor on the bench"), event)
    if not isinstance(event, RoundBegun):
        return evolve(house, floor=floor)
    # Limits, method and jackpot are those in force when the round begins.
    table = evolve(house.table, rules=round_rules(floor))
    return evolve(house, floor=floor, table=table, confirmed_by=())
