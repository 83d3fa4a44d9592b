"""A city of 10,000 tables on one meter at a round a minute: what they ask of a server, and what it
gives.

What a table asks is counted on some that run as they do in a casino, record and all, while the
others contribute: transfers, heads of the journal, looks. What the server gives of these, in that
proportion, pgbench finds out. Both go through as many connections as a pooler would leave the city.
That 10,000 of them listen is not part of it, and the line says so: the server tells them every five
seconds, and what it takes to wake as many a second is in `tests.bench.listeners`.
"""

import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from controller.games.bonus import commands as c
from controller.games.bonus.wagers import Choice
from controller.pools.contract import Pool
from controller.pools.place import PoolOnServer
from controller.pools.postgres import ANCHOR, APPLY, STANDING, PostgresPools
from controller.pools.server import Address
from controller.pools.transfers import Contribute
from tests.bench.linked import (
    TURN_S,
    WAGERS,
    contributions,
    flat_out,
    heads,
    looks,
    pgbench,
    together,
)
from tests.bench.measure import Line
from tests.helpers.postgres import OWNER, Server
from tests.helpers.shift import LiveShift
from tests.unit.pools.backends import done
from tests.unit.running.tables import House, folded_out

CITY, MINUTE_S = 10_000, 60.0
_WATCHED = 8
LOOKING = 2_000
"""Tables that look in a second because the server has told of increments, at most."""


def lines(server: Server, pools: list[Pool]) -> list[Line]:
    """The lines, with so many connections as there are pools."""
    server.sql(
        f"INSERT INTO pool.links SELECT 'c' || n, 'main' FROM generate_series(0, {CITY - 1}) n",
        database="pools",
    )
    stores = [PostgresPools(Address(server.url())) for _ in pools]
    house: list[Pool] = [store.named("main") for store in stores]
    try:
        with _watched(server) as (tables, asked):
            before = cpu_s(server)
            late = sorted(_a_minute(house, tables))
            used = sum(s - before.get(pid, 0) for pid, s in cpu_s(server).items()) / CITY
            each = {kind: asked[kind] / _WATCHED for kind in (APPLY, ANCHOR, STANDING)}
        most = _most(house)
    finally:
        for store in stores:
            store.close()
    return [_contributed(late, used, most), _asked(server, each)]


# What the city contributes


def _contributed(late: list[float], used: float, most: float) -> Line:
    rate = CITY / MINUTE_S
    note = (
        f"more is better: {len(late):,} of {CITY:,} tables contributed to one pool in a minute "
        f"({rate:.0f} a second), answered {late[len(late) // 2] * 1e3:.0f} ms after they were due, "
        f"99th percentile {late[int(len(late) * 0.99)] * 1e3:.0f} ms; at most {most:.0f} a second; "
        f"{used * 1e3:.2f} ms of the server's processors each"
    )
    return (
        f"most contributions to a pool / those of {CITY:,} tables at a round a minute",
        most / rate,
        note,
    )


def _a_minute(pools: list[Pool], tables: list[LiveShift]) -> list[float]:
    """Every table plays one round in a minute, when it is due; how late each was answered."""
    order = random.Random(6).sample(range(CITY), CITY)
    begun, waiting, lock = time.perf_counter(), iter(enumerate(order)), threading.Lock()
    late: list[float] = []

    def play(number: int) -> None:
        while True:
            with lock:
                place, table = next(waiting, (-1, -1))
            if place < 0:
                return
            due = begun + place * MINUTE_S / CITY
            time.sleep(max(0.0, due - time.perf_counter()))
            done(pools[number].apply(_round(table, "minute")))
            late.append(time.perf_counter() - due)

    def watched() -> None:
        for place, table in enumerate(tables):
            due = begun + (place + 0.5) * MINUTE_S / len(tables)
            time.sleep(max(0.0, due - time.perf_counter()))
            _play(table)

    playing = threading.Thread(target=watched)
    playing.start()
    together(len(pools), play)
    playing.join()
    return late


def _most(pools: list[Pool]) -> float:
    """As many as there can be, of tables by chance."""
    chance, serial = random.Random(6), count()

    def one(number: int, nth: int) -> Contribute:
        return _round(chance.randrange(CITY), f"{number}/{next(serial)}")

    return statistics.median(flat_out(pools, TURN_S, one) for _ in range(3))


def _round(table: int, series: str) -> Contribute:
    return Contribute(f"c{table}/{series}", f"c{table}", 1, WAGERS, None)


def cpu_s(server: Server) -> dict[int, float]:
    """What each process of the server has used of the processors."""
    house = PostgresPools(Address(server.url()))
    pids = [pid for (pid,) in house.rows("SELECT pid FROM pg_stat_activity")]
    house.close()
    used = {}
    for pid in pids:
        with suppress(FileNotFoundError):  # it ended meanwhile
            used[pid] = int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    return used


# What it asks for besides


@contextmanager
def _watched(server: Server) -> Iterator[tuple[list[LiveShift], "Counter[str]"]]:
    """Running tables of the pool, ready for a round, and what they have asked of the server."""
    asked = Counter[str]()

    class Counted(PostgresPools):
        def rows(
            self, query: str, values: Any = (), *, safe: bool = False
        ) -> list[tuple[Any, ...]]:
            asked[query] += 1
            return super().rows(query, values, safe=safe)

    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="feltwork-bench-")))
        stack.enter_context(patch("controller.pools.linked.PostgresPools", Counted))
        tables = []
        for number in range(_WATCHED):
            (folder / str(number)).mkdir()
            house = House(folder / str(number))
            house.name, house.pool = f"w{number}", PoolOnServer(server.url(), "main")
            stack.callback(house.down)
            tables.append(LiveShift(house.up().controller))
            tables[-1].playing(1, 2)
        asked.clear()
        yield tables, asked


def _play(table: LiveShift) -> None:
    """A round in which everybody folds."""
    table.wagers(p1="25", p2="25", jackpot=(1,)).deal("9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s")
    table.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
    folded_out(table)
    table.deck_ready()


def _asked(server: Server, each: dict[str, float]) -> Line:
    any_of = "concat('c', :chance::text)"
    scripts = {
        APPLY: contributions(server, any_of),
        ANCHOR: heads(server, any_of),
        STANDING: looks(server),
    }
    weighed = [f"{scripts[kind]}@{round(often * _WATCHED)}" for kind, often in each.items()]
    gives = pgbench(server, *weighed, login=OWNER, turn=99)
    asks, looked = sum(each.values()) * CITY / MINUTE_S, pgbench(server, scripts[STANDING])
    note = (
        f"more is better: {gives:.0f} / {asks:.0f} a second; a table asks for {each[APPLY]:.1f} "
        f"transfers, {each[ANCHOR]:.1f} heads and {each[STANDING]:.1f} looks a minute; of looks "
        f"alone {looked:.0f} a second; without the waking of {CITY:,} that listen, {LOOKING:,} a "
        "second, which has a line of its own"
    )
    return f"most that a server gives / all that {CITY:,} tables ask of it", gives / asks, note
