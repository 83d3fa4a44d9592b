"""The pit's page over HTTP, on a real server of pools; what only a browser shows is elsewhere."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner, Result

from controller.domain.money import Money
from controller.pools.refusals import PoolRefusal
from controller.pools.server import Address
from tests.helpers.commands import stops
from tests.helpers.pit import Pit, refuse
from tests.helpers.postgres import QUICK, Server, free_port, quick_server
from tests.unit.pools.backends import done, refused
from ui.cli import app
from ui.monitor.reader import Board, Reader
from ui.monitor.reading import read
from ui.monitor.web import PAGES_MAX, PageServer, documents, message, policy


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the next look by the clock, neither the page nor a table."""
    monkeypatch.setattr("ui.monitor.reader.LOOK_S", 0.1)
    monkeypatch.setattr("ui.monitor.web.BEAT_S", 0.1)
    monkeypatch.setattr("tests.helpers.pit.LOOK_S", 0.3)


@pytest.fixture
def pit() -> Iterator[Pit]:
    server = quick_server()
    server.emptied()
    with closing(Pit(server)) as found:
        yield found


class Site:
    """The page, served in this process; without a server of pools nothing is on it."""

    def __init__(
        self, server: Server | None = None, pool: str | None = None, bind: str = "127.0.0.1"
    ) -> None:
        self.said: list[str] = []
        board = Board()
        self.pages = PageServer(bind, 0, board)
        self._threads = [Thread(target=self.pages.serve_forever, args=(0.02,))]
        self._reader: Reader | None = None
        if server is not None:
            self._reader = Reader(Address(server.url()), pool, board, self.said.append)
            self._reader.look()
            self._threads.append(Thread(target=self._reader.run))
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        if self._reader is not None:
            self._reader.stop()
        self.pages.end()
        for thread in self._threads:
            thread.join(20)

    @contextmanager
    def ask(
        self, path: str, method: str = "GET", host: str = "", at: str = "127.0.0.1"
    ) -> Iterator[HTTPResponse]:
        with closing(HTTPConnection(at, self.pages.port, timeout=20)) as connection:
            connection.request(method, path, headers={"Host": host} if host else {})
            with connection.getresponse() as answer:
                yield answer

    @contextmanager
    def stream(self) -> Iterator["Stream"]:
        with self.ask("/events") as answer:
            yield Stream(answer)


class Stream:
    """What a page is sent."""

    def __init__(self, answer: HTTPResponse) -> None:
        self.answer = answer
        self.page: dict[str, Any] = {}
        self.beat: dict[str, Any] = {}

    def next(self) -> None:
        line = b""
        while not line.startswith(b"data: "):
            line = self.answer.readline()
            assert line, "the stream ended"
        self.beat = json.loads(line[6:])
        self.page = self.beat.pop("page", self.page)

    def until(self, wanted: str) -> dict[str, Any]:
        """The first page that says so, in the words of JSON."""
        while wanted not in json.dumps(self.page):
            self.next()
        return self.page


@pytest.fixture
def site(pit: Pit) -> Iterator[Site]:
    with closing(Site(pit.server)) as found:
        yield found


@pytest.fixture
def bare() -> Iterator[Site]:
    with closing(Site()) as found:
        yield found


def test_a_contribution_of_a_table_is_on_the_page(pit: Pit, site: Site) -> None:
    pit.join("14")
    with site.stream() as stream:
        stream.next()
        assert stream.page["pools"][0]["cents"] == 5_000_000
        pit.play("14", 3)
        of = stream.until('"cents": 5000300')["pools"][0]
        assert [(row["table"], row["state"]) for row in of["tables"]] == [("14", "linked")]
        assert stream.beat["age"] < 5_000
        assert abs(of["tables"][0]["heard"] - stream.beat["now"]) < 60_000


def test_wins_are_on_the_page_in_their_order_without_cards(pit: Pit, site: Site) -> None:
    pit.join("14")
    pit.join("15")
    first, second = pit.key("14", Money(10_000)), pit.key("15", Money(20_000))
    with site.stream() as stream:
        assert stream.until("$300.00")["pools"][0]["reserved"] == "$300.00"
        pit.pay("15", second, Money(20_000), at=1_790_000_000)
        pit.pay("14", first, Money(10_000), at=1_790_000_001)
        of = stream.until('"table": "14", "round": 1, "award": "straight flush"')["pools"][0]
        paid = [(row["table"], row["amount"], row["who"], row["note"]) for row in of["wins"]]
        assert paid == [("15", "$200.00", "204, 117", ""), ("14", "$100.00", "204, 117", "")]
        assert not re.search(r"\bAs\b|\bKs\b|table_14|secret", json.dumps(stream.page))


def test_of_many_wins_the_latest_are_shown(pit: Pit) -> None:
    pit.join("14")
    for number in range(1, 16):
        pit.pay("14", pit.key("14", Money(number * 100)), Money(number * 100), at=1_790_000_000)
    with closing(Site(pit.server)) as site, site.stream() as stream:
        stream.next()
        amounts = [row["amount"] for row in stream.page["pools"][0]["wins"]]
        assert amounts == [f"${number}.00" for number in range(15, 3, -1)]


