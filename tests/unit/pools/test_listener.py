"""What the server tells of a meter, and who listens to it."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest

from controller.domain.money import Money
from controller.pools import EVERYTHING
from controller.pools.contract import Pool
from controller.pools.listener import Listener
from controller.pools.news import News, news_in
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address, Link
from controller.pools.teller import Teller
from tests.helpers.postgres import quick_server
from tests.helpers.proxy import Wire
from tests.unit.pools.backends import PEOPLE, award, dollars, done, figures, opened
from tests.unit.pools.test_news import SAID, WAIT_S


@pytest.fixture
def main() -> Iterator[Pool]:
    quick_server().emptied()
    pools = PostgresPools(Address(quick_server().url()))
    yield opened(pools)
    pools.close()


def test_the_server_tells_what_is_on_the_meter_after_each_transfer(main: Pool) -> None:
    with psycopg.connect(quick_server().url(), autocommit=True) as link:
        link.execute("LISTEN feltwork_pool")

        def told() -> News:
            (notice,) = link.notifies(timeout=WAIT_S, stop_after=1)
            news = news_in(notice.payload)
            assert news is not None
            standing = main.standing()
            shown = standing.seq, standing.available, standing.figures
            assert news == News("main", *shown, next_told=True)
            return news

        done(main.reserve("hold", "t1", 1, dollars("1000")))
        assert str(told().available) == "49000.00"
        done(main.release("let go", "hold"))
        assert str(told().available) == "50000.00"
        done(main.change_parameters("v2", figures(seed="20000", version=2), PEOPLE, 1))
        assert told().figures == (1, 2, 2)
        done(main.reserve("all", "t2", 1, EVERYTHING))
        assert told().available == 0
        done(award(main, "won", "all", "50000", resets=True))
        assert told().figures == (2, 2, 2)


@pytest.mark.parametrize(
    ("tables", "apart_s", "told"), [(400, 0.1, 4), (5_000, 1, 1), (10_000, 2, 1), (30_000, 5, 1)]
)
def test_the_more_tables_listen_the_less_often_they_hear_of_increments(
    main: Pool, tables: int, apart_s: float, told: int
) -> None:
    with psycopg.connect(quick_server().url(), autocommit=True) as link:
        numbered = f"SELECT 'c' || n, 'main' FROM generate_series(4, {tables}) n"
        link.execute(f"INSERT INTO pool.links {numbered}".encode())
        link.execute("UPDATE pool.books SET tells_at = '-infinity'")
        assert link.execute("SELECT pool.told_apart()").fetchone() == (timedelta(seconds=apart_s),)
        link.execute("LISTEN feltwork_pool")
        news = None
        for number in range(told):
            done(main.contribute(f"c{number}", "t1", number, 1))
            (notice,) = link.notifies(timeout=WAIT_S, stop_after=1)
            news = news_in(notice.payload)
            assert news is not None
            assert news.seq == main.standing().seq
        turn = "SELECT tells_at > clock_timestamp() + interval '310 milliseconds' FROM pool.books"
        if tables > 500:
            assert news is not None
            assert news.next_told, "nobody is to look for what is not"
            assert link.execute(turn).fetchone() == (True,)
            done(main.contribute("not told", "t1", 9, 1))
            done(main.reserve("told at once", "t1", 9, Money(1)))
            (notice,) = link.notifies(timeout=WAIT_S, stop_after=1)
            assert f'"seq": {main.standing().seq},' in notice.payload


class Heard(Teller):
    """What a listener passes on."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool, lambda *_: None)
        self.calls: list[str] = []
        self.came = threading.Condition()

    def _note(self, what: str) -> None:
        with self.came:
            self.calls.append(what)
            self.came.notify_all()

    def listened(self, *, hears: bool) -> None:
        self._note("hears" if hears else "deaf")

    def look(self) -> None:
        self._note("look")

    def hear(self, news: News) -> None:
        self._note(str(news.available))

    def wait(self, *calls: str) -> None:
        with self.came:
            came = self.came.wait_for(lambda: len(self.calls) >= len(calls), WAIT_S)
        assert came, self.calls
        assert tuple(self.calls) == calls


