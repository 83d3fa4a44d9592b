"""A record that cannot be kept: clear words, nothing half written, the evidence left alone."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

import controller.journal.sqlite as module
from controller.journal.chain import AnchorFile
from controller.journal.recorder import (
    JournalDamaged,
    JournalFault,
    State,
)
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import salvaged, verify
from controller.round.state import Table
from tests.unit.journal.shift import (
    KEYS,
    Shift,
    anchor_of,
    child,
    copied,
    entry,
    finished,
    open_folder,
    put,
    stored,
    unguarded,
)


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match=r"no such folder.*create it, mount its"):
        SqliteRecorder(tmp_path / "gone", KEYS, 1)
    with pytest.raises(JournalFault, match="no such folder"):
        verify(tmp_path / "gone", KEYS)


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalFault, match="cannot be read as a folder"):
        SqliteRecorder(tmp_path / "file", KEYS, 1)


def test_a_folder_without_a_journal_does_not_verify(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match=r"no journal seen.*0001\.journal"):
        verify(tmp_path, KEYS)


def test_something_else_than_a_database(folder: Path) -> None:
    (folder / "0001.journal").write_text("Dear diary, " * 500)
    with pytest.raises(JournalFault, match=r"it is not a journal.*a folder of its own"):
        open_folder(folder)
    assert (folder / "0001.journal").read_text() == "Dear diary, " * 500


def test_a_database_of_another_program(folder: Path) -> None:
    connection = sqlite3.connect(folder / "0001.journal")
    connection.execute("CREATE TABLE song (name)")
    connection.close()
    with pytest.raises(JournalFault, match="application id 0x0 seen, expected 0x46574a4c"):
        open_folder(folder)


def test_a_journal_of_a_newer_version(folder: Path) -> None:
    open_folder(folder).close()
    connection = sqlite3.connect(folder / "0001.journal")
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(JournalFault, match=r"version 2 seen, expected 1\. Use the version of"):
        open_folder(folder)


def test_a_damaged_journal_is_not_opened_and_left_as_it_is(folder: Path) -> None:
    recorder = open_folder(folder)
    Shift(recorder).play(1)
    recorder.close()
    records = stored(folder)
    with unguarded(folder) as connection:
        put(connection, records[:-1])
    before = (folder / "0001.journal").read_bytes()
    with pytest.raises(JournalDamaged, match=f"damaged at record {len(records)}") as told:
        open_folder(folder)
    assert told.value.verdict.state is State.DAMAGED
    assert (folder / "0001.journal").read_bytes() == before
    with pytest.raises(JournalDamaged):
        open_folder(folder)


@pytest.mark.parametrize("what", ["changed", "guards", "page", "gone"])
def test_whatever_the_damage_the_table_is_held(folder: Path, what: str) -> None:
    recorder = open_folder(folder)
    Shift(recorder).play(1)
    recorder.close()
    path, records = folder / "0001.journal", stored(folder)
    if what == "changed":
        with unguarded(folder) as connection:
            put(connection, [*records[:-1], records[-1]._replace(at_ms=0)])
    elif what == "guards":
        connection = sqlite3.connect(path)
        connection.execute("DROP TRIGGER never_removed")
        connection.close()
    elif what == "page":
        data = path.read_bytes()
        path.write_bytes(data[:4096] + b"\xee" * 4096 + data[8192:])
    else:
        path.unlink()
    with pytest.raises(JournalDamaged, match="keep the folder as evidence"):
        open_folder(folder)


def test_a_log_with_a_damaged_frame_is_kept_as_evidence(folder: Path, tmp_path: Path) -> None:
    recorder = open_folder(folder)
    Shift(recorder).bets()
    copy = copied(folder, tmp_path / "copy")
    recorder.close()
    log = copy / "0001.journal-wal"
    data = bytearray(log.read_bytes())
    data[-100] ^= 1
    log.write_bytes(data)
    with pytest.raises(JournalDamaged, match="cut: records"):
        open_folder(copy)
    assert log.read_bytes() == data


def test_what_came_before_the_damage_can_still_be_read(folder: Path) -> None:
    recorder = open_folder(folder)
    shift = Shift(recorder)
    shift.play(2)
    after_two = shift.table
    shift.bets()
    recorder.close()
    records = stored(folder)
    with unguarded(folder) as connection:
        put(connection, [*records[:-1], records[-1]._replace(at_ms=0)])
    verdict, readable = salvaged(folder, KEYS)
    assert verdict.state is State.DAMAGED
    assert readable.head().position == len(records) - 1
    found = Shift(readable).journal.recover(Table)
    assert found.state == after_two
    replayed = [record for record in records[:-1] if record.round == 3]
    assert [recorded.position for recorded in found.recorded] == [r.position for r in replayed]
    with pytest.raises(JournalFault, match="for reading only"):
        readable.append([entry()])


def test_a_journal_damaged_from_its_first_record_yields_nothing(folder: Path) -> None:
    open_folder(folder).close()
    (folder / "0001.journal").write_bytes(b"")
    verdict, readable = salvaged(folder, KEYS)
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
    folder: Path, small: list[sqlite3.Connection]
) -> None:
    recorder = open_folder(folder)
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
    assert verify(folder, KEYS).state is State.INTACT


@pytest.mark.parametrize("room", [100, 5_000, 10_000, 12_288, 14_000, 30_000])
def test_no_journal_is_begun_on_a_full_disk(tmp_path: Path, room: int) -> None:
    code = f"""
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))
        try:
            SqliteRecorder(folder, KEYS, 1)
        except JournalFault as fault:
            print(fault)
    """
    said = finished(child(code, str(tmp_path)))
    assert "the disk does not work" in said or "cannot be written" in said
    recorder = open_folder(tmp_path)
    assert recorder.append([entry()])
    recorder.close()
    assert verify(tmp_path, KEYS).state is State.INTACT
    assert {path.name for path in tmp_path.iterdir()} == {"0001.journal", "anchor"}


def test_a_disk_that_fills_up_in_play_loses_nothing(folder: Path) -> None:
    """The kernel refuses to make the files any longer, as on a full disk or over a quota."""
    code = """
        import resource
        recorder = SqliteRecorder(folder, KEYS, 1)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        try:
            while True:
                print(recorder.append([Entry("Tested", 1, 5, b"x" * 3000)] * 2), flush=True)
        except JournalFault as fault:
            print(fault)
        try:
            recorder.append([Entry("Tested", 1, 5, b"x")])
        except JournalFault as fault:
            print(fault)
    """
    *acknowledged, first, second = finished(child(code, str(folder))).splitlines()
    assert len(acknowledged) > 5
    assert "the disk does not work" in first
    assert "The journal is closed: start again" in first
    assert "closed after a fault. Nothing was written" in second
    recorder = open_folder(folder)
    assert recorder.head().position in (int(acknowledged[-1]), int(acknowledged[-1]) + 2)
    recorder.close()
    assert verify(folder, KEYS).state is State.INTACT


def test_a_read_only_folder(folder: Path) -> None:
    open_folder(folder).close()
    code = """
        os.setgroups([]) if os.geteuid() == 0 else None
        os.setuid(65534) if os.geteuid() == 0 else None
        try:
            SqliteRecorder(folder, KEYS, 1)
        except JournalFault as fault:
            print(fault)
    """
    public = Path("/tmp") / f"feltwork-read-only-{os.getpid()}"
    shutil.copytree(folder, public)
    try:
        for path in (*public.iterdir(), public):
            path.chmod(0o555 if path.is_dir() else 0o444)
        said = finished(child(code, str(public)))
    finally:
        public.chmod(0o755)
        shutil.rmtree(public)
    assert "anchor: cannot be written: Permission denied. Expected a folder on a disk" in said


def test_a_read_only_file(folder: Path) -> None:
    open_folder(folder).close()
    code = """
        os.setgroups([]) if os.geteuid() == 0 else None
        os.setuid(65534) if os.geteuid() == 0 else None
        try:
            SqliteRecorder(folder, KEYS, 1).append([Entry("Tested", 1, 5, b"x")])
        except JournalFault as fault:
            print(fault)
    """
    public = Path("/tmp") / f"feltwork-read-only-{os.getpid()}"
    shutil.copytree(folder, public)
    try:
        public.chmod(0o777)
        anchor_of(public).chmod(0o666)
        (public / "0001.journal").chmod(0o444)
        said = finished(child(code, str(public)))
    finally:
        shutil.rmtree(public)
    assert "read-only" in said


def test_an_anchor_that_cannot_be_written_closes_the_journal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = open_folder(folder)
    recorder.append([entry("a")])

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(AnchorFile, "write", broken)
    with pytest.raises(JournalFault, match=r"record 3 is written, but the anchor.*is closed"):
        recorder.append([entry("b")])
    with pytest.raises(JournalFault, match="closed after a fault of its anchor"):
        recorder.append([entry("c")])
    monkeypatch.undo()
    again = open_folder(folder)
    assert str(again.found) == "tail not anchored since round 1"
    assert [record.payload for record in again.records(1)][:2] == [b"a", b"b"]
    again.close()


def test_somebody_else_writing_into_the_file_closes_the_journal(folder: Path) -> None:
    recorder = open_folder(folder)
    connection = sqlite3.connect(recorder.path, isolation_level=None)
    connection.execute("INSERT INTO record VALUES (2, 1, 1, 'x', x'', x'')")
    connection.close()
    with pytest.raises(JournalFault, match=r"another record stands there.*closed: start again"):
        recorder.append([entry()])
    with pytest.raises(JournalFault, match="closed after a fault"):
        recorder.append([entry()])
    assert verify(folder, KEYS).record == 2
