"""An older journal, or another one, in the place of the right one is found by the pool."""

import json
import sqlite3
from contextlib import closing

import pytest

from controller.journal.recorder import State
from controller.journal.verify import verify
from controller.running.writer import COMPARE
from tests.helpers.shift import LiveShift
from tests.unit.running.tables import (
    House,
    answered,
    files,
    held,
    payloads,
    played,
    pool_of,
    put_back,
    settled,
)


def test_the_pool_keeps_the_head_of_the_journal(house: House) -> None:
    settled(house)
    with pool_of(house) as pool:
        (head,) = pool.anchored("T7")
    house.down()
    assert verify(house.journal, house.keys, heads=[head]).state is State.INTACT
    with pool_of(house) as pool:
        (last,) = pool.anchored("T7")
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
    assert "is an older copy, or another journal" in why
    assert f"The pool's meter reads {figure}" in why
    assert table.beside.meter() == figure
    refused = LiveShift(table.controller).controller.lock().result(10)
    assert table.controller.snapshot().held == why, refused
    house.down()
    assert files(house, "table.journal").keys() >= {"table.journal"}
    with closing(sqlite3.connect(house.journal)) as found:
        (last,) = found.execute("SELECT max(position) FROM record").fetchone()
    with pool_of(house) as pool:
        (head,) = pool.anchored("T7")
    assert last < head.position, "nothing was added to it, and the pool's head stays"


@pytest.mark.parametrize("by", [(), ("201",), ("201", "201")])
def test_a_journal_begun_anew_is_not_the_one_the_pool_knows(
    house: House, by: tuple[str, ...]
) -> None:
    assert answered(played(house))
    house.down()
    put_back(house, "table.journal", {})
    assert "is an older copy, or another journal" in held(house.up(replaced_by=by))


def test_two_people_may_begin_another_journal_which_takes_the_meter_over(house: House) -> None:
    assert answered(played(house, (1, 2)))
    house.down()
    put_back(house, "table.journal", {})
    shift = settled(house, (1,), replaced_by=("201", "301"))
    with pool_of(house) as pool:
        assert shift.table.meter is not None
        assert pool.status().accounts.meter == shift.table.meter.exact
        assert pool.counters().wagers_in == 3, "no transfer was taken for an old one"
    house.down()
    (replaced,) = payloads(house, "JournalReplaced")
    assert json.loads(replaced)["by"] == ["201", "301"]
    house.up()
    assert house.running[-1].controller.snapshot().held in (None, COMPARE)
