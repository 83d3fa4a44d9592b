"""A server of pools for benches, tables that are linked to it, and pgbench on the same server.

The server is a real one with its usual care for the disk. One process with a thread for every
connection: a client waits nearly all the time and leaves the interpreter to the others, and on two
cores more processes only take the server's time.
"""

import re
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from controller.domain.base import existing
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.pools.admission import admit
from controller.pools.contract import Pool
from controller.pools.postgres import ANCHOR, APPLY, STANDING, PostgresPools
from controller.pools.server import Address
from controller.pools.transfers import Contribute
from tests.helpers.postgres import Server, programs
from tests.helpers.shift import RULES
from tests.unit.pools.backends import PEOPLE, done

TABLES, WAGERS = 64, 5
TURN_S, WARM_UP_S = 4, 4
JACKPOT = existing(RULES.jackpot, "no jackpot")


@contextmanager
def linked_tables() -> Iterator[tuple[Server, list[Pool]]]:
    """A server with one pool, and 64 connections as so many tables."""
    server = Server({"max_connections": "220"})
    try:
        server.start().set_up()
        house = PostgresPools(Address(server.url()))
        house.open("main", parameters_of(JACKPOT), PEOPLE, 1)
        for table in range(TABLES):
            who = f"t{table}", f"login_t{table}", "secret"
            admit(Address(server.url()), *who, pools=("main",), figures=False)
            done(house.named("main").join(f"t{table}/join", f"t{table}", terms_of(JACKPOT)))
        server.sql("ALTER ROLE login_t0 CONNECTION LIMIT -1")  # as pgbench it is all of them
        stores = [PostgresPools(Address(server.url(f"login_t{n}"))) for n in range(TABLES)]
        yield server, [store.named("main") for store in stores]
        house.named("main").audit()
        for store in (house, *stores):
            store.close()
    finally:
        server.remove()


def contributions(server: Server, table: str = "'t0'") -> str:
    """What `PostgresPool.apply` sends; pgbench has one login: one table, or the house for any."""
    said = (
        f"""concat('{{"kind": "Contribute", "table": "', {table}, '", "round": ', :n::text, """
        f"""', "wagers": {WAGERS}, "version": null}}')"""
    )
    id_ = f"concat({table}, '/', :turn::text, '/', :client_id::text, '/', :n::text)"
    apply = APPLY.replace("%s", "{}").format("'main'", id_, said)
    return _file(server, "contribute", f"{apply};\n")


def heads(server: Server, table: str) -> str:
    """The head of a table's journal, of tables that no other connection acts for."""
    mac, journal = "repeat('m', 32)::bytea", f"decode(md5({table}), 'hex')"
    values = "'main'", table, ":n", "1", mac, journal, "'{}'"
    return _file(server, "head", f"{ANCHOR.replace('%s', '{}').format(*values)};\n")


def looks(server: Server) -> str:
    """What a table looks at."""
    line = " ".join(STANDING.replace("%s", "'main'").split())
    return _file(server, "look", f"{line};\n")


def _file(server: Server, name: str, said: str) -> str:
    script = server.folder / f"{name}.sql"
    script.write_text(
        f"\\set n :n + 1\n\\set chance random(0, 155) * {TABLES} + :client_id\n{said}"
    )
    return str(script)


def pgbench(server: Server, *scripts: str, login: str = "login_t0", turn: int = 0) -> float:
    """All it can do of these, each a file and perhaps `@` its weight: scripts a second.

    Its connections are new every time: what they need to warm up is not counted.
    """
    files = [part for script in scripts for part in ("-f", script)]
    seconds = WARM_UP_S + TURN_S
    options = f"-n -M prepared -j 2 -c {TABLES} -T {seconds} -P 1 -D n=0 -D turn={turn}".split()
    command = [str(programs() / "pgbench"), *options, *files, server.url(login)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    rates = [float(rate) for rate in re.findall(r"^progress: .* ([\d.]+) tps", ran.stderr, re.M)]
    if ran.returncode or len(rates) <= WARM_UP_S:
        raise RuntimeError(f"pgbench: {ran.stderr}{ran.stdout}")
    return statistics.mean(rates[WARM_UP_S:])


def flat_out(pools: list[Pool], seconds: float, of: Callable[[int, int], Contribute]) -> float:
    """On all connections at once: contributions a second."""
    counts, begun = [0] * len(pools), time.perf_counter()

    def play(number: int) -> None:
        while time.perf_counter() - begun < seconds:
            counts[number] += 1
            done(pools[number].apply(of(number, counts[number])))

    together(len(pools), play)
    return sum(counts) / (time.perf_counter() - begun)


def together(count: int, work: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
