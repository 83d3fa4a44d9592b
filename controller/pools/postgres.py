"""Pools on a PostgreSQL server: for tables that share a meter.

A transfer is one call of `pool.transfer`, which is a transaction by itself: the server locks the
books, looks for the id, does the arithmetic, writes it down and lets the books go. It does so
itself, in `migrations`, because a table that could write the books could write anything into them;
a table's login may call the procedure and write nothing else. That the arithmetic is that of
`controller.pools.books` is what the contract and the model test are for.

One connection, made when it is needed and again after it was lost. A commit is synchronous: with a
synchronous standby an answer that was given outlives the server that gave it.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar

import psycopg

from controller.domain.money import Money
from controller.journal.recorder import Head
from controller.pools import (
    Accounts,
    Books,
    Counters,
    Hit,
    Level,
    Parameters,
    PoolState,
    Reservation,
    Status,
)
from controller.pools.content import answer_again, answer_from_plain, content
from controller.pools.contract import Connection, Pool, Pools
from controller.pools.migrate import connected
from controller.pools.refusals import PoolFault, Trouble
from controller.pools.rows import from_plain, from_row, names, next_in_row, quoted
from controller.pools.server import Address, ServerConnection
from controller.pools.transfers import Answer, Transfer

T = TypeVar("T")


APPLY: Final = "CALL pool.transfer(%s, %s, %s::jsonb)"
ANCHOR: Final = "SELECT pool.anchor(%s, %s, %s, %s, %s, %s, %s)"
STANDING: Final = f"""
    SELECT CASE WHEN b.tells_at > clock_timestamp()
            THEN least(5000, extract(epoch FROM b.tells_at - clock_timestamp()) * 1000)
            ELSE 0 END::integer,
        {quoted(names(Books), "b")},
        {quoted(names(Parameters), "v")},
        {quoted(names(Parameters), "n")}
    FROM pool.books b
    JOIN pool.versions v ON v.pool = b.pool AND v.version = b.version
    JOIN pool.versions n ON n.pool = b.pool
        AND n.version = CASE WHEN b.latest = b.withdrawn THEN b.version ELSE b.latest END
    WHERE b.pool = %s
"""
_THERE: Final = (
    "SELECT id FROM pool.transfers "
    "WHERE pool = ANY(ARRAY(SELECT pool FROM pool.books)) AND id = ANY(%s)"
)
"""In whatever pool: a table may have gone over to another one since."""
_UNKNOWN: Final = """
    SELECT t.id FROM pool.heads h JOIN pool.transfers t ON t.at > h.since
    WHERE h."table" = %(table)s AND h.journal = %(journal)s
        AND t.by_role = session_user AND t.pool = %(pool)s
        AND t.seq > coalesce((
            SELECT min(k.seq) FROM pool.transfers k
            WHERE k.pool = %(pool)s AND k.id = ANY(%(known)s)
        ), 0)
        AND t.id <> ALL(%(known)s) AND starts_with(t.id, %(table)s || '/')
        AND t.refused IS NULL AND t.content->>'kind' <> 'Join'
    ORDER BY t.seq LIMIT 64
"""
"""Of this login: what the house does for a table is not in its journal."""
_HISTORY: Final = (
    f"SELECT {quoted(names(Hit))} FROM pool.hits WHERE pool = %s ORDER BY seq DESC LIMIT %s"
)
_COUNTERS: Final = """
    SELECT b.wagers_in, b.wagers_taken_back, h.level, h.hits, h.won
    FROM pool.books b LEFT JOIN (
        SELECT pool, level, count(*) AS hits, sum(amount) AS won, min(seq) AS first
        FROM pool.hits WHERE NOT reversed GROUP BY pool, level
    ) h USING (pool)
    WHERE b.pool = %s ORDER BY h.first
