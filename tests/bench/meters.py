"""From a change of a shared meter to the text on another table's sign: less is better.

The other table runs as it does in a casino, record and all, but for a screen. A change counts from
before it is sent until the sign shows as much or more; changes come as they come.
"""

import random
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from controller.domain.base import existing
from controller.domain.money import Money
from controller.floor.base import Day
from controller.games.bonus.floor.state import BonusSettings
from controller.games.bonus.game import BONUS
from controller.games.bonus.pool_setup import PoolSetup
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.journal.keys import create_keys
from controller.pools.contract import Pool
from controller.pools.delivery import READ_EVERY_MS
from controller.pools.place import PoolOnServer
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address
from controller.running.outputs import derive_outputs
from controller.running.running_table import RunningTable, TableSetup
from controller.running.snapshot import Snapshot
from tests.bench.measure import Line
from tests.helpers.postgres import Server
from tests.helpers.shift import RULES, LiveShift
from tests.unit.pools.backends import PEOPLE, done
from tests.unit.running.tables import RealClock

_PACES = ((200, 0.02, 0.25), (1_000, 0.003, 0.009))
"""How many changes, and how many seconds apart: of a house, and of a city, some 167 a second."""
_METER = Money.parse("60000")


class Sign:
    """What it says, and since when."""

    def __init__(self) -> None:
        self.shown: list[tuple[float, Money]] = []
        self.wanted, self.reached = Money(-1), Event()

    def show(self, snapshot: Snapshot) -> None:
        text = derive_outputs(snapshot.house, shared=snapshot.shared).sign_text
        if text.startswith("$"):
            meter = Money.parse(text[1:].replace(",", ""))
            self.shown.append((time.perf_counter(), meter))
            if meter >= self.wanted >= 0:
                self.reached.set()


def bench() -> list[Line]:
    """The lines."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="feltwork-bench-")))
        server = Server({})
        stack.callback(server.remove)
        server.start().set_up()
        pool, sign = _running(server, folder, stack)
        return [_line(_latencies(pool, sign, *pace), *pace[1:]) for pace in _PACES]


def _running(server: Server, folder: Path, stack: ExitStack) -> tuple[Pool, Sign]:
    """A table that runs, its sign, and the pool that another table plays on."""
    jackpot = existing(RULES.jackpot, "no jackpot")
    house = PostgresPools(Address(server.url()))
    stack.callback(house.close)
    house.open("main", parameters_of(jackpot), PEOPLE, 1, _METER)
    pool, sign = house.named("main"), Sign()
    done(pool.join("other/join", "other", terms_of(jackpot)))
    setup = TableSetup(
        "T7",
        BONUS,
        RULES,
        BonusSettings(effective_from=Day(2024, 8, 16)),
        folder / "table.journal",
        create_keys(folder / "table.keys"),
        own=PoolSetup(server=PoolOnServer(server.url(), "main")),
    )
    running = RunningTable(setup, RealClock(), viewers=(sign,))
    stack.callback(running.close)
    LiveShift(running.controller).playing(1)
    return pool, sign


def _latencies(pool: Pool, sign: Sign, count: int, least_s: float, most_s: float) -> list[float]:
    changes, chance = list[tuple[float, Money]](), random.Random(6)
    due, sign.wanted = time.perf_counter(), Money(-1)
    sign.reached.clear()
    for number in range(count):
        time.sleep(max(0.0, due - time.perf_counter()))
        due, sent = due + chance.uniform(least_s, most_s), time.perf_counter()
        receipt = done(pool.contribute(f"other/{count}/{number}", "other", number, 1))
        changes.append((sent, receipt.available))
    sign.wanted = changes[-1][1]
    sign.reached.wait(6 * READ_EVERY_MS / 1e3)
    return [_seen(sign, meter) - sent for sent, meter in changes]


def _seen(sign: Sign, meter: Money) -> float:
    """When it first said so much."""
    return next(at for at, shown in sign.shown if shown >= meter)


def _line(seconds: list[float], least_s: float, most_s: float) -> Line:
    ms = sorted(each * 1e3 for each in seconds)
    at = {part: ms[int(len(ms) * part)] for part in (0.5, 0.99)}
    note = (
        f"less is better: {at[0.99]:.0f} ms, half of them within {at[0.5]:.0f} ms, "
        f"of {len(ms)} changes {least_s * 1e3:.0f} to {most_s * 1e3:.0f} ms apart"
    )
    rate = 2 / (least_s + most_s)
    what = (
        f"meter change to sign text on another table at {rate:.0f} changes a second, "
        "99th percentile / a look a second"
    )
    return what, at[0.99] / READ_EVERY_MS, note
