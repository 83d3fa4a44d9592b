"""What devices of a bonus table come to: chips on the jackpot sensors, and devices that fail.

While the sensors are locked a chip that comes or goes is ignored (15.2.4). Under sd one that goes
is told all the same: the dealer takes them all off before the first card (sd (3)).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from controller.games.bonus.commands import JackpotSensor
from controller.games.bonus.floor.jackpots import ReportJackpotFailed
from controller.games.bonus.floor.state import JackpotState
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import Table

_JACKPOT: Final = {"sign": "meter display", "sensors": "recording equipment"}


def differences(
    table: Table, covered: frozenset[int], *, locked: bool = False
) -> Iterator[JackpotSensor]:
    """What the table does not know yet of the chips that lie there."""
    if table.rules.jackpot is None or (locked and table.rules.nsw):
        return
    for place in table.round.places:
        present = place.number in covered
        if present is not (place.number in table.round.sensed) and not (present and locked):
            yield JackpotSensor(place.number, present)


def jackpot_failed(house: BonusHouse, failed: Iterable[str]) -> Iterator[ReportJackpotFailed]:
    """2.4.3, 11.14: what the jackpot needs and has not had for too long. Only where it is offered,
    and between rounds: a round is played to its end first (R38)."""
    floor = house.floor
    if floor is None or floor.jackpot is not JackpotState.ON or floor.round is not None:
        return
    for device in failed:
        if device in _JACKPOT:
            yield ReportJackpotFailed(_JACKPOT[device])
