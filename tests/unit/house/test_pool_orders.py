"""What two people ask of the jackpot pool: figures, another pool, a transfer that was refused."""

from dataclasses import replace
from typing import Any

import pytest

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.orders import (
    ChangeFigures,
    ChangePool,
    PoolRequest,
    SendTransferAgain,
    SetTransferAside,
    TakeUpFigures,
    WithdrawFigures,
)
from controller.games.bonus.pool_answers import pool_read, transfer_answered
from controller.games.bonus.pool_orders import OrderRefusal, decide_order
from controller.games.bonus.powers import BonusReason
from controller.games.bonus.rules import TableRules
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.games.bonus.treaty import HouseRefusal
from controller.games.bonus.wagers import Choice
from controller.games.registry import KINDS
from controller.house.events import ActionRefused, Authorised
from controller.journal.sealing import SealedJournal
from controller.notices.outbox import NoticeRaised
from controller.pools import Parameters
from controller.pools.contract import Pool, Pools
from controller.pools.due import RoundAtPool
from controller.pools.memory import MemoryPools
from controller.pools.outbox import (
    PoolChangeAgreed,
    PoolOutbox,
    PoolRead,
    TransferSetAside,
    fold_one,
)
from controller.pools.refusals import PoolRefused
from controller.pools.transfers import Contribute, Move
from controller.running.runtime import TableController
from controller.running.snapshot import NotNow
from controller.staff.powers import Objection
from controller.staff.roles import Actor, HouseReason, Person, Reason
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.refused import why
from tests.helpers.shift import (
    CASINO,
    DEALER,
    GAMING,
    INSPECTOR,
    KEYS,
    RULES,
    TECHNICIAN,
    Shift,
    fresh_house,
)

CHANGE = ChangeFigures(Money.parse("5"), 100_000, Money.parse("20000"), 10_000, None)
"""Half the increment, a smaller seed, a cent of each dollar for the reserve."""
ROYAL = "Th Jh Qh 3c 2d 4c 5s Ah Kh 6c 8d"
"""Place 1 has the royal flush."""
NOTHING = "9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s"


class PoolShift(Shift):
    """A table in a pool of a store in memory, which answers when it is told to."""

    def __init__(self, rules: TableRules = RULES, **more: Any) -> None:
        self.pools: Pools = MemoryPools()
        jackpot = existing(rules.jackpot, "no jackpot")
        opened = self.pools.open("T7", parameters_of(jackpot), ("a", "b"), 1, Money.parse("60000"))
        assert not isinstance(opened, PoolRefused)
        opened.join("T7/join", "T7", terms_of(jackpot))
        super().__init__(rules, **more)

    @property
    def pool(self) -> Pool:
        return existing(self.pools.pool(self.pools.pool_of("T7") or "T7"), "no pool")

    def _started(self) -> TableController:
        outbox = fold_one(PoolOutbox(), PoolRead.of(self.pool.status()))
        house: BonusHouse = evolve(fresh_house(self.rules), pooled=True, pool=outbox)
        journal = SealedJournal(self.recorder, KEYS, *KINDS)
        return TableController(house, journal, self.clock, **self._more)

    def answered(self) -> "PoolShift":
        """The pool answers everything, and is read where the table wants it to be."""
        while self.house.pool.due and not self.house.pool.refused:
            transfer = self.house.pool.pending[0]
            into = transfer.into if isinstance(transfer, Move) else self.pool.name
            pool = existing(self.pools.pool(into), f"no pool {into}")
            self.now(transfer_answered(self.controller, transfer.id, pool.apply(transfer)))
        self.now(pool_read(self.controller, PoolRead.of(self.pool.status())))
        return self

    def both(self, order: PoolRequest, reason: Reason | None = None) -> "PoolShift":
        """The pit asks, and then a supervisor for the very same."""
        why = reason or self.likeliest(order)
        self.on(CASINO)
        assert self.refuses(order, why).refusal is Objection.ANOTHER_NEEDED
        self.off().on(GAMING).do(order, reason=why).off()
        return self

    def turned_down(self, order: PoolRequest) -> Any:
        """Asked by two people who may, and refused all the same."""
        why = self.likeliest(order)
        self.on(CASINO)
        self.refuses(order, why)
        self.off().on(GAMING)
        refused = self.refuses(order, why)
        self.off()
        assert isinstance(self.events()[-2], ActionRefused), "it stands in the record"
        return refused

    def folded(self) -> "PoolShift":
        """One round with two jackpot wagers in which everybody folds."""
        self.wagers(p1="25", p2="25", jackpot=(1, 2)).deal(NOTHING)
        self.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD), c.EverybodyFolded())
        assert not self.house.in_round
        self.deck_ready()
        return self

    def royal(self) -> "PoolShift":
        """One round that resets the meter; the pool has answered all of it but the payment."""
        self.wagers(p1="25", p2="25", jackpot=(1, 2)).deal(ROYAL).to_the_river()
        self.do(c.ShowDealersHand(), c.BeginSettlement(), c.SettlePlace(2), c.SettlePlace(1))
        self.do(c.PayAward(2, "royal-flush"), c.KeyAward(1, "royal-flush"))
        self.answered().supervised(c.ConfirmAward(1, "royal-flush"))
        self.do(c.PayAward(1, "royal-flush"), c.CloseRound())
        self.deck_ready()
        return self

    def agrees(self) -> None:
        """The meter of the table is that of the pool, to the millionth of a cent."""
        status = self.pool.status()
        assert self.table.meter == Meter(status.accounts.meter, status.accounts.reserve)
        self.pool.audit()


