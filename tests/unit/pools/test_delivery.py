"""The delivery to a pool: in order, one at a time, again after a fault, not past a refusal."""

import threading
from collections.abc import Callable

import pytest

from controller.carrying import retry_ms
from controller.domain.base import BrokenInvariant
from controller.journal.recorder import Head
from controller.pools import Counters, Hit, Percent, PoolState, Status
from controller.pools import delivery as deliveries
from controller.pools import transfers as c
from controller.pools.contract import Pool
from controller.pools.delivery import PoolDelivery
from controller.pools.due import (
    AmendAtMost,
    AmendCents,
    AmendShare,
    Due,
    Reckoned,
    ReserveShare,
    as_sent,
)
from controller.pools.health import GOOD, Condition, Health
from controller.pools.memory import MemoryPools
from controller.pools.outbox import (
    PoolOutbox,
    TransferAnswered,
    TransfersDue,
    TransferSetAside,
    fold_one,
    record_answer,
    set_aside,
)
from controller.pools.refusals import PoolFault, PoolRefusal, PoolRefused, Trouble
from controller.pools.transfers import Answer, Receipt, Transfer
from tests.helpers.patience import WAIT_S
from tests.unit.pools.backends import dollars, opened, terms

FAULT = PoolFault(Trouble.BUSY, "main", "locked")


class Shaky(Pool):
    """A pool that fails as often as it is told to, before or after it has done its work."""

    def __init__(self, pool: Pool) -> None:
        self.name, self._pool = pool.name, pool
        self.before: list[Exception] = []
        self.after: list[Exception] = []
        self.on_reading: list[Exception] = []
        self.applied: list[str] = []

    def apply(self, transfer: Transfer) -> Answer:
        _fail(self.before)
        self.applied.append(transfer.id)
        answer = self._pool.apply(transfer)
        _fail(self.after)
        return answer

    def standing(self) -> PoolState:
        _fail(self.on_reading)
        return self._pool.standing()

    def status(self) -> Status:
        return self._pool.status()

    def history(self, limit: int = 25) -> tuple[Hit, ...]:
        return self._pool.history(limit)

    def counters(self) -> Counters:
        return self._pool.counters()

    def audit(self) -> None:
        self._pool.audit()

    def anchor(self, table: str, head: Head, by: tuple[str, ...] = ()) -> None:
        _fail(self.before)
        self.applied.append(f"head {head.position}")
        self._pool.anchor(table, head, by)

    def anchored(self, table: str) -> tuple[Head, ...]:
        return self._pool.anchored(table)


def _fail(faults: list[Exception]) -> None:
    if faults:
        raise faults.pop(0)


class DeliveryRig:
    """What a controller does with a delivery: everything in the outbox is due."""

    def __init__(self) -> None:
        self.pool = Shaky(opened(MemoryPools()))
        self.outbox = PoolOutbox()
        self.answers: list[tuple[str, Answer]] = []
        self.felt: list[Health] = []
        self.news = threading.Condition()
        self.delivery = PoolDelivery(self.pool, self.answered, self.feel)

    def ask(self, *transfers: Due) -> None:
        self.outbox = fold_one(self.outbox, TransfersDue(transfers))
        self.delivery.due(self.outbox.pending)

    def answered(self, id: str, answer: Answer) -> None:
        with self.news:
            self.answers.append((id, answer))
            for event in record_answer(self.outbox, id, answer):
                self.outbox = fold_one(self.outbox, event)
            self.news.notify_all()
        self.delivery.due(self.outbox.pending)

    def feel(self, health: Health) -> None:
        with self.news:
            self.felt.append(health)
            self.news.notify_all()

    def wait(self, until: Callable[[], object]) -> None:
        with self.news:
            assert self.news.wait_for(lambda: bool(until()), WAIT_S)


