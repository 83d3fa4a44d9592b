"""Many tables on one server that is killed and cut off: to the cent, and every award once."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from controller.pools import transfers as c
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault
from controller.pools.server import Address
from tests.helpers.postgres import QUICK, Server, one_of
from tests.helpers.proxy import Wire
from tests.unit.pools.backends import done
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
    server.emptied()
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
    floor = Floor(through(wire), tables=10, seed=1)
    floor.play(5, lambda: killed(server, floor), lambda: cut(wire, floor))
    floor.settled()  # books compared wherever nothing is under way
    floor.play(5, lambda: killed(server, floor))
    reference = floor.settled()
    assert reference.prizes, "somebody won"
    assert reference.others["second"].bets, "somebody moved"
    assert len(reference.versions) > 1, "figures were agreed on"
    assert any(isinstance(sent, c.Amend) for sent, _ in floor.answers.values())


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(2))
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


# Failover


@pytest.fixture
def pair() -> Iterator[tuple[Server, Server]]:
    """A server and a standby that has to have a transfer before it is answered."""
    first = Server(DURABLE, host_auth="trust").start()
    second = Server(DURABLE, copy_of=first).start()
    first.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
    yield first, second
    first.remove()
    second.remove()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_was_answered_is_lost_with_a_server_whose_standby_lags(
    pair: tuple[Server, Server], seed: int
) -> None:
    first, second = pair
    floor = Floor(one_of(first, second), tables=10, seed=seed)

    def standby_lags() -> None:
        second.sql("SELECT pg_wal_replay_pause()")

    def promoted() -> None:
        floor.up.clear()
        first.kill()
        second.sql("SELECT pg_promote()")
        floor.up.set()

    floor.play(20, standby_lags, promoted)
    reference = floor.settled()
    assert reference.prizes, "somebody won"


@pytest.mark.long
def test_no_answer_is_given_while_no_standby_has_the_transfer(
    pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    Floor(one_of(first, second), tables=1, seed=1)
    pools = PostgresPools(Address(one_of(first, second)))
    pool = pools.named("main")
    second.kill()
    monkeypatch.setattr("controller.pools.server.ANSWER_S_MAX", 0.5)
    wagers = c.Contribute("t0/x", "t0", 1, 2)
    with pytest.raises(PoolFault, match="does not answer"):
        pool.apply(wagers)
    monkeypatch.undo()
    second.start()
    done(pool.apply(wagers))
    assert pool.counters().wagers_in == 2
    pools.close()


@pytest.mark.long
def test_a_wait_for_the_standby_that_somebody_ends_is_no_answer(
    pair: tuple[Server, Server],
) -> None:
    first, second = pair
    Floor(one_of(first, second), tables=1, seed=1)
    pools = PostgresPools(Address(one_of(first, second)))
    pool = pools.named("main")
    second.kill()
    with ThreadPoolExecutor(1) as other:
        waiting = other.submit(pool.apply, c.Contribute("t0/x", "t0", 1, 2))
        with psycopg.connect(first.url(), autocommit=True) as owner:
            ended = None
            while not ended:  # until it waits
                ended = owner.execute(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity "
                    "WHERE wait_event = 'SyncRep'"
                ).fetchone()
        with pytest.raises(PoolFault, match="synchronous replication"):
            waiting.result()
    pools.close()


def test_an_answer_that_never_comes_is_not_waited_for(
    server: Server, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    Floor(through(wire), tables=1, seed=1)
    pools = PostgresPools(Address(through(wire)))
    pool = pools.named("main")
    wire.swallow()
    monkeypatch.setattr("controller.pools.server.ANSWER_S_MAX", 0.3)
    with pytest.raises(PoolFault, match="does not answer"):
        pool.contribute("t0/x", "t0", 1, 2)
    wire.heal()
    monkeypatch.undo()
    done(pool.contribute("t0/x", "t0", 1, 2))
    assert pool.counters().wagers_in == 2
    pools.close()
