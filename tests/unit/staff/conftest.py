"""A register with four people in it."""

from pathlib import Path

import pytest

from controller.staff.register import Register
from controller.staff.roles import HouseReason, RegisteredPerson
from tests.unit.staff.crew import (
    ADA,
    BO,
    EVE,
    GIL,
    WEAK,
    Machine,
    order,
    pin,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "staff.db"


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def register(path: Path, machine: Machine) -> Register:
    """Ada, Eve, Gil and Bo."""
    made = Register.create(path, WEAK, machine)
    assert isinstance(made.add(ADA, pin(ADA), order(HouseReason.JOINED, None)), RegisteredPerson)
    for person in (EVE, GIL, BO):
        assert isinstance(
            made.add(person, pin(person), order(HouseReason.JOINED)), RegisteredPerson
        )
    return made