@pytest.fixture
def rig() -> DeliveryRig:
    return DeliveryRig()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests do not wait for a pool to come back."""
    monkeypatch.setattr("controller.carrying.RETRY_MS_FIRST", 1)
    monkeypatch.setattr(deliveries, "READ_EVERY_MS", 5)


def bets(*ids: str) -> list[c.Contribute]:
    return [c.Contribute(id, "t1", 1, 1) for id in ids]


CLAIM = c.TakeBack("too many", "a", 9)


# Without a thread


def test_everything_is_delivered_in_order_and_read(rig: DeliveryRig) -> None:
    rig.ask(*bets("a", "b"))
    assert rig.delivery.status().available is None
    assert rig.delivery.status().waiting == 2
    assert rig.delivery.deliver_all() == GOOD
    assert rig.pool.applied == ["a", "b"]
    assert rig.outbox.due == ()
    reading = rig.delivery.status()
    assert (reading.available, reading.waiting) == (dollars("50002"), 0)
    assert (rig.outbox.available, rig.outbox.version) == (dollars("50002"), 1)
    assert reading.standing == rig.pool.standing()


def test_a_fault_is_tried_again_and_the_first_answer_comes_late(rig: DeliveryRig) -> None:
    rig.pool.before, rig.pool.after = [FAULT], [FAULT]
    rig.ask(*bets("a", "b"))
    assert rig.delivery.deliver_all() == GOOD
    assert rig.pool.applied == ["a", "a", "b"]
    assert [id for id, _ in rig.answers] == ["a", "b"]
    assert rig.felt == [Health(Condition.UNREACHABLE, str(FAULT), "a"), GOOD]
    assert rig.pool.status().accounts.contributed == 2 * 100 * 1_000_000


def test_a_pool_that_stays_away_is_given_up_for_now(rig: DeliveryRig) -> None:
    rig.pool.before = [FAULT] * 99
    rig.ask(*bets("a"))
    assert rig.delivery.deliver_all().condition is Condition.UNREACHABLE
    assert len(rig.pool.before) == 99 - deliveries.TRIES_MAX
    assert rig.delivery.status().waiting == 1
    rig.pool.before = []
    rig.delivery.again()
    assert rig.delivery.health() == GOOD
    assert rig.delivery.deliver_all() == GOOD
    assert rig.outbox.due == ()


def test_a_meter_that_cannot_be_read_does_not_keep_an_answer_back(rig: DeliveryRig) -> None:
    rig.pool.on_reading = [FAULT]
    rig.ask(*bets("a"))
    assert rig.delivery.deliver_all() == GOOD
    assert rig.pool.applied == ["a"]


def test_a_refusal_stops_the_rest_until_it_is_set_aside(rig: DeliveryRig) -> None:
    rig.ask(*bets("a"), CLAIM, *bets("b"))
    health = rig.delivery.deliver_all()
    reason = "These are more wagers than are left of this contribution. 9 seen, 1 left."
    assert health == Health(Condition.REFUSED, reason, "too many")
    assert rig.outbox.refused is not None
    assert rig.outbox.refused.reason == reason
    assert [transfer.id for transfer in rig.outbox.pending] == ["too many", "b"]
    assert rig.delivery.deliver_all() == health
    assert rig.pool.applied == ["a", "too many"]
    rig.delivery.again()  # it is a claim: it stays refused, and is not recorded twice
    assert rig.delivery.deliver_all() == health
    assert rig.pool.applied == ["a", "too many", "too many"]
    assert set_aside(rig.outbox, "b", ("Ada",), "why not") == ()
    (event,) = set_aside(rig.outbox, "too many", ("Ada",), "counted by hand")
    rig.outbox = fold_one(rig.outbox, event)
    rig.delivery.due(rig.outbox.pending)
    assert rig.delivery.deliver_all() == GOOD
    assert (rig.outbox.due, rig.outbox.refused) == ((), None)


def test_a_refusal_stands_while_the_meter_cannot_be_read(rig: DeliveryRig) -> None:
    rig.ask(*bets("a"), CLAIM)
    refused = rig.delivery.deliver_all()
    rig.pool.on_reading = [FAULT]
    assert rig.delivery.deliver_all() == refused
    assert rig.delivery.deliver_all() == refused
    assert rig.pool.applied == ["a", "too many"]


def test_a_contribution_refused_goes_out_again_when_the_reason_is_gone(rig: DeliveryRig) -> None:
    rig.ask(c.Contribute("x", "t9", 1, 1))
    assert rig.delivery.deliver_all().condition is Condition.REFUSED
    rig.pool.join("join t9", "t9", terms(rig.pool.status().parameters))
    rig.delivery.again()
    assert rig.delivery.deliver_all() == GOOD
    assert (rig.outbox.due, rig.outbox.refused) == ((), None)


def test_wrong_books_stop_everything_and_stay_as_they_are(rig: DeliveryRig) -> None:
    rig.pool.before = [BrokenInvariant("pool main: 3 is there, 2 was put in")]
    rig.ask(*bets("a"))
    health = Health(Condition.BROKEN, "pool main: 3 is there, 2 was put in", "a")
    assert rig.delivery.deliver_all() == health
    rig.delivery.again()
    assert rig.delivery.deliver_all() == health
    assert (rig.pool.applied, rig.felt) == ([], [health])
    assert rig.delivery.status().waiting == 1


def test_an_answer_is_not_asked_for_again_while_it_is_being_recorded(rig: DeliveryRig) -> None:
    late: list[str] = []
    delivery = PoolDelivery(rig.pool, lambda id, _: late.append(id))
    delivery.due(bets("a"))
    assert delivery.deliver_all() == GOOD
    delivery.due(bets("a", "b"))
    assert delivery.deliver_all() == GOOD
    assert (late, rig.pool.applied) == (["a", "b"], ["a", "b"])


def test_waits_grow_up_to_a_limit() -> None:
    assert [retry_ms(failures) for failures in (1, 2, 3)] == [100, 200, 400]
    assert [retry_ms(failures) for failures in (8, 9999)] == [10_000, 10_000]


# With its thread


@pytest.mark.usefixtures("hurried")
def test_the_thread_delivers_what_comes_and_survives_faults(rig: DeliveryRig) -> None:
    with rig.delivery:
        for number in range(20):
            rig.pool.before += [FAULT] * (number % 3)
            rig.pool.after += [FAULT] * (number % 2)
            rig.ask(*bets(f"a{number}"))
            rig.wait(lambda: not rig.outbox.due)
    assert rig.pool.status().accounts.contributed == 20 * 100 * 1_000_000
    assert list(dict.fromkeys(rig.pool.applied)) == [f"a{number}" for number in range(20)]


@pytest.mark.usefixtures("hurried")
def test_the_thread_reads_the_meter_while_nothing_is_due(rig: DeliveryRig) -> None:
    with rig.delivery:
        rig.pool.on_reading += [FAULT]
        rig.wait(lambda: rig.felt[-1:] == [GOOD])
    reading = rig.delivery.status()
    assert reading.available == dollars("50000")
    assert [health.condition for health in rig.felt] == [Condition.UNREACHABLE, Condition.GOOD]


@pytest.mark.usefixtures("hurried")
def test_the_thread_waits_for_people_after_a_refusal(rig: DeliveryRig) -> None:
    with rig.delivery:
        rig.ask(*bets("a"), CLAIM, *bets("b"))
        rig.wait(lambda: rig.felt)
        assert rig.outbox.refused is not None
        with rig.news:
            rig.outbox = fold_one(rig.outbox, TransferSetAside("too many", ("Ada",), "by hand"))
        rig.delivery.due(rig.outbox.pending)
        rig.wait(lambda: not rig.outbox.due)
    assert rig.pool.applied == ["a", "too many", "b"]


def test_a_waiting_thread_is_woken_by_people_and_ends_when_told(
    rig: DeliveryRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.carrying.RETRY_MS_FIRST", 600_000)
    monkeypatch.setattr("controller.carrying.RETRY_MS_MAX", 600_000)
    monkeypatch.setattr(deliveries, "READ_EVERY_MS", 600_000)
    rig.pool.before = [FAULT]
    rig.delivery.start()
    rig.ask(*bets("a"))
    rig.wait(lambda: rig.felt)
    rig.ask(*bets("b"))  # in the outbox, but the pool is left alone for now
    rig.delivery.again()
    rig.wait(lambda: not rig.outbox.due)
    assert rig.delivery.stop()
    assert DeliveryRig().delivery.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_says_so(rig: DeliveryRig) -> None:
    rig.pool.before = [ZeroDivisionError("by mistake")]
    rig.ask(*bets("a"))
    with rig.delivery:
        rig.wait(lambda: rig.felt)
    assert rig.delivery.health().condition is Condition.BROKEN
    assert "ZeroDivisionError('by mistake')" in rig.delivery.health().reason
    assert rig.delivery.status().waiting == 1


# The head of the journal


def head(position: int) -> Head:
    return Head(position, 1, bytes(32), bytes(16))


def test_the_head_of_the_journal_goes_ahead_of_what_stands_in_it(rig: DeliveryRig) -> None:
    delivery = PoolDelivery(rig.pool, lambda *_: None, table="t1")
    delivery.due(bets("a", "b"), head(7))
    assert delivery.deliver_all() == GOOD
    assert rig.pool.applied == ["head 7", "a", "b"]
    assert rig.pool.anchored("t1") == (head(7),)
    delivery.due(bets("c"), head(9))
    delivery.due((), head(10))
    assert delivery.deliver_all() == GOOD
    assert rig.pool.applied[3:] == [], "by itself it is not worth a write at every command"
    delivery.due(bets("c"), head(11))
    rig.pool.before = [FAULT]
    assert delivery.deliver_all() == GOOD
    assert rig.pool.applied[3:] == ["head 11", "c"]


def test_a_head_alone_goes_out_when_nothing_has_come_for_a_while(
    rig: DeliveryRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "READ_EVERY_MS", 1)
    read: list[PoolState] = []

    def seen(standing: PoolState) -> None:
        with rig.news:
            read.append(standing)
            rig.news.notify_all()

    with PoolDelivery(rig.pool, rig.answered, rig.feel, seen, table="t1") as delivery:
        delivery.due((), head(5))
        rig.wait(lambda: rig.pool.anchored("t1") == (head(5),))
        rig.wait(lambda: len(read) > 2)
    assert read[-1] == rig.pool.standing()


# The outbox


def test_an_answer_out_of_order_is_a_mistake_of_ours(rig: DeliveryRig) -> None:
    rig.ask(*bets("a", "b"))
    (event,) = record_answer(rig.outbox, "b", rig.pool.apply(bets("b")[0]))
    with pytest.raises(BrokenInvariant, match="b answered, a expected"):
        fold_one(rig.outbox, event)
    with pytest.raises(BrokenInvariant, match="b answered, nothing expected"):
        fold_one(PoolOutbox(), event)
    assert record_answer(PoolOutbox(), "b", rig.pool.apply(bets("b")[0])) == ()


def test_the_reason_of_a_receipt_is_empty(rig: DeliveryRig) -> None:
    receipt = rig.pool.apply(bets("a")[0])
    assert isinstance(receipt, Receipt)
    assert TransferAnswered.of("a", receipt).reason == ""
    refused = PoolRefused(PoolRefusal.NO_SUCH_AWARD, "x seen.")
    assert TransferAnswered.of("a", refused).reason == "There is no such award. x seen."


# What the table reckons with until the pool has said it


RESERVE = ReserveShare("r", "t1", 1, Percent(10), Reckoned(7, dollars("80000"), dollars("8000")))


def test_what_the_pool_holds_is_known_with_its_answer(rig: DeliveryRig) -> None:
    rig.ask(RESERVE)
    assert rig.outbox.told.held == dollars("8000")
    assert rig.delivery.deliver_all() == GOOD
    assert rig.outbox.told.held == dollars("5000")
    more = Reckoned(7, dollars("50000"), dollars("9500"))
    rig.ask(AmendShare("a", "r", Percent(10, 2), more))
    rig.ask(AmendAtMost("b", "r", Reckoned(7, dollars("50000"), dollars("60000"))))
    rig.delivery.deliver_all()
    assert rig.outbox.told.held == dollars("50000")


def test_what_was_asked_for_since_stands_when_an_earlier_answer_comes(rig: DeliveryRig) -> None:
    later = ReserveShare("r2", "t1", 1, Percent(100), Reckoned(7, dollars("1"), dollars("1")))
    amended = AmendCents("a", "r", dollars("4000"))
    for asked, expected in (
        ((RESERVE, amended), ["4000", "4000"]),
        ((c.Release("x", "r"), later), ["1", "50000"]),
        ((AmendShare("b", "r2", Percent(10), RESERVE.reckoned), c.Release("y", "r2")), ["0", "0"]),
    ):
        rig.ask(*asked)
        held = []
        for due in rig.outbox.due:
            answer = rig.pool.apply(as_sent(due))
            rig.outbox = fold_one(rig.outbox, TransferAnswered.of(due.id, answer))
            held.append(rig.outbox.told.held)
        assert held == list(map(dollars, expected))