def playing(rules: TableRules = RULES) -> PoolShift:
    shift = PoolShift(rules)
    shift.playing(1, 2)
    return shift


def figures(shift: Shift) -> Parameters:
    return existing(shift.house.pool.figures, "no figures")


# Figures of the meter


def test_new_figures_wait_for_the_next_reset_and_are_then_played_by() -> None:
    shift = playing().both(CHANGE).answered()
    agreed = existing(shift.house.pool.agreed, "nothing waits")
    assert (agreed.version, str(agreed.seed), agreed.increment_millionths) == (
        2,
        "20000.00",
        100_000,
    )
    assert figures(shift).version == 1
    shift.folded().answered()
    assert str(shift.table.meter and shift.table.meter.value) == "60002.00", "by the old figures"
    shift.royal().answered()
    assert figures(shift) == agreed
    assert shift.house.pool.agreed is None
    assert str(shift.table.meter and shift.table.meter.value) == "50000.00", "the old seed"
    shift.agrees()
    shift.folded().answered()
    assert str(shift.table.meter and shift.table.meter.value) == "50001.00", "by the new ones"
    shift.agrees()
    shift.royal().answered()
    assert str(shift.table.meter and shift.table.meter.value) == "20000.20", "seed and reserve"
    shift.agrees()
    assert shift.kinds().count("FiguresTakenUp") == 1, "exactly once"


def test_the_change_names_two_people_reason_and_clause() -> None:
    shift = playing().both(CHANGE)
    authorised = next(one for one in reversed(shift.events()) if isinstance(one, Authorised))
    assert {actor.number for actor in authorised.by} == {"201", "301"}
    assert (authorised.action, authorised.reason, authorised.clause) == (
        "meter-parameter",
        "approved-change",
        "15.1",
    )
    shift.answered()
    assert shift.pool.status().pending == shift.house.pool.agreed


@pytest.mark.parametrize("person", [DEALER, INSPECTOR, TECHNICIAN])
@pytest.mark.parametrize(
    "order", [CHANGE, WithdrawFigures(), SetTransferAside("x"), SendTransferAgain("x")], ids=repr
)
def test_nobody_else_asks_anything_of_the_pool(person: Person, order: PoolRequest) -> None:
    shift = playing()
    if person is not DEALER:
        shift.on(person)
    assert shift.why(order)[0] is Objection.NOT_THIS_ROLE


def test_figures_are_not_changed_while_a_round_is_in_progress() -> None:
    shift = playing().wagers(p1="25")
    shift.on(CASINO)
    shift.refuses(CHANGE, HouseReason.APPROVED_CHANGE)
    shift.off().on(GAMING)
    assert shift.why(CHANGE, HouseReason.APPROVED_CHANGE) == (Objection.ROUND_IN_PROGRESS, "15.1")


