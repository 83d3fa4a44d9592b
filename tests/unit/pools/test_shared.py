"""R24: tables that win on one pool at nearly the same time; what each gets is fixed by the pool."""

from collections.abc import Callable

import pytest

from controller.domain.base import evolve, existing
from controller.domain.books import balances
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.jackpot.awards import Award, Kind
from controller.games.bonus.round.books import HOUSE, METER, entries
from controller.games.bonus.rules import MeterAwards, TableRules
from controller.pools.contract import Pool
from controller.pools.memory import MemoryPools
from tests.helpers.felt import jackpot_rules, table_rules
from tests.unit.pools.backends import done
from tests.unit.pools.linked import Books, LinkedFelt, pool_for

NSW = table_rules(jackpot=jackpot_rules(increment_millionths=20_000))
"""Ten cents of a wager of 5 go onto the meter."""
BOARD, DEALER = "Ts Js Qs 2c 3d", "4c 5d"
ROYAL, LOW, NOTHING = "As Ks", "8s 9s", "2h 7d"
"""What wins on that board under New South Wales rules, by hole cards."""


def shared(rules: TableRules, meter: str = "80000", reserve: str = "0") -> Pool:
    amounts = Money.parse(meter), Money.parse(reserve)
    return pool_for(MemoryPools(), rules, *amounts, "t1", "t2", "t3")


def settled(pool: Pool, name: str, first: str, second: str = NOTHING) -> LinkedFelt:
    """Places 1 and 2 with these cards and a jackpot wager each, all hands turned."""
    meter = str(pool.status().available)
    felt = LinkedFelt(NSW, Books(pool, name), meter=meter, reserve="0")
    felt.wagers(p1="25", p2="25").jackpot(1, 2).deal(f"{BOARD} {DEALER} {first} {second}")
    felt.to_showdown().do(c.SettlePlace(2), c.SettlePlace(1))
    assert isinstance(felt, LinkedFelt)
    return felt


def off_the_meter(felt: LinkedFelt) -> list[str]:
    return [str(award.from_meter) for award in awards(felt)]


def awards(felt: LinkedFelt) -> list[Award]:
    return [due.award for due in felt.round.awards if due.award.kind is Kind.PROGRESSIVE]


def pay(felt: LinkedFelt) -> None:
    """All that is due, and the round is over."""
    while felt.round.awards and not all(due.paid for due in felt.round.awards):
        due = next(due for due in felt.round.awards if not due.paid)
        of = due.award.place, due.award.award
        if due.award.kind in (Kind.PROGRESSIVE, Kind.FIXED) and not due.keyed:
            felt.do(c.KeyAward(*of))
        if due.award.kind is Kind.PROGRESSIVE:
            felt.do(c.ConfirmAward(*of))
        felt.do(c.PayAward(*of))
    felt.do(c.FinishSettlement(), c.CloseRound())


def posted(pool: Pool, table: str) -> list[str]:
    return [str(hit.amount) for hit in reversed(pool.history()) if hit.table == table]


def test_each_table_gets_its_share_of_what_the_one_before_left_and_a_third_has_added() -> None:
    pool = shared(NSW)
    one, two = settled(pool, "t1", LOW), settled(pool, "t2", LOW)
    assert (off_the_meter(one), off_the_meter(two)) == (["8000.02"], ["8000.04"])
    two.do(c.KeyAward(1, "straight-flush"))
    assert off_the_meter(two) == ["8000.04"]
    done(pool.contribute("t3/1", "t3", 1, 1_000))  # 100.00 of a third table
    one.do(c.KeyAward(1, "straight-flush"))
    assert off_the_meter(one) == ["7210.03"], "10 % of 80000.40 - 8000.04 + 100.00"
    assert [held.table for held in pool.status().reservations] == ["t2", "t1"]
    done(pool.contribute("t3/2", "t3", 2, 1_000))
    pay(one)
    pay(two)
    assert (posted(pool, "t1"), posted(pool, "t2")) == (["7210.03"], ["8000.04"])
    for felt, won in ((one, "7210.03"), (two, "8000.04")):
        assert sum(int(entry.amount) for entry in entries(felt.table) if entry.source == METER) == (
            int(Money.parse(won))
        )
    assert str(pool.status().available) == "64990.33"
    pool.audit()


def test_a_royal_that_comes_second_takes_the_rest_and_the_house_pays_up_to_the_guarantee() -> None:
    pool = shared(NSW)
    one, two = settled(pool, "t1", ROYAL), settled(pool, "t2", ROYAL)
    one.do(c.KeyAward(1, "royal-flush"))
    done(pool.contribute("t3/1", "t3", 1, 5))
    two.do(c.KeyAward(1, "royal-flush"))
    (second,) = awards(two)
    assert (str(second.amount), str(second.from_meter)) == ("50000.00", "0.50")
    assert two.books.outbox.refused is None, "nobody is held for it"
    pay(two)
    pay(one)
    assert (posted(pool, "t1"), posted(pool, "t2")) == (["80000.40"], ["0.50"])
    assert int(balances(entries(two.table))[HOUSE]) == -int(Money.parse("99999.50"))
    pool.audit()


def test_two_winners_of_a_round_share_what_the_first_key_reserved() -> None:
    pool = shared(NSW)
    one = settled(pool, "t1", ROYAL, LOW)
    done(pool.reserve("t2/hold", "t2", 9, Money.parse("30000.20")))
    one.do(c.KeyAward(2, "straight-flush"))
    assert off_the_meter(one) == ["5000.00", "45000.00"]
    done(pool.contribute("t3/1", "t3", 1, 1_000))
    pay(one)
    assert posted(pool, "t1") == ["5000.00", "45000.00"]
    assert str(pool.status().available) == "50100.00"