def test_a_standby_that_goes_is_on_the_page() -> None:
    server = Server(QUICK).start()
    standby = Server(QUICK, copy_of=server).start()
    try:
        server.set_up()
        names = "synchronous_standby_names"
        server.sql("CREATE ROLE pit_page LOGIN IN ROLE feltwork_pool_reader")
        with closing(Pit(server)), Address(server.url("pit_page")).connect() as link:
            while not (seen := read(link, None, {}).standbys) or not seen[0].streaming:
                pass  # it has just been started
            assert (seen[0].behind_s < 10, seen[0].waited_for) == (True, False)
            server.sql(f"ALTER SYSTEM SET {names} = '*'", "SELECT pg_reload_conf()")
            while not read(link, None, {}).standbys[0].waited_for:
                pass
            with closing(Site(server)) as site, site.stream() as stream:
                stream.next()
                assert stream.page["alarms"] == []
                standby.stop()
                found = stream.until("Standby")["alarms"]
                assert "It no longer follows" in found[0]["says"]
    finally:
        standby.remove()
        server.remove()


def test_a_table_that_is_connected_and_says_nothing_is_not_linked(
    pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    pit.join("14")
    with Address(pit.server.url()).connect() as link:
        (seen,) = read(link, None, {}).tables
        assert (seen.connected, seen.seen) == (True, True)
        monkeypatch.setattr("ui.monitor.reading.SILENT_S", 0)
        (seen,) = read(link, None, {}).tables
        assert (seen.connected, seen.seen) == (False, True)


def test_what_the_owner_may_not_see_is_said(pit: Pit) -> None:
    """The page sees as much as the owner of the schema, whoever it is."""
    pit.join("14")
    owned = "ALTER FUNCTION pool.{} OWNER TO {}"
    functions = ("signs_of_life", "standbys")
    pit.server.sql("DROP ROLE IF EXISTS lesser", "CREATE ROLE lesser LOGIN")
    lesser = [
        "GRANT USAGE, CREATE ON SCHEMA pool TO lesser",
        "GRANT SELECT ON pool.members TO lesser",
        *(owned.format(name, "lesser") for name in functions),
    ]
    pit.server.sql(*lesser, database="pools")
    try:
        with Address(pit.server.url()).connect() as link:
            (seen,) = read(link, None, {}).tables
            assert (seen.connected, seen.seen) == (True, False)
            replica = psycopg.connect(f"{pit.server.url()} replication=database", autocommit=True)
            with closing(replica):
                assert read(link, None, {}).standbys[0].streaming is None
    finally:
        back = (owned.format(name, "postgres") for name in functions)
        pit.server.sql(*back, "DROP OWNED BY lesser", "DROP ROLE lesser", database="pools")


def test_a_refused_transfer_is_on_the_page(pit: Pit, site: Site) -> None:
    pit.join("14")
    refuse(pit, "14")
    with site.stream() as stream:
        found = stream.until("Transfer refused")["alarms"]
        assert [alarm["what"] for alarm in found] == ["Transfer refused: table 14"]
        assert "Reserve: This is more than is left on the meter." in found[0]["says"]


def test_a_refused_contribution_is_on_the_page_until_the_table_is_heard_again(
    pit: Pit, site: Site
) -> None:
    pit.join("14")
    pool = pit.of("14")
    for _ in range(2):
        refused(pool.contribute("14/c", "14", 1, 1, version=9), PoolRefusal.NO_SUCH_VERSION)
    with site.stream() as stream:
        (alarm,) = stream.until("Transfer refused")["alarms"]
        assert alarm["what"] == "Transfer refused: table 14"
        assert "Contribute: Parameters of this version were never in force." in alarm["says"]
        refuse(pit, "14")
        assert "Reserve: " in stream.until("Reserve: ")["alarms"][0]["says"], "the later one"
        done(pool.contribute("14/c", "14", 1, 1))  # under the id that left no trace
        assert stream.until('"alarms": []')["alarms"] == []


def test_only_the_named_pool_is_shown(pit: Pit) -> None:
    with closing(Pit(pit.server, "second")) as other:
        other.join("20")
        with closing(Site(pit.server, "second")) as site, site.stream() as stream:
            stream.next()
            assert [of["name"] for of in stream.page["pools"]] == ["second"]
            assert [row["table"] for row in stream.page["pools"][0]["tables"]] == ["20"]


def test_a_server_that_dies_is_told_and_found_again_when_it_is_back() -> None:
    server = Server(QUICK).start()
    try:
        server.set_up()
        with closing(Pit(server)) as pit, closing(Site(server)) as site:
            pit.join("14")
            with site.stream() as stream:
                stream.until('"table": "14"')
                server.kill()
                lost = stream.until('"live": false')
                assert lost["alarms"][0]["what"] == "Jackpot server: it does not answer"
                assert lost["pools"][0]["cents"] == 5_000_000
                server.start()
                assert stream.until('"live": true')["alarms"] == []
            gone, back = site.said
            assert "it does not answer" in gone
            assert "it answers again" in back
    finally:
        server.remove()


def test_many_pages_cost_the_server_of_pools_one_connection(pit: Pit, site: Site) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(site.stream()).next()
        mine = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        ((count,),) = pit.house.rows(f"{mine} AND pid <> pg_backend_pid()")
    assert count == 1


def test_pages_beyond_the_limit_are_turned_away_and_seats_become_free(bare: Site) -> None:
    for _ in range(PAGES_MAX):
        assert bare.pages.seats.acquire(blocking=False)
    with bare.ask("/events") as full:
        assert full.status == 503
    bare.pages.seats.release()
    with bare.stream() as stream:
        stream.next()


def test_a_beat_says_only_that_all_is_well() -> None:
    board = Board()
    board.show({"pools": []}, 1_000)
    shown = board.wait(-1, 0)
    beat = json.loads(message(shown, shown.version)[6:])
    assert set(beat) == {"edition", "now", "age"}
    assert beat["now"] - beat["age"] == 1_000
    assert json.loads(message(shown, -1)[6:])["page"] == {"pools": []}
    board.show({"pools": []}, 2_000)
    assert board.wait(-1, 0).version == shown.version


def test_every_answer_forbids_what_is_not_our_own(bare: Site) -> None:
    for path, kind in (("/", "text/html; charset=utf-8"), ("/bold.ttf", "font/ttf")):
        with bare.ask(path) as answer:
            assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
            assert answer.headers["Content-Security-Policy"] == policy()
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.read() == documents()[path].body
    assert "default-src 'none'; script-src 'sha256-" in policy()
    assert "unsafe" not in policy()


def test_the_page_names_no_other_place() -> None:
    html = documents()["/"].body.decode()
    assert not re.search(
        r"https?:|//[a-z]|@import|<img|<link(?! rel=\"icon\" href=\"data:,\")", html
    )
    assert "innerHTML" not in html


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_can_be_written(bare: Site, method: str) -> None:
    for path in ("/", "/events"):
        with bare.ask(path, method) as answer:
            assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


def test_a_head_is_answered_without_a_body(bare: Site) -> None:
    with bare.ask("/", "HEAD") as answer:
        assert (answer.status, answer.read()) == (200, b"")


def test_what_is_not_there_is_not_found(bare: Site) -> None:
    for path in ("/nothing", "/../etc/passwd", "/page.html"):
        with bare.ask(path) as answer:
            assert answer.status == 404


def test_a_name_elsewhere_that_points_here_is_not_answered(bare: Site) -> None:
    for host in ("evil.example", f"evil.example:{bare.pages.port}", "127.0.0.1.evil.example"):
        with bare.ask("/events", host=host) as answer:
            assert answer.status == 421
    with bare.ask("/", host=f"localhost:{bare.pages.port}") as answer:
        assert answer.status == 200


@pytest.mark.parametrize("bind", ["0.0.0.0", "127.0.0.2"])
def test_elsewhere_too_only_the_names_of_this_machine_are_answered(bind: str) -> None:
    with closing(Site(bind=bind)) as site:
        for host, status in (
            ("evil.example", 421),
            (f"127.0.0.2:{site.pages.port}", 200),
            (f"{socket.gethostname().upper()}:{site.pages.port}", 200),
            ("127.0.0.3", 421),
            ("localhost", 421),
        ):
            with site.ask("/", host=host, at="127.0.0.2") as answer:
                assert answer.status == status, host


# The command


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["pool", "monitor", *arguments])


