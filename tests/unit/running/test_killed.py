"""The process of a linked table killed with -9 while it plays."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.domain.base import existing
from controller.games.bonus.transfers import parameters_of
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address
from tests.helpers.postgres import quick_server
from tests.helpers.shift import RULES
from tests.unit.pools.backends import opened
from tests.unit.running import victim
from tests.unit.running.tables import answered, payloads

ROOT = Path(__file__).parents[3]


@pytest.fixture
def pools() -> Iterator[PostgresPools]:
    quick_server().emptied()
    made = PostgresPools(Address(quick_server().url()))
    opened(made, parameters_of(existing(RULES.jackpot, "no jackpot")), meter="60000", tables=())
    yield made
    made.close()


def killed_after(rounds: int, folder: Path) -> None:
    """Somewhere in the round after so many, or after that."""
    command = [sys.executable, "-m", victim.__name__, str(folder), quick_server().url()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        output = existing(process.stdout, "no output")
        assert [output.readline() for _ in range(rounds)] == ["another round\n"] * rounds
        process.kill()


@pytest.mark.long
def test_a_table_killed_under_load_has_told_its_pool_everything_once(
    pools: PostgresPools, tmp_path: Path
) -> None:
    chance = random.Random(1)
    for _ in range(6):
        killed_after(chance.randint(1, 12), tmp_path)
    house = victim.linked(tmp_path, quick_server().url())
    shift = victim.resumed(house)
    assert answered(shift)
    sent = [json.loads(due) for due in payloads(house, "TransfersDue")]
    expected = sorted(due["id"] for each in sent for due in each["due"])
    house.down()
    rows = pools.rows(
        "SELECT id FROM pool.transfers WHERE content->>'kind' NOT IN ('Open', 'Join')"
    )
    assert sorted(id for (id,) in rows) == expected
    main = pools.named("main")
    main.audit()
    meter = existing(shift.table.meter, "no meter")
    assert main.status().available == meter.value
