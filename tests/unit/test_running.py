"""A table with all that runs beside it: record, reception, pool, couriers."""

import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from controller.domain import commands as c
from controller.domain.base import BrokenInvariant, existing
from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.domain.wagers import Choice
from controller.floor.base import Day
from controller.floor.state import Settings, Status
from controller.journal.keys import create_keys, load_keys
from controller.journal.recorder import JournalFault, State
from controller.journal.verify import verify
from controller.keeper import COMPARE
from controller.notices.log_file import LogFileConfig, LogFileSink
from controller.pools import PoolFault
from controller.pools.contract import Pool, Receipt
from controller.pools.link import terms_of
from controller.pools.sqlite import SqlitePool, SqlitePools
from controller.round.phases import Phase
from controller.running import RunningTable, TableSetup
from controller.snapshot import Accepted, NotNow
from controller.staff.pins import Pin
from controller.staff.register import Register
from controller.staff.roles import Actor, Order, Reason, Role
from controller.staff.session import Admitted, Denied, Means
from tests.helpers.shift import CASINO, DEALER, GAMING, MIDNIGHT_MS, RULES, LiveShift, Shift
from tests.unit.house.test_people import won
from tests.unit.journal.shift import unguarded
from tests.unit.pools.linked import pool_for
from tests.unit.staff.crew import WEAK
from ui.commands.journal import journal as journal_command

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

    def up(self, **more: Any) -> RunningTable:
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
            **more,
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
    won(shift)
    assert soon(lambda: not shift.house.pool.pending), "an award waits for the pool"
    shift.supervised(c.ConfirmAward(1, "straight-flush"))
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
    assert soon(lambda: shift.house.trail is not None and shift.house.trail.seq >= 4)
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


def damaged(house: House, position: int = 5) -> None:
    connection = sqlite3.connect(house.journal)
    connection.execute("DROP TRIGGER never_changed")
    connection.execute("UPDATE record SET payload = x'7b7d' WHERE position = ?", (position,))
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


# The table and its pool


def played(house: House, jackpot: tuple[int, ...] = (1,), **more: Any) -> LiveShift:
    """Brought up, a round with some jackpot wagers in which everybody folds, all answered."""
    shift = LiveShift(house.up(**more).controller)
    if shift.floor.status is Status.CLOSED:
        shift.playing(1, 2)
    else:
        shift.on(DEALER)
        compared = shift.controller.compare_done().result(10)
        assert isinstance(compared, Accepted), compared.text()
    shift.wagers(p1="25", p2="25", jackpot=jackpot).deal("9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s")
    shift.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
    folded_out(shift)
    shift.deck_ready()
    return shift


def folded_out(shift: Shift) -> None:
    """Whatever is left to be done of a round nobody stayed in."""
    steps = (c.EverybodyFolded(), c.BeginSettlement(), c.SettlePlace(1), c.SettlePlace(2))
    for command in (*steps, c.FinishSettlement(), c.CloseRound()):
        if shift.table.round.phase is not Phase.IDLE:
            shift.ask(command)
    assert shift.table.round.phase is Phase.IDLE


def answered(shift: Shift) -> bool:
    return soon(lambda: not shift.house.pool.pending)


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


def test_the_pool_keeps_the_head_of_the_journal(house: House) -> None:
    shift = played(house)
    assert answered(shift)
    with pool_of(house) as pool:
        head = pool.anchored("T7")
    assert head is not None
    house.down()
    assert verify(house.journal, house.keys, heads=[head]).state is State.INTACT
    with pool_of(house) as pool:
        last = pool.anchored("T7")
    assert last == verify(house.journal, house.keys).head, "at the end as well"


def test_an_older_copy_of_journal_and_anchor_holds_the_table(house: House) -> None:
    assert answered(played(house, (1, 2)))
    house.down()
    older = files(house, "table.journal")
    assert answered(played(house, (1,)))
    house.down()
    with pool_of(house) as pool:
        figure = pool.status().meter
    put_back(house, "table.journal", older)
    assert verify(house.journal, house.keys).state is State.INTACT, "in itself it is whole"
    table = house.up()
    why = held(table)
    assert "is an older copy or another journal" in why
    assert f"The pool's meter reads {figure}" in why
    assert table.meter() == figure
    refused = LiveShift(table.controller).controller.lock().result(10)
    assert table.controller.snapshot().held == why, refused
    house.down()
    assert files(house, "table.journal").keys() >= {"table.journal"}
    with closing(sqlite3.connect(house.journal)) as found:
        (last,) = found.execute("SELECT max(position) FROM record").fetchone()
    with pool_of(house) as pool:
        head = pool.anchored("T7")
    assert head is not None
    assert last < head.position, "nothing was added to it, and the pool's head stays"


