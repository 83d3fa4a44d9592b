"""The way to a PostgreSQL server of pools: where it is, how long to wait, what went wrong.

No password stands in an address: libpq finds it in a password file or in `PGPASSWORD`. Outside this
machine the server has to show a certificate for its name, unless the address says otherwise.
Every wait is bounded, here and on the server, and a link that died silently is noticed, on both
sides.

Of several servers the one is used that takes transfers. After a failover that is the standby that
was promoted, even when the server before comes back by itself and takes transfers too: promotion
begins a new timeline, all servers of the address are looked at, and one that is on an older
timeline than any that was met before is not used.
"""

from contextlib import suppress
from threading import Lock
from typing import Any, Final, TypeVar

import psycopg
from psycopg import pq
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from controller.domain.base import BrokenInvariant
from controller.pools.place import ServerId
from controller.pools.refusals import PoolFault, Trouble

CONNECT_S_MAX: Final = 5
ANSWER_S_MAX: Final = 8.0
"""Longest wait for an answer; the server gives up a little earlier and says why."""
CANCEL_S_MAX: Final = 1.0
_ON_THE_SERVER: Final = (
    "-c statement_timeout=6s -c lock_timeout=5s -c synchronous_commit=on "
    "-c log_parameter_max_length_on_error=0 "
    "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 "
    "-c tcp_user_timeout=10s"
)
_ALIVE: Final = {
    "connect_timeout": CONNECT_S_MAX,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "feltwork",
    "target_session_attrs": "read-write",
}
_HERE: Final = ("localhost", "127.0.0.1", "::1")
_NO_PROMISE: Final = ("", "allow", "prefer")
"""What `sslmode` may say without insisting on anything: as good as nothing."""
_WHICH: Final = b"""
    SELECT system_identifier::text, pg_walfile_name(pg_current_wal_lsn()) FROM pg_control_system()
"""
_TIMELINE_DIGITS: Final = 8
"""Of the name of a file of the log, hexadecimal."""

