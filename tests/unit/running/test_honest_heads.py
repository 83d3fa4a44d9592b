"""An honest journal is never taken for one that was put back, whatever became of the notices."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.floor.calls import CallSupervisor
from controller.journal.keys import create_keys
from controller.journal.verify import verify
from controller.journal.witness import SentHead
from controller.notices.heads import sent_in
from controller.notices.sinks import Envelope, Line
from tests.helpers.shift import DEALER, LiveShift
from tests.unit.running.sent import (
    OLDER,
    archived,
    called,
    changed,
    doubts,
    goes_on,
    rolled_back,
    verified,
)
from tests.unit.running.tables import House, damaged, files, held, put_back, soon
from ui.commands.journal import journal as journal_command


def test_every_notice_carries_a_head_that_stands_in_the_journal(lone: House) -> None:
    goes_on(lone)
    goes_on(lone)
    found = verified(lone)
    last = max(int(line["head"].partition(":")[0]) for line in lone.log())
    heads = len({line["head"] for line in lone.log()})
    assert f"{heads} heads of this journal, the last at record {last}" in found.stderr
    assert doubts(lone) == []


def test_heads_of_archived_files_compare_with_the_chain_over_all_files(lone: House) -> None:
    goes_on(lone)
    archived(lone)
    goes_on(lone)
    archived(lone)
    goes_on(lone)
    for alone in ("table.0002.journal", "table.0003.journal"):
        assert verified(lone, of=alone).exit_code == 0, alone
    lone.journal.rename(lone.folder / "taken-away")
    (lone.folder / "table.0002.journal").unlink()
    called(lone)
    assert lone.running[-1].controller.snapshot().held is None, "its followers speak for it"


def test_with_its_first_file_taken_away_a_journal_need_not_say_what_it_replaced(
    lone: House,
) -> None:
    called(lone)
    lone.down()
    put_back(lone, "table.journal", {})
    called(lone, replaced_by=("201", "301"))
    lone.down()
    archived(lone)
    lone.journal.unlink()
    called(lone)
    assert lone.running[-1].controller.snapshot().held is None


@pytest.mark.parametrize("end", ["1", "20240816"])
def test_a_log_that_was_rotated_is_read_where_it_lies_now(lone: House, end: str) -> None:
    rolled_back(lone, "table.journal")
    rotated = lone.notices.with_name(lone.notices.name + ("." if end == "1" else "-") + end)
    lone.notices.rename(rotated)
    assert OLDER in held(lone.up())
    lone.down()
    lone.notices = rotated
    assert verified(lone).exit_code == 4


@pytest.mark.parametrize("left", [None, b""])
def test_a_log_that_is_lost_is_said_and_holds_nothing(lone: House, left: bytes | None) -> None:
    goes_on(lone)
    lone.notices.unlink()
    if left is not None:
        lone.notices.write_bytes(left)
    lone.up()
    lone.down()
    assert doubts(lone) == [
        "It has no head of this journal: rotated away, lost, or none was sent yet."
    ]
    found = verified(lone)
    assert found.exit_code == 2, "nothing was proved by it"
    assert "no head of this journal" in found.stderr or "no such file" in found.stderr
    goes_on(lone)


def test_a_log_that_cannot_be_read_is_said_and_holds_nothing(lone: House) -> None:
    goes_on(lone)
    lone.notices.unlink()
    lone.notices.mkdir()
    lone.up()
    lone.down()
    assert doubts(lone) == [f"{lone.notices}: not a file. Name a file to read."]
    assert verified(lone).exit_code == 2


def test_two_tables_share_a_log(lone: House, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = House(tmp_path / "other")
    other.notices = lone.notices
    for _ in range(2):
        goes_on(lone)
        goes_on(other)
    assert {line["table"] for line in lone.log()} == {"T7"}, "even under one name"
    assert len({line["journal"] for line in lone.log()}) == 2
    assert doubts(lone) == doubts(other) == []
    rolled_back(lone, "table.journal")
    goes_on(other)
    assert OLDER in held(lone.up())


JUNK = (
    b"torn",
    b"[]",
    b"{}",
    b'{"head":5}',
    b'{"head":"x:00"}',
    b'{"head":"1:0"}',
    b'{"head":"1:00","tag":"\\ud800"}',
    b"\xff\xfe",
    b"[" * 9_000,
    b"9" * 200_000,
)


@pytest.mark.parametrize("junk", [(b"",), JUNK], ids=["empty", "junk"])
def test_a_line_that_is_no_notice_is_named_and_skipped(
    lone: House, junk: tuple[bytes, ...]
) -> None:
    rolled_back(lone, "table.journal", again=lambda _: None)
    lines = b"".join(line + b"\n" for line in junk)
    lone.notices.write_bytes(lines + lone.notices.read_bytes() + lines)
    goes_on(lone)
    named = [line for line in junk if line]
    assert len(doubts(lone)) == (1 if named else 0)
    assert all("is not a notice and was skipped" in why for why in doubts(lone))
    assert verified(lone).stderr.count("is not a notice") == 2 * len(named)


def test_a_line_torn_at_the_end_was_never_delivered(lone: House) -> None:
    goes_on(lone)
    lone.notices.write_bytes(lone.notices.read_bytes() + lone.notices.read_bytes()[:100])
    lone.up()
    lone.down()
    assert doubts(lone) == []


@pytest.mark.parametrize(
    "fields",
    [{"head": f"9999:{'00' * 32}"}, {"head": f"2:{'00' * 32}"}, {"tag": "00" * 32}, {"tag": ""}],
)
def test_a_forged_line_is_named_and_holds_nothing(lone: House, fields: dict[str, str]) -> None:
    goes_on(lone)
    changed(lone, 0, **fields)
    called(lone)
    assert lone.running[-1].controller.snapshot().held is None
    lone.down()
    assert "names this journal but was not made with its key was skipped" in doubts(lone)[-1]
    found = verified(lone)
    assert found.exit_code == 0
    assert f"{lone.notices} at byte 0: a head that names this journal" in found.stderr


def test_of_several_files_one_with_a_head_is_enough(lone: House, tmp_path: Path) -> None:
    goes_on(lone)
    (tmp_path / "older").write_bytes(b"")
    assert verified(lone, "--heads", str(tmp_path / "older")).exit_code == 0


def test_heads_are_not_held_against_an_export(lone: House) -> None:
    goes_on(lone)
    where = [str(lone.journal), str(lone.folder / "out"), "--keys", str(lone.folder / "table.keys")]
    assert CliRunner().invoke(journal_command, ["export", *where]).exit_code == 0
    found = verified(lone, of="out")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "this is an export, expected a journal" in found.stderr


def test_a_forged_line_of_another_journal_is_another_tables(lone: House) -> None:
    goes_on(lone)
    goes_on(lone)
    changed(lone, 0, journal="ab" * 16)
    goes_on(lone)
    assert doubts(lone) == []


def test_notices_under_other_keys_prove_nothing(lone: House) -> None:
    called(lone)
    lone.down()
    put_back(lone, "table.", {})
    lone.keys = create_keys(lone.folder / "table.keys")
    goes_on(lone)


def test_a_table_held_for_damage_sends_no_head_that_could_hold_it_later(lone: House) -> None:
    called(lone)
    lone.down()
    with lone.out_of_order():
        LiveShift(lone.up().controller).on(DEALER).do(CallSupervisor())
        lone.down()
    whole, sent = files(lone, "table.journal"), len(lone.log())
    last = verify(lone.journal, lone.keys).records
    damaged(lone, last)
    assert f"damaged at record {last}" in held(lone.up())
    assert soon(lambda: len(lone.log()) > sent), "what it owes still goes out"
    lone.down()
    put_back(lone, "table.journal", whole)
    shift = LiveShift(lone.up().controller)
    assert shift.controller.snapshot().held is None
    lone.down()
    assert verified(lone).exit_code == 0


class Loud:
    """A sink that can be read back, and goes wrong."""

    name = "loud"

    def deliver(self, envelope: Envelope) -> None:
        pass

    def given(self) -> Iterator[Line]:
        yield Line("line 1", b"{}")
        raise ValueError("SECRET")


def test_a_plug_in_that_fails_when_it_is_read_holds_nothing(lone: House) -> None:
    lone.sinks = (Loud(),)
    lone.up()
    lone.down()
    lone.up()
    lone.down()
    assert doubts(lone) == ["loud: ValueError in the plug-in."]


def test_what_was_sent_is_read_as_it_was_written(lone: House) -> None:
    goes_on(lone)
    for line in lone.notices.read_bytes().splitlines():
        sent = sent_in(line)
        assert isinstance(sent, SentHead)
        assert sent.is_true(lone.keys.chain)
        assert not sent.is_true(bytes(32))
        assert not sent._replace(position=sent.position + 1).is_true(lone.keys.chain)
