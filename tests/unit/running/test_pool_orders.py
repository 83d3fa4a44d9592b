"""Orders about the pool at a table with all that runs beside it, through kills and restarts."""

from dataclasses import replace
from typing import Any

import pytest

from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.orders import (
    ChangeFigures,
    ChangePool,
    PoolRequest,
    SetTransferAside,
    WithdrawFigures,
)
from controller.games.bonus.transfers import parameters_of
from controller.games.bonus.wagers import Choice
from controller.pools.sqlite import SqlitePool, SqlitePools
from controller.pools.transfers import Move, Receipt
from controller.running.snapshot import Accepted
from controller.running.writer import COMPARE
from tests.helpers.shift import CASINO, GAMING, RULES, LiveShift
from tests.unit.pools.backends import opened
from tests.unit.running.tables import House, answered, folded_out, held, played, pool_of, soon

JACKPOT = existing(RULES.jackpot, "no jackpot")
CHANGE = ChangeFigures(JACKPOT.wager, 100_000, Money.parse("20000"), 0, Money.parse("90000"))


def both(shift: LiveShift, order: PoolRequest) -> None:
    """The pit asks, then a supervisor for the very same."""
    why = shift.likeliest(order)
    shift.on(CASINO)
    assert isinstance(shift.ask(order, why), Refused)
    shift.off().on(GAMING).do(order, reason=why).off()


def high(house: House, **other: Any) -> ChangePool:
    """Another pool in the same file."""
    pools = SqlitePools(house.folder / "pool.db")
    figures = replace(parameters_of(JACKPOT), **other)
    opened(pools, figures, name="high", meter="75000", tables=())
    terms = figures.terms()
    pools.close()
    return ChangePool("high", terms.schedule, terms.wager, terms.increment_millionths, terms.seed)


def meter(shift: LiveShift) -> str:
    return str(existing(shift.table.meter, "no meter").value)


def test_agreed_figures_wait_at_the_pool_through_a_restart(house: House) -> None:
    shift = LiveShift(house.up().controller).playing(1, 2)
    both(shift, CHANGE)
    assert soon(lambda: shift.house.pool.agreed is not None)
    house.down()
    shift = LiveShift(house.up().controller).compared()
    assert existing(shift.house.pool.agreed, "nothing waits").version == 2
    with pool_of(house) as pool:
        assert pool.status().pending == shift.house.pool.agreed
    both(shift, WithdrawFigures())
    assert soon(lambda: shift.house.pool.agreed is None)
    with pool_of(house) as pool:
        assert (pool.status().pending, pool.status().latest) == (None, 2)


def test_figures_that_a_reset_put_in_force_are_those_of_every_later_start(house: House) -> None:
    shift = LiveShift(house.up().controller).playing(1, 2)
    both(shift, CHANGE)
    assert soon(lambda: shift.house.pool.agreed is not None)
    royal(shift)
    assert soon(lambda: existing(shift.house.pool.figures, "none").version == 2)
    assert shift.house.pool.agreed is None
    for _ in range(2):
        house.down()
        table = house.up()
        assert table.controller.snapshot().held == COMPARE, "journal, pool and set-up agree"
        shift = LiveShift(table.controller).compared()
        assert existing(shift.floor.rules.jackpot, "none").seed == CHANGE.seed
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).deal("9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s")
    for place in (1, 2):
        shift.ask(c.Decide(place, Choice.FOLD))
    folded_out(shift)
    assert answered(shift)
    assert meter(shift) == "50001.00", "a dollar of two wagers by the new increment"
    with pool_of(house) as pool:
        assert str(pool.status().meter) == "50001.00"


def royal(shift: LiveShift) -> None:
    """The meter is reset."""
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).deal("Th Jh Qh 3c 2d 4c 5s Ah Kh 6c 8d")
    shift.to_the_river()
    shift.do(c.ShowDealersHand(), c.BeginSettlement(), c.SettlePlace(2), c.SettlePlace(1))
    shift.do(c.PayAward(2, "royal-flush"), c.KeyAward(1, "royal-flush"))
    assert answered(shift)
    shift.supervised(c.ConfirmAward(1, "royal-flush"))
    shift.do(c.PayAward(1, "royal-flush"), c.CloseRound()).deck_ready()


