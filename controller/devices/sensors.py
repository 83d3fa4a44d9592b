"""The jackpot sensors: levels become observations for what differs from the table.

While the sensors are locked a chip that comes or goes is ignored (15.2.4); when they are unlocked,
or come back, whatever differs then is told. Under sd one that goes is told all the same: the dealer
takes them all off before the first card (sd (3)).
"""

from collections.abc import Iterator

from controller.devices.cards import ANSWER_S_MAX
from controller.devices.desk import DeviceDesk
from controller.games.bonus.commands import JackpotSensor
from controller.games.bonus.round.state import Table
from controller.running.snapshot import Accepted
from drivers.xkeys.sensors import SensorState


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


class SensorDesk(DeviceDesk):
    """Between the sensors' driver and the table; an `Output` for the lock."""

    def __init__(self) -> None:
        super().__init__("sensor-desk")
        self._covered: frozenset[int] | None = None
        self._locked = True

    @property
    def covered(self) -> frozenset[int] | None:
        """Places with a chip, as last told; none before the sensors were read."""
        return self._covered

    def told(self, state: SensorState) -> None:
        """By the driver: all levels. One that does not settle keeps the last that did."""
        self._covered = state.covered
        self.nudge()

    def send(self, locked: bool) -> None:
        """By the controller: are chips ignored?"""
        self._locked = locked
        self.nudge()

    def _look(self) -> bool:
        covered, locked = self._covered, self._locked
        if covered is None:
            return True
        if self._table is None:
            return False
        table = self._table.snapshot().house.table
        for command in differences(table, covered, locked=locked):
            try:
                answer = self._table.submit(command).result(ANSWER_S_MAX)
            except Exception:  # noqa: BLE001 - late, or a mistake that now holds the table
                return False
            if not isinstance(answer, Accepted):
                return False
        return True
