"""A disk that is full, read-only or broken, and a journal that somebody else holds.

Each time clear words and status 1, nothing lost, and once the cause is gone the run goes on to the
same result.
"""

import json
import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from controller.journal import sqlite as sqlite_module
from controller.journal.chain import AnchorFile
from controller.journal.recorder import Head, State
from tests.helpers.kill import (
    BEFORE,
    COMMITTED,
    KILLED,
    Child,
    Ended,
    Moment,
    Played,
    dying,
    eventful,
    goes_on,
    in_child,
    listed,
    moments,
    play,
    playing,
    quick_disk,
    verdict,
)

pytestmark = pytest.mark.usefixtures("untraced")

NOBODY: Final = 65534


class Bench(NamedTuple):
    """A scenario, and a journal in a folder of its own."""

    scenario: Path
    journal: Path
    result: str

    def goes_on(self, why: object = "") -> None:
        """The cause is gone."""
        goes_on(self.scenario, self.journal, self.result, why)

    def begin(self, writes: int = 20) -> None:
        """A run that is killed after so many moments."""
        assert dying(playing(self.scenario, self.journal), 3 * writes).status == KILLED

    def apart(self, prepare: Callable[[], object]) -> Played:
        """Play in a child that was prepared for it."""

        def work() -> str:
            prepare()
            return json.dumps(play(self.scenario, self.journal))

        ended = in_child(work)
        assert ended.status == 0, ended.said
        return Played(*json.loads(ended.said))


def failed(played: Played, *words: str) -> None:
    """Status 1, nothing on standard output, and one line that says why."""
    assert (played.status, played.stdout) == (1, "")
    assert played.stderr.count("\n") == 1
    for word in words:
        assert word in played.stderr


def bench_in(folder: Path) -> Bench:
    scenario, result = eventful(folder)
    (folder / "journal").mkdir()
    return Bench(scenario, folder / "journal" / "run.journal", result)


@pytest.fixture
def bench(disk: Path) -> Bench:
    return bench_in(disk)


# Full


@pytest.mark.parametrize("room", [0, 100, 5_000, 14_000, 30_000, 60_000, 100_000, 150_000])
def test_files_that_may_grow_no_further_stop_the_run_and_lose_nothing(
    bench: Bench, room: int
) -> None:
    """The kernel refuses to make them any longer, as over a quota."""
    limits = room, resource.RLIM_INFINITY
    failed(bench.apart(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits)), "journal")
    if bench.journal.exists():
        assert verdict(bench.journal).state is not State.DAMAGED
    bench.goes_on(room)


@pytest.mark.parametrize("pages", range(3, 8))
def test_a_full_database_stops_the_run_and_loses_nothing(bench: Bench, pages: int) -> None:
    real = sqlite_module._connect  # noqa: SLF001 (the limit belongs to a connection)

    def limited(path: Path) -> sqlite3.Connection:
        connection = real(path)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_module, "_connect", limited)
        failed(play(bench.scenario, bench.journal), "the disk is full", "Free some space on it")
    assert verdict(bench.journal).state is State.INTACT
    bench.goes_on(pages)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of its own with little room, where this user may have one."""
    with quick_disk() as folder:
        disk = folder / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "feltwork", str(disk)]
        if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("this user may not mount a disk")
        try:
            yield disk
        finally:
            subprocess.run(["umount", str(disk)], check=True)


def remounted(disk: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(disk)], check=True)


def test_a_disk_that_is_full_stops_the_run_until_there_is_room(small_disk: Path) -> None:
    """A little room is made each time: each run gets a little further."""
    bench = bench_in(small_disk)
    for size in ("80k", "120k", "160k"):
        remounted(small_disk, f"size={size}")
        failed(play(bench.scenario, bench.journal), "the disk is full")
        assert verdict(bench.journal).state is not State.DAMAGED
    remounted(small_disk, "size=10m")
    bench.goes_on()


# Read-only


def test_a_disk_that_became_read_only_stops_the_run(small_disk: Path) -> None:
    remounted(small_disk, "size=10m")
    bench = bench_in(small_disk)
    bench.begin()
    remounted(small_disk, "ro")
    failed(play(bench.scenario, bench.journal), "Read-only file system", "Expected a folder on a")
    remounted(small_disk, "rw")
    bench.goes_on()


def nobody() -> None:
    """Become somebody whom the permissions of a file hold for."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setuid(NOBODY)