def test_a_table_goes_over_to_another_pool_and_finds_it_after_a_restart(house: House) -> None:
    shift = played(house)
    assert answered(shift)
    order = high(house)
    (other,) = house.running[-1].beside.other_pools().result(10)
    assert (other.pool, other.parameters.terms().seed) == ("high", order.seed)
    both(shift, order)
    assert soon(lambda: meter(shift) == "75000.00")
    assert house.running[-1].controller.snapshot().held is None
    house.down()
    shift = played(house)
    assert answered(shift)
    assert meter(shift) == "75001.00"
    house.down()
    pools = SqlitePools(house.folder / "pool.db")
    assert (pools.pool_of("T7"), pools.names()) == ("high", ("T7", "high"))
    went = existing(pools.pool("high"), "no pool")
    assert [head.position > 0 for head in went.anchored("T7")] == [True], "one journal, known here"
    assert str(existing(pools.pool("T7"), "no pool").status().meter) == "60001.00"
    went.audit()
    pools.close()


def test_a_kill_while_a_table_goes_over_neither_loses_nor_doubles_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool has carried the move out, and nobody has heard of it."""
    shift = played(house)
    assert answered(shift)
    order = high(house)
    apply = SqlitePool.apply

    def silent(self: SqlitePool, transfer: Any) -> Any:
        answer = apply(self, transfer)
        if isinstance(transfer, Move):
            raise RuntimeError("killed")
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(SqlitePool, "apply", silent)
        patch.setattr("threading.excepthook", lambda _: None)
        both(shift, order)
        assert "killed" in held(house.running[-1])
        house.down()
    shift = LiveShift(house.up().controller).compared()
    assert soon(lambda: shift.house.pool.pool == "high" and meter(shift) == "75000.00")
    with pool_of(house) as first:
        assert first.status().tables == ()


def test_a_pool_that_does_not_exist_is_refused_and_set_aside(house: House) -> None:
    shift = played(house)
    assert answered(shift)
    order = replace(high(house), into="nowhere")
    both(shift, order)
    assert "There is no such pool. nowhere seen." in held(house.running[-1])
    refused = existing(shift.house.pool.refused, "nothing was refused")
    both(shift, SetTransferAside(refused.id))
    assert soon(lambda: house.running[-1].controller.snapshot().held is None), "it holds no longer"
    assert soon(lambda: not shift.house.pool.unread)
    assert shift.house.pool.pool == "T7"
    shift.do(c.OpenRound(shift.floor.last_round + 1))


def test_a_contribution_set_aside_leaves_the_meter_to_the_pool(house: House) -> None:
    table = house.up()
    shift = LiveShift(table.controller).playing(1, 2)
    with pool_of(house) as pool:
        assert isinstance(pool.leave("leave", "T7"), Receipt)
    shift.wagers(p1="25", jackpot=(1,)).do(c.NoMoreBets())
    held(table)
    both(shift, SetTransferAside(existing(shift.house.pool.refused, "none").id))
    assert soon(lambda: table.controller.snapshot().held == COMPARE)
    assert isinstance(shift.controller.compare_done().result(10), Accepted)
    for card in ["9h", "Th", "Jh", "3c", "2d", "4c", "5s", "6d", "8c"]:
        shift.do(c.CardDrawn(Card.parse(card)))
    shift.do(c.Decide(1, Choice.FOLD))
    folded_out(shift)
    assert soon(lambda: not shift.house.pool.unread)
    assert meter(shift) == "60000.00"
    assert table.controller.snapshot().held is None


def test_a_journal_of_another_pool_than_the_store_says_holds_the_table(house: House) -> None:
    assert answered(played(house))
    house.down()
    high(house)
    pools = SqlitePools(house.folder / "pool.db")
    move = Move("behind its back", "T7", "T7", "high", parameters_of(JACKPOT).terms())
    assert isinstance(existing(pools.pool("high"), "no pool").apply(move), Receipt)
    pools.close()
    assert "The table is in jackpot pool high; its journal says T7." in held(house.up())