def test_a_change_that_waits_is_still_there_after_a_restart_and_may_be_withdrawn() -> None:
    shift = playing().both(CHANGE).answered()
    shift.restart()
    assert existing(shift.house.pool.agreed, "nothing waits").version == 2
    shift.compared().both(WithdrawFigures()).answered()
    assert shift.house.pool.agreed is None
    shift.royal().answered()
    assert figures(shift).version == 1
    assert "FiguresTakenUp" not in shift.kinds()
    assert why(shift.turned_down(WithdrawFigures())) == (OrderRefusal.NOTHING_PENDING, "15.1")
    shift.both(CHANGE).answered()
    assert existing(shift.house.pool.agreed, "nothing waits").version == 3


def test_a_restart_between_reset_and_take_up_takes_the_figures_up_once() -> None:
    shift = playing().both(CHANGE).answered().royal()
    assert figures(shift).version == 1, "the pool has not answered yet"
    shift.restart().compared().answered()
    assert figures(shift).version == 2
    shift.restart()
    assert figures(shift).version == 2
    assert shift.floor.rules.jackpot is not None
    assert shift.floor.rules.jackpot.seed == CHANGE.seed
    assert shift.kinds().count("FiguresTakenUp") == 1


def test_a_round_begun_before_the_pool_answered_is_played_and_counted_by_the_old_figures() -> None:
    shift = playing().both(CHANGE).answered().royal()
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).do(c.NoMoreBets())
    late = shift.house.pool.pending[-1]
    assert isinstance(late, Contribute)
    assert late.version == 1
    shift.answered()
    assert str(shift.table.meter and shift.table.meter.value) == "50002.00"
    assert shift.pool.status().accounts.meter == 50_002_00 * 1_000_000
    assert figures(shift).version == 1, "not within a round"


@pytest.mark.parametrize(
    "change",
    [
        {"wager": Money(0)},
        {"increment_millionths": 1_000_001},
        {"increment_millionths": -1},
        {"limit": Money(1)},
        {"seed": Money(-1)},
    ],
)
def test_a_meter_does_not_run_on_unsound_figures(change: dict[str, Any]) -> None:
    refused = playing().turned_down(replace(CHANGE, **change))
    assert (refused.refusal, refused.clause) == (OrderRefusal.NOT_FIGURES, "15.1")
    assert "seen" in refused.detail


def test_the_figures_in_force_are_no_change_and_nothing_is_asked_on_top_of_what_is_due() -> None:
    shift = playing()
    now = figures(shift)
    same = ChangeFigures(now.wager, now.increment_millionths, now.seed, 0, None)
    assert shift.turned_down(same).refusal is OrderRefusal.NO_CHANGE
    shift.both(CHANGE)
    assert shift.turned_down(WithdrawFigures()).refusal is OrderRefusal.NOT_ANSWERED
    again = shift.turned_down(replace(CHANGE, seed=Money(1)))
    assert (again.refusal, again.detail) == (OrderRefusal.NOT_ANSWERED, "Transfers waiting: 1.")


def south_dakota(schedule: str) -> PoolShift:
    return playing(table_rules("sd", places=5, jackpot=jackpot_rules(schedule, wager="1")))


def test_south_dakota_a_schedule_for_one_wager_keeps_it() -> None:
    shift = south_dakota("THBP-08")
    refused = shift.turned_down(replace(CHANGE, wager=Money.parse("2")))
    assert (refused.refusal, refused.clause) == (OrderRefusal.FIGURE_FIXED, "(18)")
    assert refused.detail == "THBP-08 has a wager of $1, not $2."
    shift.both(replace(CHANGE, wager=Money.parse("1")))


def test_south_dakota_the_seed_goes_up_with_the_wager() -> None:
    shift = south_dakota("PMG-01")
    double = replace(CHANGE, wager=Money.parse("2"), seed=Money.parse("100000"))
    refused = shift.turned_down(replace(double, seed=Money.parse("50000")))
    assert (refused.refusal, refused.clause) == (OrderRefusal.FIGURE_FIXED, "(18)")
    shift.both(double).answered()
    assert existing(shift.house.pool.agreed, "nothing waits").seed == double.seed


def test_only_the_table_itself_takes_figures_up() -> None:
    assert playing().refuses(TakeUpFigures()).refusal is NotNow.NOT_BY_HAND


