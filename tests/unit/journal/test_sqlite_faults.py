"""A record that cannot be kept: clear words, nothing half written, the evidence left alone."""

import os
import resource
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import controller.journal.sqlite as module
from controller.games.bonus.round.core import CORE
from controller.games.bonus.round.state import Round, Table, new_table
from controller.journal.chain import AnchorFile
from controller.journal.recorder import (
    JournalDamaged,
    JournalFault,
    RecordedFault,
    State,
    UncertainFault,
)
from controller.journal.sealing import SealedJournal, Sealer
from controller.journal.verify import salvaged, verify
from tests.helpers.kill import in_child
from tests.helpers.meddling import fails, meddle
from tests.unit.journal.shift import (
    COPY,
    KEYS,
    RULES,
    Shift,
    anchor_of,
    child,
    copied,
    entry,
    finished,
    open_journal,
    played,
    playing,
    put,
    stored,
    unguarded,
)


def test_a_journal_of_a_newer_version(path: Path) -> None:
    open_journal(path).close()
    meddle(path, "PRAGMA user_version = 2")
    with pytest.raises(JournalFault, match=r"version 2 seen, expected 1\. Use the version of"):
        open_journal(path)


def test_a_damaged_journal_is_not_opened_and_left_as_it_is(path: Path) -> None:
    played(path)
    records = stored(path)
    with unguarded(path) as connection:
        put(connection, records[:-1])
    before = (path).read_bytes()
    with pytest.raises(JournalDamaged, match=f"damaged at record {len(records)}") as told:
        open_journal(path)
    assert told.value.verdict.state is State.DAMAGED
    assert (path).read_bytes() == before
    with pytest.raises(JournalDamaged):
        open_journal(path)


@pytest.mark.parametrize("what", ["changed", "guards", "page", "gone"])
def test_whatever_the_damage_the_table_is_held(path: Path, what: str) -> None:
    played(path)
    records = stored(path)
    if what == "changed":
        with unguarded(path) as connection:
            put(connection, [*records[:-1], records[-1]._replace(at_ms=0)])
    elif what == "guards":
        meddle(path, "DROP TRIGGER never_removed")
    elif what == "page":
        data = path.read_bytes()
        path.write_bytes(data[:4096] + b"\xee" * 4096 + data[8192:])
    else:
        path.unlink()
    with pytest.raises(JournalDamaged, match="keep its files as evidence"):
        open_journal(path)


def test_a_log_with_a_damaged_frame_is_kept_as_evidence(path: Path, tmp_path: Path) -> None:
    recorder = open_journal(path)
    Shift(recorder).bets()
    copy = copied(path, tmp_path / COPY)
    recorder.close()
    log = copy.with_name(copy.name + "-wal")
    data = bytearray(log.read_bytes())
    data[-100] ^= 1
    log.write_bytes(data)
    with pytest.raises(JournalDamaged, match="cut: records"):
        open_journal(copy)
    assert log.read_bytes() == data


def test_what_came_before_the_damage_can_still_be_read(path: Path) -> None:
    shift = playing(path, 2)
    after_two = shift.table
    shift.bets()
    shift.recorder.close()
    records = stored(path)
    with unguarded(path) as connection:
        put(connection, [*records[:-1], records[-1]._replace(at_ms=0)])
    verdict, readable = salvaged(path, KEYS)
    assert verdict.state is State.DAMAGED
    assert readable.head().position == len(records) - 1
    found = Shift(readable).journal.recover(Table)
    assert found.state == after_two
    replayed = [record for record in records[:-1] if record.round == 3]
    assert [recorded.position for recorded in found.recorded] == [r.position for r in replayed]
    with pytest.raises(JournalFault, match="for reading only"):
        readable.append([entry()])


def test_a_journal_damaged_from_its_first_record_yields_nothing(path: Path) -> None:
    open_journal(path).close()
    (path).write_bytes(b"")
    verdict, readable = salvaged(path, KEYS)
    assert verdict.record == 1
    assert list(readable.records()) == []


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """A disk with room for few pages: connections made, so that the room can be changed."""
    made: list[sqlite3.Connection] = []
    real = module._connect  # noqa: SLF001 (the limit belongs to a connection)

    def limited(path: Path) -> sqlite3.Connection:
        made.append(real(path))
        made[-1].execute("PRAGMA max_page_count = 20")
        return made[-1]

    monkeypatch.setattr(module, "_connect", limited)
    return made


def test_a_full_disk_takes_the_command_back_whole(
    path: Path, small: list[sqlite3.Connection]
) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a")])
    before = (recorder.head(), list(recorder.records()))
    with pytest.raises(JournalFault, match=r"the disk is full.*Nothing of this command was"):
        recorder.append([entry("b"), entry("c", 50_000), entry("d", 50_000)])
    with pytest.raises(JournalFault, match="the disk is full"):
        recorder.append([entry("e", 200_000)])
    assert (recorder.head(), list(recorder.records())) == before
    assert recorder.append([entry("f")]) == 3
    small[0].execute("PRAGMA max_page_count = 2000")
    assert recorder.append([entry("g", 200_000), entry("h")]) == 5
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT


@pytest.mark.parametrize("room", [100, 5_000, 10_000, 12_288, 14_000, 30_000])
def test_no_journal_is_begun_on_a_full_disk(path: Path, room: int) -> None:
    def begun() -> str:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        with pytest.raises(JournalFault) as fault:
            open_journal(path)
        return str(fault.value)

    said = in_child(begun).said
    assert "the disk does not work" in said or "cannot be written" in said
    recorder = open_journal(path)
    assert recorder.append([entry()])
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT
    assert {file.name for file in path.parent.iterdir()} == {"run.journal", "run.journal.anchor"}