@pytest.mark.parametrize("by", [(), ("201",), ("201", "201")])
def test_a_journal_begun_anew_is_not_the_one_the_pool_knows(
    house: House, by: tuple[str, ...]
) -> None:
    assert answered(played(house))
    house.down()
    put_back(house, "table.journal", {})
    assert "is an older copy or another journal" in held(house.up(replaced_by=by))


def test_two_people_may_begin_another_journal_which_takes_the_meter_over(house: House) -> None:
    assert answered(played(house, (1, 2)))
    house.down()
    put_back(house, "table.journal", {})
    shift = played(house, (1,), replaced_by=("201", "301"))
    assert answered(shift)
    with pool_of(house) as pool:
        assert shift.table.meter is not None
        assert pool.status().accounts.meter == shift.table.meter.exact
        assert pool.counters().wagers_in == 3, "no transfer was taken for an old one"
    house.down()
    (replaced,) = payloads(house, "JournalReplaced")
    assert json.loads(replaced)["by"] == ["201", "301"]
    house.up()
    assert house.running[-1].controller.snapshot().held in (None, COMPARE)


@pytest.mark.parametrize("content", [None, b"", b"garbage" * 1000])
def test_a_pool_that_is_gone_or_ruined_is_not_opened_anew(
    house: House, content: bytes | None
) -> None:
    shift = played(house)
    assert answered(shift)
    meter = shift.table.meter
    assert meter is not None
    house.down()
    put_back(house, "pool.db", {} if content is None else {"pool.db": content})
    why = held(house.up())
    assert "pool.db" in why
    assert f"Meter by the journal: {meter.value}; by the pool: none." in why
    house.down()
    now = house.folder / "pool.db"
    assert (now.read_bytes() if now.exists() else None) == content


@pytest.mark.parametrize(
    ("meter", "words"),
    [("60000.00", "do not agree"), ("60001.00", "is another one: it never heard of this journal")],
)
def test_a_pool_put_in_its_place_is_found(house: House, meter: str, words: str) -> None:
    shift = played(house)
    assert answered(shift)
    house.down()
    put_back(house, "pool.db", {})
    pools = SqlitePools(house.folder / "pool.db")
    pool = pool_for(pools, RULES, Money.parse(meter), Money(0), "T7", name="T7")
    assert isinstance(pool.leave("leave", "T7"), Receipt)
    pools.close()
    why = held(house.up())
    assert words in why
    assert f"by the journal: 60001.00; by the pool: {meter}" in why


def test_an_older_copy_of_the_pool_is_found(house: House) -> None:
    assert answered(played(house))
    house.down()
    older = files(house, "pool.db")
    assert answered(played(house))
    house.down()
    put_back(house, "pool.db", older)
    assert "The jackpot pool is an older copy: it ends at transfer" in held(house.up())


def test_a_meter_that_differs_holds_the_table_with_both_figures(house: House) -> None:
    assert answered(played(house))
    house.down()
    with pool_of(house) as pool:
        assert isinstance(pool.contribute("by hand", "T7", 99, 1), Receipt)
    why = held(house.up())
    assert "by the journal: 60001.00; by the pool: 60002.00" in why


def test_a_refused_transfer_holds_the_table_until_it_is_sent_again(house: House) -> None:
    table = house.up()
    shift = LiveShift(table.controller).playing(1, 2)
    with pool_of(house) as pool:
        assert isinstance(pool.leave("leave", "T7"), Receipt)
        shift.wagers(p1="25", jackpot=(1,)).do(c.NoMoreBets())
        why = held(table)
        assert "The jackpot pool has refused transfer T7/" in why
        assert "This table is not linked to the pool." in why
        assert "Meter by the journal: 60001.00; by the pool: 60000.00" in why
        refused = shift.ask(c.CardDrawn(None))
        assert shift.house.pool.refused is not None, refused
        jackpot = existing(RULES.jackpot, "no jackpot")
        assert isinstance(pool.join("again", "T7", terms_of(jackpot)), Receipt)
    table.send_again()
    assert answered(shift)
    assert shift.house.pool.refused is None


