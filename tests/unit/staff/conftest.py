"""A register with four people in it."""

from pathlib import Path

import pytest

from controller.staff.register import Register
from tests.unit.staff.crew import ADA, BO, EVE, GIL, WEAK, Machine, joined


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "staff.db"


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def register(path: Path, machine: Machine) -> Register:
    """Ada, Eve, Gil and Bo."""
    return joined(Register.create(path, WEAK, machine), ADA, EVE, GIL, BO)
