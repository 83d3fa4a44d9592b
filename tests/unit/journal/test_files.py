"""What a path means: the whole journal by its first file, or a later file alone."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.export import read_rounds
from controller.journal.files import file_name, file_number, journal_files, locate
from controller.journal.keys import keys_for
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalFault, State
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import verify
from tests.helpers.meddling import meddle
from tests.unit.journal.shift import KEYS, Shift, anchor_of, open_journal

NAMES = {
    # the first file, the second
    "run.journal": "run.0002.journal",
    "x.db": "x.0002.db",
    "run": "run.0002",
    ".hidden": ".hidden.0002",
    "a.b.journal": "a.b.0002.journal",
    "run.2026": "run.0002.2026",
    "[x]* y.journal": "[x]* y.0002.journal",
    "évening.journal": "évening.0002.journal",
}


@pytest.mark.parametrize(("first", "second"), NAMES.items())
def test_any_name_will_do(tmp_path: Path, first: str, second: str) -> None:
    path = tmp_path / first
    recorder = open_journal(path)
    shift = Shift(recorder)
    for _ in range(2):
        shift.play(1)
        shift.archive()
    assert recorder.path == file_name(path, 3)
    recorder.close()
    assert [file.name for file in journal_files(path)][:2] == [first, second]
    assert [file_number(path, file) for file in journal_files(path)] == [1, 2, 3]
    assert locate(path) == (path, None)
    assert locate(tmp_path / second) == (path, tmp_path / second)
    assert verify(path, KEYS).state is State.INTACT
    again = open_journal(path)
    assert again.path == file_name(path, 3)
    again.close()


def test_a_name_that_only_looks_like_a_later_file_is_a_journal(tmp_path: Path) -> None:
    later = tmp_path / "run.0007.journal"
    open_journal(later).close()
    assert locate(later) == (later, None)
    open_journal(tmp_path / "run.journal").close()
    assert locate(later) == (later, None)
    assert journal_files(tmp_path / "run.journal") == [tmp_path / "run.journal"]
    assert verify(tmp_path / "run.journal", KEYS).state is State.INTACT
    assert verify(later, KEYS).state is State.INTACT


@pytest.mark.parametrize("name", ["run.0001.journal", "run.02.journal", "run.00002.journal"])
def test_other_numbers_are_other_journals(path: Path, name: str) -> None:
    open_journal(path).close()
    assert locate(path.with_name(name)) == (path.with_name(name), None)


def test_a_later_file_is_not_opened_by_itself(path: Path) -> None:
    open_journal(path).close()
    with pytest.raises(JournalFault, match=r"this is a later file of the journal run\.journal"):
        SqliteRecorder(file_name(path, 2), KEYS, 1)
    assert not file_name(path, 2).exists()


def test_a_link_is_the_journal_it_leads_to(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.journal"
    link.symlink_to(path)
    recorder = SqliteRecorder(link, KEYS, 1)
    assert recorder.path == path
    with pytest.raises(JournalFault, match="in use by process"):
        SqliteRecorder(path, KEYS, 1)
    recorder.close()
    assert verify(link, KEYS).state is State.INTACT
    assert not link.with_name("link.journal.anchor").exists()
    assert anchor_of(path).exists()


def test_journals_side_by_side_do_not_meet(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("run.journal", "run.db", "run", "run.x.journal")]
    opened = [open_journal(path) for path in paths]
    for recorder in opened:
        shift = Shift(recorder)
        shift.play(1)
        shift.archive()
    for path, recorder in zip(paths, opened, strict=True):
        recorder.close()
        assert verify(path, KEYS).state is State.INTACT
        assert journal_files(path) == [path, file_name(path, 2)]


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match=r"gone: no such folder.*create it, mount its"):
        SqliteRecorder(tmp_path / "gone" / "run.journal", KEYS, 1)
    with pytest.raises(JournalFault, match="no such folder"):
        verify(tmp_path / "gone" / "run.journal", KEYS)
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_not_there_does_not_verify(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match=r"run\.journal: No journal here"):
        verify(tmp_path / "run.journal", KEYS)
    with pytest.raises(JournalFault, match=r"run\.journal: No journal here"):
        JournalReader(tmp_path / "run.journal")
    assert not list(tmp_path.iterdir())


def a_folder(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("x")


def a_text(path: Path) -> None:
    path.write_text("Dear diary, " * 500)


def an_empty_file(path: Path) -> None:
    path.touch()


def another_database(path: Path) -> None:
    meddle(path, "CREATE TABLE song (name)")


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("make", "seen"),
    [
        (a_folder, "found a folder"),
        (a_text, "found a file that is not an SQLite database"),
        (an_empty_file, r"found an empty file \(0 bytes\)"),
        (another_database, r"of another program \(application id 0x0\)"),
        (a_pipe, "found a pipe, socket or device"),
    ],
)
@pytest.mark.parametrize("anchored", [False, True])
def test_what_is_not_a_journal_is_named_and_left_alone(
    path: Path, make: Callable[[Path], None], seen: str, anchored: bool
) -> None:
    """Also beside the anchor of a journal that was never begun: the power went too early."""
    make(path)
    if anchored:
        anchor_of(path).write_bytes(bytes(12_288))
    before = {file.name: file.lstat() for file in path.parent.iterdir()}
    content = path.read_bytes() if path.is_file() else b""
    for use in (
        lambda: SqliteRecorder(path, KEYS, 1),
        lambda: verify(path, KEYS),
        lambda: JournalReader(path),
        lambda: list(read_rounds(path)) if not anchored else JournalReader(path),
        lambda: keys_for(path, None, create=True) if not anchored else JournalReader(path),
    ):
        with pytest.raises(JournalFault, match=f"expected the file of a journal.*{seen}"):
            use()
    after = {file.name: file.lstat() for file in path.parent.iterdir()}
    assert after.keys() == before.keys()
    assert after[path.name].st_mtime_ns == before[path.name].st_mtime_ns
    assert not path.is_file() or path.read_bytes() == content