def test_a_table_without_a_pool_has_nothing_to_ask() -> None:
    shift = Shift().playing(1, 2)
    shift.on(CASINO)
    shift.refuses(CHANGE, HouseReason.APPROVED_CHANGE)
    shift.off().on(GAMING)
    assert shift.refuses(CHANGE, HouseReason.APPROVED_CHANGE).refusal is OrderRefusal.NO_POOL


# Another pool


def second_pool(shift: PoolShift, **other: Any) -> ChangePool:
    """A pool beside the first, of the same terms unless they are said to be others."""
    jackpot = existing(shift.rules.jackpot, "no jackpot")
    parameters = replace(parameters_of(jackpot), **other)
    opened = shift.pools.open("high", parameters, ("a", "b"), 1, Money.parse("75000"), Money(7))
    assert not isinstance(opened, PoolRefused)
    terms = opened.status().parameters.terms()
    return ChangePool("high", terms.schedule, terms.wager, terms.increment_millionths, terms.seed)


def test_a_table_goes_over_to_another_pool_and_plays_on_its_meter() -> None:
    shift = playing().folded().answered()
    order = second_pool(shift, reserve_increment_millionths=10_000)
    first = shift.pool
    shift.both(order)
    agreed = next(one for one in shift.events() if isinstance(one, PoolChangeAgreed))
    assert (agreed.pool, agreed.exact, agreed.figures) == (
        "T7",
        first.status().accounts.meter,
        first.status().parameters,
    )
    assert (agreed.seq, agreed.into) == (first.status().seq, "high")
    assert agreed.terms.seed == order.seed
    assert shift.refuses(c.OpenRound(2)).refusal is HouseRefusal.POOL_UNREAD
    shift.answered()
    assert (shift.house.pool.pool, shift.pools.pool_of("T7")) == ("high", "high")
    assert str(shift.table.meter and shift.table.meter.value) == "75000.00"
    shift.agrees()
    shift.folded().answered()
    assert str(shift.table.meter and shift.table.meter.value) == "75002.00"
    shift.agrees()
    assert shift.table.meter is not None
    assert shift.table.meter.reserve == 17, "the reserve share is the new pool's"
    assert str(first.status().meter) == "60002.00", "the first stands as it was left"
    shift.restart()
    assert shift.house.pool.pool == "high"


@pytest.mark.parametrize(
    ("other", "words", "clause"),
    [
        ({"schedule": "PMG-01"}, "The pay schedule of the table", "15.2.5.1"),
        ({"wager": Money.parse("10")}, "The jackpot wager of the table", "15.2.5.3"),
        ({"increment_millionths": 1}, "The increment of the table", "15.2.5.2"),
        ({"seed": Money.parse("1")}, "The seed of the table", "15.2.5.2"),
    ],
)
def test_a_pool_of_other_terms_is_refused_by_name(
    other: dict[str, Any], words: str, clause: str
) -> None:
    shift = playing()
    refused = shift.turned_down(second_pool(shift, **other))
    assert (refused.refusal, refused.clause) == (OrderRefusal.TERMS_DIFFER, clause)
    assert refused.detail.startswith(f"high: {words} is not that of the pool.")
    assert shift.pools.pool_of("T7") == "T7"


def test_a_table_does_not_go_over_with_something_due_or_to_where_it_is() -> None:
    shift = playing().folded()
    order = second_pool(shift)
    assert why(shift.turned_down(order)) == (OrderRefusal.NOT_ANSWERED, "15.1.2.2")
    shift.answered()
    assert shift.turned_down(replace(order, into="T7")).refusal is OrderRefusal.SAME_POOL


def test_a_table_does_not_go_over_with_something_reserved() -> None:
    shift = playing()
    outbox = evolve(shift.house.pool, told=RoundAtPool(1, reservation="T7/1/4"))
    house = evolve(shift.house, pool=outbox)
    by = (Actor("301", CASINO.role), Actor("201", GAMING.role))
    order = second_pool(shift)
    asking = Asking(shift.clock.now(), by, HouseReason.APPROVED_CHANGE, "a")
    refused = decide_order(house, order, asking)
    assert refused == Refused(OrderRefusal.RESERVATION_OPEN, "15.1.2.2", "Reservation T7/1/4.")


