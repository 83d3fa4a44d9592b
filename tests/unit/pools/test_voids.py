"""Rounds that are void after all: increments taken back, awards reversed (R31)."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.pools import EVERYTHING, PARTS, Accounts, Percent
from controller.pools.contract import Pools
from controller.pools.refusals import PoolRefusal
from tests.unit.pools.backends import (
    BACKENDS,
    PEOPLE,
    Backend,
    audited,
    award,
    dollars,
    done,
    figures,
    opened,
    refused,
    shown,
    win,
)

Why = PoolRefusal


@pytest.fixture(params=BACKENDS, ids=lambda backend: str(backend.name))
def pools(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pools]:
    backend: Backend = request.param
    with audited(backend, tmp_path) as store:
        yield store


def test_what_overflowed_comes_off_the_overflow_again(pools: Pools) -> None:
    pool = opened(pools, figures(wager="1", increment=15_000, seed="1", limit="1.02"))
    done(pool.contribute("before", "t1", 1, 1))
    before = pool.status().accounts
    done(pool.contribute("c", "t1", 2, 3))
    assert int(pool.status().overflow) == 4
    done(pool.take_back("b1", "c", 1))
    assert (pool.status().accounts.meter / PARTS, pool.status().overflow) == (102.5, 2)
    done(pool.take_back("b2", "c", 2))
    assert pool.status().accounts == before


# Taking back (R31)


def test_a_cancelled_wager_comes_off_the_meter_and_the_reserve(pools: Pools) -> None:
    pool = opened(pools, figures(increment=123_457, reserve=10_001))
    before = pool.status().accounts
    done(pool.contribute("c", "t1", 1, 5))
    assert not done(pool.take_back("b1", "c", 2)).house_carries
    refused(pool.take_back("b2", "c", 4), Why.MORE_THAN_CONTRIBUTED)
    refused(pool.take_back("b3", "join t1", 1), Why.NO_SUCH_CONTRIBUTION)
    done(pool.take_back("b4", "c", 3))
    assert pool.status().accounts == before
    assert (pool.counters().wagers_in, pool.counters().wagers_taken_back) == (5, 5)


def test_an_increment_reset_away_by_another_table_is_carried_by_the_house(pools: Pools) -> None:
    pool = opened(pools)
    done(pool.contribute("c", "t1", 1, 2))
    win(pool, "t2", 1, EVERYTHING, resets=True)
    receipt = done(pool.take_back("b", "c", 2))  # R24a
    assert receipt.house_carries
    assert receipt.moved == Accounts(contributed=-200 * PARTS, house=200 * PARTS)
    assert str(pool.status().available) == "50000.00"


def test_what_others_hold_is_not_taken_back_the_house_carries_it(pools: Pools) -> None:
    pool = opened(pools)
    done(pool.contribute("c", "t1", 1, 2))
    done(pool.reserve("r", "t2", 1, EVERYTHING))
    done(pool.contribute("d", "t3", 1, 1))
    receipt = done(pool.take_back("b", "c", 2))
    assert (receipt.moved.house, str(receipt.available)) == (100 * PARTS, "0.00")
    done(award(pool, "p", "r", "50002", resets=True))


def test_the_reservation_of_its_own_round_gives_way(pools: Pools) -> None:
    pool = opened(pools, figures(increment=123_457))
    done(pool.contribute("c", "t1", 1, 5))
    done(pool.reserve("r", "t1", 1, EVERYTHING))
    receipt = done(pool.take_back("b", "c", 2))
    assert not receipt.house_carries
    assert pool.status().reservations[0].held == dollars("50001.85")
    assert str(done(pool.amend("a", "r", EVERYTHING)).amount) == "50001.85"


# Reversing (R31)


def test_a_void_round_leaves_no_trace_in_the_books(pools: Pools) -> None:
    pool = opened(pools, figures(increment=123_457, reserve=7), meter="80000", reserve="500")
    done(pool.change_parameters("v2", figures(seed="1", version=2), PEOPLE, 1))
    before = pool.status()
    done(pool.contribute("c", "t1", 1, 5))
    win(pool, "t1", 1, EVERYTHING, resets=True)
    done(pool.amend("a", "hold t1 1", Percent(10)))
    done(award(pool, "p2", "hold t1 1", "1"))
    refused(pool.reverse("x", "award t1 1"), Why.LATER_AWARD_FIRST)
    done(pool.reverse("x2", "p2"))
    receipt = done(pool.reverse("x1", "award t1 1"))
    assert not receipt.house_carries
    refused(pool.reverse("x3", "p2"), Why.ALREADY_REVERSED)
    refused(pool.reverse("x4", "r"), Why.NO_SUCH_AWARD)
    done(pool.release("y", "hold t1 1"))
    done(pool.take_back("b", "c", 5))
    assert replace(pool.status(), seq=before.seq) == before
    assert pool.counters().hits == 0
    assert [hit.reversed for hit in pool.history()] == [True, True]


def test_a_reset_is_undone_under_what_others_put_on_it(pools: Pools) -> None:
    pool = opened(pools, meter="80000", reserve="500")
    done(pool.reserve("early", "t3", 1, Percent(10)))  # worked out on the old meter
    win(pool, "t1", 1, EVERYTHING, resets=True)
    done(pool.contribute("c", "t2", 1, 3))
    done(award(pool, "p", "early", "8000"))
    done(pool.reserve("r", "t2", 1, Percent(10)))
    done(pool.release("x", "r"))  # not a win after all
    receipt = done(pool.reverse("v", "award t1 1"))
    assert not receipt.house_carries
    assert shown(pool) == ("72003.00", "500.00", "0.00", "80500.00")
    assert not done(pool.take_back("b", "c", 3)).house_carries


@pytest.mark.parametrize("resets", [False, True])
@pytest.mark.parametrize("posted", [False, True])
def test_when_others_won_since_the_award_goes_back_and_the_seed_stays(
    pools: Pools, *, resets: bool, posted: bool
) -> None:
    pool = opened(pools, meter="80000", reserve="500")
    win(pool, "t1", 1, EVERYTHING, resets=True)
    won = done(pool.reserve("r", "t2", 1, EVERYTHING if resets else dollars("1000"))).amount
    if posted:
        done(award(pool, "p", "r", won, resets=resets))
    receipt = done(pool.reverse("v", "award t1 1"))
    assert receipt.house_carries
    seeds = 100_000 if posted and resets else 50_000
    assert pool.status().accounts.seeds == seeds * 100 * PARTS
    assert int(pool.status().available) == (80_000 + seeds + 500) * 100 - won
    assert str(pool.status().reserve) == "0.00"
