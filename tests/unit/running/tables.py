"""What the tests of a running table share: a folder for one, and ways to tamper with it."""

import fcntl
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.floor.base import Day
from controller.floor.state import Status
from controller.games.bonus import commands as c
from controller.games.bonus.floor.state import BonusSettings
from controller.games.bonus.game import BONUS
from controller.games.bonus.pool_setup import PoolSetup
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.wagers import Choice
from controller.journal.keys import create_keys, load_keys
from controller.notices.log_file import LogFileConfig, LogFileSink
from controller.notices.sinks import Sink
from controller.pools.contract import Pool
from controller.pools.place import PoolOnServer
from controller.pools.sqlite import SqlitePools
from controller.running.running_table import RunningTable, TableSetup
from controller.running.writer import COMPARE
from controller.staff.register import Register
from tests.helpers.shift import CASINO, DEALER, GAMING, MIDNIGHT_MS, RULES, LiveShift, Shift
from tests.unit.staff.crew import WEAK, joined

PINS = {CASINO.number: "735829", DEALER.number: "482957", GAMING.number: "590314"}
METER = "60000"


class RealClock:
    """Monday by the wall; the machine's own clock for periods."""

    def __init__(self) -> None:
        self._run = time.monotonic_ns()

    def now(self) -> Instant:
        steady_ms = time.monotonic_ns() // 1_000_000
        return Instant(MIDNIGHT_MS + steady_ms, steady_ms, self._run)


class House:
    """A folder with everything a table needs, brought up as often as one likes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = folder / "table.journal"
        keys, staff = folder / "table.keys", folder / "staff.db"
        self.keys = load_keys(keys) if keys.exists() else create_keys(keys)
        self.register = Register.open(staff, WEAK) if staff.exists() else self._staff(staff)
        self.rules = RULES
        self.notices = folder / "notices.log"
        self.sinks: tuple[Sink, ...] = ()
        """Instead of the log."""
        self.name = "T7"
        self.pool: PoolOnServer | None = None
        self.running: list[RunningTable] = []

    def _staff(self, path: Path) -> Register:
        people = (CASINO, DEALER, GAMING)
        return joined(Register.create(path, WEAK), *people, pins=PINS, at=MIDNIGHT_MS)

    def up(self, *, limit: Money | None = None, **more: Any) -> RunningTable:
        meter = Money.parse(METER if self.rules.jackpot else "0")
        setup = TableSetup(
            self.name,
            BONUS,
            self.rules,
            BonusSettings(effective_from=Day(2024, 8, 16)),
            self.journal,
            self.keys,
            self.register,
            self.sinks or (LogFileSink("log", LogFileConfig(path=self.notices)),),
            PoolSetup(meter, limit=limit, server=self.pool),
            **more,
        )
        running = RunningTable(setup, RealClock())
        self.running.append(running)
        return running

    def down(self) -> None:
        while self.running:
            self.running.pop().close()

    @contextmanager
    def out_of_order(self) -> Iterator[None]:
        """No notice reaches the log: another process holds it."""
        with self.notices.open("ab") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            yield

    def log(self) -> list[dict[str, str]]:
        if not self.notices.exists():
            return []
        return [json.loads(line) for line in self.notices.read_text().splitlines()]


def soon(fact: Callable[[], bool]) -> bool:
    """Does it come true within seconds?"""
    until = time.monotonic() + 10
    while not fact() and time.monotonic() < until:
        time.sleep(0.01)
    return fact()


def payloads(house: House, kind: str) -> list[bytes]:
    """What the file has of a kind, read as anybody could."""
    connection = sqlite3.connect(house.journal)
    rows = connection.execute("SELECT payload FROM record WHERE kind = ?", (kind,)).fetchall()
    connection.close()
    return [bytes(payload) for (payload,) in rows]


def damaged(house: House, position: int = 5) -> None:
    connection = sqlite3.connect(house.journal)
    connection.execute("DROP TRIGGER never_changed")
    connection.execute("UPDATE record SET payload = x'7b7d' WHERE position = ?", (position,))
    connection.commit()
    connection.close()


def played(house: House, jackpot: tuple[int, ...] = (1,), **more: Any) -> LiveShift:
    """Brought up, a round with some jackpot wagers in which everybody folds, all answered."""
    shift = LiveShift(house.up(**more).controller)
    if shift.floor.status is Status.CLOSED:
        shift.playing(1, 2)
    else:
        shift.compared()
    fold_round(shift, jackpot)
    return shift


def fold_round(shift: Shift, jackpot: tuple[int, ...] = (1,)) -> None:
    """One more of these."""
    shift.wagers(p1="25", p2="25", jackpot=jackpot).deal("9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s")
    shift.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
    folded_out(shift)
    shift.deck_ready()


def folded_out(shift: Shift) -> None:
    """Whatever is left to be done of a round nobody stayed in."""
    steps = (c.EverybodyFolded(), c.BeginSettlement(), c.SettlePlace(1), c.SettlePlace(2))
    for command in (*steps, c.FinishSettlement(), c.CloseRound()):
        if shift.table.round.phase is not Phase.IDLE:
            shift.ask(command)
    assert shift.table.round.phase is Phase.IDLE


def answered(shift: Shift) -> bool:
    return soon(lambda: not shift.house.pool.pending)


def settled(house: House, jackpot: tuple[int, ...] = (1,), **more: Any) -> LiveShift:
    """Such a round, and the pool has answered."""
    shift = played(house, jackpot, **more)
    assert answered(shift)
    return shift


def held(table: RunningTable) -> str:
    """Why it is held, once it is for more than a look at the felt."""
    assert soon(lambda: table.controller.snapshot().held not in (None, COMPARE))
    return str(table.controller.snapshot().held)


@contextmanager
def pool_of(house: House) -> Iterator[Pool]:
    pools = SqlitePools(house.folder / "pool.db")
    try:
        pool = pools.pool("T7")
        assert pool is not None
        yield pool
    finally:
        pools.close()


def files(house: House, name: str) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in house.folder.glob(f"{name}*")}


def put_back(house: House, name: str, before: dict[str, bytes]) -> None:
    for file in house.folder.glob(f"{name}*"):
        file.unlink()
    for file_name, content in before.items():
        (house.folder / file_name).write_bytes(content)
        (house.folder / file_name).chmod(0o600)
