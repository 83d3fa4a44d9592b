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
from controller.floor.state import Settings
from controller.journal.keys import create_keys
from controller.outputs import derive_outputs
from controller.pools.link import parameters_of, terms_of
from controller.pools.place import PoolOnServer
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address
from controller.pools.teller import READ_EVERY_MS
from controller.running import RunningTable, TableSetup
from controller.snapshot import Snapshot
from tests.helpers.postgres import Server
from tests.helpers.shift import RULES, LiveShift
from tests.unit.pools.backends import PEOPLE, done
from tests.unit.running.tables import RealClock

_CHANGES = 400
_APART_S = (0.02, 0.25)
_METER = Money.parse("60000")

Line = tuple[str, float, str]


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
    """The line."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="feltwork-bench-")))
        server = Server({})
        stack.callback(server.remove)
        server.start().set_up()
        return [_line(_latencies(server, folder, stack))]


def _latencies(server: Server, folder: Path, stack: ExitStack) -> list[float]:
    jackpot = existing(RULES.jackpot, "no jackpot")
    house = PostgresPools(Address(server.url()))
    stack.callback(house.close)
    house.open("main", parameters_of(jackpot), PEOPLE, 1, _METER)
    pool, sign = house.named("main"), Sign()
    done(pool.join("other/join", "other", terms_of(jackpot)))
    setup = TableSetup(
        "T7",
        RULES,
        Settings(effective_from=Day(2024, 8, 16)),
        folder / "table.journal",
        create_keys(folder / "table.keys"),
        PoolOnServer(server.url(), "main"),
    )
    running = RunningTable(setup, RealClock(), viewers=(sign,))
    stack.callback(running.close)
    LiveShift(running.controller).playing(1)
    changes, chance = list[tuple[float, Money]](), random.Random(6)
    for number in range(_CHANGES):
        sent = time.perf_counter()
        receipt = done(pool.contribute(f"other/{number}", "other", number, 1))
        changes.append((sent, receipt.available))
        time.sleep(chance.uniform(*_APART_S))
    sign.wanted = changes[-1][1]
    sign.reached.wait(2 * READ_EVERY_MS / 1e3)
    return [_seen(sign, meter) - sent for sent, meter in changes]


def _seen(sign: Sign, meter: Money) -> float:
    """When it first said so much."""
    return next(at for at, shown in sign.shown if shown >= meter)


def _line(seconds: list[float]) -> Line:
    ms = sorted(each * 1e3 for each in seconds)
    at = {part: ms[int(len(ms) * part)] for part in (0.5, 0.99)}
    note = (
        f"less is better: {at[0.99]:.0f} ms, half of them within {at[0.5]:.0f} ms, "
        f"of {len(ms)} changes {_APART_S[0] * 1e3:.0f} to {_APART_S[1] * 1e3:.0f} ms apart"
    )
    what = "meter change to sign text on another table, 99th percentile / a look a second"
    return what, at[0.99] / READ_EVERY_MS, note