def test_a_disk_that_fills_up_in_play_loses_nothing(path: Path) -> None:
    """The kernel refuses to make the files any longer, as on a full disk or over a quota."""
    code = """
        import resource
        recorder = SqliteRecorder(path, KEYS, 1)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        try:
            while True:
                print(recorder.append([NewRecord("Tested", 1, 5, b"x" * 3000)] * 2), flush=True)
        except JournalFault as fault:
            print(type(fault).__name__, fault)
        try:
            recorder.append([NewRecord("Tested", 1, 5, b"x")])
        except JournalFault as fault:
            print(fault)
    """
    *acknowledged, first, second = finished(child(code, str(path))).splitlines()
    assert len(acknowledged) > 5
    assert "the disk does not work" in first
    assert first.startswith("UncertainFault")
    assert "The journal is closed: start again" in first
    assert "closed after a fault. Nothing was written" in second
    recorder = open_journal(path)
    assert recorder.head().position in (int(acknowledged[-1]), int(acknowledged[-1]) + 2)
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT


@pytest.mark.parametrize(
    ("read_only", "says"),
    [
        ("folder", "anchor: cannot be written: Permission denied. Expected a folder on a disk"),
        ("file", "read-only"),
    ],
)
def test_what_is_read_only_is_named(path: Path, read_only: str, says: str) -> None:
    open_journal(path).close()
    code = """
        os.setgroups([]) if os.geteuid() == 0 else None
        os.setuid(65534) if os.geteuid() == 0 else None
        try:
            SqliteRecorder(path, KEYS, 1).append([NewRecord("Tested", 1, 5, b"x")])
        except JournalFault as fault:
            print(fault)
    """
    public = Path("/tmp") / f"feltwork-read-only-{os.getpid()}"
    shutil.copytree(path.parent, public)
    try:
        for file in public.iterdir():
            file.chmod(0o444)
        if read_only == "file":
            anchor_of(public / path.name).chmod(0o666)
        public.chmod(0o555 if read_only == "folder" else 0o777)
        said = finished(child(code, str(public / path.name)))
    finally:
        public.chmod(0o755)
        shutil.rmtree(public)
    assert says in said


BROKEN = fails(OSError(5, "Input/output error"))


def test_an_anchor_that_cannot_be_written_closes_the_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a")])
    monkeypatch.setattr(AnchorFile, "write", BROKEN)
    with pytest.raises(RecordedFault, match=r"record 3 is written, but the anchor.*is closed") as f:
        recorder.append([entry("b")])
    assert f.value.position == 3
    with pytest.raises(JournalFault, match="closed after a fault of its anchor") as later:
        recorder.append([entry("c")])
    assert type(later.value) is JournalFault  # nothing was written
    monkeypatch.undo()
    again = open_journal(path)
    assert str(again.found) == "tail not anchored since round 1"
    assert [record.payload for record in again.records(1)][:2] == [b"a", b"b"]
    again.close()


def test_a_checkpoint_that_fails_leaves_the_command_standing(
    path: Path, small: list[sqlite3.Connection]
) -> None:
    recorder = open_journal(path)
    position = recorder.append([entry("a")])
    with pytest.raises(
        RecordedFault, match=r"the disk is full.*Record 2 and all before it are on the disk"
    ) as f:
        recorder.checkpoint(1, b"x" * 200_000, 5)
    assert f.value.position == position == recorder.head().position
    with pytest.raises(RecordedFault) as f:
        SealedJournal(recorder, KEYS, *CORE.folds).checkpoint(
            replace(new_table(RULES[0]), round=Round(1, (), None, clause="x" * 200_000)),
            round_number=1,
            at_ms=5,
        )
    assert f.value.position == position
    assert recorder.append([entry("b")]) == 3
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT
    assert small


def test_a_checkpoint_whose_anchor_does_not_reach_the_disk_stands(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a")])
    monkeypatch.setattr(AnchorFile, "sync", BROKEN)
    with pytest.raises(RecordedFault, match="record 3 is written") as told:
        recorder.checkpoint(1, Sealer(KEYS).seal(b"{}", 3), 5)
    assert told.value.position == 3
    monkeypatch.undo()
    again = open_journal(path)
    assert again.last_checkpoint() is not None
    again.close()


def test_an_archive_that_fails_after_the_file_was_closed_says_that_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = open_journal(path)
    recorder.checkpoint(1, Sealer(KEYS).seal(b"{}", 2), 5)
    monkeypatch.setattr(os, "fsync", BROKEN)
    with pytest.raises(RecordedFault, match="cannot be created") as told:
        recorder.archive(5)
    assert told.value.position == 3
    monkeypatch.undo()
    again = open_journal(path)
    assert again.path.name == "run.0002.journal"
    again.close()


def test_somebody_else_writing_into_the_file_closes_the_journal(path: Path) -> None:
    recorder = open_journal(path)
    meddle(recorder.path, "INSERT INTO record VALUES (2, 1, 1, 'x', x'', x'')")
    with pytest.raises(UncertainFault, match=r"another record is there.*closed: start again"):
        recorder.append([entry()])
    with pytest.raises(JournalFault, match="closed after a fault"):
        recorder.append([entry()])
    assert verify(path, KEYS).record == 2
