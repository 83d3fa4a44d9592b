"""What is read off a server of pools for the pit's page: one look, one snapshot.

Of transfers only those since the last look are read, so that a look costs the same however long
the books are. No card, no player and no password is among it.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final, TypeVar

from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.pools.rows import from_row
from controller.pools.server import ServerConnection

T = TypeVar("T")

WINS_SHOWN: Final = 12
SILENT_S: Final = 15
"""A table that is well looks at its meter every five seconds at least."""
_LOOK_BACK: Final = 20_000
"""Transfers read at the first look."""
_ONE_MOMENT: Final = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
_MS: Final = "(extract(epoch FROM {}) * 1000)::bigint"
_WANTED: Final = "(%(pool)s::text IS NULL OR {}.pool = %(pool)s)"

_POOLS: Final = f"""
    SELECT b.pool, b.seq, b.meter / 1000000 - b.reserved, b.reserved, v."limit"
    FROM pool.books b JOIN pool.versions v USING (pool, version)
    WHERE {_WANTED.format("b")} ORDER BY b.pool COLLATE "C"
"""
_TABLES: Final = f"""
    SELECT l.pool, l."table", m.role IS NOT NULL,
        s.role IS NOT NULL AND coalesce(s.alive, true),
        {_MS.format("h.at")}, s.role IS NULL OR s.alive IS NOT NULL
    FROM pool.links l LEFT JOIN pool.members m USING ("table")
    LEFT JOIN pool.signs_of_life(make_interval(secs => %(silent_s)s)) s USING (role)
    LEFT JOIN (SELECT "table", max(at) AS at FROM pool.heads GROUP BY 1) h USING ("table")
    WHERE l.pool IS NOT NULL AND {_WANTED.format("l")}
"""
_HELD: Final = f"""
    SELECT r.pool, r.seq, r."table", r.round, r.held, {_MS.format("t.at")}
    FROM pool.reservations r JOIN pool.transfers t USING (pool, id)
    WHERE r.held > 0 AND {_WANTED.format("r")}
"""
_WINS: Final = f"""
    SELECT b.pool, r.seq, h.seq, h."table", h.round, h.level, h.amount, h.who, h.at * 1000,
        h.resets, h.reversed
    FROM pool.books b CROSS JOIN LATERAL (
        SELECT * FROM pool.hits h WHERE h.pool = b.pool ORDER BY h.seq DESC LIMIT {WINS_SHOWN}
    ) h JOIN pool.reservations r ON r.pool = h.pool AND r.id = h.reservation
    WHERE {_WANTED.format("b")}
"""
_SINCE: Final = "FROM unnest(%s::text[], %s::bigint[]) AS since (pool, seq) "
_HEARD: Final = f"""
    SELECT t.pool, coalesce(m."table", t.content->>'table') AS which, max(t.seq),
        {_MS.format("max(t.at)")}
    {_SINCE} JOIN pool.transfers t ON t.pool = since.pool AND t.seq > since.seq
    LEFT JOIN pool.members m ON m.role = t.by_role
    GROUP BY t.pool, which
"""
_CLAIMS: Final = f"""
    SELECT t.pool, coalesce(m."table", t.content->>'table', r."table", ''), t.seq,
        t.content->>'kind', t.refused, coalesce(t.detail, ''), {_MS.format("t.at")}
    {_SINCE} JOIN pool.transfers t ON t.pool = since.pool AND t.seq > since.seq
    LEFT JOIN pool.members m ON m.role = t.by_role
    LEFT JOIN pool.reservations r ON r.pool = t.pool AND r.id = t.content->>'reservation'
    WHERE t.refused IS NOT NULL
"""
_OTHERS: Final = f"""
    SELECT o.pool, o."table", o.seq, o.kind, o.refused, o.detail, {_MS.format("o.at")}
    {_SINCE} JOIN pool.refusals o ON o.pool = since.pool AND o.seq >= since.seq
    ORDER BY o.at
"""
_STANDBYS: Final = "SELECT * FROM pool.standbys() ORDER BY name"


@frozen
class PoolSeen:
    """The meter of a pool."""

    pool: str
    seq: int
    available: Money
    """What signs show: without what is reserved."""
    reserved: Money
    limit: Money | None


@frozen
class TableSeen:
    """A linked table."""

    pool: str
    table: str
    has_login: bool
    connected: bool
    """And heard of lately, where that can be seen."""
    anchored_ms: int | None
    """When its journal last stood by what it told."""
    seen: bool = True
    """Can it be seen whether anything comes from it?"""


@frozen
class HeldSeen:
    """A win that was keyed and waits for its confirmation."""

    pool: str
    order: int
    table: str
    round: int
    held: Money
    since_ms: int


@frozen
class WinSeen:
    """A posted award."""

    pool: str
    order: int
    """The place of its reservation in the pool's sequence: the order of near-simultaneous wins."""
    seq: int
    table: str
    round: int
    level: str
    amount: Money
    who: tuple[str, ...]
    at_ms: int
    resets: bool
    reversed: bool


@frozen
class HeardSeen:
    """The last transfer that a table sent."""

    pool: str
    table: str
    seq: int
    at_ms: int


@frozen
class RefusedSeen:
    """A transfer that was refused."""

    pool: str
    table: str
    seq: int
    """Its own of a claim; of what is counted only, that of the transfer before it."""
    kind: str
    code: str
    detail: str
    at_ms: int


@frozen
class StandbySeen:
    """A server that follows this one."""

    name: str
    streaming: bool | None
    """None where it cannot be seen."""
    behind_s: int
    behind_bytes: int
    waited_for: bool | None = True
    """Does an answer wait for this standby, or for another?"""


@frozen
class Reading:
    """One look at the server. Times are its own, in milliseconds since 1970, UTC."""

    now_ms: int
    pools: tuple[PoolSeen, ...] = ()
    tables: tuple[TableSeen, ...] = ()
    held: tuple[HeldSeen, ...] = ()
    wins: tuple[WinSeen, ...] = ()
    heard: tuple[HeardSeen, ...] = ()
    refused: tuple[RefusedSeen, ...] = ()
    """Both of them since the last look."""
    standbys: tuple[StandbySeen, ...] = ()


def read(link: ServerConnection, pool: str | None, looked: Mapping[str, int]) -> Reading:
    """All pools, or one; `looked` is up to where the last look read each pool's transfers."""
    wanted = {"pool": pool, "silent_s": SILENT_S}
    with link.transaction():
        link.execute(_ONE_MOMENT)

        def rows(query: str, values: Any = wanted) -> list[tuple[Any, ...]]:
            return link.execute(query.encode(), values).fetchall()

        def seen(kind: type[T], query: str, values: Any = wanted) -> tuple[T, ...]:
            return tuple(from_row(kind, row) for row in rows(query, values))

        ((now_ms,),) = rows(f"SELECT {_MS.format('clock_timestamp()')}")
        pools = seen(PoolSeen, _POOLS)
        since = {of.pool: looked.get(of.pool, of.seq - _LOOK_BACK) for of in pools}
        new = [list(since), list(since.values())]
        refused = seen(RefusedSeen, _CLAIMS, new) + seen(RefusedSeen, _OTHERS, new)
        return Reading(
            now_ms,
            pools,
            seen(TableSeen, _TABLES),
            seen(HeldSeen, _HELD),
            seen(WinSeen, _WINS),
            tuple(from_row(HeardSeen, row) for row in rows(_HEARD, new) if row[1] is not None),
            tuple(sorted(refused, key=attrgetter("seq"))),
            seen(StandbySeen, _STANDBYS),
        )
