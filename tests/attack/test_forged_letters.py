"""Somebody has the store between a tournament desk and its tables, and no key."""

import secrets
import sqlite3
from pathlib import Path

import pytest

from controller.domain.money import Money
from controller.games.desk.tables_beside import TablesView
from controller.journal.codec import from_bytes, to_bytes
from controller.relay.letters import BYTES_MAX
from controller.relay.sqlite import SqliteRelay
from controller.tournament.orders import HandReport, Order, TableLetter, Won
from tests.helpers.tournament_room import Room

AT = ("anna 1.1", "ben 1.2", "dora 2.1", "emil 2.2")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, *AT, relay=SqliteRelay(tmp_path / "relay.db"))


def forge(room: Room, writer: str, body: object, tag: object) -> None:
    """Straight into the file, as whoever has it would."""
    with sqlite3.connect(room.folder / "relay.db") as file:
        file.execute("INSERT OR REPLACE INTO letters VALUES (1, ?, ?, ?)", (writer, body, tag))
    file.close()


def read(room: Room, writer: str) -> tuple[bytes, bytes]:
    with sqlite3.connect(room.folder / "relay.db") as file:
        query = "SELECT body, tag FROM letters WHERE box = 1 AND writer = ?"
        body, tag = file.execute(query, (writer,)).fetchone()
    file.close()
    return body, tag


@pytest.mark.parametrize("tag", [b"", bytes(32), secrets.token_bytes(32)], ids=["none", "0", "any"])
def test_stacks_that_nobody_won_never_reach_the_desk(room: Room, tag: bytes) -> None:
    lie = HandReport(1, 0, (Won("anna", 2, Money(100000)), Won("ben", 2, Money(-100000))))
    before = room.desk.desk
    forge(room, "table", to_bytes(TableLetter, TableLetter(1, (lie,))), tag)
    room.desk.exchange()
    assert room.desk.desk is before
    shown = room.desk.controller.snapshot().shared
    assert isinstance(shown, TablesView)
    assert "not signed with its key" in shown.troubles[0]
    assert room.carry().desk.controller.snapshot().shared.linked


def test_a_true_letter_with_one_amount_changed_is_refused(room: Room) -> None:
    room.tables[1].hand().exchange()
    room.tables[1].exchange()
    body, tag = read(room, "table")
    assert b"-2500" in body
    before = room.desk.desk
    forge(room, "table", body.replace(b"-2500", b"-2600"), tag)
    room.desk.exchange()
    assert room.desk.desk is before


def test_an_order_that_the_desk_never_gave_seats_nobody(room: Room) -> None:
    body, tag = read(room, "desk")
    order = from_bytes(Order, body)
    assert order.seats
    before = room.tables[1].stacks()
    forge(room, "desk", body.replace(b"anna", b"evil"), tag)
    room.tables[1].hear()
    assert room.tables[1].stacks() == before


@pytest.mark.parametrize(
    "body", [bytes(BYTES_MAX + 1), "text", 7, b""], ids=["long", "text", "n", "0"]
)
def test_rubbish_stops_neither_side(room: Room, body: object) -> None:
    for writer in ("desk", "table"):
        forge(room, writer, body, b"tag")
    room.carry(room.tables[1].hand())
    assert room.desk.desk.table(1).hands == 1


def test_a_store_that_is_emptied_costs_nothing(room: Room) -> None:
    room.tables[1].hand()
    for _ in range(3):
        with sqlite3.connect(room.folder / "relay.db") as file:
            file.execute("DELETE FROM letters")
        file.close()
        room.carry(rounds=1)
    room.carry()
    assert room.desk.desk.table(1).hands == 1
    assert sum(room.stacks().values()) == room.chips() == 4000
