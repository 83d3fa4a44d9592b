"""The delivery to a pool: people have dealt with a refusal, the table goes to another pool."""

from dataclasses import replace

from controller.domain.money import Money
from controller.journal.recorder import Head
from controller.pools.delivery import PoolDelivery
from controller.pools.health import GOOD, Condition, Health
from controller.pools.memory import MemoryPools
from controller.pools.outbox import (
    PoolOutbox,
    PoolRead,
    TransferAnswered,
    TransfersDue,
    TransferSentAgain,
    fold_one,
    send_again,
)
from controller.pools.refusals import PoolRefusal, PoolRefused
from controller.pools.transfers import Answer, Contribute, Join, Move, Receipt, TakeBack
from tests.unit.pools.backends import PEOPLE, done, figures, opened, terms
from tests.unit.pools.test_delivery import FAULT, Shaky

MOVE = Move("m", "t1", "main", "second", terms(figures()))
HEAD = Head(7, 1, b"m" * 32, b"f" * 16)


class Answers:
    """What the delivery said, in order."""

    def __init__(self) -> None:
        self.pools = MemoryPools()
        self.first = opened(self.pools)
        self.second = opened(self.pools, name="second", meter="70000", tables=())
        self.said: list[Answer | Health] = []
        self.delivery = PoolDelivery(
            self.first, self.answered, self.said.append, table="t1", pools=self.pools
        )

    def answered(self, _: str, answer: Answer) -> None:
        self.said.append(answer)


def test_a_move_goes_to_the_new_pool_and_everything_after_it_too() -> None:
    answers = Answers()
    answers.delivery.due((MOVE, Contribute("c", "t1", 1, 2)), HEAD)
    assert answers.delivery.deliver_all() == GOOD
    assert [type(one) for one in answers.said] == [Receipt, Receipt]
    assert answers.delivery.pool.name == "second"
    assert (answers.second.counters().wagers_in, answers.first.counters().wagers_in) == (2, 0)
    assert str(answers.delivery.status().available) == "70002.00"
    assert answers.second.anchored("t1") == (HEAD,), (
        "the journal is known there from the first moment"
    )


def test_the_new_pool_has_the_head_before_anybody_hears_of_the_move() -> None:
    answers = Answers()
    heads: list[Head] = []
    answers.delivery = PoolDelivery(
        answers.first,
        lambda _, __: heads.extend(answers.second.anchored("t1")),
        table="t1",
        pools=answers.pools,
    )
    answers.delivery.due((MOVE,), HEAD)
    answers.delivery.deliver_all()
    assert heads == [HEAD]


def test_a_move_that_is_refused_leaves_the_teller_where_it_was() -> None:
    answers = Answers()
    nowhere = replace(MOVE, into="nowhere")
    answers.delivery.due((nowhere,))
    assert answers.delivery.deliver_all().condition is Condition.REFUSED
    assert answers.said[0] == PoolRefused(PoolRefusal.NO_SUCH_POOL, "nowhere seen.")
    assert answers.delivery.pool.name == "main"
    done(answers.first.reserve("r", "t1", 1, Money(1)))
    answers.delivery.due((MOVE,))
    answers.delivery.deliver_all()
    assert answers.delivery.health().transfer == "m"
    assert answers.delivery.pool.name == "main"


def test_whoever_held_the_table_hears_that_a_refusal_is_dealt_with() -> None:
    answers = Answers()
    stranger = Contribute("c", "t9", 1, 1)
    answers.delivery.due((stranger,))
    refused = answers.delivery.deliver_all()
    assert answers.said[1:] == [refused]
    answers.delivery.due(())
    answers.delivery.deliver_all()
    assert answers.said[2:] == [GOOD], "it was set aside"
    answers.delivery.due((stranger,))
    answers.delivery.deliver_all()
    done(answers.first.apply(Join("j", "t9", terms(figures()))))
    answers.delivery.again()
    assert answers.delivery.deliver_all() == GOOD
    assert [GOOD, Receipt] == [answers.said[-2], type(answers.said[-1])]


def test_a_transfer_sent_again_from_within_its_own_refusal_is_sent_again() -> None:
    answers = Answers()

    def at_once(_: str, answer: Answer) -> None:
        answers.said.append(answer)
        if isinstance(answer, PoolRefused):
            done(answers.first.apply(Join("j", "t9", terms(figures()))))
            answers.delivery.again()

    answers.delivery = PoolDelivery(answers.first, at_once, answers.said.append, table="t1")
    answers.delivery.due((Contribute("c", "t9", 1, 1),))
    assert answers.delivery.deliver_all() == GOOD
    kinds = [one.condition if isinstance(one, Health) else type(one) for one in answers.said]
    assert kinds == [PoolRefused, Condition.REFUSED, Condition.GOOD, Receipt]


def test_only_the_refused_transfer_is_sent_again_and_every_time_counts() -> None:
    outbox = fold_one(PoolOutbox(), TransfersDue((Contribute("c", "t9", 1, 1),)))
    assert send_again(outbox, "c", PEOPLE, "repaired") == ()
    for count in (1, 2):
        refused = PoolRefused(PoolRefusal.TABLE_NOT_LINKED, "t9 seen.")
        outbox = fold_one(outbox, TransferAnswered.of("c", refused))
        assert send_again(outbox, "d", PEOPLE, "repaired") == ()
        (event,) = send_again(outbox, "c", PEOPLE, "repaired")
        assert event == TransferSentAgain("c", PEOPLE, "repaired")
        outbox = fold_one(outbox, event)
        assert (outbox.refused, outbox.again, len(outbox.due)) == (None, count, 1)


def test_what_is_read_of_a_pool_leaves_out_what_others_hold() -> None:
    answers = Answers()
    done(answers.first.reserve("r", "t2", 1, Money(500)))
    read = PoolRead.of(answers.first.status())
    assert read.exact == (5_000_000 - 500) * 1_000_000
    assert (read.figures, read.agreed, read.latest) == (figures(), None, 1)


def test_a_server_that_dies_after_a_refusal_is_shown_as_not_linked() -> None:
    """The refusal is for people; the sign has to say that others may have played on."""
    shown = list[bool]()
    pool = Shaky(opened(MemoryPools()))
    delivery = PoolDelivery(pool, lambda *_: None, shown=lambda _, linked: shown.append(linked))
    delivery.due((TakeBack("too many", "a", 9),))
    assert delivery.deliver_all().condition is Condition.REFUSED
    assert shown == [True]
    pool.on_reading = [FAULT]
    assert delivery.deliver_all().condition is Condition.REFUSED
    assert shown == [True, False]
