"""Private files: whole, durable and for their owner alone, or not there at all."""

import os
import stat
from pathlib import Path

import pytest

from controller.private_files import (
    NotPlain,
    OthersMayRead,
    create_private,
    read_private,
    write_private,
)


def test_what_is_written_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    before = os.umask(0o277)
    try:
        write_private(path, b"one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_private(path, b"two")
    assert read_private(path) == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    create_private(path, lambda draft: draft.write_bytes(b"first"))
    with pytest.raises(FileExistsError):
        create_private(path, lambda draft: draft.write_bytes(b"second"))
    assert read_private(path) == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_fails_leaves_what_was_there_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    write_private(path, b"kept")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write_private(path, b"lost")
    assert read_private(path) == b"kept"
    assert list(tmp_path.iterdir()) == [path]


def test_the_name_of_the_file_is_on_the_disk_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
    path = tmp_path / "secret"
    write_private(path, b"one")
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]


def test_what_others_may_read_or_is_no_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    write_private(path, b"one")
    path.chmod(0o640)
    with pytest.raises(OthersMayRead, match="expected mode 0600, found 0640"):
        read_private(path)
    with pytest.raises(NotPlain):
        read_private(tmp_path)
