"""Many tables on one server that is killed and cut off: to the cent, and every award once."""

import random
from collections.abc import Iterator

import pytest

from tests.helpers.postgres import QUICK, Server
from tests.helpers.proxy import Wire
from tests.unit.pools.floor import Floor

DURABLE = {**QUICK, "synchronous_commit": "on"}
"""A kill leaves what was written to the operating system; only a power cut would not."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(DURABLE, host_auth="trust").start()
    yield made
    made.remove()


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    server.set_up()
    made = Wire(server.port)
    yield made
    made.close()


def through(wire: Wire) -> str:
    return f"host=127.0.0.1 port={wire.port} user=postgres dbname=pools"


def killed(server: Server, floor: Floor) -> None:
    floor.up.clear()
    server.kill()
    server.start()
    floor.up.set()


def cut(wire: Wire, floor: Floor) -> None:
    floor.up.clear()
    wire.cut()
    wire.heal()
    floor.up.set()


def test_tables_play_on_through_kills_and_cuts(server: Server, wire: Wire) -> None:
    floor = Floor(through(wire), tables=6, seed=1)
    floor.play(
        12,
        lambda: killed(server, floor),
        lambda: cut(wire, floor),
        lambda: killed(server, floor),
    )
    reference = floor.settled()
    assert reference.prizes, "somebody won"


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(6))
def test_fifty_tables_play_on_through_kills_and_cuts(server: Server, wire: Wire, seed: int) -> None:
    floor = Floor(through(wire), tables=50, seed=seed)
    chance = random.Random(seed)
    for _ in range(3):  # books compared wherever nothing is under way
        troubles = [
            chance.choice((lambda: killed(server, floor), lambda: cut(wire, floor)))
            for _ in range(4)
        ]
        floor.play(10, *troubles)
        floor.settled()
