"""What the server tells of a meter, and who listens to it."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest

from controller.domain.money import Money
from controller.pools.contract import Pool
from controller.pools.delivery import PoolDelivery
from controller.pools.listener import Listener
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address
from tests.helpers.patience import WAIT_S
from tests.helpers.postgres import quick_server
from tests.helpers.proxy import Wire
from tests.unit.pools.backends import dollars, done, opened


@pytest.fixture
def main() -> Iterator[Pool]:
    quick_server().emptied()
    pools = PostgresPools(Address(quick_server().url()))
    yield opened(pools)
    pools.close()


def test_the_server_tells_which_pool_has_changed_and_nothing_else(main: Pool) -> None:
    with psycopg.connect(quick_server().url(), autocommit=True) as link:
        link.execute("LISTEN feltwork_pool")
        for number in range(3):
            done(main.reserve(f"hold {number}", "t1", number, dollars("1000")))
            (notice,) = link.notifies(timeout=WAIT_S, stop_after=1)
            assert notice.payload == "main"


@pytest.mark.parametrize(
    ("tables", "apart_s"), [(400, 1), (2_000, 1), (5_000, 2.5), (10_000, 5), (30_000, 5)]
)
def test_the_more_tables_look_the_less_often_they_are_told_of_increments(
    main: Pool, tables: int, apart_s: float
) -> None:
    with psycopg.connect(quick_server().url(), autocommit=True) as link:
        numbered = f"SELECT 'c' || n, 'main' FROM generate_series(4, {tables}) n"
        link.execute(f"INSERT INTO pool.links {numbered}".encode())
        link.execute("UPDATE pool.books SET tells_at = '-infinity'")
        assert link.execute("SELECT pool.told_apart()").fetchone() == (timedelta(seconds=apart_s),)
        main.standing()
        assert main.untold_ms() == 0
        link.execute("LISTEN feltwork_pool")
        done(main.contribute("c", "t1", 1, 1))
        (notice,) = link.notifies(timeout=WAIT_S, stop_after=1)
        main.standing()
        assert 0 < main.untold_ms() <= apart_s * 1_000
        done(main.contribute("not told", "t1", 9, 1))
        assert list(link.notifies(timeout=0)) == []
        done(main.reserve("told at once", "t1", 9, Money(1)))
        (notice,) = link.notifies(timeout=WAIT_S, stop_after=1)
        assert notice.payload == "main"


class Heard(PoolDelivery):
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

    def hint(self) -> None:
        self._note("hint")

    def wait(self, *calls: str) -> None:
        with self.came:
            came = self.came.wait_for(lambda: len(self.calls) >= len(calls), WAIT_S)
        assert came, self.calls
        assert tuple(self.calls) == calls


def test_a_listener_heeds_the_name_of_its_own_pool_and_nothing_else(main: Pool) -> None:
    heard = Heard(main)
    with Listener(Address(quick_server().url()), heard):
        heard.wait("hears")
        quick_server().sql(
            "NOTIFY feltwork_pool, 'other'",
            """NOTIFY feltwork_pool, '{"pool": "main", "available": 1}'""",
            "NOTIFY feltwork_pool, ''",
            "NOTIFY feltwork_pool, 'main'",
            database="pools",
        )
        heard.wait("hears", "hint")


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
