"""The jackpot sensors: levels become observations for what differs from the table.

While the sensors are locked a chip that comes or goes is ignored (15.2.4); when they are unlocked,
or come back, whatever differs then is told. Under sd one that goes is told all the same: the dealer
takes them all off before the first card (sd (3)). A thread of its own does the telling, for neither
the driver's nor the controller's may wait for the other.
"""

import threading
from collections.abc import Iterator
from typing import Final

from controller.devices.cards import ANSWER_S_MAX
from controller.domain.commands import JackpotSensor
from controller.round.state import Table
from controller.runtime import TableController
from controller.snapshot import Accepted
from drivers.xkeys.sensors import SensorState

RETRY_MS: Final = 1_000
"""How long after a refusal or a late answer it is tried again."""
LOOK_MS: Final = 20
"""How often it is looked for differences where there is no thread that is woken."""


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


class SensorDesk:
    """Between the sensors' driver and the table; an `Output` for the lock."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._covered: frozenset[int] | None = None
        self._locked = True
        self._due = self._ending = False
        self._table: TableController | None = None
        self._thread = threading.Thread(target=self._run, name="sensor-desk", daemon=True)

    @property
    def covered(self) -> frozenset[int] | None:
        """Places with a chip, as last told; none before the sensors were read."""
        with self._turn:
            return self._covered

    def attach(self, table: TableController) -> None:
        """Differences are to this table."""
        self._table = table

    def start(self) -> None:
        """Begin to tell."""
        self._thread.start()

    def told(self, state: SensorState) -> None:
        """By the driver: all levels. One that does not settle keeps the last that did."""
        with self._turn:
            self._covered = state.covered
            self._nudge()

    def send(self, locked: bool) -> None:
        """By the controller: are chips ignored?"""
        with self._turn:
            self._locked = locked
            self._nudge()

    def stop(self) -> None:
        """End the thread."""
        with self._turn:
            self._ending = True
            self._turn.notify_all()
        if self._thread.ident is not None:
            self._thread.join(ANSWER_S_MAX)

    def _nudge(self) -> None:
        self._due = True
        self._turn.notify_all()

    def _run(self) -> None:
        while self._wait():
            rest_ms = self.step() - LOOK_MS
            with self._turn:
                self._turn.wait_for(lambda: self._ending, rest_ms / 1_000)

    def step(self) -> int:
        """Tell what is due; how many ms to let it rest then."""
        with self._turn:
            due, self._due = self._due and self._covered is not None, False
            covered, locked = self._covered, self._locked
        if not due or covered is None or self._tell(covered, locked):
            return LOOK_MS
        with self._turn:
            self._due = True
        return RETRY_MS

    def _wait(self) -> bool:
        """Until there is something to compare; not at the end."""
        with self._turn:
            self._turn.wait_for(lambda: self._ending or (self._due and self._covered is not None))
            return not self._ending

    def _tell(self, covered: frozenset[int], locked: bool) -> bool:
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
