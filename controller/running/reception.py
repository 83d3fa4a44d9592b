"""Where people show who they are: PINs are tried here, off the controller's thread.

A PIN takes over a tenth of a second to try. The register charges every attempt before it looks at
the PIN and keeps a trail of its own; the trail goes into the journal after each attempt, at every
start and at the end, so that a failed PIN stands in the record even if the plug is pulled in
between. A register that is not the one of the journal lets nobody in, and holds the table.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from controller.clock import Clock
from controller.running.runtime import TableController
from controller.running.snapshot import Answer
from controller.staff.pins import Pin, StaffCard
from controller.staff.register import Register
from controller.staff.roles import Role
from controller.staff.session import Denied, Why

ANSWER_S_MAX: Final = 10.0
"""Longest wait for the controller's thread."""
_FOREIGN: Final = Denied(Why.FOREIGN, None)


class Reception:
    """Between the register of staff and the table's screen."""

    def __init__(
        self,
        register: Register,
        controller: TableController,
        clock: Clock,
        table_key: bytes | None = None,
    ) -> None:
        """`table_key`: by which the table knows its register again without the record."""
        self._register = register
        self._controller = controller
        self._clock = clock
        self._doubt = ""
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="reception")
        self._worker.submit(self._begin, table_key)

    def show_pin(
        self, number: str, pin: Pin, role: Role | None = None
    ) -> "Future[Answer | Denied]":
        """Somebody keys a staff number and a PIN; no role said, in that person's own."""
        return self._worker.submit(self._try_pin, number, pin, role)

    def owner(self, card: StaffCard) -> "Future[str | Denied]":
        """Somebody swipes a staff card: whose number it is. The PIN is still to be keyed."""
        return self._worker.submit(self._owner, card)

    def close(self) -> None:
        """Finish what was begun; what has changed since stands in the record too."""
        self._worker.submit(self._is_own)
        self._worker.shutdown()

    def _begin(self, table_key: bytes | None) -> None:
        if self._is_own() and table_key is not None:
            self._register.bind(table_key)

    def _try_pin(self, number: str, pin: Pin, role: Role | None) -> Answer | Denied:
        if not self._is_own():
            return _FOREIGN
        shown = self._register.try_pin(number, pin, self._clock.now().wall_ms)
        if not self._is_own():
            return _FOREIGN
        if isinstance(shown, Denied):
            return shown
        return self._controller.sign_on(shown, role or shown.person.role).result(ANSWER_S_MAX)

    def _owner(self, card: StaffCard) -> str | Denied:
        if not self._is_own():
            return _FOREIGN
        found = self._register.owner(card, self._clock.now().wall_ms)
        return found if self._is_own() else _FOREIGN

    def _is_own(self) -> bool:
        """Is it the register of the record? What has happened to it since goes there."""
        trail = self._register.read_on(self._controller.snapshot().house.trail)
        if trail.lines or trail.doubt != self._doubt:
            self._controller.copy_trail(trail).result(ANSWER_S_MAX)
        self._doubt = trail.doubt
        return not trail.doubt