def test_a_taken_port_is_named(pit: Pit) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = run("--server", pit.server.url(), "--port", port)
    stops(result, 2, f"Port {port} of 127.0.0.1 is used by another program. See --port.")


@pytest.mark.parametrize(
    ("bind", "says"),
    [
        ("192.0.2.1", "is not an address of this machine"),
        ("no.such.invalid", "expected an address"),
    ],
)
def test_a_wrong_address_to_bind_to_is_named(pit: Pit, bind: str, says: str) -> None:
    result = run("--server", pit.server.url(), "--port", "0", "--bind", bind)
    stops(result, 2, says)


def test_a_server_that_is_not_there_is_named() -> None:
    result = run("--server", f"host=127.0.0.1 port={free_port()} user=x dbname=y")
    stops(result, 2, "it does not answer")


def test_a_server_without_pools_is_named(pit: Pit) -> None:
    result = run("--server", pit.server.url(database="postgres"))
    stops(result, 2, "no pools were set up there: run `feltwork pool init`")


def test_a_pool_that_is_not_there_is_named(pit: Pit) -> None:
    result = run("nowhere", "--server", pit.server.url())
    stops(result, 2, "There is no pool nowhere.")


def test_a_login_that_only_reads_is_enough(pit: Pit) -> None:
    pit.server.sql(
        "DROP ROLE IF EXISTS pit_page", "CREATE ROLE pit_page LOGIN IN ROLE feltwork_pool_reader"
    )
    pit.join("14")
    with closing(Reader(Address(pit.server.url("pit_page")), None, Board(), print)) as reader:
        assert reader.look() == ("main",)
