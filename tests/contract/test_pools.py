"""What every jackpot pool does, whatever keeps it (R15 to R31)."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from controller.domain.money import ZERO, Money
from controller.pools import EVERYTHING, PARTS, AtMost, Level, Percent, PoolState
from controller.pools import transfers as c
from controller.pools.contract import Pools
from controller.pools.refusals import PoolRefusal, PoolRefused
from controller.pools.transfers import Transfer
from tests.unit.pools.backends import (
    BACKENDS,
    OTHER,
    PEOPLE,
    ROYAL,
    Backend,
    audited,
    award,
    dollars,
    done,
    every_transfer,
    figures,
    opened,
    refused,
    shown,
    terms,
    win,
)

Why = PoolRefusal


@pytest.fixture(params=BACKENDS, ids=lambda backend: str(backend.name))
def backend(request: pytest.FixtureRequest) -> Backend:
    found: Backend = request.param
    return found


@pytest.fixture
def pools(backend: Backend, tmp_path: Path) -> Iterator[Pools]:
    with audited(backend, tmp_path) as store:
        yield store


# The meter


def test_a_new_pool_stands_at_its_seed_which_the_house_put_in(pools: Pools) -> None:
    assert shown(opened(pools)) == ("50000.00", "0.00", "0.00", "50000.00")


def test_a_pool_can_take_over_a_meter_that_stands(pools: Pools) -> None:
    pool = opened(pools, meter="61234.50", reserve="123.45")
    assert shown(pool) == ("61234.50", "123.45", "0.00", "61357.95")
    assert pool.status().accounts.seeds == 0


def test_a_pool_is_opened_once(pools: Pools) -> None:
    pool = opened(pools)
    done(pool.contribute("c", "t1", 1, 1))
    again = opened(pools)
    assert again.status() == pool.status()
    other = pools.open("main", figures(seed="1"), PEOPLE, 1_700_000_000)
    assert isinstance(other, PoolRefused)
    assert other.refusal is Why.EXISTS_WITH_DIFFERENT_PARAMETERS
    assert pools.names() == ("main",)
    assert pools.pool("nowhere") is None


@pytest.mark.parametrize("who", [("4711",), ("Ada", "ADA")])
def test_a_pool_is_opened_by_two_people(pools: Pools, who: tuple[str, ...]) -> None:
    alone = pools.open("main", figures(), who, 1_700_000_000)
    assert isinstance(alone, PoolRefused)
    assert alone.refusal is Why.NEEDS_TWO_PEOPLE
    assert pools.names() == ()
    opened(pools)


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 201, " main"])
def test_a_pool_has_a_name_that_can_be_read(pools: Pools, name: str) -> None:
    with pytest.raises(ValueError, match="seen"):
        pools.open(name, figures(), PEOPLE, 1)
    assert pools.names() == ()


def test_increments_are_exact_and_the_residue_is_carried(pools: Pools) -> None:
    pool = opened(pools, figures(wager="1.25", increment=12_345, seed="10"))
    shows = [str(done(pool.contribute(f"c{n}", "t1", n, 1)).available) for n in range(1, 5)]
    assert shows == ["10.01", "10.03", "10.04", "10.06"]  # 1.543125 cents each
    assert pool.status().accounts.meter == 1000 * PARTS + 4 * 1_543_125
    assert pool.counters().wagers_in == 4


def test_the_reserve_fills_by_its_own_increment_and_is_used_up_by_a_reset(pools: Pools) -> None:
    pool = opened(pools, figures(reserve=30_001), meter="80000", reserve="500")
    done(pool.contribute("c", "t1", 1, 10))
    assert shown(pool)[:2] == ("80010.00", "501.50")
    win(pool, "t1", 1, EVERYTHING, resets=True)
    assert shown(pool)[:2] == ("50501.50", "0.00")
    assert pool.status().accounts.meter == 50501_50 * PARTS + 5_000  # the residue too
    done(pool.contribute("d", "t1", 2, 10))
    assert pool.status().reserve == dollars("1.50")


def test_increments_above_the_limit_overflow_in_whole_cents(pools: Pools) -> None:
    pool = opened(pools, figures(wager="1", increment=15_000, seed="1", limit="1.02"))
    shows = []
    for n in range(1, 5):  # 1.5 cents each
        done(pool.contribute(f"c{n}", "t1", n, 1))
        status = pool.status()
        shows.append((status.accounts.meter / PARTS, int(status.overflow)))
    assert shows == [(101.5, 0), (102.0, 1), (102.5, 2), (102.0, 4)]
    win(pool, "t1", 5, Percent(10))
    done(pool.contribute("c5", "t1", 5, 1))
    assert pool.status().overflow == 4  # there is room again


# Retries


def test_the_same_transfer_again_is_harmless_and_gets_the_first_answer(pools: Pools) -> None:
    pool, sent = opened(pools), every_transfer()
    answers = [done(pool.apply(transfer)) for transfer in sent]
    before = pool.status(), pool.history(), pool.counters()
    assert [pool.apply(transfer) for transfer in sent] == answers
    assert (pool.status(), pool.history(), pool.counters()) == before
    assert [answer.seq for answer in answers] == list(range(5, 16))


def altered(transfer: Transfer, name: str) -> Transfer:
    change: dict[str, Any] = {name: OTHER[name]}
    return replace(transfer, **change)


@pytest.mark.parametrize(
    ("index", "name"),
    [
        (index, field.name)
        for index, transfer in enumerate(every_transfer())
        for field in fields(transfer)
        if field.name != "id"
    ],
)
def test_the_same_id_with_other_content_is_refused_by_name(
    pools: Pools, index: int, name: str
) -> None:
    pool, sent = opened(pools), every_transfer()
    for transfer in sent[: index + 1]:
        done(pool.apply(transfer))
    before, other = pool.status(), altered(sent[index], name)
    answer = pool.apply(other)
    assert isinstance(answer, PoolRefused)
    assert answer.refusal.code == f"exists_with_different_{name}"
    if name == "amount" and index == 4:
        assert answer.detail == "0.01 seen, 6000.00 before."
    kind = c.Leave(sent[index].id, "t9") if index < 10 else c.Release(sent[index].id, "i4")
    refused(pool.apply(kind), Why.EXISTS_WITH_DIFFERENT_KIND)
    assert pool.status() == before


def test_an_increment_refused_is_sent_again_under_its_id(pools: Pools) -> None:
    pool = opened(pools)
    refused(pool.contribute("c", "t9", 1, 1), Why.TABLE_NOT_LINKED)
    done(pool.join("j", "t9", terms(figures())))
    done(pool.contribute("c", "t9", 1, 1))


def test_a_claim_refused_stays_refused_under_its_id(pools: Pools) -> None:
    pool = opened(pools)
    held = done(pool.reserve("r", "t1", 1, dollars("100")))
    late = award(pool, "late", held.id, "150")
    refused(late, Why.MORE_THAN_RESERVED)
    done(pool.amend("more", held.id, dollars("300")))
    done(award(pool, "paid", held.id, "150"))
    assert award(pool, "late", held.id, "150") == late
    assert pool.status().accounts.paid == 150_00 * PARTS


def test_a_claim_that_the_meter_did_not_suffice_for_is_sent_again_under_its_id(
    pools: Pools,
) -> None:
    """Of tables that send again what a server has lost, the winner may be the first."""
    pool = opened(pools, meter="100")
    before = pool.status()
    refused(pool.reserve("r", "t1", 1, dollars("101")), Why.MORE_THAN_AVAILABLE)
    assert pool.status() == before
    done(pool.contribute("c", "t2", 1, 1))
    assert done(pool.reserve("r", "t1", 1, dollars("101"))).amount == dollars("101")
    refused(pool.amend("a", "r", dollars("103")), Why.MORE_THAN_AVAILABLE)
    done(pool.contribute("d", "t3", 1, 2))
    held = done(pool.amend("a", "r", dollars("103")))
    assert pool.amend("a", "r", dollars("103")) == held


# Reservations and awards


def test_the_meter_shows_what_remains_while_a_win_is_pending(pools: Pools) -> None:
    pool = opened(pools, meter="80000")
    held = done(pool.reserve("r", "t1", 1, Percent(10)))
    assert (str(held.amount), str(held.basis), str(held.available)) == (
        "8000.00",
        "80000.00",
        "72000.00",
    )
    assert str(pool.status().meter) == "80000.00"
    refused(pool.reserve("r2", "t1", 1, ZERO), Why.ONE_RESERVATION_A_ROUND)
    refused(pool.reserve("r3", "t2", 1, dollars("72000.01")), Why.MORE_THAN_AVAILABLE)
    refused(pool.reserve("r4", "t9", 1, ZERO), Why.TABLE_NOT_LINKED)
    assert str(done(pool.release("x", held.id)).available) == "80000.00"
    refused(pool.release("x2", held.id), Why.RESERVATION_CLOSED)
    refused(award(pool, "p", held.id, "1"), Why.RESERVATION_CLOSED)
    refused(pool.amend("a", "nothing", ZERO), Why.NO_SUCH_RESERVATION)
    done(pool.reserve("r5", "t1", 1, Percent(10)))  # keyed once more


def test_two_straight_flushes_of_a_round_r18(pools: Pools) -> None:
    pool = opened(pools, meter="80000")
    held = done(pool.reserve("r", "t1", 1, Percent(10, winners=2)))
    assert str(held.amount) == "15200.00"
    done(award(pool, "p1", held.id, "7600"))
    done(award(pool, "p2", held.id, "7600"))
    assert str(pool.status().available) == "64800.00"
    assert pool.counters().levels == {"straight-flush": Level(2, dollars("15200"))}


def test_winners_share_alike_and_what_cannot_be_shared_stays_on_the_meter_r15(pools: Pools) -> None:
    pool = opened(pools, meter="1000.03")
    held = done(pool.reserve("r", "t1", 1, Percent(10, winners=3)))
    assert str(held.amount) == "270.99"  # 100.00, 90.00 and 81.00 leave 729.03
    amended = done(pool.amend("a", held.id, Percent(100, winners=2)))
    assert (str(amended.amount), str(amended.available)) == ("1000.02", "0.01")


def test_at_most_an_amount_is_what_is_left_where_that_is_less(pools: Pools) -> None:
    pool = opened(pools, meter="100")
    done(pool.reserve("r1", "t1", 1, AtMost(dollars("60"))))
    second = done(pool.reserve("r2", "t2", 1, AtMost(dollars("60"))))
    assert (str(second.amount), str(second.basis)) == ("40.00", "40.00")
    assert str(done(pool.amend("a", "r2", AtMost(dollars("30")))).available) == "10.00"


def test_a_royal_takes_what_a_straight_flush_left_r19(pools: Pools) -> None:
    pool = opened(pools, meter="80000")
    done(pool.reserve("r", "t1", 1, Percent(10)))
    done(pool.amend("a", "r", EVERYTHING))
    done(award(pool, "p1", "r", "8000"))
    done(award(pool, "p2", "r", "72000", resets=True))
    assert str(pool.status().available) == "50000.00"


def test_after_a_100_percent_award_the_next_is_paid_from_the_seed_r28(pools: Pools) -> None:
    pool = opened(pools, figures(seed="10000"), meter="12000", reserve="500")
    win(pool, "t1", 1, EVERYTHING, resets=True)
    next_one = done(pool.amend("a", "hold t1 1", Percent(10)))
    assert (str(next_one.basis), str(next_one.amount)) == ("10500.00", "1050.00")
    done(award(pool, "p2", "hold t1 1", "1050"))
    assert str(pool.status().available) == "9450.00"


def test_only_an_award_of_the_whole_meter_resets_it_and_once(pools: Pools) -> None:
    pool, no = opened(pools, meter="80000"), Why.NOT_THE_WHOLE_METER
    done(pool.reserve("r", "t1", 1, ZERO))
    refused(award(pool, "nothing", "r", "0", resets=True), no)
    done(pool.amend("tenth", "r", Percent(10)))
    refused(award(pool, "a tenth", "r", "8000", resets=True), no)
    done(pool.amend("all", "r", EVERYTHING))
    refused(award(pool, "a part", "r", "1", resets=True), no)
    done(award(pool, "won", "r", "80000", resets=True))
    refused(award(pool, "again", "r", "0", resets=True), no)
    done(pool.amend("none", "r", ZERO))
    refused(award(pool, "once more", "r", "0", resets=True), no)
    done(pool.reserve("hold all", "t1", 2, EVERYTHING))
    done(pool.amend("all of nothing", "r", EVERYTHING))
    refused(award(pool, "by itself", "r", "0", resets=True), no)
    assert pool.status().accounts.seeds == 50_000_00 * PARTS


def test_winners_who_share_the_whole_meter_reset_it_with_the_last_award(pools: Pools) -> None:
    pool = opened(pools, meter="80000.01")
    done(pool.reserve("r", "t1", 1, Percent(100, winners=2)))
    done(award(pool, "p1", "r", "40000"))
    done(pool.contribute("c", "t2", 1, 5))
    done(award(pool, "p2", "r", "40000", resets=True))
    assert str(pool.status().available) == "50005.01"


def test_an_award_needs_two_people(pools: Pools) -> None:
    pool = opened(pools)
    done(pool.reserve("r", "t1", 1, dollars("5")))
    for id, who in (("one", ("4711",)), ("same", ("Ada", "ADA"))):
        post = c.Post(id, "r", "straight-flush", dollars("5"), False, ROYAL, who, 1)
        refused(pool.apply(post), Why.NEEDS_TWO_PEOPLE)
    assert pool.status().accounts.paid == 0


def test_what_the_books_cannot_hold_is_refused_by_name(pools: Pools) -> None:
    largest = figures(wager="1000000", increment=1_000_000, seed="0")
    pool = opened(pools, largest)
    for n in range(8):
        done(pool.contribute(f"c{n}", "t1", n, 10_000))
    before = pool.status()
    refused(pool.contribute("more", "t1", 9, 1), Why.BOOKS_FULL)
    assert pool.status() == before
    pool.audit()


def test_a_seed_that_the_books_cannot_hold_is_refused_by_name(pools: Pools) -> None:
    largest = figures(wager="1000000", increment=1_000_000, seed="1000000000")
    pool = opened(pools, largest)
    for n in range(7):
        done(pool.contribute(f"c{n}", "t1", n, 10_000))
    done(pool.contribute("d", "t1", 8, 9_000))
    held = done(pool.reserve("r", "t1", 8, EVERYTHING))
    refused(award(pool, "p", "r", held.amount, resets=True), Why.BOOKS_FULL)
    done(award(pool, "q", "r", held.amount))


def test_near_simultaneous_wins_are_in_order_and_against_the_rest_r24(pools: Pools) -> None:
    pool = opened(pools, meter="80000")
    first = done(pool.reserve("r2", "t2", 9, Percent(10)))
    second = done(pool.reserve("r1", "t1", 4, Percent(10)))
    assert (str(first.amount), str(second.amount)) == ("8000.00", "7200.00")
    assert [held.table for held in pool.status().reservations] == ["t2", "t1"]
    assert first.seq < second.seq


def test_what_others_contribute_builds_on_top_of_a_100_percent_win(pools: Pools) -> None:
    pool = opened(pools, meter="80000")
    held = done(pool.reserve("r", "t1", 1, EVERYTHING))
    assert str(held.available) == "0.00"
    assert str(done(pool.contribute("c", "t2", 1, 3)).available) == "3.00"
    assert str(done(pool.reserve("r2", "t2", 1, Percent(10))).amount) == "0.30"
    done(award(pool, "p", "r", "80000", resets=True))
    assert shown(pool) == ("50002.70", "0.00", "0.00", "130000.00")


def test_of_two_100_percent_wins_the_second_has_the_rest_or_keyed_again_the_reset_meter(
    pools: Pools,
) -> None:
    pool = opened(pools, figures(seed="10000"), meter="80000")
    done(pool.reserve("first", "t1", 1, EVERYTHING))
    done(pool.contribute("c", "t2", 1, 3))
    assert str(done(pool.reserve("second", "t2", 1, EVERYTHING)).amount) == "3.00"
    done(pool.release("taken back", "second"))
    done(award(pool, "paid", "first", "80000", resets=True))
    assert str(done(pool.reserve("again", "t2", 1, EVERYTHING)).amount) == "10003.00"


def test_hits_are_kept_and_counted(pools: Pools) -> None:
    pool = opened(pools, meter="80000")
    for n in range(1, 31):
        win(pool, "t1", n, Money(n))
    last = pool.history()
    assert [hit.round for hit in last] == list(range(30, 5, -1))
    assert len(pool.history(100)) == 30
    hit = last[0]
    assert (hit.table, hit.level, hit.amount, hit.who) == ("t1", "straight-flush", 30, PEOPLE)
    assert (hit.at, hit.cards) == (1_700_000_100, ("As", "Ks", "Qs", "Js", "Ts"))
    assert hit.place is None
    assert pool.counters().hits == 30
    win(pool, "t3", 1, EVERYTHING, resets=True)
    levels = pool.counters().levels
    assert levels["straight-flush"] == Level(30, Money(465))
    assert levels["royal-flush"] == Level(1, dollars("79995.35"))
    done(pool.reserve("r", "t2", 1, Money(5)))
    done(pool.apply(c.Post("p", "r", "straight-flush", Money(5), False, ROYAL, PEOPLE, 7, place=3)))
    assert pool.history(1)[0].place == 3


# Parameters


def test_a_change_waits_for_the_next_reset_of_a_live_jackpot(pools: Pools) -> None:
    pool = opened(pools)
    new = figures(increment=100_000, seed="20000", version=2)
    assert done(pool.change_parameters("v2", new, PEOPLE, 1)).version == 1
    assert (pool.status().parameters, pool.status().pending) == (figures(), new)
    assert done(pool.contribute("c", "t1", 1, 1)).moved.meter == 100 * PARTS
    refused(pool.contribute("d", "t1", 1, 1, version=2), Why.NO_SUCH_VERSION)
    assert win(pool, "t1", 1, EVERYTHING, resets=True).version == 2
    assert str(pool.status().available) == "50000.00"  # won under the old seed
    assert (pool.status().parameters, pool.status().pending) == (new, None)
    assert done(pool.contribute("e", "t1", 2, 1)).moved.meter == 50 * PARTS
    assert done(pool.contribute("f", "t2", 1, 1, version=1)).moved.meter == 100 * PARTS
    win(pool, "t1", 2, EVERYTHING, resets=True)
    assert str(pool.status().available) == "20000.00"


def test_a_change_is_in_force_at_once_if_the_jackpot_is_not_live(pools: Pools) -> None:
    pool, new = opened(pools, tables=()), figures(wager="10", version=2)
    assert done(pool.change_parameters("v2", new, PEOPLE, 1)).version == 2
    assert pool.status().parameters == new
    done(pool.join("j", "t1", terms(new)))
    done(pool.contribute("c", "t1", 1, 1))
    done(pool.leave("l", "t1"))  # players' money is on the meter
    assert done(pool.change_parameters("v3", figures(version=3), PEOPLE, 1)).version == 2


def test_a_change_needs_two_people_and_the_next_version(pools: Pools) -> None:
    pool, new = opened(pools), figures(version=2)
    refused(pool.change_parameters("a", new, ("Ada",), 1), Why.NEEDS_TWO_PEOPLE)
    refused(pool.change_parameters("b", new, ("Ada", "ADA"), 1), Why.NEEDS_TWO_PEOPLE)
    refused(pool.change_parameters("c", figures(), PEOPLE, 1), Why.NOT_THE_NEXT_VERSION)
    done(pool.change_parameters("a", new, PEOPLE, 1))
    last = figures(seed="7", version=3)
    done(pool.change_parameters("d", last, PEOPLE, 1))
    assert pool.status().pending == last


def test_a_change_that_waits_may_be_withdrawn_and_its_number_is_not_used_again(
    pools: Pools,
) -> None:
    pool = opened(pools)
    refused(pool.withdraw_change("w", 1, PEOPLE, 1), Why.NOTHING_PENDING)
    done(pool.change_parameters("v2", figures(seed="20000", version=2), PEOPLE, 1))
    refused(pool.withdraw_change("w", 2, ("Ada",), 1), Why.NEEDS_TWO_PEOPLE)
    refused(pool.withdraw_change("w", 3, PEOPLE, 1), Why.NOTHING_PENDING)
    first = done(pool.withdraw_change("w", 2, PEOPLE, 1))
    assert done(pool.withdraw_change("w", 2, PEOPLE, 1)) == first
    assert (pool.status().parameters, pool.status().pending) == (figures(), None)
    refused(pool.withdraw_change("w2", 2, PEOPLE, 1), Why.NOTHING_PENDING)
    win(pool, "t1", 1, EVERYTHING, resets=True)
    assert (pool.status().parameters, pool.status().latest) == (figures(), 2)
    again = figures(seed="30000", version=2)
    refused(pool.change_parameters("v3", again, PEOPLE, 1), Why.NOT_THE_NEXT_VERSION)
    third = replace(again, version=3)
    done(pool.change_parameters("v3", third, PEOPLE, 1))
    win(pool, "t1", 2, EVERYTHING, resets=True)
    assert (pool.status().parameters, pool.status().pending) == (third, None)


def test_a_change_waits_again_when_its_reset_is_reversed_and_may_be_withdrawn_then(
    pools: Pools,
) -> None:
    pool, new = opened(pools), figures(seed="20000", version=2)
    done(pool.change_parameters("v2", new, PEOPLE, 1))
    win(pool, "t1", 1, EVERYTHING, resets=True)
    assert done(pool.reverse("r", "award t1 1")).version == 1
    assert pool.status().pending == new
    done(pool.withdraw_change("w", 2, PEOPLE, 1))
    assert done(pool.contribute("late", "t2", 1, 1, version=2)).version == 1
    assert pool.status().pending is None


# What a table looks at


def test_what_a_table_looks_at_is_what_people_see_but_for_tables_and_reservations(
    pools: Pools,
) -> None:
    pool = opened(pools, figures(increment=123_457, reserve=17_003, limit="50010"))
    new, withdrawn = figures(seed="20000", version=2), figures(seed="1", version=3)

    def same() -> PoolState:
        seen, status = pool.standing(), vars(pool.status())
        assert vars(seen) == {name: status[name] for name in vars(seen)}
        return seen

    assert (same().pool, str(same().available), same().pending) == ("main", "50000.00", None)
    done(pool.contribute("c", "t1", 1, 30))
    done(pool.reserve("hold", "t2", 1, dollars("1000")))
    assert str(same().available) == "49010.00"
    done(pool.amend("all", "hold", EVERYTHING))
    done(pool.change_parameters("v2", new, PEOPLE, 1))
    assert (same().pending, same().latest) == (new, 2)
    done(award(pool, "won", "hold", "50010", resets=True))
    assert (same().parameters, same().pending) == (new, None)
    done(pool.change_parameters("v3", withdrawn, PEOPLE, 1))
    done(pool.withdraw_change("w", 3, PEOPLE, 1))
    assert (same().parameters, same().pending, same().latest) == (new, None, 3)


# Tables


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"schedule": "sd"}, Why.SCHEDULE_DIFFERS),
        ({"wager": Money(1)}, Why.WAGER_DIFFERS),
        ({"increment_millionths": 1}, Why.INCREMENT_DIFFERS),
        ({"seed": Money(1)}, Why.SEED_DIFFERS),
    ],
)
def test_a_table_with_other_terms_can_neither_join_nor_move(
    pools: Pools, changed: dict[str, Any], refusal: PoolRefusal
) -> None:
    opened(pools, tables=("t1",))
    second, other = opened(pools, name="second", tables=()), replace(terms(figures()), **changed)
    refused(second.apply(moved(terms=other)), refusal)
    assert pools.pool_of("t1") == "main"
    refused(second.join("j", "t2", other), refusal)
    done(second.join("j", "t2", terms(figures())))
    assert second.status().tables == ("t2",)


def test_one_table_is_in_one_pool(pools: Pools) -> None:
    first, second = opened(pools), opened(pools, name="second", tables=())
    refused(second.join("j", "t1", terms(figures())), Why.TABLE_IN_ANOTHER_POOL)
    refused(second.contribute("c", "t1", 1, 1), Why.TABLE_NOT_LINKED)
    done(first.reserve("r", "t1", 1, Money(1)))
    refused(first.leave("l", "t1"), Why.RESERVATION_HELD)
    done(first.amend("less", "r", ZERO))
    refused(first.leave("l", "t1"), Why.RESERVATION_HELD)  # it could be amended again
    done(first.release("x", "r"))
    done(first.leave("l", "t1"))
    refused(first.leave("l2", "t1"), Why.TABLE_NOT_LINKED)
    done(second.join("j", "t1", terms(figures())))
    done(second.join("j2", "t1", terms(figures())))  # at the next start
    assert (first.status().tables, second.status().tables) == (("t2", "t3"), ("t1",))


def moved(table: str = "t1", **other: Any) -> c.Move:
    return replace(c.Move("m", table, "main", "second", terms(figures())), **other)


def test_a_table_moves_from_one_pool_to_another_in_one_step(pools: Pools) -> None:
    first, second = opened(pools), opened(pools, name="second", meter="70000", tables=())
    assert (pools.pool_of("t1"), pools.pool_of("t9")) == ("main", None)
    receipt = done(second.apply(moved()))
    assert str(receipt.available) == "70000.00"
    assert second.apply(moved()) == receipt, "sent again"
    assert (first.status().tables, second.status().tables) == (("t2", "t3"), ("t1",))
    assert pools.pool_of("t1") == "second"
    refused(first.contribute("c", "t1", 1, 1), Why.TABLE_NOT_LINKED)
    done(second.contribute("c", "t1", 1, 1))
    done(first.apply(replace(moved(), id="back", out_of="second", into="main")))
    assert pools.pool_of("t1") == "main"


def test_a_table_that_holds_something_or_is_not_there_cannot_move(pools: Pools) -> None:
    first, second = opened(pools), opened(pools, name="second", tables=())
    refused(second.apply(moved("t9")), Why.TABLE_NOT_LINKED)
    refused(second.apply(moved(out_of="third")), Why.TABLE_NOT_LINKED)
    refused(first.apply(moved()), Why.NO_SUCH_POOL)
    done(first.reserve("r", "t1", 1, Money(1)))
    refused(second.apply(moved()), Why.RESERVATION_HELD)
    done(award(first, "p", "r", "0.01"))
    refused(second.apply(moved()), Why.RESERVATION_HELD)
    assert pools.pool_of("t1") == "main", "nothing has changed"
    done(first.release("x", "r"))
    done(second.apply(moved()))


@pytest.mark.parametrize(
    ("field", "value"),
    [("table", "t2"), ("out_of", "third"), ("into", "third"), ("terms", OTHER["terms"])],
)
def test_a_move_under_a_used_id_is_refused_by_name(pools: Pools, field: str, value: Any) -> None:
    opened(pools)
    second = opened(pools, name="second", tables=())
    done(second.apply(moved()))
    why = PoolRefusal[f"EXISTS_WITH_DIFFERENT_{field.upper()}"]
    refused(second.apply(moved(**{field: value})), why)


# The store


def test_another_way_in_finds_everything(backend: Backend, pools: Pools, tmp_path: Path) -> None:
    pool, sent = opened(pools, figures(limit="60000")), every_transfer()
    answers = [pool.apply(transfer) for transfer in sent]
    other = backend.another(tmp_path, pools)
    again = other.named("main")
    assert [again.apply(transfer) for transfer in sent] == answers
    assert (again.status(), again.history()) == (pool.status(), pool.history())
    other.close()


def test_many_tables_at_once_lose_and_double_nothing(
    backend: Backend, pools: Pools, tmp_path: Path
) -> None:
    parameters = figures(increment=123_457, limit="50010")
    names = tuple(f"t{n}" for n in range(6))
    pool = opened(pools, parameters, tables=names)

    def play(table: str) -> list[int]:
        store = backend.another(tmp_path, pools)
        mine = store.named("main")
        seqs = []
        for n in range(8):
            sent = [done(mine.contribute(f"{table} {n}", table, n, 3)) for _ in range(2)]
            assert sent[0] == sent[1]
            seqs.append(sent[0].seq)
            done(mine.reserve(f"hold {table} {n}", table, n, Percent(1)))
            done(mine.release(f"let go {table} {n}", f"hold {table} {n}"))
        if store is not pools:
            store.close()
        return seqs

    with ThreadPoolExecutor(len(names)) as threads:
        seqs = [seq for found in threads.map(play, names) for seq in found]
    assert len(set(seqs)) == 48
    assert pool.counters().wagers_in == 6 * 8 * 3
    accounts = pool.status().accounts
    assert accounts.contributed == 6 * 8 * 3 * 500 * 123_457
    assert accounts.meter + accounts.overflow == 50_000_00 * PARTS + accounts.contributed
