"""A table with all that runs beside it: brought up, stopped, brought up again."""

import json
import sqlite3

import pytest
from typer.testing import CliRunner

from controller.games.bonus import commands as c
from controller.journal.recorder import JournalFault, State
from controller.journal.verify import verify
from controller.pools.sqlite import SqlitePools
from controller.running.snapshot import Accepted
from controller.running.writer import COMPARE
from controller.staff.pins import Pin
from controller.staff.roles import Actor, Role
from controller.staff.session import Denied
from tests.helpers.shift import DEALER, GAMING, LiveShift
from tests.unit.house.test_people import won
from tests.unit.running.tables import PINS, House, answered, payloads, played, soon
from ui.commands.journal import journal as journal_command


def test_people_sign_on_by_pin_and_failed_pins_stand_in_the_record(house: House) -> None:
    table = house.up()
    assert table.reception is not None
    wrong = table.reception.show_pin(GAMING.number, Pin("918273"), Role.GAMING_SUPERVISOR)
    assert isinstance(wrong.result(10), Denied)
    right = table.reception.show_pin(DEALER.number, Pin(PINS[DEALER.number]), Role.DEALER).result(
        10
    )
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


def test_every_start_is_recorded_with_the_digest_of_what_was_started(house: House) -> None:
    house.up()
    house.down()
    house.up()
    house.down()
    started = [json.loads(payload) for payload in payloads(house, "TableStarted")]
    assert len(started) == 2
    assert started[0] == started[1]
    assert len(started[0]["code"]) == len(started[0]["config"]) == 64


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