"""
_ADDED_UP: Final = (
    "SELECT pool.status(%(pool)s), (SELECT coalesce(sum(held), 0) FROM pool.reservations "
    f"WHERE pool = %(pool)s), count(*), "
    f"{', '.join(f'sum({name})' for name in names(Accounts))} "
    "FROM pool.transfers WHERE pool = %(pool)s"
)


_TABLES: Final = """
    SELECT "table", l.pool, m.role, h.round, extract(epoch FROM h.at)::bigint,
        EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.usename = m.role
            AND a.datname = current_database())
    FROM pool.links l FULL JOIN pool.members m USING ("table")
    LEFT JOIN (
        SELECT DISTINCT ON ("table") "table", round, at FROM pool.heads ORDER BY "table", at DESC
    ) h USING ("table")
    ORDER BY "table" COLLATE "C"
"""


class LinkedTable(NamedTuple):
    """A table as the server of pools knows it."""

    table: str
    pool: str | None
    login: str | None
    """None where nobody may log in as this table."""
    round: int | None
    heard_at: int | None
    """The round in which its journal last stood by what it told, and when: seconds, UTC."""
    connected: bool


def _status(pool: str, said: dict[str, Any]) -> Status:
    books = from_plain(Books, said["books"])
    versions = {of["version"]: from_plain(Parameters, of) for of in said["versions"]}
    standing = _standing(pool, books, versions[books.version], versions[books.after_reset])
    held = tuple(from_plain(Reservation, of) for of in said["reservations"])
    return Status(**vars(standing), reservations=held, tables=tuple(said["tables"]))


def _standing(pool: str, books: Books, now: Parameters, following: Parameters) -> PoolState:
    pending = None if following.version == books.version else following
    accounts = books.checked(pool).accounts()
    return PoolState(pool, books.seq, now, pending, books.latest, accounts, books.reserved)


class PostgresPool(Pool):
    """One pool of a server."""

    def __init__(self, name: str, server: "PostgresPools") -> None:
        self.name = name
        self._server = server
        self._untold_ms = 0

    def apply(self, transfer: Transfer) -> Answer:
        said = json.dumps(content(transfer))
        values = self.name, transfer.id, said
        ((told,),) = self._server.rows(APPLY, values, safe=True)
        answer = answer_from_plain({**told, "id": transfer.id, "moved": told})
        first = told["content"]
        return answer if first is None else answer_again(first, answer, transfer)

    def _one(self, query: str, *values: object) -> tuple[Any, ...]:
        (row,) = self._server.rows(query, values)
        return row

    def standing(self) -> PoolState:
        found = self._server.rows(STANDING, (self.name,))
        row = iter(self._there(next(iter(found), None)))
        self._untold_ms = next(row)
        books = next_in_row(Books, row)
        now, following = (next_in_row(Parameters, row) for _ in range(2))
        return _standing(self.name, books, now, following)

    def untold_ms(self) -> int:
        return self._untold_ms

    def status(self) -> Status:
        (said,) = self._one("SELECT pool.status(%s)", self.name)
        return _status(self.name, self._there(said))

    def _there(self, said: T | None) -> T:
        if said is None:
            raise self._server.missing(self.name)
        return said

    def history(self, limit: int = 25) -> tuple[Hit, ...]:
        rows = self._server.rows(_HISTORY, (self.name, limit))
        return tuple(from_row(Hit, row) for row in rows)

    def counters(self) -> Counters:
        rows = self._server.rows(_COUNTERS, (self.name,))
        levels = {row[2]: Level(row[3], Money(row[4])) for row in rows if row[2] is not None}
        wagers_in, taken_back, *_ = self._there(next(iter(rows), None))
        return Counters(wagers_in, taken_back, levels)

    def anchor(self, table: str, head: Head, by: tuple[str, ...] = ()) -> None:
        self._one(ANCHOR, self.name, table, *head, list(by))

    def anchored(self, table: str) -> tuple[Head, ...]:
        query = (
            'SELECT position, round, mac, journal FROM pool.heads WHERE "table" = %s ORDER BY at'
        )
        return tuple(map(Head._make, self._server.rows(query, (table,))))

    def connection(self) -> Connection:
        return self._server.connection()

    def lacking(self, ids: Sequence[str]) -> tuple[str, ...]:
        found = self._server.rows(_THERE, (list(ids),))
        there = {id for (id,) in found}
        return tuple(id for id in ids if id not in there)

    def unknown(self, table: str, journal: bytes, known: Sequence[str]) -> tuple[str, ...]:
        of = {"pool": self.name, "table": table, "journal": journal, "known": list(known)}
        return tuple(id for (id,) in self._server.rows(_UNKNOWN, of))

    def audit(self) -> None:
        ((said, held, count, *sums),) = self._server.rows(_ADDED_UP, {"pool": self.name})
        totals = (int(total or 0) for total in sums)
        added_up = dict(zip(names(Accounts), totals, strict=True))
        added_up |= {"seq": count, "reserved": int(held)}
        from_plain(Books, self._there(said)["books"]).compared(self.name, added_up)


class PostgresPools(Pools):
    """All pools of a server. Any thread may use it, one at a time."""

    def __init__(self, address: Address, *, at_once: bool = True) -> None:
        """The server is there and its schema is ours, or PoolFault; if not `at_once`, later."""
        self._address, self._lock = address, Lock()
        self._link: ServerConnection | None = None
        self._connections = 0
        self._closed = False
        if at_once:
            with self._lock:
                self._connected()

    def rows(self, query: str, values: Any = (), *, safe: bool = False) -> list[tuple[Any, ...]]:
        """What one statement answers: one transaction by itself.

        If `safe`, it has to be on the disk by then, and on the standbys that have to have it: of
        that a server only warns.
        """
        with self._lock, self._translated() as link:
            link.warnings.last = ""
            found = link.execute(query.encode(), values).fetchall()
            if safe and link.warnings.last:
                raise psycopg.OperationalError(link.warnings.last)
            return found

    @contextmanager
    def _translated(self) -> Iterator[ServerConnection]:
        link = self._connected()
        try:
            yield link
        except psycopg.Error as failed:
            if failed.sqlstate is None:
                link.abandon()  # nobody knows what is still on its way
                self._link = None
            raise self._address.fault(failed) from failed

    def _connected(self) -> ServerConnection:
        if self._closed:  # a thread that is late makes no connection that nobody would close
            raise PoolFault(Trouble.UNREACHABLE, str(self._address), "closed by this program")
        if self._link is not None and not self._usable(self._link):
            self._hang_up()
        if self._link is None:
            self._link = connected(self._address)
            self._connections += 1
        return self._link

    def _usable(self, link: ServerConnection) -> bool:
        """Also not where another connection has met the standby that took its server's place."""
        newest = self._address.newest
        return not link.closed and (newest is None or not link.server.behind(newest))

    def connection(self) -> Connection:
        """The one that the next statement uses: a new one where there is none."""
        with self._lock:
            link = self._connected()
            return Connection(self._connections, link.server)

    def _hang_up(self) -> None:
        if self._link is not None:
            with suppress(psycopg.Error):
                self._link.close()
        self._link = None

    def names(self) -> tuple[str, ...]:
        found = self.rows('SELECT pool FROM pool.books ORDER BY pool COLLATE "C"')
        return tuple(name for (name,) in found)

    def named(self, name: str) -> PostgresPool:
        return PostgresPool(name, self)

    def missing(self, name: str) -> PoolFault:
        return PoolFault(Trouble.MISSING, str(self._address), f"no pool {name}")

    def pool_of(self, table: str) -> str | None:
        found = self.rows('SELECT pool FROM pool.links WHERE "table" = %s', (table,))
        return found[0][0] if found else None

    def tables(self) -> tuple[LinkedTable, ...]:
        """Those that are linked and those that may be."""
        return tuple(map(LinkedTable._make, self.rows(_TABLES)))

    def standbys_not_waited_for(self) -> int:
        """Servers that follow this one, where no answer waits for any of them."""
        query = (
            "SELECT count(*) FROM pg_stat_replication "
            "WHERE current_setting('synchronous_standby_names') = '' "
            "AND state IS DISTINCT FROM 'backup'"  # a table's login does not see the state
        )
        ((found,),) = self.rows(query)
        return int(found)

    def reap(self) -> bool:
        """Cut off tables that keep the server from its work. May the owner do so?"""
        ((found,),) = self.rows("SELECT pool.reap()")
        return found is not None

    @property
    def outdated(self) -> tuple[str, ...]:
        """Servers that take transfers though a standby has taken their place."""
        return self._address.outdated

    def close(self) -> None:
        """For good."""
        with self._lock:
            self._closed = True
            self._hang_up()
