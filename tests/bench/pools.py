"""Linked tables on one server of pools: what they contribute in a second, and how many it holds.

The server is a real one with its usual care for the disk. The bare statements that pgbench sends
are those of the client, as a table's login; on both sides an answer counts when it is safe. One
process with a thread for every connection: a client waits nearly all the time and leaves the
interpreter to the others, and on two cores more processes only take the server's time.
"""

import os
import random
import re
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from controller.pools.admission import admit
from controller.pools.contract import Contribute, Pool
from controller.pools.postgres import APPLY, PostgresPools
from controller.pools.server import Address
from tests.helpers.postgres import Server, programs
from tests.unit.pools.backends import PEOPLE, done, figures

TABLES, WAGERS = 64, 5
_TURNS, _TURN_S, _WARM_UP_S = 5, 4, 4
CITY, MINUTE_S = 10_000, 60.0

Line = tuple[str, float, str]


def bench() -> list[Line]:
    """The lines."""
    with linked_tables() as (server, pools):
        return [_against_pgbench(server, pools), _a_citys_looks(server), _a_city(server, pools)]


@contextmanager
def linked_tables() -> Iterator[tuple[Server, list[Pool]]]:
    """A server with one pool, and 64 connections as so many tables."""
    server = Server({"max_connections": "220"})
    try:
        server.start().set_up()
        house = PostgresPools(Address(server.url()))
        house.open("main", figures(), PEOPLE, 1)
        for table in range(TABLES):
            admit(Address(server.url()), f"t{table}", f"login_t{table}", "secret", figures=False)
            done(house.named("main").join(f"t{table}/join", f"t{table}", figures().terms()))
        stores = [PostgresPools(Address(server.url(f"login_t{n}"))) for n in range(TABLES)]
        yield server, [store.named("main") for store in stores]
        house.named("main").audit()
        for store in (house, *stores):
            store.close()
    finally:
        server.remove()


# Against pgbench


def _against_pgbench(server: Server, pools: list[Pool]) -> Line:
    script = server.folder / "contribute.sql"
    script.write_text(_script())
    ratios, ours, theirs = [], [], []
    _contribute(pools, "warm-up", _WARM_UP_S)
    for turn in range(_TURNS):
        ours.append(_contribute(pools, f"a{turn}", _TURN_S))
        theirs.append(_pgbench(server, script, turn))
        ratios.append(ours[-1] / theirs[-1])
    note = (
        f"more is better, aim 0.8: {statistics.median(ours):.0f} / "
        f"{statistics.median(theirs):.0f} a second, each safe before its answer"
    )
    what = f"contributions of {TABLES} tables to one pool / pgbench's bare statements"
    return what, statistics.median(ratios), note


def _script() -> str:
    """What `PostgresPool.apply` sends; pgbench has one login, so its connections are one table."""
    said = (
        f"""concat('{{"kind": "Contribute", "table": "t0", "round": ', :n::text, """
        f"""', "wagers": {WAGERS}, "version": null}}')"""
    )
    id_ = "concat('t0/', :turn::text, '/', :client_id::text, '/', :n::text)"
    apply = APPLY.replace("%s", "{}").format("'main'", id_, said)
    return f"\\set n :n + 1\n{apply};\nSELECT pool.safe();\n"


def _pgbench(server: Server, script: Path, turn: int = 0) -> float:
    """Its connections are new every time: what they need to warm up is not counted."""
    seconds = _WARM_UP_S + _TURN_S
    options = f"-n -M prepared -j 2 -c {TABLES} -T {seconds} -P 1 -D n=0 -D turn={turn}".split()
    command = [str(programs() / "pgbench"), *options, "-f", str(script), server.url("login_t0")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    rates = [float(rate) for rate in re.findall(r"^progress: .* ([\d.]+) tps", ran.stderr, re.M)]
    if ran.returncode or len(rates) <= _WARM_UP_S:
        raise RuntimeError(f"pgbench: {ran.stderr}{ran.stdout}")
    return statistics.mean(rates[_WARM_UP_S:])


def _contribute(pools: list[Pool], series: str, seconds: float) -> float:
    """All tables, each as fast as it is answered."""

    def own(number: int, nth: int) -> Contribute:
        return Contribute(f"t{number}/{series}/{nth}", f"t{number}", nth, WAGERS, None)

    return _flat_out(pools, seconds, own)


def _flat_out(pools: list[Pool], seconds: float, of: Callable[[int, int], Contribute]) -> float:
    """On all connections at once: contributions a second."""
    counts, begun = [0] * len(pools), time.perf_counter()

    def play(number: int) -> None:
        while time.perf_counter() - begun < seconds:
            counts[number] += 1
            done(pools[number].apply(of(number, counts[number])))

    _together(len(pools), play)
    return sum(counts) / (time.perf_counter() - begun)


def _together(count: int, work: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# A city


def _a_citys_looks(server: Server) -> Line:
    """Every linked table looks at its pool once a second, and at every notice besides."""
    script = server.folder / "look.sql"
    script.write_text("\\set n :n + :turn\nSELECT pool.status('main');\n")
    rate = _pgbench(server, script)
    note = f"more is better: {rate:.0f} a second of pgbench, at a pool of {TABLES} tables"
    return f"most looks at a pool / those of {CITY:,} tables, one a second each", rate / CITY, note


def _a_city(server: Server, pools: list[Pool]) -> Line:
    """Contributions alone, through as many connections as a pooler would leave them."""
    server.sql(
        f"INSERT INTO pool.links SELECT 'c' || n, 'main' FROM generate_series(0, {CITY - 1}) n",
        database="pools",
    )
    stores = [PostgresPools(Address(server.url())) for _ in pools]
    house: list[Pool] = [store.named("main") for store in stores]
    try:
        before = _cpu_s(server)
        late = sorted(_a_minute(house))
        used = sum(s - before.get(pid, 0) for pid, s in _cpu_s(server).items()) / CITY
        rate = CITY / MINUTE_S
        most = _most(house)
    finally:
        for store in stores:
            store.close()
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


def _a_minute(pools: list[Pool]) -> list[float]:
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

    _together(len(pools), play)
    return late


def _most(pools: list[Pool]) -> float:
    """As many as there can be, of tables by chance."""
    chance, serial = random.Random(6), count()

    def one(number: int, nth: int) -> Contribute:
        return _round(chance.randrange(CITY), f"{number}/{next(serial)}")

    return statistics.median(_flat_out(pools, _TURN_S, one) for _ in range(3))


def _round(table: int, series: str) -> Contribute:
    return Contribute(f"c{table}/{series}", f"c{table}", 1, WAGERS, None)


def _cpu_s(server: Server) -> dict[int, float]:
    """What each process of the server has used of the processors."""
    house = PostgresPools(Address(server.url()))
    pids = [pid for (pid,) in house.rows("SELECT pid FROM pg_stat_activity")]
    house.close()
    used, tick_s = {}, 1 / os.sysconf("SC_CLK_TCK")
    for pid in pids:
        with suppress(FileNotFoundError):  # it ended meanwhile
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used[pid] = (int(fields[11]) + int(fields[12])) * tick_s
    return used