def belongs_to_nobody(bench: Bench) -> None:
    bench.scenario.parent.chmod(0o755)
    if os.geteuid() == 0:
        for path in (bench.journal.parent, *bench.journal.parent.iterdir()):
            os.chown(path, NOBODY, NOBODY)


def test_a_read_only_folder_takes_no_journal(bench: Bench) -> None:
    belongs_to_nobody(bench)
    bench.journal.parent.chmod(0o555)
    failed(bench.apart(nobody), "Permission denied", "Check the path and its owner")
    bench.journal.parent.chmod(0o755)
    bench.goes_on()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("run.journal", "read-only"),
        ("run.journal.anchor", "Permission denied"),
        ("run.journal-wal", ""),
        ("run.journal-shm", ""),
    ],
)
def test_a_file_that_became_read_only_stops_the_run(bench: Bench, name: str, words: str) -> None:
    bench.begin()
    belongs_to_nobody(bench)
    file = bench.journal.with_name(name)
    mode = file.stat().st_mode
    file.chmod(0o444)
    failed(bench.apart(nobody), name.removesuffix("-wal").removesuffix("-shm"), words)
    file.chmod(mode)
    bench.goes_on()


# Broken


def anchor_breaks(bench: Bench, fatal: int) -> None:
    """The command it was to be written for stands; nothing follows it."""
    real, left = AnchorFile.write, fatal

    def write(file: AnchorFile, head: Head) -> None:
        nonlocal left
        if left == 0:
            raise OSError(5, "Input/output error")
        left -= 1
        real(file, head)

    shutil.rmtree(bench.journal.parent, ignore_errors=True)
    bench.journal.parent.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AnchorFile, "write", write)
        failed(play(bench.scenario, bench.journal), "the anchor", "Input/output error")
    assert verdict(bench.journal).state is not State.DAMAGED
    bench.goes_on(f"write {fatal}")


def anchor_writes(bench: Bench) -> int:
    whole = listed(lambda: play(bench.scenario, bench.journal))
    return sum(moment.name == COMMITTED for moment in whole)


def test_an_anchor_that_cannot_be_written_stops_the_run(bench: Bench) -> None:
    writes = anchor_writes(bench)
    for fatal in (0, 1, 2, 3, 4, *range(5, writes - 3, 12), *range(writes - 3, writes)):
        anchor_breaks(bench, fatal)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_long_an_anchor_that_cannot_be_written_stops_the_run_at_any_write(bench: Bench) -> None:
    for fatal in range(anchor_writes(bench)):
        anchor_breaks(bench, fatal)


# In use


def test_a_second_process_is_told_who_holds_the_journal(bench: Bench) -> None:
    ready, release = os.pipe(), os.pipe()

    def visit(moment: Moment) -> None:
        if moment == Moment(BEFORE, 20):
            os.write(ready[1], b"!")
            os.read(release[0], 1)

    def first() -> str:
        with moments(visit):
            return play(bench.scenario, bench.journal).stdout

    child = Child(first)
    assert os.read(ready[0], 1) == b"!"
    for _ in range(2):
        played = play(bench.scenario, bench.journal)
        failed(played, f"in use by process {child.pid}", "Only one process can write it")
    os.write(release[1], b"!")
    assert child.ended() == Ended(0, bench.result)
    for end in (*ready, *release):
        os.close(end)
    bench.goes_on()
