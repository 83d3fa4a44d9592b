"""What every test of the commands shares."""

import pytest

from controller.staff import pins
from tests.unit.staff.crew import WEAK


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process only: a command that is a process of its own hashes as strongly as ever."""
    monkeypatch.setattr(pins, "_hasher", lambda _, made=pins._hasher: made(WEAK))  # noqa: SLF001
