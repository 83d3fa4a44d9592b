"""Four people of a house and what the tests do with them."""

from collections.abc import Mapping

from controller.clock import Moment
from controller.domain.instant import MINUTE_MS
from controller.staff.pins import Cost, Pin
from controller.staff.register import Outcome, Register
from controller.staff.roles import (
    Actor,
    HouseReason,
    Person,
    Reason,
    RegisteredPerson,
    RegisterRequest,
    Rejected,
    Role,
    Trouble,
)
from controller.staff.session import Denied, Why

WEAK = Cost(passes=1, memory_kib=8, lanes=1)
NOON = 1_760_000_000_000
LATER = 10 * MINUTE_MS
ADA = Person("900", "Ada", Role.CASINO_SUPERVISOR)
EVE = Person("901", "Eve", Role.CASINO_SUPERVISOR)
GIL = Person("204", "Gil", Role.GAMING_SUPERVISOR)
BO = Person("117", "Bo", Role.DEALER)
PINS = {"900": "493817", "901": "570263", "204": "802461", "117": "314159"}
WRONG = Pin("271828")
BY_ADA = Actor("900", Role.CASINO_SUPERVISOR)
BY_EVE = Actor("901", Role.CASINO_SUPERVISOR)


def pin(person: Person) -> Pin:
    return Pin(PINS[person.number])


def order(reason: Reason, by: Actor | None = BY_ADA, at: int = NOON) -> RegisterRequest:
    return RegisterRequest(by, reason, at)


def joined(
    register: Register, *people: Person, pins: Mapping[str, str] = PINS, at: int = NOON
) -> Register:
    """All of them are registered, by the first of them."""
    by: Actor | None = None
    for person in people:
        request = order(HouseReason.JOINED, by, at)
        added = register.add(person, Pin(pins[person.number]), request)
        assert isinstance(added, RegisteredPerson)
        by = Actor(people[0].number, people[0].role)
    return register


class Machine:
    """The clock of a machine that can be started anew."""

    def __init__(self) -> None:
        self.boot, self.ms = 1, 5_000

    def __call__(self) -> Moment:
        return Moment(f"boot {self.boot}", self.ms)

    def wait(self, ms: int) -> None:
        self.ms += ms

    def restart(self) -> None:
        self.boot, self.ms = self.boot + 1, 100


def fail(register: Register, machine: Machine, number: str, times: int) -> Denied:
    """So many wrong PINs, each after its wait; what was said to the last one."""
    last = Denied(Why.WRONG, number)
    for _ in range(times):
        machine.wait(last.wait_ms)
        denied = register.try_pin(number, WRONG, NOON)
        assert isinstance(denied, Denied)
        assert denied.why is Why.WRONG
        last = denied
    return last


def done(outcome: Outcome | Denied) -> RegisteredPerson:
    assert isinstance(outcome, RegisteredPerson), outcome
    return outcome


def trouble(outcome: Outcome | Denied) -> Trouble | None:
    return outcome.trouble if isinstance(outcome, Rejected) else None


def failures(register: Register, number: str) -> int:
    entry = register.person(number)
    assert entry is not None
    return entry.failures


def whats(register: Register, number: str) -> list[str]:
    """What the trail says of one person."""
    return [line.what for line in register.trail() if line.number == number]
