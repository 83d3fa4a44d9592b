"""A table on a pool: what the core makes of the meter and what the pool makes of it agree."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from controller.domain.base import evolve, existing
from controller.domain.money import ZERO, Money
from controller.games.bonus import commands as c
from controller.games.bonus.events import AwardPaid
from controller.games.bonus.jackpot.awards import Award, Kind
from controller.games.bonus.round.core import fold_one
from controller.games.bonus.round.state import DueAward, Round, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.transfers import due_after, reserved
from controller.pools import exact
from controller.pools.due import RoundAtPool, as_sent
from controller.pools.memory import MemoryPools
from controller.pools.sqlite import SqlitePools
from controller.pools.transfers import Contribute, Post, Reverse, Transfer
from tests.helpers.felt import jackpot_rules, table_rules
from tests.unit.pools.linked import (
    AT,
    WHO,
    Books,
    LinkedFelt,
    LinkedScenario,
    Mischief,
    agreed,
    drawn,
    pool_for,
)

SCHEDULES = {"nsw", "PMG-01", "PMG-02", "THBP-08"}

# The flop is Ts Js Qs; places 1 and 2, then the dealer, as nsw-2024 deals with a shuffler.
BOARD = "Ts Js Qs 2c 3d"
DEALER = "4c 5d"
ROYAL, STRAIGHT_FLUSH, NOTHING = "As Ks", "8s 9s", "2h 7d"


def royal_table(
    first: str = ROYAL, second: str = NOTHING, *, increment: int = 123_457
) -> LinkedFelt:
    """Places 1 and 2 with these cards and a jackpot wager each, all hands settled."""
    rules = table_rules(jackpot=jackpot_rules(increment_millionths=increment))
    pool = pool_for(MemoryPools(), rules, Money.parse("80000"), Money.parse("1234.56"))
    return settled_table(rules, Books(pool), first, second)


def settled_table(rules: TableRules, books: Books, first: str, second: str) -> LinkedFelt:
    felt = LinkedFelt(rules, books, meter="80000", reserve="1234.56")
    felt.wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal(f"{BOARD} {DEALER} {first} {second}")
    felt.to_showdown()
    felt.do(c.SettlePlace(2), c.SettlePlace(1))
    return felt


def kinds(sent: list[Transfer]) -> list[str]:
    return [type(transfer).__name__ for transfer in sent]


def pay(felt: LinkedFelt, place: int, award: str) -> None:
    felt.do(c.KeyAward(place, award), c.ConfirmAward(place, award), c.PayAward(place, award))


# Random rounds


SEEDS = (range(90, 110), pytest.param(range(1_000, 1_200), marks=pytest.mark.long))


@pytest.mark.parametrize("seeds", SEEDS)
def test_core_and_pool_agree_after_every_command_of_random_rounds(seeds: range) -> None:
    seen: set[str] = set()
    for seed in seeds:
        scenario = drawn(seed)
        if scenario is not None:
            seen |= played(LinkedScenario(scenario, MemoryPools()))
            seen.add(scenario.content.jackpot.schedule if scenario.content.jackpot else "")
    assert seen >= SCHEDULES | {"Contribute", "TakeBack", "Reserve", "Post", "Release"}


@pytest.mark.parametrize("seeds", SEEDS)
def test_core_and_pool_agree_whatever_happens_in_the_settlement(seeds: range) -> None:
    seen: set[str] = set()
    for seed in seeds:
        table = mischief(seed)
        if table is not None:
            seen |= played(table)
    assert seen >= {"TakeBack", "Reserve", "Post", "Reverse", "Release"}


def mischief(seed: int) -> Mischief | None:
    """An increment below a cent leaves awards standing when a wager is taken back."""
    scenario = drawn(seed, **({"increment": "0.0015"} if seed % 2 else {}))
    return None if scenario is None else Mischief(scenario, MemoryPools(), random.Random(seed))


def played(table: LinkedScenario) -> set[str]:
    """All rounds, and the kinds of transfers they took."""
    for number in range(1, table.rounds + 1):
        table.play_round(number)
        table.books.closed(table.table)
    return set(kinds(table.books.sent))


def test_the_same_on_sqlite_with_the_file_opened_anew_after_every_round(tmp_path: Path) -> None:
    for seed in (1, 18, 44, 83, 142):
        scenario, path = existing(drawn(seed), "no jackpot"), tmp_path / f"{seed}.db"
        pools = SqlitePools(path)
        table = LinkedScenario(scenario, pools)
        for number in range(1, table.rounds + 1):
            table.play_round(number)
            table.books.closed(table.table)
            pools.close()
            pools = SqlitePools(path)
            table.books.pool = existing(pools.pool("main"), "no pool")
            table.books.restart()
        pools.close()


# The process dies


def plain(seed: int) -> LinkedScenario:
    return LinkedScenario(existing(drawn(seed), "no jackpot"), MemoryPools())


@pytest.mark.parametrize(
    ("start", "seed"),
    [
        (plain, 44),
        (mischief, 96),
        *(pytest.param(plain, seed, marks=pytest.mark.long) for seed in (83, 142, 162)),
        *(pytest.param(mischief, seed, marks=pytest.mark.long) for seed in (87, 163)),
    ],
)
def test_an_answer_lost_at_any_transfer_changes_nothing(
    start: Callable[[int], LinkedScenario], seed: int
) -> None:
    whole = start(seed)
    played(whole)
    for dies_at in range(len(whole.books.sent)):
        table = start(seed)
        table.after = partial(dying, dies_at)
        played(table)
        assert table.books.sent == whole.books.sent
        assert table.books.outbox == whole.books.outbox
        assert table.books.pool.status() == whole.books.pool.status()
        assert table.books.pool.history() == whole.books.pool.history()


def dying(dies_at: int, books: Books, table: Table) -> None:
    """The pool has carried this transfer out, but nobody learns of it: all pending goes again."""
    first = len(books.sent) - len(books.outbox.due)
    if first <= dies_at < len(books.sent):
        for transfer in books.outbox.pending[: dies_at - first + 1]:
            books.pool.apply(transfer)
        books.restart()
    agreed(books, table)


def test_transfers_wait_while_the_pool_is_away_and_go_out_in_order() -> None:
    for seed in (1, 18, 44, 83, 142, 162):
        table = plain(seed)
        table.after = lambda books, table: None
        for number in range(1, table.rounds + 1):
            table.play_round(number)
        table.books.deliver()
        table.books.closed(table.table)


# One round


def test_an_award_is_reserved_when_keyed_and_posted_when_paid() -> None:
    felt = royal_table()
    books, meter = felt.books, existing(felt.table.meter, "no meter")
    assert kinds(books.sent) == ["Contribute"]
    felt.do(c.KeyAward(1, "royal-flush"))
    assert (books.pool.status().reserved, books.pool.status().available) == (meter.value, ZERO)
    felt.do(c.ConfirmAward(1, "royal-flush"))
    assert kinds(books.sent) == ["Contribute", "Reserve"]
    felt.go(c.PayAward(1, "royal-flush"), c.CloseRound())
    assert kinds(books.sent) == ["Contribute", "Reserve", "Post", "Release"]
    books.closed(felt.table)
    (hit,) = books.pool.history()
    assert (hit.level, hit.amount, hit.resets) == ("royal-flush", meter.value, True)
    assert (hit.cards, hit.who, hit.at) == (tuple(f"{ROYAL} {BOARD}".split()), WHO, AT + 1)


def test_ids_come_from_table_round_and_what_the_command_follows() -> None:
    felt = royal_table()
    pay(felt, 1, "royal-flush")
    assert [transfer.id for transfer in felt.books.sent] == ["t1/1/1/1", "t1/1/2/1", "t1/1/3/1"]
    asked = due_after(
        felt.fresh,
        felt.table,
        table_name="t1",
        told=RoundAtPool(),
        who=WHO,
        at=AT,
        cause="a7",
    )
    assert [transfer.id for transfer in asked] == ["t1/1/a7/1", "t1/1/a7/2", "t1/1/a7/3"]
    assert kinds(list(map(as_sent, asked))) == ["Contribute", "Reserve", "Post"]


def test_an_award_unkeyed_is_released_and_keyed_again_reserved_anew() -> None:
    felt = royal_table()
    felt.do(*[c.KeyAward(1, "royal-flush")] * 3)
    assert kinds(felt.books.sent) == ["Contribute", "Reserve", "Release", "Reserve"]
    assert len({transfer.id for transfer in felt.books.sent}) == 4


def test_the_first_key_reserves_for_every_win_of_the_round() -> None:
    felt = royal_table(ROYAL, STRAIGHT_FLUSH)
    pool = felt.books.pool
    felt.do(c.KeyAward(2, "straight-flush"))
    assert pool.status().available == ZERO, "no other table comes between the two"
    felt.do(c.ConfirmAward(2, "straight-flush"), c.PayAward(2, "straight-flush"))
    assert pool.status().available == ZERO
    pay(felt, 1, "royal-flush")
    felt.go(c.FinishSettlement(), c.CloseRound())
    assert kinds(felt.books.sent)[1:] == ["Reserve", "Post", "Post", "Release"]
    felt.books.closed(felt.table)


def test_an_award_declined_gives_its_share_back() -> None:
    felt = royal_table(ROYAL, STRAIGHT_FLUSH)
    felt.do(c.KeyAward(2, "straight-flush"), c.KeyAward(1, "royal-flush"))
    felt.do(c.DeclineAward(1, "royal-flush"))
    assert felt.books.pool.status().reserved == ZERO
    pay(felt, 2, "straight-flush")
    felt.go(c.FinishSettlement(), c.CloseRound())
    felt.books.closed(felt.table)


def test_a_void_after_a_paid_award_of_everything_restores_meter_and_reserve() -> None:
    felt = royal_table(ROYAL, STRAIGHT_FLUSH)
    pay(felt, 2, "straight-flush")
    pay(felt, 1, "royal-flush")
    assert felt.books.pool.status().reserve == ZERO
    straight, royal = (transfer for transfer in felt.books.sent if isinstance(transfer, Post))
    felt.do(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert kinds(felt.books.sent)[-4:] == ["Release", "Reverse", "Reverse", "TakeBack"]
    reversed_ = [sent.award for sent in felt.books.sent if isinstance(sent, Reverse)]
    assert reversed_ == [royal.id, straight.id]
    assert felt.table.meter == felt.fresh.meter
    felt.go(c.CloseRound())
    felt.books.closed(felt.table)
    accounts = felt.books.pool.status().accounts
    assert (accounts.paid, accounts.contributed, accounts.seeds) == (0, 0, 0)


def test_an_invalid_wager_after_a_paid_award_has_it_reversed_and_paid_anew() -> None:
    felt = royal_table()
    pay(felt, 1, "royal-flush")
    felt.do(c.Report(c.Irregularity.INVALID_WAGER, 2))
    assert kinds(felt.books.sent)[3:] == ["Release", "Reverse", "TakeBack"]
    felt.books.agrees_with(felt.table)
    pay(felt, 1, "royal-flush")
    felt.do(c.FinishSettlement(), c.CloseRound())
    felt.books.closed(felt.table)
    standing, reversed_ = felt.books.pool.history()
    assert (standing.reversed, reversed_.reversed) == (False, True)


def test_an_increment_below_a_cent_comes_off_the_meter_it_was_put_on() -> None:
    """R39: the award stands to the cent; no other table has won, so the house carries nothing."""
    felt = royal_table(increment=100)
    pay(felt, 1, "royal-flush")
    felt.do(c.Report(c.Irregularity.INVALID_WAGER, 2))
    assert kinds(felt.books.sent)[3:] == ["Reverse", "TakeBack", "Amend", "Post"]
    felt.do(c.FinishSettlement(), c.CloseRound())
    felt.books.closed(felt.table)
    house = Money.parse("81234.56")  # brought in at the opening
    assert felt.books.pool.status().accounts.house == exact(house)


def test_the_reserve_fills_by_its_own_increment_and_goes_onto_the_meter() -> None:
    """R21."""
    jackpot = evolve(jackpot_rules(), reserve_increment_millionths=2_000)
    rules = table_rules(jackpot=jackpot)
    books = Books(pool_for(MemoryPools(), rules, Money.parse("80000"), Money.parse("1234.56")))
    felt = settled_table(rules, books, ROYAL, NOTHING)
    books.agrees_with(felt.table)
    assert books.pool.status().reserve == Money.parse("1234.58")
    pay(felt, 1, "royal-flush")
    books.agrees_with(felt.table)
    assert (books.pool.status().meter, books.pool.status().reserve) == (Money.parse("51234.58"), 0)
    felt.do(c.Report(c.Irregularity.INVALID_WAGER, 2))
    books.agrees_with(felt.table)
    felt.do(c.Report(c.Irregularity.SUPERVISOR_VOID), c.CloseRound())
    books.closed(felt.table)
    assert felt.table.meter == felt.fresh.meter


def test_wagers_forfeited_before_the_lock_are_contributed() -> None:
    rules = table_rules(jackpot=jackpot_rules())
    books = Books(pool_for(MemoryPools(), rules, Money.parse("80000"), ZERO))
    felt = LinkedFelt(rules, books, meter="80000", reserve="0")
    felt.wagers(p1="25", p2="25").jackpot(1, 2)
    felt.do(c.Report(c.Irregularity.OUTCOME_INVALIDATED, forfeit=(2,)), c.CloseRound())
    assert [sent.wagers for sent in books.sent if isinstance(sent, Contribute)] == [1]
    books.closed(felt.table)


# States the cards of one deck do not bring about


def with_awards(felt: LinkedFelt, *awards: Award) -> Table:
    """The same table, with these awards keyed and confirmed."""
    due = tuple(DueAward(award, keyed=True, confirmed=True) for award in awards)
    return evolve(felt.table, round=evolve(felt.round, awards=due))


def test_royals_that_share_one_meter_reset_it_once() -> None:
    """15.2.13.1, R20."""
    felt = royal_table()
    share = Money(int(existing(felt.table.meter, "no meter").value) // 2)
    royals = [Award(place, Kind.PROGRESSIVE, "royal-flush", share, share, True) for place in (2, 1)]
    table = with_awards(felt, *royals)
    felt.books.changed(felt.table, table)
    for index in range(2):
        paid = fold_one(table, AwardPaid(index))
        felt.books.changed(table, paid)
        table = paid
    felt.books.deliver()
    felt.books.agrees_with(table)
    assert [sent.resets for sent in felt.books.sent if isinstance(sent, Post)] == [False, True]


def test_what_comes_after_a_reset_is_held_once_it_is_on_the_meter() -> None:
    """R28: both are keyed; the second is paid from seed and reserve."""
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1"))
    books = Books(pool_for(MemoryPools(), rules, Money.parse("10000"), Money.parse("500")))
    felt = LinkedFelt(rules, books, meter="10000", reserve="500")
    felt.wagers(p1="25").jackpot(1).do(c.NoMoreBets())
    first, second = Money.parse("10000.20"), Money.parse("50500")
    awards = [
        Award(place, Kind.PROGRESSIVE, "royal-flush", amount, amount, True)
        for place, amount in ((2, first), (1, second))
    ]
    table = with_awards(felt, *awards)
    books.changed(felt.table, table)
    books.deliver()
    assert books.pool.status().reserved == first
    confirms = [c.ConfirmAward(place, "royal-flush") for place in (2, 1)]
    assert [reserved(table, confirm) for confirm in confirms] == [True, False]
    paid = fold_one(table, AwardPaid(0))
    assert reserved(paid, confirms[1])
    books.changed(table, paid)
    books.deliver()
    assert (books.pool.status().reserved, books.pool.status().available) == (second, ZERO)
    books.changed(paid, fold_one(paid, AwardPaid(1)))
    books.deliver()
    books.agrees_with(fold_one(paid, AwardPaid(1)))
    assert kinds(books.sent) == ["Contribute", "Reserve", "Post", "Amend", "Post"]


def test_a_reservation_left_from_another_round_is_released() -> None:
    felt = royal_table()
    felt.do(c.KeyAward(1, "royal-flush"))
    felt.books.changed(felt.table, evolve(felt.table, round=Round(2, (), felt.table.meter)))
    assert kinds(felt.books.sent)[-1] == "Release"
