"""The jackpot system: pools, the tables linked to them, and what has to be the same (15.1, 15.2.5).

The screen on which they are set up is not part of this: what it asks, and of whom it takes it, is.
"""

from dataclasses import replace

import pytest

from controller.authority import actors_for
from controller.domain.base import existing
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.clauses import POWERS
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.rules import JackpotRules
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.pools import Parameters
from controller.pools.contract import Pool
from controller.pools.memory import MemoryPools
from controller.pools.refusals import PoolRefusal, PoolRefused
from controller.pools.transfers import Receipt
from controller.staff.powers import NotAllowed, Objection
from controller.staff.roles import SUPERVISORS, Actor
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import CASINO, DEALER, GAMING, INSPECTOR, TECHNICIAN
from tests.unit.house.test_people import WINNING
from tests.unit.house.test_pool_orders import CHANGE, PoolShift
from tests.unit.pools.linked import AT, WHO, Books, LinkedFelt, pool_for

JACKPOT = jackpot_rules()
SET_UP = (
    BonusAction.METER_PARAMETER,
    BonusAction.CHANGE_POOL,
    BonusAction.OFFER_JACKPOT,
    BonusAction.WITHDRAW_JACKPOT,
    BonusAction.SET_METHOD,
)


def opened(pools: MemoryPools, name: str, jackpot: JackpotRules = JACKPOT) -> Pool:
    pool = pools.open(name, parameters_of(jackpot), WHO, AT)
    assert not isinstance(pool, PoolRefused), pool
    return pool


def joins(pool: Pool, table: str, jackpot: JackpotRules = JACKPOT) -> PoolRefusal | None:
    """Why a table is not linked; none where it is."""
    answer = pool.join(f"{pool.name} {table}", table, terms_of(jackpot))
    return answer.refusal if isinstance(answer, PoolRefused) else None


@pytest.mark.clause("nsw", "15.1")
def test_pool_meter_and_link_are_set_up_together_and_by_supervisors_alone() -> None:
    others = (DEALER, INSPECTOR, TECHNICIAN)
    below = tuple(Actor(person.number, person.role) for person in others)
    for action in SET_UP:
        reason = action.reasons[0]
        for signed_on in (below, *((actor,) for actor in below)):
            assert isinstance(actors_for(action, reason, signed_on), NotAllowed), action
        two = (Actor(GAMING.number, GAMING.role), Actor(CASINO.number, CASINO.role))
        acting = actors_for(action, reason, two)
        assert not isinstance(acting, NotAllowed)
        assert {actor.role for actor in acting} <= set(SUPERVISORS)
    assert POWERS[BonusAction.METER_PARAMETER][:2] == ("15.1", "15.1")
    pool = opened(MemoryPools(), "main")
    grouped = replace(pool.status().parameters, seed=Money.parse("60000"), version=2)
    alone = pool.change_parameters("p1", grouped, ("Ada",), AT)
    assert isinstance(alone, PoolRefused)
    assert alone.refusal is PoolRefusal.NEEDS_TWO_PEOPLE
    assert isinstance(pool.change_parameters("p2", grouped, ("Ada", "Bob"), AT), Receipt)
    assert {*vars(grouped)} == {*Parameters.__dataclass_fields__}, "one set, changed as one"


@pytest.mark.clause("nsw", "15.1")
def test_the_table_takes_its_jackpot_set_up_from_the_pit_with_a_supervisor(ruleset: str) -> None:
    shift = PoolShift(table_rules(ruleset, places=5, jackpot=jackpot_rules())).playing(1)
    reason = shift.likeliest(CHANGE)
    assert isinstance(shift.refuses(CHANGE, reason).refusal, Objection), "not the dealer"
    for person in (TECHNICIAN, INSPECTOR, GAMING):
        refused = shift.on(person).refuses(CHANGE, reason)
        assert (isinstance(refused.refusal, Objection), refused.clause) == (True, "15.1"), person
        shift.off()
    shift.on(CASINO).do(CHANGE, reason=reason).off().answered()
    assert shift.pool.status().pending is not None, "live: it waits for the next reset"


@pytest.mark.clause("nsw", "15.1.1", "15.1.2", "15.1.2.1")
def test_there_may_be_several_pools_each_with_its_id_for_one_table_or_a_named_group() -> None:
    pools = MemoryPools()
    main, other = opened(pools, "main"), opened(pools, "other")
    assert pools.names() == ("main", "other")
    for table in ("t1", "t2", "t3"):
        assert joins(main, table) is None
    assert joins(other, "t4") is None
    assert existing(pools.pool("main"), "no pool").status().tables == ("t1", "t2", "t3")
    assert existing(pools.pool("other"), "no pool").status().tables == ("t4",)
    unlinked = main.contribute("c1", "t4", 1, 1)
    assert isinstance(unlinked, PoolRefused)
    assert unlinked.refusal is PoolRefusal.TABLE_NOT_LINKED


