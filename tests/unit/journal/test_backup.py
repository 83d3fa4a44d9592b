"""A copy of a journal that is being written: whole, verifiable, never overwriting another."""

import shutil
from pathlib import Path

import pytest

from controller.journal.backup import back_up
from controller.journal.recorder import JournalFault, State
from controller.journal.verify import verify
from tests.unit.journal.shift import KEYS, Shift, open_journal, playing, stored


def test_a_copy_made_while_the_table_writes_is_intact_and_the_table_goes_on(
    path: Path, tmp_path: Path
) -> None:
    shift = playing(path, 2)
    shift.recorder.archive(7)
    shift.play(1)
    held = [shift.recorder.head().position]
    copies = back_up(path, tmp_path / "copy")
    shift.play(1)
    shift.recorder.close()
    assert [copy.name for copy in copies] == [
        "run.journal.anchor",
        "run.journal",
        "run.0002.journal",
    ]
    verdict = verify(copies[1], KEYS)
    assert verdict.state is State.INTACT, str(verdict)
    assert [record.position for record in stored(copies[2])][-1:] == held
    assert verify(path, KEYS).state is State.INTACT


def test_what_came_between_anchor_and_file_is_a_tail_not_a_cut(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shift = playing(path)
    copy_file = shutil.copyfile

    def meanwhile(source: Path, copy: Path) -> None:
        copy_file(source, copy)
        shift.play(1)

    monkeypatch.setattr("controller.journal.backup.shutil.copyfile", meanwhile)
    back_up(path, tmp_path / "copy")
    shift.recorder.close()
    verdict = verify(tmp_path / "copy" / "run.journal", KEYS)
    assert verdict.state is State.NOT_ANCHORED, str(verdict)


def test_a_backup_never_overwrites_one_and_says_what_is_missing(path: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match=r"run\.journal"):
        back_up(path, tmp_path / "copy")
    recorder = open_journal(path)
    Shift(recorder).play(1)
    back_up(path, tmp_path / "copy")
    with pytest.raises(JournalFault, match="Name another folder"):
        back_up(path, tmp_path / "copy")
    (tmp_path / "file").touch()
    with pytest.raises(JournalFault, match="the backup is not complete"):
        back_up(path, tmp_path / "file")
    recorder.close()
