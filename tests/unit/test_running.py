"""A table with all that runs beside it: record, reception, pool, couriers."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.domain import commands as c
from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.base import Day
from controller.floor.state import Settings
from controller.journal.keys import create_keys, load_keys
from controller.journal.recorder import JournalFault, State
from controller.journal.verify import verify
from controller.notices.log_file import LogFileConfig, LogFileSink
from controller.pools.sqlite import SqlitePools
from controller.running import RunningTable, TableSetup
from controller.runtime import COMPARE
from controller.snapshot import Accepted, NotNow
from controller.staff.pins import Pin
from controller.staff.register import Register
from controller.staff.roles import Actor, Order, Reason, Role
from controller.staff.session import Denied
from tests.helpers.shift import CASINO, DEALER, GAMING, MIDNIGHT_MS, RULES, LiveShift
from tests.unit.house.test_people import won
from tests.unit.staff.crew import WEAK

PINS = {CASINO.number: Pin("735829"), DEALER.number: Pin("482957"), GAMING.number: Pin("590314")}
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
        self.keys = create_keys(folder / "table.keys")
        self.register = Register.create(folder / "staff.db", WEAK)
        first = Order(None, Reason.JOINED, MIDNIGHT_MS)
        by = Order(Actor(CASINO.number, CASINO.role), Reason.JOINED, MIDNIGHT_MS)
        for person in (CASINO, DEALER, GAMING):
            order = first if person is CASINO else by
            self.register.add(person, PINS[person.number], order)
        self.running: list[RunningTable] = []

    def up(self) -> RunningTable:
        setup = TableSetup(
            "T7",
            RULES,
            Settings(effective_from=Day(2024, 8, 16)),
            self.journal,
            self.keys,
            self.folder / "pool.db",
            self.register,
            (LogFileSink("log", LogFileConfig(path=self.folder / "notices.log")),),
            Money.parse(METER),
        )
        running = RunningTable(setup, RealClock())
        self.running.append(running)
        return running

    def down(self) -> None:
        while self.running:
            self.running.pop().close()

    def log(self) -> list[dict[str, str]]:
        file = self.folder / "notices.log"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.down()


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


def test_a_round_with_a_meter_award_reaches_pool_notices_and_record(house: House) -> None:
    table = house.up()
    shift = LiveShift(table.controller).playing(1, 2)
    won(shift).supervised(c.ConfirmAward(1, "straight-flush"))
    shift.do(c.PayAward(1, "straight-flush"), c.CloseRound())
    assert soon(lambda: not shift.house.pool.pending), "every transfer is answered"
    pools = SqlitePools(house.folder / "pool.db")
    pool = pools.pool("T7")
    assert pool is not None
    assert shift.table.meter is not None
    assert pool.status().accounts.meter == shift.table.meter.exact
    assert pool.status().reservations == ()
    pools.close()
    assert soon(lambda: not shift.house.notices.pending), "every notice is delivered"
    assert "meter" in json.dumps(house.log())
    house.down()
    assert verify(house.journal, house.keys).state is State.INTACT


def test_people_sign_on_by_pin_and_failed_pins_stand_in_the_record(house: House) -> None:
    table = house.up()
    assert table.reception is not None
    wrong = table.reception.show_pin(GAMING.number, Pin("918273"), Role.GAMING_SUPERVISOR)
    assert isinstance(wrong.result(10), Denied)
    right = table.reception.show_pin(DEALER.number, PINS[DEALER.number], Role.DEALER).result(10)
    assert isinstance(right, Accepted)
    assert table.controller.snapshot().dealer == Actor("101", Role.DEALER)
    shift = LiveShift(table.controller)
    assert soon(lambda: shift.house.trail >= 4)
    house.down()
    found = sqlite3.connect(house.journal).execute(
        "SELECT payload FROM record WHERE kind = ?", ("TrailCopied",)
    )
    lines = [bytes(payload) for (payload,) in found]
    assert any(b"failed-pin" in line and b'"201"' in line for line in lines)
    assert not any(b"918273" in line for line in lines), "never the PIN itself"


def test_a_restart_comes_up_where_it_was_and_asks_to_compare(house: House) -> None:
    shift = LiveShift(house.up().controller).playing(1, 2).wagers(p1="25", jackpot=(1,))
    shift.deal("9h Th Jh 3c 2d 4c 5s Qh Kh")
    before = shift.table
    house.down()
    again = LiveShift(house.up().controller)
    assert again.table == before
    assert again.controller.snapshot().held == COMPARE


def test_two_processes_do_not_share_a_journal(house: House) -> None:
    house.up()
    with pytest.raises(JournalFault, match="in use"):
        house.up()


def damaged(house: House) -> None:
    connection = sqlite3.connect(house.journal)
    connection.execute("DROP TRIGGER never_changed")
    connection.execute("UPDATE record SET payload = x'7b7d' WHERE position = 5")
    connection.commit()
    connection.close()


def test_a_damaged_journal_holds_the_table_which_stays_readable(house: House) -> None:
    LiveShift(house.up().controller).playing(1, 2)
    house.down()
    damaged(house)
    table = house.up()
    shift = LiveShift(table.controller)
    assert soon(lambda: table.controller.snapshot().held is not None)
    assert "damaged" in str(table.controller.snapshot().held)
    refused = shift.ask(c.OpenRound(1))
    assert isinstance(refused, Refused)
    assert refused.refusal is NotNow.HELD
    assert shift.table.meter is not None
    assert str(shift.table.meter.value) == "60000.00"


def test_every_start_is_recorded_with_the_digest_of_what_was_started(house: House) -> None:
    house.up()
    house.down()
    house.up()
    house.down()
    started = [json.loads(payload) for payload in payloads(house, "TableStarted")]
    assert len(started) == 2
    assert started[0] == started[1]
    assert len(started[0]["code"]) == len(started[0]["config"]) == 64


def test_a_journal_without_its_keys_is_not_begun_anew(house: House) -> None:
    house.up()
    house.down()
    house.keys = create_keys(house.folder / "others.keys")
    table = house.up()
    assert "damaged" in str(table.controller.snapshot().held)
    house.keys = load_keys(house.folder / "table.keys")
