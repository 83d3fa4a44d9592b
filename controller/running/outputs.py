"""What every lamp, lock, key and sign should show: views of one snapshot, sent as differences.

A device that comes back is sent the whole of it, so it comes right by itself.
"""

from enum import StrEnum
from typing import Any

from controller.domain.base import evolve, remembered
from controller.domain.frozen import Frozen
from controller.floor.rounds import verify_deal
from controller.floor.state import Floor
from controller.games.step import UNDO
from controller.house.state import House


class Lamp(StrEnum):
    """A lamp at a place."""

    OFF = "off"
    ON = "on"
    FLASH = "flash"


class Outputs(Frozen):
    """The desired state of everything the controller drives."""

    place_lamps: tuple[Lamp, ...]
    """By place, as the game lights them."""
    sensors_locked: bool
    """Sensors ignore chips while they are."""
    shoe_locked: bool
    """No card may leave the device now."""
    keypad_lamps: frozenset[str]
    """Keys the dealer may press now, by the name of the button they stand for."""
    sign_text: str
    """What the sign on a serial line shows."""


def derive_outputs(
    house: House, *, held: bool = False, shared: Any = None, undo: bool = False
) -> Outputs:
    """What the devices should show. A table that is held lets no card and no key through; nor does
    a floor that is not ready let a card out. `undo`: is there anything to undo?"""
    outputs = house.game.outputs(house, shared)
    if undo:
        outputs = evolve(outputs, keypad_lamps=outputs.keypad_lamps | {UNDO})
    if not outputs.shoe_locked and (held or (house.floor and _deck_locked(house.floor))):
        outputs = evolve(outputs, shoe_locked=True)
    return evolve(outputs, keypad_lamps=frozenset[str]()) if held else outputs


@remembered
def _deck_locked(floor: Floor) -> bool:
    """Does the floor let no card out?"""
    return verify_deal(floor) is not None
