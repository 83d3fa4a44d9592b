"""State is only ever a fold of events: the same code decides and replays."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar, cast

from controller.domain.base import evolve, existing
from controller.floor import base as floors
from controller.floor.rounds import RoundBegun
from controller.floor.state import Floor
from controller.games.game import Game
from controller.house import devices
from controller.house.events import HoldLifted, HouseEvent, TableHeld, TrailCopied
from controller.house.state import House
from controller.notices import outbox as notices
from controller.staff.roles import TrailPoint

H = TypeVar("H", bound=House)

Event = Any
"""What stands in the record of a table."""

_HOUSE: Final = (notices.Event, HouseEvent, devices.DeviceEvent)


def kinds_of_record(*games: Game) -> tuple[Any, ...]:
    """Every kind of event in the record of a table at which one of these games is played."""
    floor = dict.fromkeys(kind for game in games for kind in game.floor.folds)
    return (*(kind for game in games for kind in game.kinds), *floor, *_HOUSE)


def fold(house: H, events: Iterable[Event]) -> H:
    """The house after these events; what only the record has to know changes nothing."""
    for event in events:
        house = fold_one(house, event)
    return house


def fold_one(house: H, event: Event) -> H:
    """The house after one event."""
    core = house.game.core
    if type(event) in core.folds:
        return evolve(house, table=core.fold_one(house.table, event))
    match event:
        case floors.Event():
            return _on_floor(house, event)
        case notices.NoticeRaised() | notices.NoticeDelivered() | notices.SinksConfigured():
            return evolve(house, notices=notices.fold_one(house.notices, event))
        case devices.DeviceHeard() | devices.DeviceOrdered():
            return evolve(house, marks=devices.fold_one(house.marks, event))
        case TrailCopied():
            return evolve(house, trail=TrailPoint(event.register, event.line, event.mark))
        case TableHeld():
            return evolve(house, held=event.why)
        case HoldLifted():
            return evolve(house, held=None)
    return cast(H, house.game.fold_else(house, event))


def _on_floor(house: H, event: floors.Event) -> H:
    floor = existing(house.floor, "an event of the floor on the bench")
    return with_floor(house, house.game.floor.fold_one(floor, event), (event,))


def with_floor(house: H, floor: Floor, events: Sequence[object]) -> H:
    """The house with the floor as these events have left it: a round that begins there begins in
    the game as well, and nothing follows on its beginning."""
    house = evolve(house, floor=floor)
    begins = bool(events) and isinstance(events[-1], RoundBegun)
    return cast(H, house.game.begun(house)) if begins else house