_TROUBLES: Final = {
    "28000": Trouble.NOT_LET_IN,
    "28P01": Trouble.NOT_LET_IN,
    "3D000": Trouble.MISSING,
    "3F000": Trouble.NO_SCHEMA,
    "42P01": Trouble.NO_SCHEMA,
    "42883": Trouble.NO_SCHEMA,
    "42501": Trouble.NO_RIGHTS,
    "P0002": Trouble.MISSING,
    "25006": Trouble.READ_ONLY,
    "53100": Trouble.DISK_FULL,
    "55P03": Trouble.BUSY,
    "57014": Trouble.BUSY,
    "57P01": Trouble.UNREACHABLE,
    "57P02": Trouble.UNREACHABLE,
    "57P03": Trouble.UNREACHABLE,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
_NOT_LET_IN: Final = (
    "authentication failed",
    "no pg_hba.conf entry",
    "is not permitted to log in",
    'FATAL:  role "',
)
"""What servers say of a login they do not take (28000, 28P01)."""
_WRONG: Final = ("22", "23")
"""Classes of errors by which the server says that a transfer is nonsense, or that we are wrong."""

T = TypeVar("T")


class Warnings:
    """What the server warns of. Apart from the link: one that is forgotten is noticed at once."""

    last = ""
    """A commit that no standby has confirmed ends in a warning, not in an error."""

    def heed(self, notice: psycopg.errors.Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            self.last = notice.message_primary or "a warning"


class ServerConnection(psycopg.Connection[Any]):
    """A connection on which no wait is longer than `ANSWER_S_MAX`."""

    warnings: Warnings
    server: ServerId

    def begin(self) -> None:
        """What the server warns of is heard, and which one it is known."""
        self.warnings = Warnings()
        self.add_notice_handler(self.warnings.heed)
        ((system, wal),) = self.execute(_WHICH).fetchall()
        self.server = ServerId(system, int(wal[:_TIMELINE_DIGITS], 16))

    def abandon(self) -> None:
        """What is under way ends on the server too: a wait for a standby would not by itself."""
        if self.pgconn.transaction_status == pq.TransactionStatus.ACTIVE:
            with suppress(psycopg.Error):
                self.cancel_safe(timeout=CANCEL_S_MAX)
        with suppress(psycopg.Error):
            self.close()

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        return super().wait(gen, interval, ANSWER_S_MAX if timeout is None else timeout)


class Address:
    """Where a server of pools is."""

    def __init__(self, url: str) -> None:
        """A libpq URL or key words without a password, or ValueError."""
        try:
            said = conninfo_to_dict(url)
        except psycopg.Error:
            # The reason may repeat what was typed.
            raise ValueError(
                "the address of the jackpot server cannot be read: expected one such as "
                "postgresql://table14@pools.example/feltwork"
            ) from None
        if "password" in said:
            raise ValueError(
                "a password seen in the address of the jackpot server: keep it in a password "
                "file (PGPASSFILE, ~/.pgpass) or in PGPASSWORD"
            )
        effective = {**_defaults(), **said}
        host, hostaddr = (str(effective.get(name) or "") for name in ("host", "hostaddr"))
        self.local = not effective.get("service") and _is_here(host) and _is_here(hostaddr)
        checked: dict[str, object] = {}
        if not self.local:
            if said.get("sslmode", "") in _NO_PROMISE:
                said.pop("sslmode", None)
            checked = {"sslmode": "verify-full", "sslrootcert": "system"}
            if said.get("sslmode") or said.get("sslrootcert"):
                checked = {"sslmode": "verify-full"}
        options = " ".join(filter(None, (_ON_THE_SERVER, str(said.get("options") or ""))))
        everything: dict[str, Any] = {**checked, **_ALIVE, **said, "options": options}
        self._conninfo = make_conninfo("", **everything)
        self._each = _one_by_one(everything, effective)
        port, name = str(said.get("port") or ""), said.get("dbname") or said.get("user") or ""
        where = host or hostaddr or "on this machine"
        self._where = f"{where}{f':{port}' if port.strip(',') else ''}/{name}"
        self._choosing = Lock()
        self.newest: ServerId | None = None
        """The last server that was met, or that the table knows from before."""
        self.outdated: tuple[str, ...] = ()
        """Servers that take transfers though another one has taken their place."""

    def __str__(self) -> str:
        """For people: where the server is, and which database."""
        return self._where

    @property
    def conninfo(self) -> str:
        """All that libpq is told."""
        return self._conninfo

    def connect(self, kind: type[ServerConnection] = ServerConnection) -> ServerConnection:
        """A connection that commits every statement by itself, or PoolFault."""
        found: list[ServerConnection] = []
        faults: list[PoolFault] = []
        for conninfo in self._each:
            try:
                found.append(self._connected(conninfo, kind))
            except PoolFault as fault:
                faults.append(fault)
        with self._choosing:  # other threads connect too: what one has met counts for all
            met = [link.server for link in found]
            met += [self.newest] if self.newest else []
            old = [link for link in found if any(link.server.behind(other) for other in met)]
            current = [link for link in found if link not in old]
            self.outdated = tuple(f"{link.info.host}:{link.info.port}" for link in old)
            self.newest = current[0].server if current else self.newest
        for link in (*old, *current[1:]):
            link.close()
        if not current:
            raise self._nobody(faults, old)
        return current[0]

    def expect(self, server: ServerId) -> None:
        """From now on no server is used that this one has taken the place of."""
        with self._choosing:
            if self.newest is None or self.newest.behind(server):
                self.newest = server

    def _connected(self, conninfo: str, kind: type[ServerConnection]) -> ServerConnection:
        try:
            link = kind.connect(conninfo, autocommit=True)
            try:
                link.begin()
            except BaseException:
                link.close()
                raise
        except psycopg.Error as failed:
            raise PoolFault(_not_connected(failed), str(self), _message(failed)) from failed
        return link

    def _nobody(self, faults: list[PoolFault], old: list[ServerConnection]) -> PoolFault:
        """Why none of them can be used; of several reasons one that passes by itself."""
        if old and self.newest:
            seen, expected = old[0].server.timeline, self.newest.timeline
            detail = f"{self.outdated[0]}: expected timeline {expected}, found {seen}"
            return PoolFault(Trouble.OUTDATED, str(self), detail)
        return min(faults, key=lambda fault: fault.trouble is Trouble.NOT_LET_IN)

    def fault(self, failed: psycopg.Error) -> PoolFault | BrokenInvariant:
        """What it means that the server answered so, or not at all."""
        code = failed.sqlstate or ""
        if code[:2] in _WRONG:
            return BrokenInvariant(f"jackpot pool {self}: {_message(failed)}")
        gone = isinstance(failed, psycopg.OperationalError | psycopg.InterfaceError)
        otherwise = Trouble.UNREACHABLE if gone and not code else Trouble.FAILED
        return PoolFault(_TROUBLES.get(code, otherwise), str(self), _message(failed))


def _message(failed: psycopg.Error) -> str:
    """The server's own word, on one line."""
    said = failed.diag.message_primary or str(failed) or type(failed).__name__
    return "; ".join(line.strip() for line in said.splitlines() if line.strip())


def _not_connected(failed: psycopg.Error) -> Trouble:
    """libpq has no code for it. Only a server that does not know us is not worth another try."""
    asked = failed.pgconn is not None and failed.pgconn.needs_password
    unknown = asked or any(words in str(failed) for words in _NOT_LET_IN)
    return Trouble.NOT_LET_IN if unknown else Trouble.UNREACHABLE


def _defaults() -> dict[str, str]:
    """What libpq adds by itself: from the environment, and a service named there."""
    found = {option.keyword.decode(): option.val for option in pq.Conninfo.get_defaults()}
    return {name: value.decode() for name, value in found.items() if value is not None}


def _is_here(hosts: str) -> bool:
    """Are all of them this machine? None named is, too."""
    return all(not h or h[0] in "/@" or h.lower() in _HERE for h in hosts.split(","))


def _one_by_one(everything: dict[str, Any], effective: dict[str, Any]) -> tuple[str, ...]:
    """The servers of an address, one at a time; those of a service are known to libpq alone."""
    named = {name: str(effective.get(name) or "") for name in ("host", "hostaddr", "port")}
    several = {name: value.split(",") for name, value in named.items() if value}
    count = max(map(len, several.values()), default=1)
    if any(len(values) not in (1, count) for values in several.values()):
        raise ValueError("the address of the jackpot server: expected as many ports as hosts")
    if count == 1 or effective.get("service"):
        return (make_conninfo("", **everything),)
    each = (
        {name: values[number % len(values)] for name, values in several.items()}
        for number in range(count)
    )
    return tuple(make_conninfo("", **{**everything, **one}) for one in each)
