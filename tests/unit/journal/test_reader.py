"""The whole record from the beginning: through all files, beside a writer, proved on the way."""

from pathlib import Path

import pytest

from controller.domain.money import Money
from controller.games.bonus.round.core import CORE, fold
from controller.games.bonus.round.state import Table, new_table
from controller.journal.files import file_name
from controller.journal.memory import MemoryRecorder
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalFault, Recorder
from controller.journal.sealing import SealedJournal
from tests.unit.journal.shift import (
    KEYS,
    Shift,
    child,
    copied,
    entry,
    finished,
    open_journal,
    played,
    put,
    stored,
    unguarded,
)


def refolded(journal: SealedJournal, shift: Shift) -> Table:
    fresh = new_table(shift.table.rules, Money(5_000_000), Money(12_345))
    return fold(fresh, [recorded.event for recorded in journal.replay()])


def reading(path: Path) -> SealedJournal:
    return SealedJournal(JournalReader(path), KEYS, *CORE.folds)


def three_files(recorder: Recorder) -> Shift:
    """Two archives, and a round in the middle of which the shift is left."""
    shift = Shift(recorder)
    for _ in range(2):
        shift.play(2, mishaps=3)
        shift.archive()
    shift.play(1)
    shift.bets()
    return shift


def test_a_whole_run_is_folded_again_from_all_files(path: Path) -> None:
    recorder = open_journal(path)
    shift = three_files(recorder)
    assert refolded(shift.journal, shift) == shift.table
    positions = [recorded.position for recorded in shift.journal.events()]
    assert positions == sorted(positions)
    assert positions[0] == 1
    recorder.close()


def test_so_it_is_in_memory() -> None:
    shift = three_files(MemoryRecorder(KEYS))
    assert refolded(shift.journal, shift) == shift.table


def test_a_reader_sees_the_same_beside_the_writer_and_after_it(path: Path, tmp_path: Path) -> None:
    recorder = open_journal(path)
    shift = three_files(recorder)
    journal = reading(path)
    before = {file.name for file in path.parent.iterdir()}
    assert refolded(journal, shift) == shift.table
    assert journal.recorder.head() == recorder.head()
    assert journal.recorder.last_checkpoint() == recorder.last_checkpoint()
    assert list(journal.recorder.records()) == list(recorder.records())
    assert journal.recover(Table).head == recorder.head()
    shift.play(1)
    assert refolded(journal, shift) == shift.table
    crashed = copied(path, tmp_path / "crashed" / path.name)
    assert refolded(reading(crashed), shift) == shift.table
    assert {file.name for file in path.parent.iterdir()} == before
    recorder.close()
    assert refolded(journal, shift) == shift.table


def test_a_reader_sees_whole_commands_while_another_process_writes(path: Path) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a")])
    code = """
        from controller.journal.reader import JournalReader
        lengths = set()
        for look in range(2_000):
            found = list(JournalReader(path).records())
            assert [record.position for record in found] == list(range(1, len(found) + 1))
            print(len(found), flush=True)
            lengths.add(len(found))
            if look >= 40 and len(lengths) > 3:
                break
    """
    process = child(code, str(path))
    assert process.stdout is not None
    seen = []
    while line := process.stdout.readline():
        seen.append(int(line))
        for _ in range(9):
            recorder.append([entry("b"), entry("c")])
    assert finished(process) == ""
    assert seen == sorted(seen)
    assert all(count % 2 == 0 for count in seen)  # the first two records, then pairs
    assert seen[-1] > seen[0]
    recorder.close()


def test_a_reader_writes_nothing(path: Path) -> None:
    open_journal(path).close()
    reader = JournalReader(path)
    for write in (
        lambda: reader.append([entry()]),
        lambda: reader.checkpoint(1, b"", 1),
        lambda: reader.archive(1),
    ):
        with pytest.raises(JournalFault, match="for reading only: nothing was written"):
            write()
    reader.close()


def test_a_later_file_is_read_alone_but_not_folded(path: Path) -> None:
    recorder = open_journal(path)
    shift = three_files(recorder)
    recorder.close()
    alone = reading(file_name(path, 2))
    assert list(alone.recorder.records()) == stored(path, 2)
    first = stored(path, 2)[0].position
    with pytest.raises(JournalFault, match=f"records 1 to {first - 1} are missing"):
        refolded(alone, shift)
    assert next(recorded.position for recorded in alone.events(first)) == first + 2


def test_a_file_that_was_taken_away_is_missed(path: Path) -> None:
    recorder = open_journal(path)
    shift = three_files(recorder)
    gone = stored(path, 2)
    file_name(path, 2).unlink()
    for journal in (reading(path), shift.journal):
        with pytest.raises(
            JournalFault, match=f"records {gone[0].position} to {gone[-1].position} are missing"
        ):
            refolded(journal, shift)
    recorder.close()


def test_records_that_do_not_follow_are_not_folded(path: Path) -> None:
    """Also those that recovery, which begins at the last checkpoint, has not looked at."""
    shift = played(path, 2)
    records = stored(path)
    with unguarded(path) as connection:
        put(connection, [*records[:9], records[9]._replace(at_ms=0), *records[10:]])
    recorder = open_journal(path)
    for journal in (reading(path), Shift(recorder).journal):
        with pytest.raises(JournalFault, match="record 10 does not follow the one before"):
            refolded(journal, shift)
        assert len(list(journal.events(10))) == len(
            [record for record in records[10:] if record.kind != "Checkpoint"]
        )
    recorder.close()


def test_a_damaged_file_is_a_clear_fault(path: Path) -> None:
    played(path, 2)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xee" * 4096 + data[8192:])
    reader = JournalReader(path)
    for look in (lambda: list(reader.records()), reader.last_checkpoint, reader.head):
        with pytest.raises(JournalFault, match=r"cannot be read from here on.*Verify the journal"):
            look()
