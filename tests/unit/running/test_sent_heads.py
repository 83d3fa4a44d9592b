"""A journal that was put back is found by the heads that went out with notices."""

import json

import pytest

from controller.floor.calls import AnswerCall, CallSupervisor
from controller.journal.recorder import State
from controller.journal.verify import verify
from controller.notices.heads import NEWEST
from tests.helpers.shift import DEALER, LiveShift
from tests.unit.journal.shift import unguarded
from tests.unit.running.sent import OLDER, archived, called, goes_on, rolled_back, verified
from tests.unit.running.tables import House, answered, files, held, payloads, played, put_back, soon


def test_an_older_journal_with_its_anchor_holds_a_table_without_a_pool(lone: House) -> None:
    rolled_back(lone, "table.journal")
    before = verify(lone.journal, lone.keys)
    assert before.state is State.INTACT, "in itself it is whole"
    found = verified(lone)
    assert found.exit_code == 4
    assert "were written and are gone" in found.stdout
    why = held(lone.up())
    assert why.startswith("Notices to 'log' were sent with record")
    assert OLDER in why
    lone.down()
    assert verify(lone.journal, lone.keys).head == before.head, "nothing was written"


def test_an_older_journal_with_its_anchor_and_its_pool_holds_the_table(house: House) -> None:
    def noticed(house: House) -> None:
        assert answered(played(house, (1, 2)))
        house.down()
        called(house)

    rolled_back(house, "table.journal", "pool.db", again=noticed)
    assert verify(house.journal, house.keys).state is State.INTACT
    why = held(house.up())
    assert why.startswith("Notices to 'log' were sent with record")
    assert "The pool's meter reads 60000.00." in why
    house.down()
    assert verified(house).exit_code == 4


def test_it_is_held_however_often_it_is_started(lone: House) -> None:
    """What a held table still owes goes out with the older head, and does not cover the newer."""

    def owing(house: House) -> dict[str, bytes]:
        shift = LiveShift(house.up().controller)
        with house.out_of_order():
            shift.on(DEALER).do(CallSupervisor())
            house.down()
        return files(house, "table.journal")

    called(lone)
    lone.down()
    older = owing(lone)
    LiveShift(lone.up().controller).on(DEALER).supervised(AnswerCall())
    lone.down()
    called(lone)
    lone.down()
    put_back(lone, "table.journal", older)
    sent = len(lone.log())
    for _ in range(3):
        assert OLDER in held(lone.up())
        assert soon(lambda: len(lone.log()) > sent)
        lone.down()


def test_an_older_file_from_before_an_archive_holds_the_table(lone: House) -> None:
    called(lone)
    lone.down()
    older = files(lone, "table.")
    archived(lone)
    called(lone)
    lone.down()
    put_back(lone, "table.", older)
    assert verify(lone.journal, lone.keys).state is State.INTACT
    assert OLDER in held(lone.up())
    lone.down()
    assert verified(lone).exit_code == 4


def test_a_journal_that_went_another_way_from_an_older_copy_is_found(lone: House) -> None:
    """The log is away while the older copy is played on, and put back when it is longer."""
    rolled_back(lone, "table.journal")
    log = lone.notices.read_bytes()
    lone.notices.unlink()
    for _ in range(2):
        called(lone)
        lone.down()
    lone.notices.write_bytes(log)
    assert OLDER in held(lone.up())
    lone.down()
    assert "a different record was here" in verified(lone).stdout


def test_a_head_further_back_than_the_start_looks_is_found_in_the_background(lone: House) -> None:
    rolled_back(lone, "table.journal")
    lone.notices.write_bytes(lone.notices.read_bytes() + b'{"head":"1:00"}\n' * NEWEST)
    assert "were written and are gone" in held(lone.up())


@pytest.mark.parametrize("by", [(), ("201",), ("201", "201")])
def test_a_journal_begun_anew_is_not_the_one_that_notices_went_out_of(
    lone: House, by: tuple[str, ...]
) -> None:
    called(lone)
    lone.down()
    put_back(lone, "table.journal", {})
    assert OLDER in held(lone.up(replaced_by=by))
    lone.down()
    found = verified(lone)
    assert found.exit_code == 4
    assert "does not say that it takes its place" in found.stdout


def test_two_people_may_begin_another_journal_and_heads_of_the_first_are_let_be(
    lone: House,
) -> None:
    called(lone)
    lone.down()
    archived(lone)
    called(lone)
    lone.down()
    put_back(lone, "table.journal", {})
    put_back(lone, "table.0002", {})
    called(lone, replaced_by=("201", "301"))
    lone.down()
    (replaced,) = payloads(lone, "JournalReplaced")
    assert json.loads(replaced)["by"] == ["201", "301"]
    goes_on(lone)
    archived(lone)
    goes_on(lone)
    older = files(lone, "table.")
    goes_on(lone)
    put_back(lone, "table.", older)
    assert OLDER in held(lone.up()), "the heads of the new one still count"


def test_a_record_that_cannot_be_read_at_the_start_holds_the_table(lone: House) -> None:
    """Whether the first journal was replaced cannot be said any more."""
    called(lone)
    lone.down()
    put_back(lone, "table.journal", {})
    called(lone, replaced_by=("201", "301"))
    lone.down()
    with unguarded(lone.journal) as connection:
        connection.execute("UPDATE record SET payload = x'00' WHERE kind = 'JournalReplaced'")
    assert "JournalReplaced" in held(lone.up())
