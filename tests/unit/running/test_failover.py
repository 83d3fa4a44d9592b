"""Linked tables when a standby takes over that lags behind what was answered."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from controller.domain.base import existing
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.orders import ChangePool
from controller.games.bonus.transfers import parameters_of
from controller.pools.contract import Pool
from controller.pools.health import Condition
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault
from controller.pools.server import Address
from controller.running.writer import COMPARE
from tests.helpers.postgres import QUICK, Server, one_of
from tests.helpers.shift import CASINO, RULES
from tests.unit.pools.backends import done, opened
from tests.unit.running.tables import House, answered, fold_round, held, payloads, played, soon
from tests.unit.running.test_linked import BONUS, WIN, linked, with_a_win, won
from ui.cli import app

JACKPOT = existing(RULES.jackpot, "no jackpot")


class Pair(NamedTuple):
    """A server, and one that follows it; no answer waits for that one."""

    first: Server
    second: Server

    @property
    def url(self) -> str:
        return one_of(self.first, self.second)

    def lag(self) -> None:
        """From here on the second hears nothing."""
        self.second.kill()

    def fail_over(self) -> None:
        self.first.kill()
        self.second.start().sql("SELECT pg_promote()")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.carrying.RETRY_MS_MAX", 400)


@pytest.fixture
def pair() -> Iterator[Pair]:
    first = Server(QUICK, host_auth="trust").start()
    second = Server(QUICK, copy_of=first).start()
    yield Pair(first, second)
    first.remove()
    second.remove()


@pytest.fixture
def house_pools(pair: Pair) -> Iterator[PostgresPools]:
    pools = PostgresPools(Address(pair.url))
    opened(pools, parameters_of(JACKPOT), meter="60000", tables=("T9",))
    yield pools
    pools.close()


@pytest.fixture
def table(pair: Pair, house_pools: PostgresPools, tmp_path: Path) -> Iterator[House]:
    made = linked(tmp_path / "T7", "T7", pair.url)
    yield made
    made.down()


def by_id(pools: PostgresPools, *tables: str) -> list[str]:
    """What the server has of a table, as often as it has it; nothing while it does not answer."""
    query = "SELECT id FROM pool.transfers WHERE split_part(id, '/', 1) = ANY(%s)"
    try:
        found = pools.rows(query, (list(tables or ("T7",)),))
    except PoolFault:
        return []
    return sorted(id for (id,) in found if "/join" not in id)


def others_play(pools: PostgresPools, first: int) -> None:
    """So many that what was lost is not missed by the count of transfers."""
    main = pools.named("main")

    def through() -> bool:
        try:
            for number in range(first, first + 5):
                done(main.contribute(f"T9/{number}", "T9", number, 1))
        except PoolFault:
            return False
        return True

    assert soon(through)


def good(house: House) -> bool:
    health = house.running[-1].beside.pool_health
    return soon(lambda: existing(health(), "no pool").condition is Condition.GOOD)


def test_what_a_standby_that_takes_over_lacks_is_sent_again(
    pair: Pair, house_pools: PostgresPools, table: House
) -> None:
    shift = played(table)
    assert answered(shift)
    pair.lag()
    fold_round(shift)
    assert answered(shift)
    sent = by_id(house_pools)
    pair.fail_over()
    others_play(house_pools, 1)
    assert len(sent) == 2
    assert soon(lambda: by_id(house_pools) == sent), "neither lost nor doubled"
    assert good(table)
    assert soon(lambda: not shift.house.pool.due)
    assert existing(shift.house.pool.server, "no server met").timeline == 2
    assert shift.controller.snapshot().held is None
    house_pools.named("main").audit()
    # The server before comes back by itself; it is the first of the address.
    pair.first.start()
    table.down()
    fold_round(played(table))
    assert soon(lambda: len(by_id(house_pools)) == 4)
    seen = CliRunner().invoke(app, ["pool", "status", "--server", pair.url]).output
    assert (
        f"a standby has replaced 127.0.0.1:{pair.first.port}, which still takes transfers: stop it"
        in seen
    )
    # Nor is it used when no other can be reached: not even after a restart.
    pair.second.kill()
    table.down()
    running = table.up()
    reason = "a standby has taken its place"
    assert soon(lambda: reason in existing(running.beside.pool_health(), "no pool").reason)


@pytest.mark.long
def test_an_award_that_a_standby_lacks_is_claimed_again_as_it_was_paid(
    pair: Pair, house_pools: PostgresPools, table: House
) -> None:
    """R24: the share was worked out and paid; the meter that took over stands elsewhere."""
    shift = with_a_win(table)
    pair.lag()
    shift.do(c.KeyAward(*WIN))
    assert answered(shift)
    paid = won(shift)
    shift.supervised(c.ConfirmAward(*WIN)).do(BONUS, c.PayAward(*WIN), c.CloseRound())
    assert answered(shift)
    sent = by_id(house_pools)
    pair.fail_over()
    others_play(house_pools, 1)
    assert soon(lambda: by_id(house_pools) == sent)
    assert answered(shift)
    main = house_pools.named("main")
    assert [hit.amount for hit in main.history()] == [paid]
    assert main.status().reservations == ()
    assert main.status().available == Money.parse("60007") - paid
    assert shift.controller.snapshot().held is None
    main.audit()


@pytest.mark.long
@pytest.mark.parametrize("restarted", [False, True])
def test_a_table_goes_over_again_to_the_pool_that_a_standby_does_not_know_it_in(
    pair: Pair, house_pools: PostgresPools, table: House, *, restarted: bool
) -> None:
    figures = parameters_of(JACKPOT)
    high = opened(house_pools, figures, name="high", meter="75000", tables=())
    shift = played(table)
    assert answered(shift)
    pair.lag()
    of = figures.schedule, figures.wager, figures.increment_millionths, figures.seed
    order = ChangePool("high", *of)
    shift.on(CASINO).ask(order, shift.likeliest(order))
    shift.off().supervised(order)
    assert soon(lambda: shift.house.pool.pool == "high" and not shift.house.pool.unread)
    fold_round(shift)
    assert answered(shift)
    sent = by_id(house_pools)
    if restarted:
        table.down()
    pair.fail_over()
    if restarted:
        table.up()
    assert soon(lambda: by_id(house_pools) == sent)
    assert good(table)
    held_for = table.running[-1].controller.snapshot().held
    assert held_for == (COMPARE if restarted else None)
    assert high.status().tables == ("T7",)
    assert high.status().available == Money.parse("75001")


@pytest.mark.long
def test_an_award_that_another_table_has_won_since_holds_the_table(
    pair: Pair, house_pools: PostgresPools, table: House
) -> None:
    shift = with_a_win(table)
    pair.lag()
    shift.do(c.KeyAward(*WIN))
    assert answered(shift)
    table.down()
    pair.fail_over()
    main, everything = house_pools.named("main"), Money.parse("60002")
    assert soon(lambda: reserved(main, everything))
    words = held(table.up())
    assert "has refused transfer" in words
    assert "6000.20 seen, 0.00 available" in words
    assert "Meter in the journal: 60002.00; in the pool:" in words


def reserved(main: Pool, amount: Money) -> bool:
    try:
        done(main.reserve("T9/all", "T9", 1, amount))
    except PoolFault:
        return False
    return True


@pytest.mark.long
def test_a_standby_that_lacks_more_than_is_kept_holds_the_table(
    pair: Pair, house_pools: PostgresPools, table: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.pools.outbox.KEPT_MAX", 1)
    shift = played(table)
    assert answered(shift)
    pair.lag()
    for _ in range(2):
        fold_round(shift)
    assert answered(shift)
    pair.fail_over()
    words = held(table.running[0])
    assert "is an older copy: it lacks transfer T7/" in words
    assert "Meter in the journal: 60003.00" in words


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_tables_play_through_failovers_to_a_standby_that_lags(
    pair: Pair, house_pools: PostgresPools, tmp_path: Path, seed: int
) -> None:
    """To and fro: whoever took over is followed by a new copy, which lags in its turn."""
    chance = random.Random(seed)
    servers = pair
    tables = [linked(tmp_path / name, name, pair.url) for name in ("T1", "T2", "T3")]
    shifts = [played(table) for table in tables]
    for _ in range(2):
        lags_at, fails_at = sorted(chance.sample(range(12), 2))
        for number in range(12):
            if number == lags_at:
                servers.lag()
            if number == fails_at:
                servers.fail_over()
            fold_round(chance.choice(shifts))
            if chance.random() < 0.2:
                restarted = chance.randrange(len(tables))
                tables[restarted].down()
                shifts[restarted] = played(tables[restarted])
        assert all(map(answered, shifts))
        servers = Pair(servers.second, servers.first.follow(servers.second))
    sent = [json.loads(due) for table in tables for due in payloads(table, "TransfersDue")]
    ids = sorted(due["id"] for each in sent for due in each["due"])
    assert soon(lambda: by_id(house_pools, "T1", "T2", "T3") == ids)
    assert all(map(answered, shifts))
    assert all(shift.controller.snapshot().held is None for shift in shifts)
    assert house_pools.named("main").counters().wagers_in == len(ids)
    house_pools.named("main").audit()
    for table in tables:
        table.down()
