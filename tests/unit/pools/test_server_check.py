"""What a server lacks that was answered before is sent again, and nothing is sent ahead of it."""

from collections.abc import Sequence

import pytest

from controller.pools import Percent
from controller.pools import transfers as c
from controller.pools.contract import Connection, Pool
from controller.pools.delivery import PoolDelivery
from controller.pools.due import AmendAtMost, AmendCents, AmendShare, Due, Reckoned, ReserveShare
from controller.pools.health import GOOD, Condition
from controller.pools.memory import MemoryPools
from controller.pools.outbox import (
    KEPT_MAX,
    PoolEvent,
    PoolOutbox,
    PoolRead,
    ServerMet,
    TransfersDue,
    TransferSetAside,
    fold_one,
    record_answer,
    record_met,
)
from controller.pools.place import ServerId
from controller.pools.transfers import Answer, Transfer
from tests.unit.pools.backends import dollars, done, figures, opened, terms
from tests.unit.pools.linked import CODEC
from tests.unit.pools.test_delivery import Shaky

FIRST, SECOND = ServerId("one", 1), ServerId("one", 2)


class Served(Shaky):
    """A pool on a server, of which a standby may have an earlier state."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        self.to = Connection(1, FIRST)
        self.there: list[Transfer] = []

    def apply(self, transfer: Transfer) -> Answer:
        answer = super().apply(transfer)
        self.there.append(transfer)
        return answer

    def connection(self) -> Connection:
        return self.to

    def lacking(self, ids: Sequence[str]) -> tuple[str, ...]:
        there = {transfer.id for transfer in self.there}
        return tuple(id for id in ids if id not in there)

    def fail_over(self, known: int) -> None:
        """To a standby that knows so many transfers."""
        before = self.there[:known]
        self.replaced(opened(MemoryPools()), [])
        for transfer in before:
            self.apply(transfer)
        self.applied.clear()

    def replaced(self, pool: Pool, there: list[Transfer]) -> None:
        self._pool, self.there = pool, there
        self.to = Connection(self.to.number + 1, SECOND)
        self.applied.clear()


class Linked:
    """A table's record, and its delivery."""

    def __init__(self) -> None:
        self.pool = Served(opened(MemoryPools()))
        self.outbox = fold_one(PoolOutbox(), PoolRead.of(self.pool.standing()))
        self.met: list[ServerMet] = []
        self.silent = False
        self.delivery = PoolDelivery(self.pool, self.answered, met=self.meet)

    def note(self, *events: PoolEvent) -> None:
        for event in events:
            assert CODEC.read(*CODEC.write(event)) == event
            self.outbox = fold_one(self.outbox, event)
        if not self.silent:
            self.delivery.due(self.outbox.pending, None, self.outbox.answered)

    def meet(self, met: ServerMet) -> None:
        self.met.append(met)
        self.note(*record_met(self.outbox, met))

    def answered(self, id: str, answer: Answer) -> None:
        self.note(*record_answer(self.outbox, id, answer))

    def ask(self, *due: Due) -> Condition:
        self.note(TransfersDue(due))
        return self.deliver()

    def deliver(self) -> Condition:
        """Once more where something was lost."""
        self.delivery.deliver_all()
        return self.delivery.deliver_all().condition


def bet(id: str) -> c.Contribute:
    return c.Contribute(id, "t1", 1, 1)


@pytest.fixture
def table() -> Linked:
    return Linked()


def test_a_server_is_asked_once_and_known_from_then_on(table: Linked) -> None:
    for id in "abc":
        assert table.ask(bet(id)) is Condition.GOOD
    assert table.met == [ServerMet(FIRST)]
    assert table.outbox.server == FIRST
    assert [due.id for due in table.outbox.kept] == ["a", "b", "c"]


def test_what_it_lacks_goes_out_before_what_was_asked_for_since(table: Linked) -> None:
    table.ask(bet("a"), bet("b"), bet("c"))
    seq = table.outbox.seq
    table.pool.fail_over(1)
    assert table.ask(bet("d")) is Condition.GOOD
    assert table.pool.applied == ["b", "c", "d"]
    assert table.met[1:] == [ServerMet(SECOND, ("b", "c"))]
    assert table.outbox.due == ()
    assert table.outbox.seq >= seq
    assert table.delivery.health() == GOOD


def test_a_server_that_was_restored_under_a_connection_is_asked_again(table: Linked) -> None:
    table.ask(bet("a"), bet("b"))
    to = table.pool.to
    table.pool.fail_over(1)
    table.pool.to = to
    table.delivery.deliver_all()
    assert table.deliver() is Condition.GOOD
    assert table.pool.applied == ["b"]


def test_what_is_answered_and_not_yet_on_record_counts_as_well(table: Linked) -> None:
    table.ask(bet("a"))
    table.note(TransfersDue((bet("b"),)))
    table.silent = True  # the answer is on its way to the delivery's due
    table.delivery.deliver_all()
    table.pool.fail_over(1)
    table.delivery.deliver_all()
    table.silent = False
    table.note()
    assert table.deliver() is Condition.GOOD
    assert table.pool.applied == ["b"]


