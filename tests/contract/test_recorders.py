"""What a recorder promises, proved for every recorder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.journal.chain import Walk, chained, start_of
from controller.journal.housekeeping import JournalClosed, JournalOpened
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import (
    CHECKPOINT,
    Head,
    JournalFault,
    NewRecord,
    RecordedFault,
    Recorder,
)
from controller.journal.sealing import Sealer
from controller.journal.sqlite import SqliteRecorder
from tests.unit.journal.shift import KEYS, Shift


def _memory(_: Path) -> Recorder:
    return MemoryRecorder(KEYS, 7)


def _sqlite(folder: Path) -> Recorder:
    return SqliteRecorder(folder / "run.journal", KEYS, 7)


@pytest.fixture(params=[_memory, _sqlite], ids=["memory", "sqlite"])
def recorder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Recorder]:
    made: Recorder = request.param(tmp_path)
    yield made
    made.close()


def entries(*payloads: bytes, round_number: int = 1) -> list[NewRecord]:
    return [NewRecord("Tested", round_number, 1000 + i, text) for i, text in enumerate(payloads)]


def sealed_checkpoint(recorder: Recorder, payload: bytes = b"{}", round_number: int = 1) -> int:
    sealed = Sealer(KEYS).seal(payload, recorder.head().position + 1)
    return recorder.checkpoint(round_number, sealed, 2000)


def test_the_first_record_says_which_file_it_is(recorder: Recorder) -> None:
    (first,) = recorder.records()
    opened, start = start_of(first)
    assert (first.position, first.kind, first.at_ms) == (1, JournalOpened.__name__, 7)
    assert (opened.number, opened.previous, opened.keys) == (1, None, KEYS.name)
    assert recorder.head() == Head(1, 0, first.mac, start.file_id)


def test_what_is_appended_stands_in_order_with_its_bytes(recorder: Recorder) -> None:
    assert recorder.append(entries(b"a", b"\x00\xff", b"")) == 4
    assert recorder.append(entries(b"d")) == 5
    found = list(recorder.records(1))
    assert [record.position for record in found] == [2, 3, 4, 5]
    assert [record.payload for record in found] == [b"a", b"\x00\xff", b"", b"d"]
    assert {(record.kind, record.round) for record in found} == {("Tested", 1)}
    assert [record.at_ms for record in found] == [1000, 1001, 1002, 1000]


def test_records_since_a_position_come_after_it(recorder: Recorder) -> None:
    recorder.append(entries(b"a", b"b", b"c"))
    assert [record.position for record in recorder.records(2)] == [3, 4]
    assert list(recorder.records(4)) == []
    assert list(recorder.records(99)) == []


def test_more_records_than_are_read_at_once(recorder: Recorder) -> None:
    recorder.append(entries(*(str(i).encode() for i in range(2500))))
    assert [record.payload for record in recorder.records(1)] == [b"%d" % i for i in range(2500)]


def test_the_head_is_the_last_record(recorder: Recorder) -> None:
    recorder.append(entries(b"a", round_number=8))
    last = list(recorder.records())[-1]
    head = recorder.head()
    assert (head.position, head.round, head.mac) == (last.position, 8, last.mac)


def test_every_mac_covers_the_record_before(recorder: Recorder) -> None:
    recorder.append(entries(b"a", b"b"))
    recorder.append(entries(b"c"))
    _, start = start_of(next(iter(recorder.records())))
    walk = Walk(start).along(KEYS.chain, recorder.records())
    assert (walk.broken, walk.head) == (None, recorder.head())


def test_nothing_appended_is_nothing_written(recorder: Recorder) -> None:
    assert recorder.append([]) == 1
    assert len(list(recorder.records())) == 1


def test_a_checkpoint_is_a_record_and_the_last_one_is_found(recorder: Recorder) -> None:
    assert recorder.last_checkpoint() is None
    assert sealed_checkpoint(recorder, b"one", 1) == 2
    recorder.append(entries(b"a"))
    assert sealed_checkpoint(recorder, b"two", 2) == 4
    recorder.append(entries(b"b"))
    last = recorder.last_checkpoint()
    assert last is not None
    assert (last.position, last.kind, last.round, last.at_ms) == (4, CHECKPOINT, 2, 2000)
    assert Sealer(KEYS).open(last.payload, 4) == b"two"


def test_a_closed_recorder_says_so_and_writes_nothing(recorder: Recorder) -> None:
    recorder.append(entries(b"a"))
    recorder.close()
    recorder.close()
    with pytest.raises(JournalFault, match="closed"):
        recorder.append(entries(b"b"))
    assert recorder.head().position == 2


def test_an_archive_chains_the_next_file_to_the_one_before(recorder: Recorder) -> None:
    recorder.append(entries(b"a"))
    sealed_checkpoint(recorder, b"state")
    before = recorder.head()
    head = recorder.archive(3000)
    first, second = recorder.records(before.position + 1)
    opened, start = start_of(first)
    assert opened.number == 2
    assert opened.previous is not None
    assert opened.previous.file == before.file_id.hex()
    assert opened.previous.position == before.position + 1
    closing = NewRecord(
        JournalClosed.__name__,
        1,
        3000,
        b'{"file":"%s","head":3,"mac":"%s"}'
        % (before.file_id.hex().encode(), before.mac.hex().encode()),
    )
    assert opened.previous.mac == chained(KEYS.chain, before, [closing])[1].mac.hex()
    assert (first.position, second.position, head.position) == (5, 6, 6)
    assert head.file_id == start.file_id != before.file_id
    assert Sealer(KEYS).open(second.payload, 6) == b"state"
    assert recorder.append(entries(b"b")) == 7


def test_a_journal_is_known_by_its_first_file_whatever_file_is_written(recorder: Recorder) -> None:
    name = recorder.journal
    assert name == recorder.head().file_id.hex()
    for number in (2, 3):
        sealed_checkpoint(recorder)
        recorder.archive(3000)
        assert recorder.journal == name != recorder.head().file_id.hex()
        opened, _ = start_of(next(recorder.records(recorder.head().position - 2)))
        assert (opened.number, opened.journal_id) == (number, name)


def test_records_run_on_through_all_files(recorder: Recorder) -> None:
    for text in (b"a", b"b"):
        recorder.append(entries(text))
        sealed_checkpoint(recorder)
        recorder.archive(3000)
    recorder.append(entries(b"c"))
    found = list(recorder.records())
    assert [record.position for record in found] == list(range(1, recorder.head().position + 1))
    assert [record.payload for record in found if record.kind == "Tested"] == [b"a", b"b", b"c"]
    for since in range(recorder.head().position + 2):
        assert list(recorder.records(since)) == found[since:]
    walk = Walk(start_of(found[0])[1]).along(KEYS.chain, found)
    assert (walk.broken, walk.head.mac) == (None, recorder.head().mac)


def test_a_checkpoint_that_fails_says_what_stands(recorder: Recorder) -> None:
    position = recorder.append(entries(b"a", b"b"))
    recorder.close()
    with pytest.raises(RecordedFault, match="Record 3 and all before it are on the disk") as told:
        recorder.checkpoint(1, b"", 5)
    assert told.value.position == position == 3
    with pytest.raises(JournalFault) as untold:
        recorder.append(entries(b"c"))
    assert type(untold.value) is JournalFault


def test_an_archive_waits_for_the_end_of_the_round(recorder: Recorder) -> None:
    with pytest.raises(JournalFault, match="stopped in good order between rounds"):
        recorder.archive(3000)
    sealed_checkpoint(recorder)
    recorder.append(entries(b"a"))
    with pytest.raises(JournalFault, match="record 3 comes after the last checkpoint"):
        recorder.archive(3000)
    assert recorder.append(entries(b"b")) == 4


def test_a_table_is_recovered_between_and_during_rounds(recorder: Recorder) -> None:
    shift = Shift(recorder, seed=5)
    shift.play(2)
    shift.bets()
    assert shift.recovered() == shift.table
    shift.play(1, mishaps=6)
    assert shift.recovered() == shift.table


def test_a_table_goes_on_in_the_next_file(recorder: Recorder) -> None:
    shift = Shift(recorder, seed=6, rules=1)
    shift.play(1)
    number = shift.table.round.number
    shift.journal.archive(shift.table, round_number=number, at_ms=5)
    assert shift.recovered() == shift.table
    shift.play(1)
    shift.bets()
    assert shift.recovered() == shift.table