def test_a_pool_whose_books_are_wrong_holds_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.up()
    shift = LiveShift(table.controller).playing(1, 2)

    def wrong(*_: Any) -> Any:
        raise BrokenInvariant("pool T7: less than nothing")

    monkeypatch.setattr(SqlitePool, "apply", wrong)
    shift.wagers(p1="25", jackpot=(1,)).do(c.NoMoreBets())
    assert "The jackpot pool cannot be trusted: pool T7: less than nothing" in held(table)


def test_at_the_limit_the_meter_is_what_the_pool_says_and_play_goes_on(house: House) -> None:
    table = house.up(limit=Money.parse("60001.50"))
    shift = LiveShift(table.controller).playing(1, 2)
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).deal("9h Th Jh 3c 2d 4c 5s 6d 8c 2s 3s")
    shift.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
    folded_out(shift)
    assert soon(lambda: str(shift.table.meter and shift.table.meter.value) == "60001.50")
    assert table.controller.snapshot().held is None
    house.down()
    assert "a limit of None seen, expected that of the pool: 60001.50" in held(house.up())


def test_a_pool_fault_at_the_first_start_leaves_no_lock_behind(house: House) -> None:
    (house.folder / "pool.db").write_bytes(b"garbage" * 1000)
    with pytest.raises(PoolFault, match="not a jackpot pool"):
        house.up()
    (house.folder / "pool.db").unlink()
    assert house.up().controller.snapshot().held is None


def test_a_damaged_journal_shows_the_meter_of_the_pool(house: House) -> None:
    assert answered(played(house, (1, 2)))
    house.down()
    damaged(house, 1)
    table = house.up()
    shift = LiveShift(table.controller)
    assert "The pool's meter reads 60002.00." in held(table)
    assert shift.table.meter is not None
    assert str(shift.table.meter.value) == "60002.00"
    assert str(table.meter()) == "60002.00"


def test_a_journal_found_damaged_in_the_background_is_not_written_any_more(
    house: House,
) -> None:
    assert answered(played(house))
    house.down()
    with unguarded(house.journal) as connection:
        connection.execute("UPDATE record SET at_ms = 0 WHERE position = 5")
    table = house.up()
    assert "damaged at record 5" in held(table)
    end = table.controller.snapshot().head.position
    table.controller.sign_on(Admitted(DEALER, Means.PIN), Role.DEALER).result(10)
    assert table.controller.snapshot().head.position == end
    house.down()
    assert verify(house.journal, house.keys).record == 5


def test_a_journal_without_its_anchor_holds_the_table_for_good(house: House) -> None:
    """After a kill in the deal: the log and the anchor are taken away."""
    shift = LiveShift(house.up().controller).playing(1, 2).wagers(p1="25", jackpot=(1,))
    shift.deal("9h Th Jh 3c 2d 4c 5s Qh Kh")
    copy = house.folder / "copy"
    copy.mkdir()
    shutil.copy(house.journal, copy)
    house.down()
    put_back(house, "table.journal", {"table.journal": (copy / "table.journal").read_bytes()})
    for _ in range(2):
        assert "the anchor is missing or cannot be read" in held(house.up())
        house.down()
    assert verify(house.journal, house.keys).state is not State.INTACT


@pytest.mark.parametrize("fault", [OSError(5, "no disk"), ValueError("no sense")])
def test_whatever_fails_in_the_background_holds_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def failing(*_: Any, **__: Any) -> Any:
        raise fault

    monkeypatch.setattr("controller.running.verify", failing)
    assert f"cannot be verified: {type(fault).__name__}" in held(house.up())


def test_a_table_that_was_stopped_between_rounds_can_be_archived(house: House) -> None:
    assert answered(played(house))
    house.down()
    done = CliRunner().invoke(
        journal_command, ["archive", str(house.journal), "--keys", str(house.folder / "table.keys")]
    )
    assert done.exit_code == 0, done.stderr
    assert answered(played(house))
    house.down()
    assert verify(house.journal, house.keys).state is State.INTACT
