"""The way to a server of pools: TLS, and what is said when something is wrong."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from controller.domain.base import BrokenInvariant
from controller.pools.place import ServerId
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault, Trouble
from controller.pools.server import Address
from tests.helpers.certificates import papers
from tests.helpers.postgres import Server, free_port, quick_server
from tests.helpers.proxy import TlsWire, Wire
from tests.unit.pools.backends import done, opened
from tests.unit.running.tables import soon

NAME = "pools.example"
LOGIN = "tls_table"
PASSWORD = "only for tests"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    found = quick_server()
    found.emptied()
    found.sql(
        f"DROP ROLE IF EXISTS {LOGIN}",
        f"CREATE ROLE {LOGIN} LOGIN SUPERUSER PASSWORD '{PASSWORD}'",
    )
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    return found


@pytest.fixture
def wire(server: Server, tmp_path: Path) -> Iterator[Wire]:
    made = TlsWire(server.port, *papers(tmp_path, NAME))
    yield made
    made.close()


def elsewhere(port: int, more: str) -> Address:
    """A server of that name; here the way to it is known without asking."""
    where = f"host={NAME} hostaddr=127.0.0.1 port={port} user={LOGIN} dbname=pools"
    return Address(f"{where} {more}")


def test_a_server_elsewhere_that_shows_its_certificate_is_used(wire: Wire, tmp_path: Path) -> None:
    trusted = elsewhere(wire.port, f"sslrootcert={tmp_path / NAME}.pem")
    pools = PostgresPools(trusted)
    done(opened(pools).contribute("c", "t1", 1, 1))
    pools.close()


def test_a_server_elsewhere_without_a_certificate_we_trust_is_not(
    wire: Wire, tmp_path: Path
) -> None:
    other = papers(tmp_path, "other.example")
    for more in ("", f"sslrootcert={other.certificate}"):
        with pytest.raises(PoolFault, match="certificate verify failed"):
            PostgresPools(elsewhere(wire.port, more))


def test_a_certificate_for_another_name_is_not_enough(server: Server, tmp_path: Path) -> None:
    other = papers(tmp_path, "other.example")
    wire = TlsWire(server.port, *other)
    with pytest.raises(PoolFault, match="does not match host name"):
        PostgresPools(elsewhere(wire.port, f"sslrootcert={other.certificate}"))
    wire.close()


def test_a_server_elsewhere_without_tls_is_not_used_unless_the_address_says_so(
    server: Server,
) -> None:
    with pytest.raises(PoolFault, match="does not support SSL"):
        PostgresPools(elsewhere(server.port, ""))
    PostgresPools(elsewhere(server.port, "sslmode=disable")).close()


def test_a_link_that_dies_silently_is_noticed_by_the_system_too(server: Server) -> None:
    with (
        elsewhere(server.port, "sslmode=disable").connect() as link,
        socket.socket(fileno=os.dup(link.fileno())) as end,
    ):
        options = socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT
        idle_s, apart_s, count = (end.getsockopt(socket.IPPROTO_TCP, of) for of in options)
        unheard_ms = end.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    assert idle_s + apart_s * count < 15
    assert unheard_ms <= 10_000


def test_the_server_too_notices_a_link_that_dies_silently(server: Server) -> None:
    """The pit would see the table linked for hours."""
    with elsewhere(server.port, "sslmode=disable").connect() as link:
        names = "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count"
        query = "SELECT current_setting(%s)::integer, current_setting(%s)::integer, "
        query += "current_setting(%s)::integer, current_setting('tcp_user_timeout')"
        ((idle_s, apart_s, count, unheard),) = link.execute(query.encode(), names).fetchall()
    assert idle_s + apart_s * count < 15
    assert unheard == "10000"


@pytest.mark.parametrize(
    ("url", "set_up"),
    [
        ("host=10.9.8.7", {}),
        ("host=localhost,10.9.8.7", {}),
        ("host=localhost hostaddr=10.9.8.7", {}),
        ("hostaddr=10.9.8.7", {}),
        ("postgresql:///pools", {"PGHOST": "10.9.8.7"}),
        ("postgresql:///pools", {"PGHOSTADDR": "10.9.8.7"}),
        ("service=far", {}),
        ("dbname=pools", {"PGSERVICE": "far"}),
        ("host=pools.example sslmode=", {}),
        ("host=pools.example sslmode=prefer", {}),
        ("host=pools.example requiressl=0", {}),
        ("host=pools.example", {"PGSSLMODE": "disable"}),
    ],
)
def test_a_server_that_may_be_elsewhere_has_to_show_its_certificate(
    url: str, set_up: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = tmp_path / "services"
    services.write_text("[far]\nhost=10.9.8.7\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    for name, value in set_up.items():
        monkeypatch.setenv(name, value)
    address = Address(url)
    told = conninfo_to_dict(address.conninfo)
    assert not address.local
    assert (told["sslmode"], told["sslrootcert"]) == ("verify-full", "system")


@pytest.mark.parametrize("url", ["dbname=pools", "host=/run/postgresql", "host=LOCALHOST,::1"])
def test_a_server_on_this_machine_needs_none(url: str) -> None:
    assert Address(url).local
    assert "sslmode" not in conninfo_to_dict(Address(url).conninfo)


def test_an_address_has_as_many_ports_as_servers() -> None:
    with pytest.raises(ValueError, match="as many ports as hosts"):
        Address("host=one,two,three port=5432,5433")


@pytest.mark.parametrize(
    ("servers", "said"),
    [
        ("a.example,b.example", "a.example,b.example/f"),
        ("a.example:1,b.example:2", "a.example,b.example:1,2/f"),
        ("a.example:1", "a.example:1/f"),
    ],
)
def test_an_address_is_told_with_the_ports_that_it_names(servers: str, said: str) -> None:
    assert str(Address(f"postgresql://t@{servers}/f")) == said


def refused_to(login: str, server: Server) -> Trouble:
    where = f"host=127.0.0.1 port={server.port} user={login} dbname=pools"
    with pytest.raises(PoolFault) as fault:
        PostgresPools(Address(where))
    return fault.value.trouble


def test_only_a_login_that_the_server_does_not_take_is_not_let_in(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.sql("DROP ROLE IF EXISTS many", f"CREATE ROLE many LOGIN PASSWORD '{PASSWORD}'")
    server.sql("ALTER ROLE many CONNECTION LIMIT 0")
    assert refused_to("many", server) is Trouble.UNREACHABLE, "it is full"
    server.sql(f"ALTER ROLE {LOGIN} SET default_transaction_read_only = on")
    assert refused_to(LOGIN, server) is Trouble.UNREACHABLE, "it is not yet promoted"
    assert refused_to("nobody_knows", server) is Trouble.NOT_LET_IN
    monkeypatch.setenv("PGPASSWORD", "wrong")
    assert refused_to(LOGIN, server) is Trouble.NOT_LET_IN
    monkeypatch.delenv("PGPASSWORD")
    assert refused_to(LOGIN, server) is Trouble.NOT_LET_IN


def test_of_several_servers_one_that_lets_us_in_later_is_waited_for(server: Server) -> None:
    other = free_port()
    url = f"host=127.0.0.1,127.0.0.1 port={server.port},{other} user=nobody_knows dbname=pools"
    with pytest.raises(PoolFault, match="does not answer"):
        PostgresPools(Address(url))


def test_an_open_connection_is_given_up_once_a_standby_was_met(server: Server) -> None:
    """By the listener, whose own connection was lost: the server before takes transfers still."""
    address = Address(server.url())
    pools = PostgresPools(address)
    pool = opened(pools)
    here = pools.connection().server
    address.expect(ServerId(here.system, here.timeline + 1))
    with pytest.raises(PoolFault) as fault:
        pool.contribute("c", "t1", 1, 1)
    assert fault.value.trouble is Trouble.OUTDATED
    address.expect(here)
    with pytest.raises(PoolFault, match="a standby has taken its place"):
        pools.connection()
    pools.close()


class MetMeanwhile:
    """A connection to the server before; while it is closed somebody meets the standby."""

    server = ServerId("one", 1)

    def __init__(self, address: Address) -> None:
        self._address = address

    def close(self) -> None:
        self._address.expect(ServerId("one", 2))


def test_a_server_met_meanwhile_by_another_thread_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = Address("host=/one,/two user=me dbname=pools")
    monkeypatch.setattr(address, "_connected", lambda *_: MetMeanwhile(address))
    address.connect()
    assert address.newest == ServerId("one", 2)


def test_a_standby_that_is_away_does_not_fill_the_server(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wait for a standby has no end on the server, whoever has gone."""
    pools = PostgresPools(Address(f"{server.url()} application_name=waits"))
    pool = opened(pools)
    monkeypatch.setattr("controller.pools.server.ANSWER_S_MAX", 0.1)
    there = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'waits'"

    def waits() -> bool:
        try:
            pool.contribute("c", "t1", 1, 1)
        except PoolFault as fault:
            return "does not answer" in str(fault)
        return False

    server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
    try:
        with psycopg.connect(server.url(), autocommit=True) as owner:
            assert soon(waits)  # from when the server's checkpointer has heard of it
            for _ in range(5):
                assert waits()
            assert soon(lambda: owner.execute(there.encode()).fetchall() == [(0,)])
    finally:
        server.sql("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
    monkeypatch.undo()
    done(pool.contribute("c", "t1", 1, 1))
    assert pool.counters().wagers_in == 1
    pools.close()


class CountedLock:
    """How often somebody had the store to themselves."""

    def __init__(self) -> None:
        self.taken = 0

    def __enter__(self) -> None:
        self.taken += 1

    def __exit__(self, *_: object) -> None:
        pass


def test_nobody_comes_between_a_transfer_and_the_word_that_it_is_safe(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread might connect to a server that has lost it, and that would say so gladly."""
    pools, lock = PostgresPools(Address(server.url())), CountedLock()
    pool = opened(pools)
    monkeypatch.setattr(pools, "_lock", lock)
    done(pool.contribute("c", "t1", 1, 1))
    assert lock.taken == 1
    pools.close()


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (psycopg.errors.ReadOnlySqlTransaction, Trouble.READ_ONLY),
        (psycopg.errors.DiskFull, Trouble.DISK_FULL),
        (psycopg.errors.LockNotAvailable, Trouble.BUSY),
        (psycopg.errors.AdminShutdown, Trouble.UNREACHABLE),
        (psycopg.errors.DataCorrupted, Trouble.DAMAGED),
        (psycopg.errors.UndefinedColumn, Trouble.FAILED),
        (psycopg.OperationalError, Trouble.UNREACHABLE),
        (psycopg.InterfaceError, Trouble.UNREACHABLE),
    ],
)
def test_what_a_server_says_is_told_by_its_kind(
    error: type[psycopg.Error], trouble: Trouble
) -> None:
    fault = Address("host=/nowhere user=me dbname=pools").fault(error("some\nwords"))
    assert isinstance(fault, PoolFault)
    assert fault.trouble is trouble
    assert str(fault) == f"Jackpot pool /nowhere/pools: {trouble.value} (some; words)."


def test_a_constraint_of_the_books_that_is_broken_is_no_passing_fault() -> None:
    fault = Address("dbname=pools").fault(psycopg.errors.CheckViolation("books_balance"))
    assert isinstance(fault, BrokenInvariant)


def test_a_store_that_was_closed_makes_no_connection_any_more(server: Server) -> None:
    """A delivery that still waits for an answer when its table is closed would leave one open."""
    pools = PostgresPools(Address(server.url()))
    pool = opened(pools)
    pools.close()
    with pytest.raises(PoolFault, match="closed by this program"):
        pool.status()


def test_a_table_that_waits_too_long_for_the_books_is_told_they_are_busy(server: Server) -> None:
    pools = PostgresPools(Address(f"{server.url()} options='-c lock_timeout=50'"))
    pool = opened(pools)
    with psycopg.connect(server.url()) as other:
        other.execute("SELECT 1 FROM pool.books FOR UPDATE")
        with pytest.raises(PoolFault, match="another program uses it"):
            pool.contribute("c", "t1", 1, 1)
    done(pool.contribute("c", "t1", 1, 1))
    pools.close()
