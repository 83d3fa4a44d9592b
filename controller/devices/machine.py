"""Keeps the shuffler at work: looks at table and machine, and gives it the order that is due.

An order stands in the record before it is given. A machine may change without a word, at a
technician's hand or with its memory full: while the table waits for it, it is asked again and again
how it is.
"""

from concurrent.futures import Future
from typing import Final

from controller.devices.cards import Noticed, Shuffler, unnoticed
from controller.devices.dealing import Order, Task, awaited, done_already, miscounted, order_due
from controller.devices.worker import AGAIN_MS, DeviceWorker
from controller.floor.device_state import TroubleCode
from controller.house.devices import Mark
from drivers.faults import DeviceFault
from drivers.link.messages import Outcome
from drivers.shuffler.protocol import Back, ShufflerState

LOOKS_MAX: Final = 3
"""So many looks in a row at numbers that differ, and it is said."""


class ShufflerWorker(DeviceWorker):
    """Between the table and the shuffler's driver."""

    def __init__(self, shuffler: Shuffler, noticed: Noticed = unnoticed) -> None:
        super().__init__("shuffler")
        self._shuffler, self._noticed = shuffler, noticed
        self._given: Future[Outcome] | None = None
        self._off: dict[Back, int] = {}
        self._unreported: Mark | None = None
        """How far the record goes, while a report is waited for."""
        self._in_vain: Mark | None = None
        """How far it went when one was last waited for and did not come."""
        shuffler.changed = self.nudge

    def _look(self) -> bool:
        if self._see_to():
            return True
        self._shuffler.read_again()
        return False

    def _left_alone(self) -> None:
        self._in_vain = self._unreported
        self._shuffler.read_again()

    def _see_to(self) -> bool:
        """Give the order that is due; whether all is well, or under way."""
        state, read = self._shuffler.state, isinstance(self._shuffler.state, ShufflerState)
        if self._table is None or not (read or self._refused()) or not self._answered():
            return True
        if not isinstance(state, ShufflerState):
            return True
        snapshot = self._table.snapshot()
        if snapshot.held is not None:
            return True
        order = order_due(snapshot.house, state)
        if self._may_be_reported(order, state):
            self._patience_ms = AGAIN_MS
            return True
        if order is None:
            self._patience_ms = AGAIN_MS if awaited(snapshot.house) else None
            return self._counted(miscounted(snapshot.house, state))
        if order.task is Task.EJECT:
            self._off.pop(order.back, None)  # its numbers agree: earlier looks came too soon
        try:
            self._given = self._shuffler.give(order)
        except DeviceFault:  # not on record: it is not given
            return False
        self._given.add_done_callback(lambda _: self.nudge())
        return True

    def _may_be_reported(self, order: Order | None, state: ShufflerState) -> bool:
        """Is the report under way that this was done? A state may come before the event that led to
        it, after a restart as well: the device keeps an event until it is on record."""
        done = order is not None and done_already(order, state)
        self._unreported = self._shuffler.mark if done else None
        return done and self._unreported != self._in_vain

    def _refused(self) -> bool:
        """Was an order refused? Nothing else is heard of it: no event, no new state."""
        given = self._given
        return given is not None and given.done() and given.result() is not Outcome.ACCEPTED

    def _answered(self) -> bool:
        """Is nothing under way? An order is sent again until it is answered."""
        if self._given is None:
            return True
        if not self._given.done():
            return False
        outcome, self._given = self._given.result(), None
        if outcome is not Outcome.ACCEPTED:
            said = outcome.name.lower().replace("_", " ")
            self._noticed("shuffler", TroubleCode.ORDER_REFUSED, f"It refused the order: {said}.")
        self._shuffler.read_again()
        return False

    def _counted(self, wrong: tuple[Back, str] | None) -> bool:
        if wrong is None:
            self._off.clear()
            return True
        back, text = wrong
        self._off[back] = self._off.get(back, 0) + 1
        if self._off[back] == LOOKS_MAX:
            self._noticed("shuffler", TroubleCode.MISCOUNTED, text, back.name.lower())
        return self._off[back] > LOOKS_MAX
