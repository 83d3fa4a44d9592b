"""A disk that fills up at any write is said to be full: at the record, the pool, the register."""

import errno
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.journal.faults import in_words
from controller.journal.recorder import State
from controller.notices.log_file import LogFileConfig, LogFileSink
from controller.notices.sinks import SinkFault
from controller.pools.refusals import PoolFault, Trouble
from controller.pools.sqlite import SqlitePools
from controller.private_files import disk_cause
from controller.staff.pins import Cost, RegisterError
from controller.staff.register import Register
from tests.helpers.kill import EVENTFUL, play, quick_disk, verdict
from tests.unit.notices.post import envelope

FULL = "the disk is full"
WRITES = ("open", "pwrite", "write", "fsync", "fdatasync", "link", "replace", "rename")
NAMES = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_WRITE", "SQLITE_CANTOPEN")


class Disk:
    """Takes so many writes of ours and is full from then on."""

    def __init__(self, patch: pytest.MonkeyPatch, writes: int) -> None:
        self.left, self.refused = writes, 0
        for name in WRITES:
            patch.setattr(os, name, self._counted(name, getattr(os, name)))

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def write(*given: Any, **named: Any) -> Any:
            if name != "open" or (given[1] & os.O_CREAT):
                self.left -= 1
                if self.left < 0:
                    self.refused += 1
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(*given, **named)

        return write


@contextmanager
def bench() -> Iterator[tuple[Path, Path]]:
    with quick_disk() as folder:
        scenario = folder / "eventful.toml"
        scenario.write_text(EVENTFUL, "utf-8")
        (folder / "journal").mkdir()
        yield scenario, folder / "journal" / "run.journal"


def filled_after(writes: int) -> bool:
    """Whether the disk was full in time to be noticed; then it is said."""
    with bench() as (scenario, journal):
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, writes)
            status, said, why = play(scenario, journal)
        if status:
            assert (status, said) == (1, "")
            assert FULL in why, (writes, why)
            assert "Free some space on it" in why
        if journal.exists():
            assert verdict(journal).state is not State.DAMAGED
        assert play(scenario, journal)[0] == 0, "once there is room it goes on"
        return disk.refused > 0


def test_a_disk_that_is_full_at_any_write_is_said_to_be() -> None:
    writes = 0
    while filled_after(writes):
        writes += 3
    assert writes > 40


# What SQLite makes of it


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", no_room)


def failing(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname, error.sqlite_errorcode = name, getattr(sqlite3, name)
    return error


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("name", NAMES)
def test_whatever_sqlite_calls_it_a_full_disk_is_called_full(name: str, tmp_path: Path) -> None:
    assert f"{FULL} (" in str(in_words(tmp_path / "run.journal", failing(name)))
    pools = SqlitePools(tmp_path / "pool.db")
    with pytest.raises(PoolFault) as pool, pools.transaction():
        raise failing(name)
    assert pool.value.trouble is Trouble.DISK_FULL
    pools.close()
    register = Register.create(tmp_path / "staff.db", Cost(1, 8, 1))
    with pytest.raises(RegisterError, match=f"{FULL}. Free some space"), register._reading():  # noqa: SLF001
        raise failing(name)


@pytest.mark.parametrize("name", NAMES[1:])
def test_a_disk_that_has_room_is_not_called_full(name: str, tmp_path: Path) -> None:
    assert FULL not in str(in_words(tmp_path / "run.journal", failing(name)))


def test_a_quota_is_a_full_disk_and_a_missing_folder_is_none() -> None:
    assert disk_cause(OSError(errno.EDQUOT, "Quota"), "Do this").startswith(f"{FULL} (Quota). Free")
    assert disk_cause(OSError(errno.ENOENT, "No such"), "Do this") == "No such. Do this"


def test_notices_say_so_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sink = LogFileSink("log", LogFileConfig(path=tmp_path / "notices.log"))
    Disk(monkeypatch, 0)
    with pytest.raises(SinkFault, match=FULL):
        sink.deliver(envelope())


# A disk of its own


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser mounts a disk")
def test_a_real_disk_of_any_size_is_said_to_be_full() -> None:
    with quick_disk() as folder:
        disk, scenario = folder / "disk", folder / "eventful.toml"
        scenario.write_text(EVENTFUL, "utf-8")
        disk.mkdir()
        for room in range(4, 132, 8):
            mount = ["mount", "-t", "tmpfs", "-o", f"size={room}k", "feltwork", str(disk)]
            if subprocess.run(mount, capture_output=True, check=False).returncode:
                pytest.skip("this user may not mount a disk")
            try:
                status, _, why = play(scenario, disk / "run.journal")
            finally:
                subprocess.run(["umount", str(disk)], check=True)
            assert status == 1, room
            assert FULL in why, (room, why)
