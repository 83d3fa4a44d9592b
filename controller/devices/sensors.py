"""The sensors at the places: levels become observations for what differs from the table.

What a chip that comes or goes means while the sensors are locked is the game's to say. When they
are unlocked, or come back, whatever differs then is told.
"""

from controller.devices.cards import ANSWER_S_MAX
from controller.devices.worker import DeviceWorker
from controller.running.snapshot import Accepted
from drivers.xkeys.sensors import SensorState


class SensorWorker(DeviceWorker):
    """Between the sensors' driver and the table; an `Output` for the lock."""

    def __init__(self) -> None:
        super().__init__("sensors")
        self._covered: frozenset[int] | None = None
        self._locked = True

    @property
    def covered(self) -> frozenset[int] | None:
        """Places with a chip, as last told; none before the sensors were read."""
        return self._covered

    def receive(self, state: SensorState) -> None:
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
        house = self._table.snapshot().house
        for command in house.game.sensed(house.table, covered, locked=locked):
            try:
                answer = self._table.submit(command).result(ANSWER_S_MAX)
            except Exception:  # noqa: BLE001 - late, or a mistake that now holds the table
                return False
            if not isinstance(answer, Accepted):
                return False
        return True
