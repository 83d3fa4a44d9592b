"""What is heard of a meter is a hint to look, and a look is all that counts."""

import threading
from collections.abc import Callable

import pytest

from controller.domain.base import BrokenInvariant
from controller.domain.money import Money
from controller.journal.recorder import Head
from controller.pools import PoolState
from controller.pools.delivery import LOOKS_A_HEAD, TRIES_MAX, PoolDelivery
from controller.pools.health import GOOD, Condition, Health
from controller.pools.memory import MemoryPools
from controller.pools.transfers import Answer, Contribute
from tests.helpers.patience import WAIT_S
from tests.unit.pools.backends import dollars, done, figures, opened
from tests.unit.pools.test_delivery import FAULT, Shaky


class Watched(Shaky):
    """A pool that counts looks, and says how long it tells of no increments."""

    looks = 0
    untold = 0

    def standing(self) -> PoolState:
        self.looks += 1
        return super().standing()

    def untold_ms(self) -> int:
        return self.untold


class Sign:
    """What a delivery lets a sign show, and how it feels."""

    def __init__(self) -> None:
        self.pool = Watched(opened(MemoryPools()))
        self.shown: list[str] = []
        self.felt: list[Health] = []
        self.news = threading.Condition()
        self.read: list[PoolState] = []
        self.delivery = PoolDelivery(
            self.pool, self.answered, self.felt.append, self.read.append, shown=self.show
        )

    def answered(self, id: str, answer: Answer) -> None:
        raise AssertionError(f"{id}: {answer}")

    def show(self, available: Money | None, linked: bool) -> None:
        with self.news:
            if linked:
                self.shown.append(str(available))
            self.news.notify_all()

    def looked(self) -> "Sign":
        self.delivery.deliver_all()
        return self

    def wait(self, until: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(until, WAIT_S)


@pytest.fixture
def sign() -> Sign:
    return Sign().looked()


def test_a_look_has_the_last_word_even_where_the_pool_has_gone_back(sign: Sign) -> None:
    """Another server was promoted that had less."""
    done(sign.pool.contribute("c", "t1", 1, 9))
    sign.looked()
    sign.pool._pool = opened(MemoryPools())  # noqa: SLF001
    sign.looked()
    assert sign.shown == ["50000.00", "50009.00", "50000.00"]


def test_nothing_is_shown_as_linked_while_the_pool_fails_or_its_books_are_wrong() -> None:
    sign = Sign()
    sign.looked().pool.on_reading = [FAULT] * TRIES_MAX
    sign.looked()
    assert sign.shown == ["50000.00"]
    assert sign.felt == [Health(Condition.UNREACHABLE, str(FAULT))]
    sign.looked()
    assert sign.shown == ["50000.00", "50000.00"]
    assert sign.felt[1:] == [GOOD]
    sign.pool.on_reading = [BrokenInvariant("wrong")]
    sign.looked()
    assert sign.shown == ["50000.00", "50000.00"]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A delivery that does not look by itself."""
    monkeypatch.setattr("controller.pools.delivery.READ_EVERY_MS", 3_600_000)
    monkeypatch.setattr("controller.pools.delivery.HEARD_READ_EVERY_MS", 3_600_000)


@pytest.fixture
def hearing(sign: Sign, patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The delivery listens, and follows a hint with hardly any calm."""
    monkeypatch.setattr("controller.pools.delivery.CALM_MS", 1)
    sign.delivery.listened(hears=True)


@pytest.mark.usefixtures("patient")
def test_a_hint_is_followed_by_a_look_and_many_of_them_by_one_after_the_calm(
    sign: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.pools.delivery.CALM_MS", 20)
    sign.delivery.listened(hears=True)
    with sign.delivery:
        sign.wait(lambda: len(sign.shown) == 2)
        done(sign.pool.contribute("c", "t1", 1, 1))
        sign.delivery.hint()
        sign.wait(lambda: sign.shown[2:] == ["50001.00"])
        monkeypatch.setattr("controller.pools.delivery.CALM_MS", 3_000_000)
        sign.delivery.hint()
        sign.wait(lambda: len(sign.shown) >= 4)
        for _ in range(10_000):
            sign.delivery.hint()
        looks = sign.pool.looks
    assert sign.pool.looks <= looks + 1, "but for what was on its way"


@pytest.mark.usefixtures("hearing")
def test_what_is_not_told_of_is_looked_for_once_it_may_have_come(sign: Sign) -> None:
    sign.pool.untold = 30
    with sign.delivery:
        sign.wait(lambda: len(sign.shown) == 2)
        done(sign.pool.contribute("c", "t1", 1, 1))
        sign.wait(lambda: "50001.00" in sign.shown)


@pytest.mark.usefixtures("hearing")
def test_a_look_by_hint_goes_on_record_where_it_is_more_than_an_increment(
    sign: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.pools.delivery.HINTS_A_LOOK", 1_000_000)
    main = sign.pool
    with sign.delivery:
        sign.wait(lambda: len(sign.shown) == 2)
        recorded = len(sign.read)

        def hinted(shown: str) -> int:
            sign.delivery.hint()
            sign.wait(lambda: sign.shown[-1] == shown)
            return len(sign.read) - recorded

        done(main.contribute("c", "t1", 1, 1))
        assert hinted("50001.00") == 0
        done(main.reserve("r", "t1", 1, dollars("5001")))
        hinted("45000.00")
        done(main.contribute("d", "t1", 1, 1))
        assert hinted("45001.00") == 1
        done(main.change_parameters("v2", figures(version=2), ("1", "2"), 1))
        done(main.contribute("e", "t1", 1, 1))
        hinted("45002.00")
        done(main.contribute("f", "t1", 1, 1))
        assert hinted("45003.00") == 2


@pytest.mark.usefixtures("hearing")
def test_while_hints_keep_coming_a_look_goes_on_record_now_and_then(sign: Sign) -> None:
    sign.pool.untold = 2
    with sign.delivery:
        sign.wait(lambda: len(sign.shown) > 40)
    assert len(sign.read) >= len(sign.shown) // 6


@pytest.mark.usefixtures("hearing")
def test_hints_do_not_hurry_a_pool_that_fails(sign: Sign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.carrying.RETRY_MS_FIRST", 3_600_000)
    monkeypatch.setattr("controller.carrying.RETRY_MS_MAX", 3_600_000)
    sign.pool.on_reading = [FAULT] * 1_000
    with sign.delivery:
        sign.wait(lambda: bool(sign.felt))
        for _ in range(1_000):
            sign.delivery.hint()
    assert sign.pool.looks == 2


@pytest.mark.usefixtures("patient")
def test_a_look_follows_when_the_answer_is_on_record(sign: Sign) -> None:
    """What the table says is compared with the pool once nothing is due any more."""
    recorded = threading.Event()
    delivery = PoolDelivery(sign.pool, lambda *_: recorded.set(), shown=sign.show)
    delivery.due((Contribute("c", "t1", 1, 1),))
    with delivery:
        assert recorded.wait(WAIT_S)
        sign.wait(lambda: sign.shown == ["50000.00", "50001.00"])
        delivery.due(())
        sign.wait(lambda: sign.shown[2:] == ["50001.00"])


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("hears", [True, False])
def test_a_look_follows_at_once_when_the_listener_begins_or_ends(sign: Sign, hears: bool) -> None:
    with sign.delivery:
        sign.wait(lambda: len(sign.shown) == 2)
        sign.delivery.listened(hears=hears)
        sign.wait(lambda: len(sign.shown) == 3)


@pytest.mark.parametrize("hears", [True, False])
def test_how_often_a_teller_looks_depends_on_whether_somebody_listens(
    sign: Sign, monkeypatch: pytest.MonkeyPatch, hears: bool
) -> None:
    often, seldom = "READ_EVERY_MS", "HEARD_READ_EVERY_MS"
    monkeypatch.setattr(f"controller.pools.delivery.{seldom if hears else often}", 1)
    monkeypatch.setattr(f"controller.pools.delivery.{often if hears else seldom}", 3_600_000)
    with sign.delivery:
        sign.delivery.listened(hears=hears)
        sign.wait(lambda: len(sign.shown) > 9)


def test_where_others_play_a_head_goes_out_by_itself_at_some_looks_only(
    sign: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every look would move it, by what it finds on the meter."""
    monkeypatch.setattr("controller.pools.delivery.HEARD_READ_EVERY_MS", 1)
    looks = 4 * LOOKS_A_HEAD
    pool, seen = sign.pool, threading.Event()

    def others_play(standing: PoolState) -> None:
        delivery.due((), Head(pool.looks, 1, bytes(32), bytes(16)))
        delivery.hint()
        if pool.looks >= looks:
            seen.set()

    delivery = PoolDelivery(pool, sign.answered, read=others_play, table="t1")
    delivery.listened(hears=True)
    with delivery:
        assert seen.wait(WAIT_S)
    assert 3 <= len(pool.applied) <= pool.looks / LOOKS_A_HEAD