def test_a_listener_looks_for_increments_that_were_not_told_of(main: Pool) -> None:
    heard = Heard(main)
    said = """jsonb_build_object(
        'kind', 'Contribute', 'table', 't1', 'round', n, 'wagers', 1, 'version', NULL)"""
    at_once = f"SELECT pool.apply('main', 'c' || n, {said}) FROM generate_series(1, 40) n"
    with Listener(Address(quick_server().url()), heard):
        heard.wait("hears")
        quick_server().sql(at_once, database="pools")
        with heard.came:
            assert heard.came.wait_for(lambda: "look" in heard.calls, WAIT_S)
    assert heard.calls[:5] == ["hears", "50001.00", "50002.00", "50003.00", "50004.00"]
    assert "50040.00" not in heard.calls


class Scripted(Listener):
    """In one quiet time after the other it hears that the next is told of, or not; or nothing."""

    def __init__(self, teller: Teller, times: tuple[bool | None, ...]) -> None:
        super().__init__(Address(quick_server().url()), teller)
        self._times, self.over = list(times), threading.Event()

    def _hear(self, link: Link) -> News | None:
        if not self._times:
            self._ending.set()
            self.over.set()
            return None
        told = self._times.pop(0)
        return None if told is None else News("main", 1, Money(1), (1, 1, 1), told)


@pytest.mark.parametrize(
    ("times", "looks"),
    [
        ((True, None, None), 0),
        ((False, None, None), 1),
        ((False, True, None), 0),
        ((False, False, None, False, None, None), 2),
    ],
)
def test_a_listener_looks_only_when_a_stream_ends_of_which_not_all_was_told(
    main: Pool, times: tuple[bool | None, ...], looks: int
) -> None:
    heard = Heard(main)
    with Scripted(heard, times) as listener:
        assert listener.over.wait(WAIT_S)
    assert heard.calls == ["hears", *["look"] * looks, "deaf"]


def test_a_listener_heeds_its_own_pool_and_looks_where_it_understands_nothing(main: Pool) -> None:
    heard = Heard(main)
    with Listener(Address(quick_server().url()), heard):
        heard.wait("hears")
        other = json.dumps({**SAID, "pool": "other"})
        quick_server().sql(
            f"SELECT pg_notify('feltwork_pool', '{other}')",
            "NOTIFY feltwork_pool, 'main'",
            database="pools",
        )
        heard.wait("hears", "look")


def test_a_listener_whose_link_died_silently_does_not_pass_for_one_that_hears(
    main: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = quick_server()
    server.sql("DROP ROLE IF EXISTS hears", "CREATE ROLE hears LOGIN SUPERUSER PASSWORD 'x'")
    monkeypatch.setenv("PGPASSWORD", "x")
    monkeypatch.setattr("controller.pools.listener.QUIET_S", 0.02)
    monkeypatch.setattr("controller.pools.listener.SILENT_MAX", 2)
    monkeypatch.setattr("controller.pools.listener.AGAIN_S", 0.02)
    wire, heard = Wire(server.port), Heard(main)
    url = f"host=127.0.0.1 port={wire.port} user=hears dbname=pools"
    with Listener(Address(url), heard):
        heard.wait("hears")
        monkeypatch.setattr("controller.pools.server.ANSWER_S_MAX", 0.1)
        wire.swallow()
        heard.wait("hears", "deaf")
        monkeypatch.setattr("controller.pools.server.ANSWER_S_MAX", 5.0)
        wire.heal()
        with heard.came:
            assert heard.came.wait_for(lambda: heard.calls[-1] == "hears", WAIT_S)
    wire.close()
