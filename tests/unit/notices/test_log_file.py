"""The log file: whole lines only, through crashes, rotation and full disks."""

import errno
import fcntl
import json
import os
from pathlib import Path

import pytest

from controller.journal.chain import tag_of
from controller.notices.log_file import LogFileSink, lines_back, log_file
from controller.notices.sinks import SinkFault
from tests.helpers.meddling import fails
from tests.unit.notices.post import CHAIN, JOURNAL, envelope


def sink(path: Path) -> LogFileSink:
    return log_file("log", {"path": str(path)})


def lines(path: Path) -> list[int | None]:
    """The numbers of the notices; none for a line that is no JSON."""
    found: list[int | None] = []
    for line in path.read_bytes().split(b"\n")[:-1]:
        try:
            found.append(json.loads(line)["number"])
        except ValueError:
            found.append(None)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "notices.jsonl"


def test_a_notice_is_one_line_with_the_head_of_the_chain(path: Path) -> None:
    sink(path).deliver(envelope())
    assert json.loads(path.read_bytes()) == {
        "table": "table-7",
        "number": 1,
        "to": "inspector",
        "about": "missing-card",
        "text": "A card is missing. Round 3 is void.",
        "round": 3,
        "clause": "11.9.2",
        "at": 1_790_000_000_000,
        "head": f"77:{'ab' * 32}",
        "journal": JOURNAL,
        "tag": tag_of(CHAIN, JOURNAL, 77, b"\xab" * 32).hex(),
        "key": envelope().key,
    }
    assert path.read_bytes().endswith(b"}\n")
    assert path.stat().st_mode & 0o007 == 0


@pytest.mark.parametrize("kept", [1, 20, -2, -1])
def test_a_line_torn_by_a_crash_is_never_merged_with_the_next(path: Path, kept: int) -> None:
    made = sink(path)
    made.deliver(envelope(1))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:kept])
    made.deliver(envelope(2))
    made.deliver(envelope(3))
    first, _, *rest = lines(path)
    assert (first, rest) == (1, [2, 3])


def test_a_file_renamed_or_removed_by_rotation_is_begun_anew(tmp_path: Path) -> None:
    path, old = tmp_path / "notices.jsonl", tmp_path / "notices.jsonl.1"
    made = sink(path)
    made.deliver(envelope(1))
    path.rename(old)
    made.deliver(envelope(2))
    path.unlink()
    made.deliver(envelope(3))
    assert (lines(old), lines(path)) == ([1], [3])


def test_a_file_renamed_between_opening_and_locking_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, old = tmp_path / "notices.jsonl", tmp_path / "notices.jsonl.1"
    lock = fcntl.flock

    def rename_first(file: int, how: int) -> None:
        if not old.exists():
            path.rename(old)
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", rename_first)
    sink(path).deliver(envelope(1))
    assert (lines(old), lines(path)) == ([], [1])


def test_a_file_that_is_renamed_all_the_time_is_a_fault(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fcntl, "flock", lambda *_: path.unlink())
    with pytest.raises(SinkFault, match="renamed 3 times"):
        sink(path).deliver(envelope())


def test_another_process_that_holds_the_file_does_not_hold_us(path: Path) -> None:
    with path.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(SinkFault, match="another process holds the file"):
            sink(path).deliver(envelope())
    sink(path).deliver(envelope())
    assert lines(path) == [1]


def test_a_full_disk_is_a_fault_and_the_next_line_is_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = sink(path)
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda file, data: write(file, data[:30]))
        with pytest.raises(SinkFault, match=r"only 30 of \d+ bytes fitted on the disk"):
            made.deliver(envelope(1))
    made.deliver(envelope(1))
    assert lines(path) == [None, 1]


def test_what_is_not_on_the_disk_is_not_delivered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fails(OSError(errno.EIO, os.strerror(errno.EIO))))
    with pytest.raises(SinkFault, match="cannot be written: Input/output error"):
        sink(tmp_path / "notices.jsonl").deliver(envelope())


def test_the_line_and_the_name_of_the_file_are_both_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
    path = tmp_path / "notices.jsonl"
    sink(path).deliver(envelope())
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]


def test_a_folder_that_is_missing_or_a_pipe_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(SinkFault, match="No such file or directory"):
        sink(tmp_path / "missing" / "notices.jsonl").deliver(envelope())
    with pytest.raises(SinkFault, match="Is a directory"):
        sink(tmp_path).deliver(envelope())
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SinkFault, match="not a file"):
        sink(tmp_path / "pipe").deliver(envelope())


@pytest.mark.parametrize("length", [1, 7, 1_000, 65_535, 65_536])
def test_it_is_read_back_line_by_line_from_the_end(path: Path, length: int) -> None:
    whole = [bytes([65 + n]) * (length + n) for n in range(5)]
    path.write_bytes(b"\n".join([*whole[:2], b"", *whole[2:], b"torn"]))
    cut = [line[-65_536:] for line in reversed(whole)]
    assert [line.content for line in lines_back(path)] == cut
    where = [int(line.where.rsplit(" ", 1)[1]) for line in lines_back(path)]
    content = path.read_bytes()
    assert [content[at : at + 1] for at in where] == [line[:1] for line in reversed(whole)]
    assert [at == 0 or content[at - 1 : at] == b"\n" for at in where] == [True] * 5


def test_what_was_rotated_is_read_after_it_and_nothing_else_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "notices.jsonl"
    names = ["notices.jsonl", "notices.jsonl.1", "notices.jsonl-20240816", "notices.jsonl.2"]
    for age, name in enumerate(names):
        (tmp_path / name).write_text(f"{name}\n")
        os.utime(tmp_path / name, ns=(0, 10**18 - age))
    for name in ("notices.jsonl.3.gz", "notices.jsonl.keys", "notices.jsonl-wal", "notices.json"):
        (tmp_path / name).write_text("another file\n")
    (tmp_path / "notices.jsonl.9").mkdir()
    assert [line.content.decode() for line in sink(path).given()] == names


def test_a_log_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(SinkFault, match="Name a file to read"):
            list(lines_back(path))
    with pytest.raises(SinkFault, match="the folder cannot be read: No such file"):
        list(sink(tmp_path / "missing" / "notices.jsonl").given())
