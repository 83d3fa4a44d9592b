"""A table with its people, set up in a folder as a casino does it, for a colleague to attack."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from typer.testing import CliRunner, Result

from controller.clock import MachineClock
from controller.domain.base import existing
from controller.running.reception import Reception
from controller.running.running_table import RunningTable
from controller.staff import pins
from controller.staff.pins import Pin
from controller.staff.register import Register
from controller.staff.roles import (
    Actor,
    HouseReason,
    Person,
    RegisteredPerson,
    RegisterRequest,
    Role,
)
from controller.tables import load_table
from tests.unit.staff.crew import WEAK
from ui.cli import app
from ui.table_folder import TableFolder

TABLE: Final = "14"
PIT: Final = Person("301", "Okafor", Role.CASINO_SUPERVISOR)
SECOND_PIT: Final = Person("302", "Brandt", Role.CASINO_SUPERVISOR)
GAMING: Final = Person("201", "Nguyen", Role.GAMING_SUPERVISOR)
DEALER: Final = Person("117", "Moreau", Role.DEALER)
TECHNICIAN: Final = Person("501", "Lindqvist", Role.TECHNICIAN)
EVERYBODY: Final = (PIT, SECOND_PIT, GAMING, DEALER, TECHNICIAN)
PINS: Final = {"301": "480175", "302": "915036", "201": "275093", "117": "604182", "501": "692704"}
OWN: Final = dict.fromkeys(PINS, "806142")
"""The PIN that the attacker gives to everybody."""


def registered(path: Path, chosen: dict[str, str] = PINS) -> Register:
    """The same people, with these PINs."""
    register = Register.create(path, WEAK)
    for person in EVERYBODY:
        by = None if person is PIT else Actor(PIT.number, PIT.role)
        added = register.add(
            person, Pin(chosen[person.number]), RegisterRequest(by, HouseReason.JOINED, 1)
        )
        assert isinstance(added, RegisteredPerson)
    return register


@contextmanager
def running(
    folder: TableFolder, register: Register | None = None
) -> Iterator[tuple[RunningTable, Reception]]:
    """Brought up and taken down as the console does, with whoever looks after its people."""
    found = register or Register.open(folder.staff, WEAK)
    setup = folder.setup(load_table(TABLE), folder.keys(), found, None, lambda: None)
    table = RunningTable(setup, MachineClock())
    try:
        yield table, existing(table.reception, "no reception")
    finally:
        table.close()


def started(folder: Path) -> TableFolder:
    """A table that was started once with its register, and stopped."""
    made = TableFolder(folder).create()
    registered(made.staff)
    with running(made):
        pass
    return made


def copied(register: Path, to: Path) -> Path:
    """Register and key, as somebody takes them who can read the files."""
    to.mkdir()
    for file in (register, pins.key_path(register)):
        shutil.copy2(file, to / file.name)
    return to / register.name


def run(*words: str, by: tuple[str, ...], chosen: dict[str, str]) -> Result:
    people = [word for number in by for word in ("--by", number)]
    typed = "".join(f"{chosen[number]}\n" for number in by)
    return CliRunner().invoke(app, [*words, *people, "--pin-stdin"], input=typed)


def recorded(folder: TableFolder) -> list[tuple[str, str]]:
    """Every record by its kind, with what it says."""
    with closing(sqlite3.connect(folder.journal)) as file:
        rows = file.execute("SELECT kind, payload FROM record ORDER BY position").fetchall()
    return [(kind, bytes(payload).decode("utf-8", "replace")) for kind, payload in rows]
