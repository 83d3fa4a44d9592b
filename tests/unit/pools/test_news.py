"""What is heard of a meter: it moves the sign without a look, and a look has the last word."""

import json
import threading
from collections.abc import Callable

import pytest

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.money import Money
from controller.journal.recorder import Head
from controller.pools import Standing
from controller.pools.contract import Answer, Contribute
from controller.pools.memory import MemoryPools
from controller.pools.news import News, news_in
from controller.pools.teller import GOOD, LOOKS_A_HEAD, TRIES_MAX, Condition, Health, Teller
from tests.unit.pools.backends import dollars, opened
from tests.unit.pools.test_teller import FAULT, Shaky

WAIT_S = 10.0
SAID = {
    "form": 1,
    "pool": "main",
    "seq": 7,
    "available": 5_000_100,
    "version": 1,
    "following": 2,
    "latest": 3,
    "next_told": True,
}


# What a notice says


def test_a_notice_says_what_is_on_the_meter() -> None:
    assert news_in(json.dumps(SAID)) == News("main", 7, dollars("50001"), (1, 2, 3), next_told=True)


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "main",
        "7",
        "null",
        "[]",
        "{}",
        "{" * 7_999,
        "[" * 7_999,
        json.dumps({**SAID, "form": 2}),
        json.dumps({**SAID, "more": 1}),
        json.dumps({name: SAID[name] for name in SAID if name != "seq"}),
        json.dumps({**SAID, "pool": 7}),
        json.dumps({**SAID, "next_told": 1}),
        json.dumps({**SAID, "seq": "7"}),
        json.dumps({**SAID, "seq": True}),
        json.dumps({**SAID, "seq": 7.0}),
        json.dumps({**SAID, "seq": -1}),
        json.dumps({**SAID, "available": 1 << 63}),
        json.dumps({**SAID, "available": None}),
        '{"seq": ' + "9" * 7_000 + "}",
        json.dumps({**SAID, "latest": float("nan")}),
    ],
    ids=lambda payload: payload[:30],
)
def test_what_is_no_notice_of_ours_is_none(payload: str) -> None:
    assert news_in(payload) is None


# The teller


class Watched(Shaky):
    """A pool that counts looks, and lets something happen on the way of one."""

    looks = 0
    on_the_way: Callable[[], object] = staticmethod(lambda: None)

    def standing(self) -> Standing:
        found = super().standing()
        self.looks += 1
        self.on_the_way()
        return found


