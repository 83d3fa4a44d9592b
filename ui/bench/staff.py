"""The people of a simulated table: registered at its first start, their PINs for everybody to see.

A folder of a simulated table is no casino. Without `--simulate` nobody is registered by itself.
"""

import time
from pathlib import Path
from typing import Final, NamedTuple

import typer

from controller.domain.base import BrokenInvariant
from controller.private_files import write_private
from controller.staff.pins import Cost, Pin, StaffCard
from controller.staff.powers import HouseAction
from controller.staff.register import Register
from controller.staff.roles import (
    Actor,
    HouseReason,
    Person,
    Reason,
    RegisteredPerson,
    RegisterRequest,
    Role,
)


class Colleague(NamedTuple):
    """Somebody who works at a simulated table."""

    person: Person
    pin: str
    card: str

    @property
    def pin_shown(self) -> Pin:
        return Pin(self.pin)


def _who(number: str, name: str, role: Role, pin: str) -> Colleague:
    return Colleague(Person(number, name, role), pin, f"9000000{number}")


# fmt: off
PIT: Final        = _who("301", "Okafor",    Role.CASINO_SUPERVISOR, "480175")
SECOND_PIT: Final = _who("302", "Brandt",    Role.CASINO_SUPERVISOR, "915036")
SUPERVISOR: Final = _who("201", "Nguyen",    Role.GAMING_SUPERVISOR, "275093")
DEALER: Final     = _who("117", "Moreau",    Role.DEALER,            "604182")
RELIEF: Final     = _who("118", "Castell",   Role.DEALER,            "730941")
INSPECTOR: Final  = _who("401", "Haddad",    Role.INSPECTOR,         "158360")
TECHNICIAN: Final = _who("501", "Lindqvist", Role.TECHNICIAN,        "692704")
# fmt: on
EVERYBODY: Final = (PIT, SECOND_PIT, SUPERVISOR, DEALER, RELIEF, INSPECTOR, TECHNICIAN)

STRANGERS: Final = "9000000999"
"""A staff card that nobody here has."""

STAFF_FILE: Final = "STAFF.txt"
"""Who works in a simulated folder."""

QUICK: Final = Cost(passes=1, memory_kib=1_024, lanes=1)
"""A PIN that is printed needs no strong hash, and nobody waits for it."""


def demo_register(path: Path) -> Register:
    """The register of a simulated table, made where there is none."""
    if path.exists():
        return Register.open(path, QUICK)
    register = Register.create(path, QUICK)
    head = Actor(PIT.person.number, PIT.person.role)
    for colleague in EVERYBODY:
        by = None if colleague is PIT else head
        joined = register.add(colleague.person, colleague.pin_shown, _order(by, HouseReason.JOINED))
        given = register.give_card(
            colleague.person.number,
            StaffCard(colleague.card),
            _order(head, HouseAction.GIVE_CARD.reasons[0]),
        )
        for outcome in (joined, given):
            if not isinstance(outcome, RegisteredPerson):
                raise BrokenInvariant(f"{colleague.person.name}: {outcome.text()}")
    return register


def introduced(folder: Path, title: str, *more: str) -> None:
    """Who works in a simulated folder: on the terminal, and in a file there."""
    lines = [title, "number  name        PIN     role"]
    lines += [
        f"{one.person.number:<7} {one.person.name:<11} {one.pin:<7} {one.person.role.words}"
        for one in EVERYBODY
    ]
    text = "\n".join((*lines, *more))
    write_private(folder / STAFF_FILE, f"{text}\n".encode())
    typer.echo(text)


def _order(by: Actor | None, reason: Reason) -> RegisterRequest:
    return RegisterRequest(by, reason, time.time_ns() // 1_000_000)
