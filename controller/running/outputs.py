"""What every lamp, lock, key and sign should show: views of one snapshot, sent as differences.

A device that comes back is sent the whole of it, so it comes right by itself.
"""

from collections.abc import Set
from enum import StrEnum

from controller.domain.base import remembered
from controller.domain.frozen import frozen
from controller.floor.rounds import verify_deal
from controller.floor.state import Floor
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.pool import wagered
from controller.games.bonus.round.state import Place, Table, Unexplained
from controller.games.bonus.wagers import Area
from controller.running.keys import meanings
from controller.running.snapshot import SharedMeter


class Lamp(StrEnum):
    """A lamp at a place's jackpot area."""

    OFF = "off"
    ON = "on"
    FLASH = "flash"


@frozen
class Outputs:
    """The desired state of everything the controller drives."""

    jackpot_lamps: tuple[Lamp, ...]
    """By place: on for a wager that is in, flashing for a win that is being paid."""
    sensors_locked: bool
    """15.2.4, sd (3): sensors ignore chips from the lock to the end of the round."""
    shoe_locked: bool
    """No card may leave the device now."""
    keypad_lamps: frozenset[str]
    """Keys the dealer may press now, by the name of the button they stand for."""
    sign_text: str
    """The jackpot sign."""


def derive_outputs(
    house: BonusHouse, *, held: bool = False, shared: SharedMeter | None = None
) -> Outputs:
    """What the devices should show; a table that is held lets no card and no key through."""
    table = house.table
    return Outputs(
        jackpot_lamps=_lamps(table),
        sensors_locked=table.round.phase not in (Phase.IDLE, Phase.WAGERS),
        shoe_locked=held or _shoe_locked(house),
        keypad_lamps=frozenset() if held else frozenset(meanings(table)),
        sign_text=_sign(house, shared),
    )


def _lamps(table: Table) -> tuple[Lamp, ...]:
    round_ = table.round
    if not round_.in_play():
        return (Lamp.OFF,) * len(round_.places)
    winning = {due.award.place for due in round_.awards if not due.paid}
    # sd (3): sensors light up as they lock; elsewhere a player sees before that what was taken.
    waiting = table.rules.nsw and round_.phase is Phase.WAGERS and not round_.jackpot_off
    sensed = round_.sensed if waiting else frozenset[int]()
    return tuple([_lamp(place, winning, sensed) for place in round_.places])


def _lamp(place: Place, winning: Set[int], sensed: Set[int]) -> Lamp:
    if place.number in winning:
        return Lamp.FLASH
    waiting = place.number in sensed and Area.ANTE in place.stakes
    return Lamp.ON if waiting or wagered(place) else Lamp.OFF


def _shoe_locked(house: BonusHouse) -> bool:
    """Cards may leave in the deal, under sd for a street that is due, and before the lock."""
    table, round_ = house.table, house.table.round
    if house.floor is not None and _deck_locked(house.floor):
        return True
    if round_.unexplained is not Unexplained.NOTHING:
        return True
    if round_.phase is Phase.WAGERS:
        return not any(place.playing for place in round_.places)
    if round_.plan is None or not round_.in_play():
        return True
    return len(round_.drawn) >= cards_due(table)


@remembered
def _deck_locked(floor: Floor) -> bool:
    """Does the floor let no card out?"""
    return verify_deal(floor) is not None


def _sign(house: BonusHouse, shared: SharedMeter | None) -> str:
    meter = house.table.meter
    if meter is None:
        return ""
    if not house.jackpot_open:
        return "JACKPOT CLOSED"
    if shared is None:
        return _amount(meter)
    return f"{shared.available.display()}{'' if shared.linked else ' NOT LINKED'}"


@remembered
def _amount(meter: Meter) -> str:
    return meter.value.display()
