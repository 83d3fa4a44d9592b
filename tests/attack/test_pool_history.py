"""A table's own login and folder, used to erase a round that the pool was told of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from controller.domain.base import existing
from controller.games.bonus.house import house_of
from controller.games.bonus.transfers import parameters_of
from controller.journal.recorder import Head
from controller.journal.sqlite import SqliteRecorder
from controller.pools.admission import admit
from controller.pools.contract import Pool
from controller.pools.heads import as_kept
from controller.pools.place import PoolOnServer
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address
from tests.helpers.postgres import quick_server
from tests.helpers.proxy import Wire
from tests.helpers.shift import MIDNIGHT_MS, RULES
from tests.unit.pools.backends import done, opened
from tests.unit.running.tables import (
    House,
    answered,
    files,
    fold_round,
    held,
    played,
    pool_of,
    put_back,
    soon,
)

LOGIN, PASSWORD = "table_t7", "only for tests"
JOURNAL = "table."
"""With its anchor, its keys and the files that follow it."""


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    monkeypatch.setattr("controller.pools.delivery.HEARD_READ_EVERY_MS", 200)
    monkeypatch.setattr("controller.carrying.RETRY_MS_MAX", 200)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    server = quick_server()
    server.emptied()
    pools = PostgresPools(Address(server.url()))
    figures = parameters_of(existing(RULES.jackpot, "no jackpot"))
    pool = opened(pools, figures, meter="60000", tables=())
    admit(Address(server.url()), "T7", LOGIN, PASSWORD, pools=("main",), figures=False)
    yield pool
    pool.audit()
    pools.close()
    server.sql("SELECT pool.dismiss('T7')", database="pools")


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire(quick_server().port)
    yield made
    made.close()


@pytest.fixture
def house(main: Pool, wire: Wire, tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    address = f"host=127.0.0.1 port={wire.port} user={LOGIN} dbname=pools"
    made.pool = PoolOnServer(address, "main")
    yield made
    made.down()


def as_table(*statements: tuple[str, tuple[Any, ...]]) -> None:
    with psycopg.connect(quick_server().url(LOGIN), autocommit=True) as link:
        for statement, values in statements:
            link.execute(statement.encode(), values)


def anchor(head: Head, *by: str) -> tuple[str, tuple[Any, ...]]:
    return "SELECT pool.anchor('main', 'T7', %s, %s, %s, %s, %s)", (*head, list(by))


def two_rounds(house: House) -> dict[str, bytes]:
    """Played and told, and the folder as it was between them."""
    assert answered(played(house))
    house.down()
    older = files(house, "")
    assert answered(played(house))
    house.down()
    return older


def wagers(pool: Pool) -> int:
    return pool.counters().wagers_in


def test_the_head_is_not_reset_by_way_of_another_journal(main: Pool, house: House) -> None:
    older = two_rounds(house)
    (head,) = main.anchored("T7")
    other = Head(1, 1, bytes(32), b"another journal.")
    with pytest.raises(psycopg.errors.RestrictViolation, match="two people have to decide"):
        as_table(anchor(other))
    as_table(anchor(other, "900", "901"))  # whoever has the login can say so; it is on record
    for lower in (1, head.position - 1):
        with pytest.raises(psycopg.errors.RestrictViolation, match="went back"):
            as_table(anchor(head._replace(position=lower)))
    with pytest.raises(psycopg.errors.RestrictViolation, match="another record"):
        as_table(anchor(head._replace(mac=bytes(32))))
    assert main.anchored("T7")[0] == head
    put_back(house, "", older)
    assert "is an older copy, or another journal" in held(house.up())
    assert wagers(main) == 2


def test_a_table_goes_over_to_no_pool_to_have_its_head_forgotten(main: Pool, house: House) -> None:
    older = two_rounds(house)
    put_back(house, "", older)
    house.pool = PoolOnServer(quick_server().url(LOGIN), "main")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_table(("DELETE FROM pool.heads", ()))
    assert "is an older copy, or another journal" in held(house.up())


def test_a_round_erased_and_played_anew_without_the_server_shows_when_it_is_back(
    main: Pool, house: House, wire: Wire
) -> None:
    older = two_rounds(house)
    heads = main.anchored("T7")
    put_back(house, "", older)
    wire.cut()
    shift = played(house, (1, 2))
    for _ in range(3):
        fold_round(shift)
    (head,) = heads
    assert shift.controller.snapshot().head.position > head.position, "further than before"
    wire.heal()
    assert "is an older copy, or another journal" in held(house.running[0])
    house.down()
    assert main.anchored("T7") == heads
    assert wagers(main) == 2, "nothing of another past was sent"


def test_no_transfer_of_another_past_is_taken_for_an_old_one(
    main: Pool, house: House, wire: Wire
) -> None:
    """Even where nobody compares heads: as if the pool had kept none."""
    older = two_rounds(house)
    put_back(house, "", older)
    quick_server().sql("DELETE FROM pool.heads", database="pools")
    wire.cut()
    shift = played(house)
    (again,) = shift.house.pool.pending
    wire.heal()
    quick_server().sql("DELETE FROM pool.heads", database="pools")
    assert soon(lambda: wagers(main) == 3), "the new wager is on the meter as well"
    assert again.id.startswith("T7/2/")


def test_a_head_of_another_past_that_is_further_on_does_not_hide_what_was_erased(
    main: Pool, house: House, wire: Wire
) -> None:
    """Played anew without the server, and its head then given to the pool by hand."""
    older = two_rounds(house)
    put_back(house, "", older)
    wire.cut()
    fold_round(played(house))
    house.down()
    recorder = SqliteRecorder(house.journal, house.keys, MIDNIGHT_MS)
    forged = as_kept(recorder.head(), recorder.journal)
    recorder.close()
    as_table(anchor(forged))
    assert main.anchored("T7") == (forged,)
    wire.heal()
    why = held(house.up())
    assert "of this table, which is not in its journal" in why
    assert wagers(main) == 2


def test_a_transfer_that_somebody_else_has_sent_with_the_login_shows(
    main: Pool, house: House
) -> None:
    assert answered(played(house))
    house.down()
    thief = PostgresPools(Address(quick_server().url(LOGIN)))
    done(thief.named("main").contribute("T7/2/stolen/1", "T7", 2, 50))
    thief.close()
    assert "has transfer T7/2/stolen/1 of this table" in held(house.up())


def test_what_waits_keeps_its_id_through_every_start(main: Pool, house: House, wire: Wire) -> None:
    shift = played(house)
    assert answered(shift)
    wire.cut()
    fold_round(shift)
    (waits,) = shift.house.pool.pending
    house.down()
    for _ in range(2):
        table = house.up()
        assert house_of(table.controller.snapshot()).pool.pending == (waits,)
        house.down()
    wire.heal()
    table = house.up()
    assert soon(lambda: not house_of(table.controller.snapshot()).pool.pending)
    assert wagers(main) == 2


@pytest.mark.parametrize("linked", [True, False])
def test_an_archived_file_and_its_follower_are_one_journal_to_the_pool(
    main: Pool, house: House, linked: bool
) -> None:
    if not linked:
        house.pool = None
    assert answered(played(house))
    house.down()
    older = files(house, JOURNAL)
    recorder = SqliteRecorder(house.journal, house.keys, MIDNIGHT_MS)
    recorder.archive(MIDNIGHT_MS)
    recorder.close()
    assert answered(played(house))
    house.down()
    if linked:
        assert len(main.anchored("T7")) == 1
    else:
        with pool_of(house) as pool:
            assert len(pool.anchored("T7")) == 1
    assert answered(played(house))
    house.down()
    put_back(house, JOURNAL, older)
    assert "is an older copy, or another journal" in held(house.up())


def test_a_journal_that_two_people_have_replaced_does_not_come_back(
    main: Pool, house: House
) -> None:
    assert answered(played(house))
    house.down()
    first = files(house, JOURNAL)
    put_back(house, JOURNAL, {})
    house.notices.unlink(missing_ok=True)
    assert answered(played(house, replaced_by=("201", "301")))
    house.down()
    assert len(main.anchored("T7")) == 2
    assert answered(played(house)), "it goes on as any other"
    house.down()
    put_back(house, JOURNAL, first)
    house.notices.unlink(missing_ok=True)
    assert "is an older copy, or another journal" in held(house.up())
