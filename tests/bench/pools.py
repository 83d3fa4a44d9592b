"""Linked tables on one server of pools: what they contribute in a second, against pgbench.

The bare statements that pgbench sends are those of the client, as a table's login; on both sides an
answer counts when it is safe.
"""

import statistics

from controller.pools.contract import Pool
from controller.pools.transfers import Contribute
from tests.bench import city
from tests.bench.linked import (
    TABLES,
    TURN_S,
    WAGERS,
    WARM_UP_S,
    contributions,
    flat_out,
    linked_tables,
    pgbench,
)
from tests.bench.measure import Line
from tests.helpers.postgres import Server

_TURNS = 3


def bench() -> list[Line]:
    """The lines."""
    with linked_tables() as (server, pools):
        return [_against_pgbench(server, pools), *city.lines(server, pools)]


def _against_pgbench(server: Server, pools: list[Pool]) -> Line:
    script = contributions(server)
    ratios, ours, theirs = [], [], []
    _contribute(pools, "warm-up", WARM_UP_S)
    for turn in range(_TURNS):
        ours.append(_contribute(pools, f"a{turn}", TURN_S))
        theirs.append(pgbench(server, script, turn=turn))
        ratios.append(ours[-1] / theirs[-1])
    note = (
        f"more is better, aim 0.8: {statistics.median(ours):.0f} / "
        f"{statistics.median(theirs):.0f} a second, each safe before its answer"
    )
    what = f"contributions of {TABLES} tables to one pool / pgbench's bare statements"
    return what, statistics.median(ratios), note


def _contribute(pools: list[Pool], series: str, seconds: float) -> float:
    """All tables, each as fast as it is answered."""

    def own(number: int, nth: int) -> Contribute:
        return Contribute(f"t{number}/{series}/{nth}", f"t{number}", nth, WAGERS, None)

    return flat_out(pools, seconds, own)