def test_a_key_taken_back_and_pressed_again_is_a_new_place_in_the_order() -> None:
    pool = shared(NSW)
    one, two = settled(pool, "t1", LOW), settled(pool, "t2", LOW)
    one.do(c.KeyAward(1, "straight-flush"))
    two.do(c.KeyAward(1, "straight-flush"))
    one.do(c.KeyAward(1, "straight-flush"))
    assert str(pool.status().available) == "72800.37", "only 7200.03 of the second are reserved"
    one.do(c.KeyAward(1, "straight-flush"))
    assert (off_the_meter(one), off_the_meter(two)) == (["7280.03"], ["7200.03"])
    pay(one)
    pay(two)
    assert (posted(pool, "t1"), posted(pool, "t2")) == (["7280.03"], ["7200.03"])


def test_a_key_is_pressed_again_before_the_pool_has_answered_the_first() -> None:
    pool = shared(NSW)
    one = settled(pool, "t1", LOW)
    books, away = one.books, one.books.delivery
    deliver, away.deliver_all = away.deliver_all, lambda: away.health()  # type: ignore[method-assign]
    one.do(*[c.KeyAward(1, "straight-flush")] * 3)
    assert [type(sent).__name__ for sent in books.outbox.pending] == [
        "Reserve",
        "Release",
        "Reserve",
    ]
    done(pool.reserve("t2/hold", "t2", 9, Money.parse("40000")))
    deliver()
    one.table = existing(books.table, "no table")
    assert off_the_meter(one) == ["4000.02"]
    away.deliver_all = deliver  # type: ignore[method-assign]
    pay(one)
    assert posted(pool, "t1") == ["4000.02"]


def test_an_answer_about_a_key_that_was_taken_back_fixes_nothing() -> None:
    pool = shared(NSW)
    one = settled(pool, "t1", LOW)
    away = one.books.delivery
    deliver, away.deliver_all = away.deliver_all, lambda: away.health()  # type: ignore[method-assign]
    one.do(*[c.KeyAward(1, "straight-flush")] * 2)
    done(pool.reserve("t2/hold", "t2", 9, Money.parse("40000")))
    deliver()
    assert existing(one.books.table, "no table").round.by_others == {}


def test_an_invalid_wager_comes_off_what_the_award_was_worked_out_on() -> None:
    """R39: the increment of place 2 is off the meter, the award on what is left of the basis."""
    pool = shared(NSW)
    one = settled(pool, "t1", LOW)
    done(pool.reserve("t2/hold", "t2", 9, Money.parse("40000.20")))
    one.do(c.KeyAward(1, "straight-flush"), c.Report(c.Irregularity.INVALID_WAGER, 2))
    assert off_the_meter(one) == ["3999.99"]
    pay(one)
    assert posted(pool, "t1") == ["3999.99"]


# South Dakota: place by place


def sd_rules(procedure: MeterAwards) -> TableRules:
    jackpot = jackpot_rules("PMG-01", wager="1", increment_millionths=0, seed="10000")
    return table_rules("sd", jackpot=evolve(jackpot, meter_awards=procedure))


def dakota(pool: Pool, rules: TableRules) -> LinkedFelt:
    """Places 2 and 1 hold a straight flush and a royal with the flop; none is turned yet."""
    felt = LinkedFelt(rules, Books(pool, "t1"), meter="12000", reserve="500")
    felt.wagers(p1="25", p2="25").jackpot(1, 2)
    return felt


def turned(felt: LinkedFelt, place: int, key: Callable[[], object] = lambda: None) -> Award:
    """The next place is settled; something happens; its award is keyed."""
    felt.do(c.SettlePlace(place))
    key()
    due = next(due for due in felt.round.awards if due.award.place == place)
    felt.do(c.KeyAward(place, due.award.award))
    return next(due.award for due in felt.round.awards if due.award.place == place)


@pytest.mark.parametrize(
    ("procedure", "second"),
    [
        (MeterAwards.IN_TURN, ("9800.00", "9800.00")),
        (MeterAwards.SAME_METER, ("11000.00", "9800.00")),
    ],
)
def test_in_south_dakota_each_award_is_on_the_meter_as_it_was_when_keyed(
    procedure: MeterAwards, second: tuple[str, str]
) -> None:
    rules = sd_rules(procedure)
    pool = shared(rules, "12000", "500")
    felt = dakota(pool, rules)
    felt.deal("As 8s 4c Ks 9s 5d").all("bet").reveal("flop", "6h Ts Js Qs").all("check")
    felt.reveal("turn", "7h 2c").all("check").reveal("river", "8h 3d").do(c.ShowDealersHand())

    def others_take(amount: str) -> Callable[[], object]:
        return lambda: pool.reserve(f"t2/{amount}", "t2", int(amount), Money.parse(amount))

    first = turned(felt, 2, others_take("1000"))
    assert (str(first.amount), str(first.from_meter)) == ("1100.00", "1100.00")
    felt.do(c.ConfirmAward(2, first.award), c.PayAward(2, first.award))
    last = turned(felt, 1, others_take("100"))
    assert (str(last.amount), str(last.from_meter)) == second
    pay(felt)
    assert posted(pool, "t1") == ["1100.00", "9800.00"]
    assert str(pool.status().available) == "10500.00"
    pool.audit()