@pytest.mark.clause("nsw", "15.1.2.2")
def test_a_table_that_is_linked_is_not_linked_to_a_second_pool_until_it_has_left_the_first() -> (
    None
):
    pools = MemoryPools()
    main, other = opened(pools, "main"), opened(pools, "other")
    assert joins(main, "t1") is None
    assert joins(other, "t1") is PoolRefusal.TABLE_IN_ANOTHER_POOL
    assert other.status().tables == ()
    assert isinstance(main.leave("l1", "t1"), Receipt)
    assert joins(other, "t1") is None


@pytest.mark.clause("nsw-legacy", "15.1.2.3", "15.2.5")
@pytest.mark.clause("nsw-2024", "15.2.5", "15.2.5.3")
def test_a_table_with_another_jackpot_wager_is_not_linked() -> None:
    pool = opened(MemoryPools(), "main")
    assert joins(pool, "t1") is None
    assert joins(pool, "t2", replace(JACKPOT, wager=Money(1_000))) is PoolRefusal.WAGER_DIFFERS
    assert pool.status().tables == ("t1",)


@pytest.mark.clause("nsw", "15.2.5", "15.2.5.1")
def test_a_table_with_another_pay_table_is_not_linked() -> None:
    pool = opened(MemoryPools(), "main")
    another = jackpot_rules("PMG-01")
    assert joins(pool, "t2", another) is PoolRefusal.SCHEDULE_DIFFERS
    assert joins(pool, "t2") is None


@pytest.mark.clause("nsw", "15.2.5", "15.2.5.2")
def test_a_table_with_another_increment_or_seed_is_not_linked() -> None:
    pool = opened(MemoryPools(), "main")
    slower = replace(JACKPOT, increment_millionths=100_000)
    assert joins(pool, "t2", slower) is PoolRefusal.INCREMENT_DIFFERS
    richer = replace(JACKPOT, seed=JACKPOT.seed + Money(1))
    assert joins(pool, "t2", richer) is PoolRefusal.SEED_DIFFERS
    assert joins(pool, "t2") is None


@pytest.mark.clause("nsw-legacy", "1.1:Jackpot Meter System", "15.1.3")
@pytest.mark.clause("nsw-2024", "1.1:jackpot system", "15.1.3")
def test_the_pool_hears_of_every_wager_and_win_and_no_meter_competes_with_it(ruleset: str) -> None:
    rules = table_rules(ruleset, places=5, jackpot=jackpot_rules())
    pools, meter = MemoryPools(), "60000"
    pool = pool_for(pools, rules, Money.parse(meter), Money(0))
    elsewhere = pool_for(pools, rules, Money.parse(meter), Money(0), "t9", name="other")
    books = Books(pool)
    felt = LinkedFelt(rules, books, meter=meter, reserve="0")
    felt.wagers(p1="25", p2="25", p3="25").jackpot(1, 2)
    assert pool.counters().wagers_in == 0, "nothing before the lock"
    felt.deal(as_dealt(ruleset))
    assert pool.counters().wagers_in == 2
    books.agrees_with(felt.table)
    felt.to_showdown().settle(3, 2, 1).go(c.KeyAward(1, "straight-flush"))
    assert str(pool.status().available) == "54001.80", "reserved, off what the meter shows"
    books.agrees_with(felt.table)
    felt.go(c.ConfirmAward(1, "straight-flush"), c.PayAward(1, "straight-flush"), c.CloseRound())
    books.closed(felt.table)
    (hit,) = pool.history()
    assert (hit.table, hit.level, str(hit.amount)) == ("t1", "straight-flush", "6000.20")
    assert existing(felt.table.meter, "no meter").value == pool.status().available
    assert str(elsewhere.status().available) == "60000.00", "nothing goes to a pool not its own"


def as_dealt(ruleset: str) -> str:
    """Place 1 has a king-high straight flush."""
    board, dealer, *players = WINNING[:14], WINNING[15:20], "Qh Kh", "6c 8d", "7c 9d"
    parts = (*players, dealer) if ruleset == "nsw-legacy" else (dealer, *players)
    return " ".join((board, *parts))
