"""The record on the disk: durable, append-only, in files that follow on one another."""

import sqlite3
from pathlib import Path

import pytest

import controller.journal.sqlite as module
from controller.journal.memory import MemoryRecorder
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalFault, State
from controller.journal.sealing import Sealer
from controller.journal.verify import last_checkpoint, verify
from tests.helpers.meddling import fails
from tests.unit.journal.shift import KEYS, Shift, anchor_of, entry, open_journal, played, playing


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("UPDATE record SET payload = x'00' WHERE position = 2", "never changed"),
        ("UPDATE record SET position = 99 WHERE position = 2", "never changed"),
        ("DELETE FROM record WHERE position = 2", "never removed"),
        ("DELETE FROM record", "never removed"),
        ("REPLACE INTO record VALUES (2, 1, 1, 'x', x'00', x'00')", "after the last one"),
        ("INSERT OR REPLACE INTO record VALUES (2, 1, 1, 'x', x'', x'')", "after the last one"),
        ("INSERT OR IGNORE INTO record VALUES (9, 1, 1, 'x', x'', x'')", "after the last one"),
        ("INSERT INTO record VALUES (NULL, 1, 1, 'x', x'', x'')", "after the last one"),
        (
            "INSERT INTO record VALUES (2, 1, 1, 'x', x'', x'') "
            "ON CONFLICT (position) DO UPDATE SET payload = x'00'",
            "after the last one",
        ),
        ("INSERT INTO record VALUES (4, 1, 1, 'x', 'text', x'')", "cannot store TEXT"),
        ("INSERT INTO record VALUES (4, 1, 'soon', 'x', x'', x'')", "cannot store TEXT"),
    ],
)
def test_the_file_refuses_all_but_the_next_record(path: Path, sql: str, message: str) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a"), entry("b")])
    before = list(recorder.records())
    connection = sqlite3.connect(recorder.path, isolation_level=None)
    with pytest.raises(sqlite3.DatabaseError, match=message):
        connection.execute(sql)
    connection.close()
    assert list(recorder.records()) == before
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT


def test_the_file_says_what_it_is(path: Path) -> None:
    recorder = open_journal(path)
    connection = sqlite3.connect(recorder.path)
    found = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("application_id", "user_version", "journal_mode")
    }
    connection.close()
    recorder.close()
    assert found == {"application_id": 0x46574A4C, "user_version": 1, "journal_mode": "wal"}
    assert recorder.path.stat().st_mode & 0o077 == 0
    assert anchor_of(path).stat().st_mode & 0o077 == 0


def _begun(path: Path) -> Path:
    recorder = open_journal(path)
    recorder.close()
    return recorder.path


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    real = module._connect  # noqa: SLF001 (there is no other way to ask the connection)
    made = real(_begun(path))
    (level,) = made.execute("PRAGMA synchronous").fetchone()
    made.close()
    assert level == 2  # FULL


def test_a_journal_goes_on_where_it_was(path: Path) -> None:
    shift = playing(path)
    shift.bets()
    head = shift.recorder.head()
    shift.recorder.close()
    again = open_journal(path)
    assert again.head() == head
    assert again.found.state is State.INTACT
    resumed = Shift(again)
    assert resumed.recovered() == shift.table
    again.close()


def test_the_last_checkpoint_is_found_by_its_index(path: Path) -> None:
    connection = sqlite3.connect(_begun(path))
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    last_checkpoint(connection)
    connection.set_trace_callback(None)
    (plan,) = connection.execute(f"EXPLAIN QUERY PLAN {asked[0]}").fetchall()
    connection.close()
    assert "INDEX checkpoint" in plan[3]


def test_the_next_file_is_begun_after_a_crash_right_after_closing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shift = playing(path)
    monkeypatch.setattr(module, "_create", fails(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        shift.recorder.archive(5)
    shift.recorder.close()
    monkeypatch.undo()
    assert verify(path, KEYS).state is State.INTACT
    path.with_name("run.0002.journal.new").write_bytes(b"half a file")
    again = open_journal(path)
    assert again.path.name == "run.0002.journal"
    resumed = Shift(again)
    assert resumed.recovered() == shift.table
    resumed.table = shift.table
    resumed.play(1)
    again.close()
    assert verify(path, KEYS).state is State.INTACT
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "run.0002.journal",
        "run.journal",
        "run.journal.anchor",
    ]


def test_a_crash_before_the_anchor_knows_of_the_next_file(path: Path) -> None:
    played(path)
    before = anchor_of(path).read_bytes()
    recorder = open_journal(path)
    recorder.archive(5)
    recorder.close()
    anchor_of(path).write_bytes(before)
    assert str(verify(path, KEYS)) == "tail not anchored since round 1"
    open_journal(path).close()
    assert str(verify(path, KEYS)) == "intact"


def test_an_archive_that_fails_on_the_disk_is_taken_up_on_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = open_journal(path)
    Shift(recorder).play(1)
    full = fails(sqlite3.OperationalError("database or disk is full"))
    monkeypatch.setattr(module, "_fill", full)
    with pytest.raises(JournalFault, match="disk is full"):
        recorder.archive(5)
    with pytest.raises(JournalFault, match="closed after a fault"):
        recorder.append([entry()])
    monkeypatch.undo()
    again = open_journal(path)
    assert again.path.name == "run.0002.journal"
    again.close()
    assert verify(path, KEYS).state is State.INTACT


def test_a_closed_file_is_one_file_that_is_not_written_to(path: Path) -> None:
    recorder = open_journal(path)
    recorder.checkpoint(1, Sealer(KEYS).seal(b"{}", 2), 5)
    recorder.archive(5)
    assert path.stat().st_mode & 0o222 == 0
    assert not path.with_name("run.journal-wal").exists()
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
    recorder.close()


def test_an_archive_beside_a_reader_goes_on(path: Path) -> None:
    recorder = open_journal(path)
    Shift(recorder).play(1)
    reader = sqlite3.connect(recorder.path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM record").fetchone()
    recorder.archive(5)
    reader.close()
    Shift(recorder, seed=2)
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT


@pytest.mark.parametrize("kind", ["sqlite", "memory"])
def test_a_journal_sealed_off_is_read_and_not_written(path: Path, kind: str) -> None:
    recorder = open_journal(path) if kind == "sqlite" else MemoryRecorder(KEYS)
    recorder.append([entry("a")])
    before, head = list(recorder.records()), recorder.head()
    recorder.seal_off("record 5 was changed")
    recorder.seal_off("and something else")
    with pytest.raises(JournalFault, match=r"sealed off.*record 5 was changed"):
        recorder.append([entry("b")])
    with pytest.raises(JournalFault, match="sealed off"):
        recorder.checkpoint(1, b"x", 5)
    assert (list(recorder.records()), recorder.head()) == (before, head)
    recorder.close()
    if kind == "sqlite":
        JournalReader(path).seal_off("it is only read")
        assert verify(path, KEYS).state is State.INTACT
