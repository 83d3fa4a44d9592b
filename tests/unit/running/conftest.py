"""A table with all that runs beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.running.tables import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.down()