def test_a_share_is_claimed_again_as_the_pool_had_worked_it_out(table: Linked) -> None:
    reckoned = Reckoned(7, dollars("50000"), dollars("1"))
    table.ask(
        bet("a"),
        ReserveShare("r", "t1", 1, Percent(10), reckoned),
        AmendShare("s", "r", Percent(20), reckoned),
        AmendAtMost("t", "r", Reckoned(7, dollars("50000"), dollars("4000"))),
    )
    told = table.outbox.told
    table.pool.fail_over(0)
    done(table.pool.apply(c.Contribute("other", "t1", 9, 9)))
    assert table.deliver() is Condition.GOOD
    assert table.outbox.told == told
    _, _, *claims = table.pool.there
    assert claims == [
        c.Reserve("r", "t1", 1, dollars("5000.10")),
        c.Amend("s", "r", dollars("10000.20")),
        c.Amend("t", "r", dollars("4000")),
    ]


def test_a_claim_that_is_refused_now_waits_for_people(table: Linked) -> None:
    table.ask(c.Contribute("a", "t1", 1, 5), c.TakeBack("b", "a", 5))
    table.pool.fail_over(1)
    done(table.pool.apply(c.TakeBack("by hand", "a", 5)))
    assert table.deliver() is Condition.REFUSED
    assert table.outbox.refused is not None
    table.note(TransferSetAside("b", ("4711", "4712"), "settled"))
    assert table.deliver() is Condition.GOOD


def test_a_refused_one_stays_the_first(table: Linked) -> None:
    table.ask(bet("a"), bet("b"))
    assert table.ask(c.TakeBack("no", "nothing", 1), bet("c")) is Condition.REFUSED
    table.pool.fail_over(1)
    table.deliver()
    assert [due.id for due in table.outbox.due] == ["no", "b", "c"]
    table.note(TransferSetAside("no", ("4711", "4712"), "settled"))
    assert table.deliver() is Condition.GOOD
    assert table.pool.applied == ["b", "c"]


def test_a_server_that_lacks_more_than_is_kept_is_not_trusted(table: Linked) -> None:
    ids = [f"{number}" for number in range(KEPT_MAX + 2)]
    table.ask(*map(bet, ids))
    assert (table.outbox.before, len(table.outbox.kept)) == ("1", KEPT_MAX)
    table.pool.fail_over(1)
    assert table.deliver() is Condition.BROKEN
    assert table.pool.applied == []
    words = "Jackpot pool main is an older copy: it lacks transfer 1, which it answered, and 64 "
    assert table.delivery.health().reason == words + "after it."
    table.pool.fail_over(0)
    table.delivery = PoolDelivery(table.pool, table.answered)
    table.note()
    assert table.deliver() is Condition.BROKEN, "not after a restart either"


def test_what_another_pool_has_answered_is_not_asked_of_this_one(table: Linked) -> None:
    table.ask(bet("a"))
    done(table.pool.apply(bet("move")))  # whatever it was, the new pool has it
    move = c.Move("move", "t1", "main", "high", terms(figures()))
    outbox = fold_one(table.outbox, TransfersDue((move,)))
    receipt = done(table.pool.apply(bet("in the other pool")))
    (answered,) = record_answer(outbox, "move", receipt)
    gone_over = fold_one(outbox, answered).answered
    assert (gone_over.pool, gone_over.before, gone_over.kept) == ("high", "a", ("move",))
    table.delivery.due((), None, gone_over)
    table.pool.fail_over(0)
    assert table.delivery.deliver_all() == GOOD, "the delivery is not there yet"


def high() -> Pool:
    """Another pool of a store, in which t1 is in the first one still."""
    pools = MemoryPools()
    opened(pools)
    return opened(pools, name="high", tables=())


@pytest.mark.parametrize("lag", [2, 1, 0])
def test_a_move_that_a_standby_lacks_is_sent_again(
    table: Linked, lag: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools, there = MemoryPools(), Served(high())
    there.there = table.pool.there  # one server
    monkeypatch.setattr(pools, "pool", lambda _: there)
    table.delivery = PoolDelivery(table.pool, table.answered, pools=pools, met=table.meet)
    move = c.Move("move", "t1", "main", "high", terms(figures()))
    assert table.ask(bet("a"), bet("b"), move, bet("c")) is Condition.GOOD
    there.replaced(high(), there.there[:lag])
    if lag == 2:
        assert table.deliver() is Condition.GOOD
        assert there.applied == ["move", "c"]
        assert (table.outbox.pool, table.outbox.due) == ("high", ())
        assert table.outbox.answered.kept == ("move", "c")
    else:
        assert table.deliver() is Condition.BROKEN, "the pool before has lost something too"
        assert there.applied == []


def test_a_pool_in_a_file_of_its_own_keeps_nothing() -> None:
    pool = opened(MemoryPools())
    outbox = fold_one(PoolOutbox(), TransfersDue((bet("a"),)))
    assert pool.connection() is None
    assert pool.lacking(("a",)) == ()
    (event,) = record_answer(outbox, "a", pool.apply(bet("a")))
    assert fold_one(outbox, event).kept == ()


def test_cents_are_claimed_as_they_are(table: Linked) -> None:
    table.ask(ReserveShare("r", "t1", 1, Percent(1), Reckoned(7, dollars("1"), dollars("1"))))
    amended = AmendCents("m", "r", dollars("3"))
    table.ask(amended)
    assert table.outbox.kept[-1] == amended
