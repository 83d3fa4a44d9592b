"""A journal that is damaged, lacks its anchor or cannot be read holds the table."""

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from controller.games.bonus import commands as c
from controller.journal.keys import TableKeys, create_keys, load_keys
from controller.journal.recorder import State, Verdict
from controller.journal.verify import reading, rows, verify
from controller.running.snapshot import NotNow
from controller.staff.roles import Role
from controller.staff.session import Admitted, Means
from tests.helpers.refused import refusal
from tests.helpers.shift import DEALER, LiveShift
from tests.unit.journal.shift import unguarded
from tests.unit.running.tables import House, answered, damaged, held, played, put_back, soon


def test_a_damaged_journal_holds_the_table_which_stays_readable(house: House) -> None:
    LiveShift(house.up().controller).playing(1, 2)
    house.down()
    damaged(house)
    table = house.up()
    shift = LiveShift(table.controller)
    assert soon(lambda: table.controller.snapshot().held is not None)
    assert "damaged" in str(table.controller.snapshot().held)
    assert refusal(shift.ask(c.OpenRound(1))) is NotNow.HELD
    assert shift.table.meter is not None
    assert str(shift.table.meter.value) == "60000.00"


def test_a_journal_without_its_keys_is_not_begun_anew(house: House) -> None:
    house.up()
    house.down()
    house.keys = create_keys(house.folder / "others.keys")
    table = house.up()
    assert "damaged" in str(table.controller.snapshot().held)
    house.keys = load_keys(house.folder / "table.keys")


def test_a_damaged_journal_shows_the_meter_of_the_pool(house: House) -> None:
    assert answered(played(house, (1, 2)))
    house.down()
    damaged(house, 1)
    table = house.up()
    shift = LiveShift(table.controller)
    assert "The pool's meter reads 60002.00." in held(table)
    assert shift.table.meter is not None
    assert str(shift.table.meter.value) == "60002.00"
    assert str(table.beside.meter()) == "60002.00"


def test_a_journal_found_damaged_in_the_background_is_not_written_any_more(house: House) -> None:
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

    monkeypatch.setattr("controller.running.running_table.verify", failing)
    assert f"cannot be verified: {type(fault).__name__}" in held(house.up())


def test_a_table_closes_when_its_journal_is_verified_and_leaves_no_log_behind(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def slow(path: Path, keys: TableKeys, **how: Any) -> Verdict:
        with reading(path, live=True) as connection:
            next(rows(connection))
            begun.set()
            threading.Event().wait(0.2)  # the table is closed meanwhile
            return verify(path, keys, **how)

    monkeypatch.setattr("controller.running.running_table.verify", slow)
    house.up()
    assert begun.wait(10)
    house.down()
    assert sorted(house.folder.glob("table.journal-*")) == []
