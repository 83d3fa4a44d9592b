"""What the keys and the sign of a table of the room should show."""

from controller.games.poker.floor.signs import sign_line
from controller.games.poker.house import PokerHouse
from controller.games.poker.steps import step_of
from controller.games.step import DIGITS
from controller.running.outputs import Lamp, Outputs


def outputs(house: PokerHouse) -> Outputs:
    """No chip is sensed and no card leaves a shoe: only keys and sign change."""
    keys = step_of(house).keys
    digits = DIGITS if any(meaning.amount for meaning in keys.values()) else frozenset[str]()
    return Outputs(
        place_lamps=(Lamp.OFF,) * house.table.rules.places,
        sensors_locked=True,
        shoe_locked=True,
        keypad_lamps=frozenset(keys) | digits,
        sign_text=sign_line(house.table.rules, house.floor),
    )