def test_terms_that_changed_meanwhile_leave_the_table_where_it_was() -> None:
    shift = playing()
    order = second_pool(shift)
    high = existing(shift.pools.pool("high"), "no pool")
    other = replace(high.status().parameters, seed=Money(5), version=2)
    high.change_parameters("v2", other, ("a", "b"), 2)
    shift.both(order).answered()
    refused = existing(shift.house.pool.refused, "it was not refused")
    assert "The seed of the table is not that of the pool." in refused.reason
    assert shift.pools.pool_of("T7") == "T7"
    shift.both(SetTransferAside(refused.id)).answered()
    assert (shift.house.pool.pool, shift.house.pool.due) == ("T7", ())
    shift.folded().answered().agrees()


# A transfer that was refused


def refusing() -> PoolShift:
    """Behind the table's back it is linked no more: a contribution is refused."""
    shift = playing()
    shift.pool.leave("leave", "T7")
    shift.folded().answered()
    assert shift.house.pool.refused is not None
    return shift


def notices(shift: Shift, about: str) -> list[Any]:
    raised = [event.notice for event in shift.events() if isinstance(event, NoticeRaised)]
    return [notice for notice in raised if notice.about == about]


def first_due(shift: PoolShift) -> str:
    return shift.house.pool.due[0].id


def test_a_refused_transfer_is_set_aside_by_two_and_the_meter_is_the_pools() -> None:
    shift = refusing()
    id = first_due(shift)
    shift.both(SetTransferAside(id), BonusReason.SETTLED_BY_HAND)
    aside = next(one for one in shift.events() if isinstance(one, TransferSetAside))
    assert (aside.id, {*aside.who}, aside.reason) == (id, {"201", "301"}, "settled-by-hand")
    told = notices(shift, "transfer-set-aside")
    assert {(notice.to, notice.clause) for notice in told} == {
        ("surveillance", "11.14"),
        ("inspector", "11.14"),
    }
    assert shift.refuses(c.OpenRound(2)).refusal is HouseRefusal.POOL_UNREAD
    assert str(shift.table.meter and shift.table.meter.value) == "60002.00"
    shift.restart()
    assert shift.house.pool.unread, "through a restart as well"
    shift.compared().answered()
    assert str(shift.table.meter and shift.table.meter.value) == "60000.00"
    jackpot = existing(shift.rules.jackpot, "no jackpot")
    shift.pool.join("again", "T7", terms_of(jackpot))
    shift.folded().answered().agrees()


def test_a_supervisor_has_a_refused_transfer_sent_again() -> None:
    shift = refusing()
    id = first_due(shift)
    jackpot = existing(shift.rules.jackpot, "no jackpot")
    shift.pool.join("again", "T7", terms_of(jackpot))
    shift.supervised(SendTransferAgain(id))
    assert (shift.house.pool.refused, shift.house.pool.again) == (None, 1)
    assert first_due(shift) == id
    shift.answered().agrees()


def test_one_that_is_refused_again_is_told_again() -> None:
    shift = refusing()
    shift.supervised(SendTransferAgain(first_due(shift)))
    shift.answered()
    assert shift.house.pool.refused is not None
    assert len(notices(shift, "transfer-refused")) == 2


@pytest.mark.parametrize("kind", [SetTransferAside, SendTransferAgain])
def test_only_the_transfer_that_was_refused_is_dealt_with(kind: type[Any]) -> None:
    shift = playing()
    refused = shift.turned_down(kind("x")) if kind is SetTransferAside else None
    if refused is not None:
        assert refused.detail == "Asked for x; nothing was refused."
    shift = refusing()
    shift.on(CASINO)
    shift.refuses(kind("x"), shift.likeliest(kind("x")))
    shift.off().on(GAMING)
    refused = shift.refuses(kind("x"), shift.likeliest(kind("x")))
    assert refused.refusal is OrderRefusal.NOTHING_REFUSED
    assert refused.detail == f"Asked for x; it refused {first_due(shift)}."


def test_a_refused_transfer_is_dealt_with_while_it_holds_the_table() -> None:
    shift = refusing()
    shift.now(shift.controller.hold("The jackpot pool has refused a transfer."))
    assert shift.refuses(c.OpenRound(2)).refusal is NotNow.HELD
    shift.both(SetTransferAside(first_due(shift)))
    assert shift.house.pool.due == ()
