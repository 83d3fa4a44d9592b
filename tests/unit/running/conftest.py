"""A table with all that runs beside it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.shift import RULES
from tests.unit.running.tables import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.down()


@pytest.fixture
def lone(house: House) -> House:
    """A table without a jackpot, and so without a pool: nobody but the notices knows of it."""
    house.rules = replace(RULES, jackpot=None)
    return house