class Sign:
    """What a teller lets a sign show, and how it feels."""

    def __init__(self) -> None:
        self.pool = Watched(opened(MemoryPools()))
        self.shown: list[str] = []
        self.felt: list[Health] = []
        self.news = threading.Condition()
        self.teller = Teller(self.pool, self.answered, self.felt.append, shown=self.show)

    def answered(self, id: str, answer: Answer) -> None:
        raise AssertionError(f"{id}: {answer}")

    def show(self, available: Money | None, linked: bool) -> None:
        with self.news:
            if linked:
                self.shown.append(str(available))
            self.news.notify_all()

    def looked(self) -> "Sign":
        self.teller.deliver_all()
        return self

    def hears(self, seq: int, available: str, **other: object) -> None:
        news = News("main", seq, dollars(available), (1, 1, 1), next_told=True)
        self.teller.hear(evolve(news, **other))

    def wait(self, until: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(until, WAIT_S)


@pytest.fixture
def sign() -> Sign:
    return Sign().looked()


def test_what_is_heard_is_shown_without_a_look(sign: Sign) -> None:
    seq = sign.pool.standing().seq
    looks = sign.pool.looks
    sign.hears(seq + 1, "50001")
    sign.hears(seq + 3, "50003")
    assert sign.shown == ["50000.00", "50001.00", "50003.00"]
    assert str(sign.teller.status().available) == "50003.00"
    assert sign.pool.looks == looks


def test_what_is_heard_late_or_of_another_pool_does_not_take_the_sign_back(sign: Sign) -> None:
    seq = sign.pool.standing().seq
    sign.hears(seq, "1")
    sign.hears(seq + 3, "50003")
    sign.hears(seq + 3, "2")
    sign.hears(seq + 2, "50002")
    sign.hears(seq + 9, "3", pool="other")
    assert sign.shown == ["50000.00", "50003.00"]


def test_a_look_has_the_last_word_even_where_the_pool_has_gone_back(sign: Sign) -> None:
    """Another server was promoted that had less, or somebody said what is not so."""
    sign.hears(1_000, "99999")
    sign.looked()
    assert sign.shown == ["50000.00", "99999.00", "50000.00"]
    sign.hears(sign.pool.standing().seq + 1, "50001")
    assert sign.shown[-1] == "50001.00"


def test_what_is_heard_during_a_look_is_newer_than_what_it_finds(sign: Sign) -> None:
    seq = sign.pool.standing().seq
    sign.pool.on_the_way = lambda: sign.hears(seq + 1, "50001")
    sign.looked()
    assert sign.shown == ["50000.00", "50001.00"]
    sign.pool.on_the_way = lambda: None
    sign.looked()
    assert sign.shown[-1] == "50000.00", "nobody says so any more"


def test_nothing_is_heard_before_the_first_look_or_while_the_pool_fails() -> None:
    sign = Sign()
    sign.hears(99, "1")
    assert (sign.shown, sign.teller.status().available) == ([], None)
    sign.looked().pool.on_reading = [FAULT] * TRIES_MAX
    sign.looked()
    sign.hears(99, "2")
    assert sign.shown == ["50000.00"]
    assert sign.felt == [Health(Condition.UNREACHABLE, str(FAULT))]
    sign.looked()
    assert sign.shown == ["50000.00", "50000.00"]
    assert sign.felt[1:] == [GOOD]


def test_nothing_is_shown_of_a_pool_whose_books_are_wrong(sign: Sign) -> None:
    sign.pool.on_reading = [BrokenInvariant("wrong")]
    sign.looked().hears(99, "2")
    assert sign.shown == ["50000.00"]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A teller that does not look by itself."""
    monkeypatch.setattr("controller.pools.teller.READ_EVERY_MS", 3_600_000)
    monkeypatch.setattr("controller.pools.teller.HEARD_READ_EVERY_MS", 3_600_000)


@pytest.mark.usefixtures("patient")
def test_other_figures_are_looked_at(sign: Sign) -> None:
    with sign.teller:
        sign.wait(lambda: len(sign.shown) == 2)
        sign.hears(99, "1", figures=(1, 2, 2))
        sign.wait(lambda: len(sign.shown) == 3)
    assert sign.shown == ["50000.00"] * 3


@pytest.mark.usefixtures("patient")
def test_a_meter_that_falls_is_looked_at(sign: Sign) -> None:
    """Somebody has won: what is reserved is no part of a notice."""
    with sign.teller:
        sign.wait(lambda: len(sign.shown) == 2)
        sign.hears(99, "45000")
        sign.wait(lambda: sign.shown[2:] == ["45000.00", "50000.00"])


@pytest.mark.usefixtures("patient")
def test_a_look_follows_when_the_answer_is_on_record(sign: Sign) -> None:
    """What the table says is compared with the pool once nothing is due any more."""
    recorded = threading.Event()
    teller = Teller(sign.pool, lambda *_: recorded.set(), shown=sign.show)
    teller.due((Contribute("c", "t1", 1, 1),))
    with teller:
        assert recorded.wait(WAIT_S)
        sign.wait(lambda: sign.shown == ["50000.00", "50001.00"])
        teller.due(())
        sign.wait(lambda: sign.shown[2:] == ["50001.00"])


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("hears", [True, False])
def test_a_look_follows_at_once_when_the_listener_begins_or_ends(sign: Sign, hears: bool) -> None:
    with sign.teller:
        sign.wait(lambda: len(sign.shown) == 2)
        sign.teller.listened(hears=hears)
        sign.wait(lambda: len(sign.shown) == 3)


@pytest.mark.parametrize("hears", [True, False])
def test_how_often_a_teller_looks_depends_on_whether_somebody_listens(
    sign: Sign, monkeypatch: pytest.MonkeyPatch, hears: bool
) -> None:
    often, seldom = "READ_EVERY_MS", "HEARD_READ_EVERY_MS"
    monkeypatch.setattr(f"controller.pools.teller.{seldom if hears else often}", 1)
    monkeypatch.setattr(f"controller.pools.teller.{often if hears else seldom}", 3_600_000)
    with sign.teller:
        sign.teller.listened(hears=hears)
        sign.wait(lambda: len(sign.shown) > 9)


def test_where_others_play_a_head_goes_out_by_itself_at_some_looks_only(
    sign: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every look would move it, by what it finds on the meter."""
    monkeypatch.setattr("controller.pools.teller.HEARD_READ_EVERY_MS", 1)
    looks = 4 * LOOKS_A_HEAD
    pool, seen = sign.pool, threading.Event()

    def others_play(standing: Standing) -> None:
        teller.due((), Head(pool.looks, 1, bytes(32), bytes(16)))
        teller.hear(News("main", standing.seq + 1, standing.available, (1, 1, 1), next_told=True))
        if pool.looks >= looks:
            seen.set()

    teller = Teller(pool, sign.answered, read=others_play, table="t1")
    teller.listened(hears=True)
    with teller:
        assert seen.wait(WAIT_S)
    assert 3 <= len(pool.applied) <= pool.looks / LOOKS_A_HEAD
