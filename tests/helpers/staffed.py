"""A console with its people: a register, PINs tried on a thread of their own, the record."""

from concurrent.futures import wait
from pathlib import Path
from time import monotonic

from controller.clock import Moment
from controller.devices.reader import SwipeHandler
from controller.running.history import History
from controller.running.reception import Reception
from controller.staff.pins import Pin, StaffCard
from controller.staff.powers import HouseAction
from controller.staff.register import Register
from controller.staff.roles import Actor, HouseReason, Person, RegisterRequest, Role
from drivers.magtek.protocol import StaffNumber, Swipe
from tests.helpers.patience import WAIT_S
from tests.helpers.screen import Screen
from tests.helpers.shift import CASINO, DEALER, GAMING, INSPECTOR, RELIEF, TECHNICIAN
from tests.unit.staff.crew import WEAK

PINS = {
    CASINO.number: "493817",
    DEALER.number: "314159",
    RELIEF.number: "265358",
    GAMING.number: "802461",
    INSPECTOR.number: "570263",
    TECHNICIAN.number: "648205",
}
WRONG = "271828"
TURN_S = 0.002
"""A turn lasts as long as the reception works on something, but no longer than this."""


def card_of(person: Person) -> str:
    """What is on somebody's staff card."""
    return f"9000000{person.number}"


def write_register(folder: Path) -> None:
    """Everybody with PIN and card."""
    register = Register.create(folder / "staff.sqlite", WEAK, lambda: Moment("", 0))
    by: Actor | None = None
    head = Actor(CASINO.number, Role.CASINO_SUPERVISOR)
    for person in (CASINO, DEALER, RELIEF, GAMING, INSPECTOR, TECHNICIAN):
        pin, card = Pin(PINS[person.number]), StaffCard(card_of(person))
        register.add(person, pin, RegisterRequest(by, HouseReason.JOINED, 0))
        given = RegisterRequest(head, HouseAction.GIVE_CARD.reasons[0], 0)
        register.give_card(person.number, card, given)
        by = head


class Staffed:
    """The people of the house at one screen; `folder` has the register that they stand in."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        self.screen = screen
        clock = screen.shift.clock
        self.register = Register.open(
            folder / "staff.sqlite", WEAK, lambda: Moment("", clock.now().steady_ms)
        )
        shift = screen.shift
        self.reception = Reception(self.register, shift.controller, shift.clock)
        self.history = History(lambda: shift.recorder, shift.keys)
        self.reader = SwipeHandler(lambda: shift.clock.now().steady_ms)
        self.reader.attach(shift.controller)
        self.reader.take_staff(self.reception.owner)
        screen.bridge.attach(shift.controller, self.reception, self.history, self.reader)
        self.settle()

    def close(self) -> None:
        self.settle()
        self.reception.close()
        self.history.close()

    def settle(self) -> Screen:
        """Until the reception has nothing left to try."""
        idle = self.reception._worker.submit(int)  # noqa: SLF001 - after what was begun before
        end = monotonic() + WAIT_S
        while not wait((idle,), TURN_S).done:
            assert monotonic() < end, "the reception has not answered"
            self.screen.shift.controller.work()
        return self.screen.settle()

    def key_in(self, person: Person, pin: str = "") -> Screen:
        """On the pad that is open: number, PIN, and what comes of it."""
        self.screen.key("signOn", person.number).tap("signOnGo")
        return self.key_pin(pin or PINS[person.number])

    def key_pin(self, pin: str) -> Screen:
        self.screen.key("signOn", pin).tap("signOnGo")
        return self.settle()

    def sign_on(self, person: Person) -> Screen:
        self.screen.tap("supervisorButton")
        return self.key_in(person)

    def swipe(self, card: Person | Swipe) -> Screen:
        """A card goes through the reader: somebody's staff card, or another."""
        self.reader.receive(StaffNumber(card_of(card)) if isinstance(card, Person) else card)
        self.settle()
        return self.settle()

    def read(self) -> Screen:
        """Until the record is read."""
        self.history._worker.submit(int).result(10)  # noqa: SLF001 - after what was begun before
        return self.screen.settle()
