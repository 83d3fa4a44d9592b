"""The table and its pool: one that is gone, older, another or wrong holds the table."""

from typing import Any

import pytest

from controller.domain.base import BrokenInvariant, existing
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.orders import SendTransferAgain
from controller.games.bonus.transfers import terms_of
from controller.games.bonus.wagers import Choice
from controller.pools.refusals import PoolFault
from controller.pools.sqlite import SqlitePool, SqlitePools
from controller.pools.transfers import Receipt
from controller.running.writer import COMPARE
from tests.helpers.shift import RULES, LiveShift
from tests.unit.pools.linked import pool_for
from tests.unit.running.tables import (
    House,
    answered,
    files,
    folded_out,
    held,
    played,
    pool_of,
    put_back,
    settled,
    soon,
)


@pytest.mark.parametrize("content", [None, b"", b"garbage" * 1000])
def test_a_pool_that_is_gone_or_ruined_is_not_opened_anew(
    house: House, content: bytes | None
) -> None:
    shift = settled(house)
    meter = shift.table.meter
    assert meter is not None
    house.down()
    put_back(house, "pool.db", {} if content is None else {"pool.db": content})
    why = held(house.up())
    assert "pool.db" in why
    assert f"Meter in the journal: {meter.value}; in the pool: none." in why
    house.down()
    now = house.folder / "pool.db"
    assert (now.read_bytes() if now.exists() else None) == content


@pytest.mark.parametrize(
    ("meter", "words"),
    [
        ("60000.00", "do not agree"),
        ("60001.00", "is another jackpot pool: it does not know this journal"),
    ],
)
def test_a_pool_put_in_its_place_is_found(house: House, meter: str, words: str) -> None:
    settled(house)
    house.down()
    put_back(house, "pool.db", {})
    pools = SqlitePools(house.folder / "pool.db")
    pool = pool_for(pools, RULES, Money.parse(meter), Money(0), "T7", name="T7")
    assert isinstance(pool.leave("leave", "T7"), Receipt)
    pools.close()
    why = held(house.up())
    assert words in why
    assert f"in the journal: 60001.00; in the pool: {meter}" in why


def test_an_older_copy_of_the_pool_is_found(house: House) -> None:
    assert answered(played(house))
    house.down()
    older = files(house, "pool.db")
    assert answered(played(house))
    house.down()
    put_back(house, "pool.db", older)
    assert "The jackpot pool is an older copy: it ends at transfer" in held(house.up())


def test_a_meter_that_differs_holds_the_table_with_both_figures(house: House) -> None:
    assert answered(played(house))
    house.down()
    with pool_of(house) as pool:
        assert isinstance(pool.contribute("by hand", "T7", 99, 1), Receipt)
    why = held(house.up())
    assert "in the journal: 60001.00; in the pool: 60002.00" in why


def test_a_refused_transfer_holds_the_table_until_it_is_sent_again(house: House) -> None:
    table = house.up()
    shift = LiveShift(table.controller).playing(1, 2)
    with pool_of(house) as pool:
        assert isinstance(pool.leave("leave", "T7"), Receipt)
        shift.wagers(p1="25", jackpot=(1,)).do(c.NoMoreBets())
        why = held(table)
        assert "The jackpot pool has refused transfer T7/" in why
        assert "This table is not linked to the pool." in why
        assert "Meter in the journal: 60001.00; in the pool: 60000.00" in why
        refused = shift.ask(c.CardDrawn(None))
        assert shift.house.pool.refused is not None, refused
        jackpot = existing(RULES.jackpot, "no jackpot")
        assert isinstance(pool.join("again", "T7", terms_of(jackpot)), Receipt)
    refused_id = existing(shift.house.pool.refused, "nothing was refused").id
    shift.supervised(SendTransferAgain(refused_id))
    assert answered(shift)
    assert shift.house.pool.refused is None
    assert soon(lambda: table.controller.snapshot().held == COMPARE), "the pool holds it no longer"


def test_a_pool_whose_books_are_wrong_holds_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.up()
    shift = LiveShift(table.controller).playing(1, 2)

    def wrong(*_: Any) -> Any:
        raise BrokenInvariant("pool T7: less than nothing")

    monkeypatch.setattr(SqlitePool, "apply", wrong)
    shift.wagers(p1="25", jackpot=(1,)).do(c.NoMoreBets())
    assert "The jackpot pool cannot be trusted: pool T7: less than nothing" in held(table)


def test_at_the_limit_the_meter_is_what_the_pool_says_and_play_goes_on(house: House) -> None:
    table = house.up(limit=Money.parse("60001.50"))
    shift = LiveShift(table.controller).playing(1, 2)
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).deal("9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s")
    shift.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
    folded_out(shift)
    assert soon(lambda: str(shift.table.meter and shift.table.meter.value) == "60001.50")
    assert table.controller.snapshot().held is None
    house.down()
    assert "a limit of None seen, expected that of the pool: 60001.50" in held(house.up())


def test_a_pool_fault_at_the_first_start_leaves_no_lock_behind(house: House) -> None:
    (house.folder / "pool.db").write_bytes(b"garbage" * 1000)
    with pytest.raises(PoolFault, match="not a jackpot pool"):
        house.up()
    (house.folder / "pool.db").unlink()
    assert house.up().controller.snapshot().held is None
