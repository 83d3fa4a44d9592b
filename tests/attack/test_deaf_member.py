"""A table's login that sends and never reads: the server waits for it, and nobody else does.

A server holds what a statement has locked until it is rid of the error, and cannot be made to let
go meanwhile: whatever it says to a table, the books are free by then.
"""

import json
import select
import socket
import struct
from collections.abc import Iterator
from typing import Final

import psycopg
import pytest

from controller.pools import transfers as c
from controller.pools.content import content
from simulators.people.felt import wait_until
from tests.attack.malice import BAD, GOOD, LOGIN, House

_PROTOCOL: Final = 3 << 16
_READY: Final = b"Z\0\0\0\5I"
_GIVES: Final = 0.3
"""So long nothing more is taken from us: the server has stopped."""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


def query(text: str) -> bytes:
    said = text.encode() + b"\0"
    return b"Q" + struct.pack("!i", len(said) + 4) + said


class Deaf:
    """A connection by hand."""

    def __init__(self, house: House) -> None:
        self.server = house.server
        self._link = socket.socket(socket.AF_UNIX)
        self._link.connect(f"{self.server.folder}/.s.PGSQL.{self.server.port}")
        who = f"user\0{LOGIN}\0database\0pools\0\0".encode()
        self._link.sendall(struct.pack("!ii", len(who) + 8, _PROTOCOL) + who)
        self.hear()

    def hear(self) -> None:
        heard = b""
        while not heard.endswith(_READY):
            heard += self._link.recv(65_536)

    def say(self, *statements: str) -> None:
        for statement in statements:
            self._link.sendall(query(statement))
            self.hear()

    def shout(self, statements: list[str]) -> None:
        """All of them, or until the server takes no more."""
        said, sent = b"".join(map(query, statements)), 0
        self._link.setblocking(False)
        while sent < len(said) and select.select([], [self._link], [], _GIVES)[1]:
            sent += self._link.send(said[sent : sent + 65_536])
        assert wait_until(self.is_waited_for, 20), "the server still works"

    def is_waited_for(self) -> bool:
        with psycopg.connect(self.server.url(), autocommit=True) as owner:
            asked = "SELECT FROM pg_stat_activity WHERE usename = %s AND wait_event = 'ClientWrite'"
            return bool(owner.execute(asked, (LOGIN,)).fetchall())

    def close(self) -> None:
        self._link.close()


CONTRIBUTE: Final = json.dumps(content(c.Contribute("1/x", BAD, 60, 1)))
LEAVE: Final = json.dumps(content(c.Leave("1/x", GOOD)))
CALL: Final = "CALL pool.transfer('main', '1/deaf', '{}')".format


@pytest.mark.parametrize(
    ("before", "statement"),
    [
        pytest.param((), CALL(LEAVE), id="a refusal"),
        pytest.param((), f"SELECT; {CALL(CONTRIBUTE)}", id="an error of its own making"),
        pytest.param(
            (CALL("{}"), "SET client_min_messages = log", "SET debug_print_plan = on"),
            CALL(CONTRIBUTE),
            id="how it is done",
        ),
    ],
)
def test_nobody_waits_for_a_table_that_does_not_read(
    house: House, before: tuple[str, ...], statement: str
) -> None:
    deaf = Deaf(house)
    try:
        deaf.say(*before)
        deaf.shout([statement] * 3_000)
        with psycopg.connect(house.server.url(), autocommit=True) as owner:
            owner.execute("SELECT FROM pool.books FOR NO KEY UPDATE NOWAIT")
        house.expect_well()
    finally:
        deaf.close()


def test_no_commit_of_a_table_fails_with_the_lock_of_all_notices(house: House) -> None:
    with house.as_bad() as link:
        link.execute("SET default_transaction_isolation = 'serializable'")
        anchor = "SELECT pool.anchor('main', '1', 9, 1, %s, %s, ARRAY['1', '2'])"
        with pytest.raises(psycopg.errors.InvalidTransactionState):
            link.execute(anchor, (bytes(32), bytes(16)))
        link.execute(CALL(CONTRIBUTE))
        ((how,),) = link.execute("SHOW transaction_isolation").fetchall()
        assert how == "serializable", "only the transfer was not"
    house.expect_well()
