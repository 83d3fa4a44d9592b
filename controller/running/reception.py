"""Where people show who they are: PINs and cards are tried here, off the controller's thread.

A PIN takes over a tenth of a second to try. The register charges every attempt before it looks at
the PIN and keeps a trail of its own; the trail goes into the journal after each attempt and at
every start, so that a failed PIN stands in the record even if the plug is pulled in between.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from controller.domain.refusals import Refused
from controller.running.ports import Clock
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Answer
from controller.staff.pins import Pin, StaffCard
from controller.staff.powers import NotAllowed, Objection
from controller.staff.register import Register
from controller.staff.roles import Order, Reason, Rejected, Role
from controller.staff.session import Admitted, Denied

ANSWER_S_MAX: Final = 10.0
"""Longest wait for the controller's thread."""


class Reception:
    """Between the register of staff and the table's screen."""

    def __init__(self, register: Register, controller: TableController, clock: Clock) -> None:
        self._register = register
        self._controller = controller
        self._clock = clock
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="reception")
        self.copy_trail()

    def show_pin(
        self, number: str, pin: Pin, role: Role | None = None
    ) -> "Future[Answer | Denied]":
        """Somebody keys a staff number and a PIN; no role said, in that person's own."""
        return self._worker.submit(self._try_pin, number, pin, role)

    def show_card(self, card: StaffCard, role: Role | None = None) -> "Future[Answer | Denied]":
        """Somebody swipes a staff card; no role said, in that person's own."""
        return self._worker.submit(self._try_card, card, role)

    def unlock(self, number: str, reason: Reason) -> "Future[Answer]":
        """Whoever stands above the dealer lets somebody try again who was locked out."""
        return self._worker.submit(self._unlock, number, reason)

    def copy_trail(self) -> None:
        """What has happened to the register since it was last copied."""
        self._worker.submit(self._copy_trail)

    def close(self) -> None:
        """Finish what was begun."""
        self._worker.shutdown()

    def _try_pin(self, number: str, pin: Pin, role: Role | None) -> Answer | Denied:
        shown = self._register.try_pin(number, pin, self._clock.now().wall_ms)
        return self._let_in(shown, role)

    def _try_card(self, card: StaffCard, role: Role | None) -> Answer | Denied:
        return self._let_in(self._register.try_card(card, self._clock.now().wall_ms), role)

    def _let_in(self, shown: Admitted | Denied, role: Role | None) -> Answer | Denied:
        self._copy_trail()
        if isinstance(shown, Denied):
            return shown
        return self._controller.sign_on(shown, role or shown.person.role).result(ANSWER_S_MAX)

    def _unlock(self, number: str, reason: Reason) -> Answer:
        """On whose authority is the table's to say, not the screen's."""
        by = self._controller.snapshot().on_top
        if by is None:
            return Refused(Objection.NOBODY_SIGNED_ON)
        outcome = self._register.unlock(number, Order(by, reason, self._clock.now().wall_ms))
        self._copy_trail()
        match outcome:
            case Rejected():
                return Refused(outcome.trouble, None, outcome.detail)
            case NotAllowed():
                return outcome.refused()
        return Accepted(self._controller.snapshot().head.position)

    def _copy_trail(self) -> None:
        trail = self._register.read_on(self._controller.snapshot().house.trail)
        if trail.lines:
            self._controller.copy_trail(trail).result(ANSWER_S_MAX)
