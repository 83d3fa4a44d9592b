"""The simulated dealer's seat at the running table of a bench."""

from typing import Final

from controller.domain.refusals import Refused
from controller.running.running_table import RunningTable
from controller.running.runtime import TableController
from controller.staff.roles import Person
from controller.staff.session import Denied
from simulators.people.felt import Felt
from simulators.people.tapping import ANSWER_S_MAX, Finger, Seat, Stuck
from ui.bench.staff import DEALER, EVERYBODY, SUPERVISOR

_PINS: Final = {one.person: one.pin_shown for one in EVERYBODY}


class BenchFinger(Finger):
    """At the console of a bench, where everybody's PIN is known."""

    def __init__(self, running: RunningTable) -> None:
        super().__init__(DEALER.person, SUPERVISOR.person)
        self._running = running

    @property
    def controller(self) -> TableController:
        return self._running.controller

    def sign_on(self, person: Person) -> None:
        """Number and PIN are shown."""
        reception = self._running.reception
        if reception is None:
            raise Stuck("this table has no register of staff")
        shown = reception.show_pin(person.number, _PINS[person], person.role)
        answer = shown.result(ANSWER_S_MAX)
        if isinstance(answer, Denied | Refused):
            raise Stuck(f"{person.name}: {answer.text()}")


class BenchSeat(BenchFinger, Seat):
    """Beside a console with somebody at it, who sees to whatever goes wrong."""

    attended = True

    def __init__(self, running: RunningTable, felt: Felt) -> None:
        Seat.__init__(self, felt, DEALER.person, SUPERVISOR.person)
        self._running = running
