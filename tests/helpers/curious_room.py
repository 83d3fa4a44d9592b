"""The curious finger at a table of the poker room."""

from contextlib import suppress
from typing import Any

from controller.floor.equipment import FitDevices
from controller.floor.state import Status
from controller.games.poker.floor.waiting import JoinWaitingList
from controller.games.poker.phases import Phase
from tests.helpers.curious import DEVICES, Curious


class CuriousInTheRoom(Curious):
    """It deals and bets by itself; devices fail, people sign on and the console starts anew."""

    @property
    def _room(self) -> Any:
        return self.screen.shift

    def stay(self, taps: int) -> None:
        """So many taps at the table that the console shows, unless it is closed before."""
        self._watcher(self.screen.settle(), "never opened")
        seats = [seat for seat in range(1, self._room.rules.seats + 1) if seat != 4]
        self._room.sitting(**{f"s{seat}": str(1250 * seat) for seat in seats})
        self._room.do(JoinWaitingList("4711"), JoinWaitingList("12"), FitDevices(DEVICES))
        for _ in range(taps):
            self._table_goes_on()
            self._watcher(self.screen.settle(), self.where())
            self._tap()
            if self._room.floor.status is Status.CLOSED:
                return

    def _phase(self) -> str:
        return str(self._room.table.phase.value)

    def _table_goes_on(self) -> None:
        if self._room.controller.snapshot().held and self._chance.random() < 0.3:
            self._interrupted()
            self._room.now(self._room.controller.compare_done())
        if self._room.table.phase is Phase.IDLE:
            with suppress(AssertionError, KeyError):  # a deck to be counted first, or replaced
                self._room.deck_ready()
        at = self._chance.randrange(100)
        for share, happens in (
            (3, self._device_fails),
            (3, self._devices_work),
            (5, self._somebody_signs_on),
            (4, self._leave),
            (1, self._interrupted),
        ):
            at -= share
            if at < 0:
                happens()
                return
