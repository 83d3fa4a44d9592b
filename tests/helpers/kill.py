"""Processes that die at a chosen moment of their journal, forked from the warm test process."""

import gc
import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import typer.main

from controller.journal import keys as keys_module
from controller.journal import sqlite as sqlite_module
from controller.journal.chain import AnchorFile
from controller.journal.keys import load_keys
from controller.journal.recorder import Head, State, Verdict
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import verify
from ui.cli import app

KILLED: Final = -signal.SIGKILL

BEFORE: Final = "before a write"
COMMITTED: Final = "committed, not anchored"
AFTER: Final = "after a write"
MAKING: Final = "before a file is made"
MADE: Final = "after a file is made"

JACKPOT: Final = """
ruleset = "nsw-2024"
places = 5
[jackpot]
schedule = "nsw"
wager = "5"
meter = "61234.50"
seed = "50000"
increment = "0.20"
bonus = true
"""

EVENTFUL: Final = (
    JACKPOT
    + """
[[rounds]]
cards = "9h Th Jh 3c 2d  4c 5s  Qh Kh  6c 8d  7s 7d"
hands = [
  { place = 1, ante = "25", bonus = "5", jackpot = true, decisions = ["bet", "check", "check"] },
  { place = 2, ante = "25", jackpot = true, decisions = ["bet", "bet", "check"] },
  { place = 4, ante = "50", decisions = ["fold"] },
]
[[rounds.events]]
during = "flop-decisions"
after_place = 2
name = "community-card-exposed"
card = "turn"
decision = "continue"
[[rounds]]
cards = ""
hands = [{ place = 3, ante = "25", jackpot = true }]
[[rounds.events]]
during = "wagers"
name = "supervisor-void"
"""
)
"""A straight flush off the meter, a bonus jackpot, a fold, an exposed card, a supervisor's void."""


class Ended(NamedTuple):
    """How a child ended, and what it handed back."""

    status: int
    """The exit status; `KILLED` after a `SIGKILL`."""
    said: str


class Child:
    """Some work in a process of its own, which begins at once."""

    def __init__(self, work: Callable[[], str]) -> None:
        inward, outward = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _do_and_end(work, outward)
        os.close(outward)
        self._inward = inward

    def kill(self) -> None:
        """As `kill -9` does."""
        os.kill(self.pid, signal.SIGKILL)

    def ended(self) -> Ended:
        """Wait for its end."""
        with os.fdopen(self._inward, encoding="utf-8") as pipe:
            said = pipe.read()
        _, status = os.waitpid(self.pid, 0)
        return Ended(os.waitstatus_to_exitcode(status), said)


def _do_and_end(work: Callable[[], str], outward: int) -> None:
    """In the child: nothing of the test process goes on here, whatever happens."""
    gc.disable()  # it would touch, and so copy, every page of the test process
    sys.settrace(None)  # what a child covers is never told
    status, said = 1, ""
    try:
        said = work()
        status = 0
    except BaseException:  # noqa: BLE001 (told to the parent, which is another process)
        said = traceback.format_exc()
    finally:
        with os.fdopen(outward, "w", encoding="utf-8") as pipe:
            pipe.write(said)
        os._exit(status)


@contextmanager
def quick_disk() -> Iterator[Path]:
    """A folder in memory where there is one: a kill leaves of it what it leaves of any disk."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="feltwork-", dir=where) as folder:
        yield Path(folder)


def in_child(work: Callable[[], str]) -> Ended:
    """Do something in a child and wait for its end."""
    return Child(work).ended()


def copied(folder: Path, to: Path) -> Path:
    """All files of a folder as they lie there.

    By a child: when a process closes a file, all its own locks on that file go, SQLite's too.
    """

    def copy() -> str:
        shutil.copytree(folder, to)
        return ""

    ended = in_child(copy)
    assert ended.status == 0, ended.said
    return to


# Moments


class Moment(NamedTuple):
    """When a process could die."""

    name: str
    position: int = 0
    """The last record that stands then."""


@contextmanager
def moments(visit: Callable[[Moment], None]) -> Iterator[None]:
    """Come by whenever something of a journal is about to be written, or just was."""
    make, create, append = keys_module.create_keys, sqlite_module._create, SqliteRecorder.append  # noqa: SLF001
    anchor = AnchorFile.write

    def making(real: Callable[..., Any]) -> Callable[..., Any]:
        def made(*arguments: Any) -> Any:
            visit(Moment(MAKING))
            result = real(*arguments)
            visit(Moment(MADE))
            return result

        return made

    def appending(recorder: SqliteRecorder, entries: Any) -> int:
        visit(Moment(BEFORE, recorder.head().position))
        position = append(recorder, entries)
        visit(Moment(AFTER, position))
        return position

    def anchoring(file: AnchorFile, head: Head) -> None:
        visit(Moment(COMMITTED, head.position))
        anchor(file, head)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys_module, "create_keys", making(make))
        patch.setattr(sqlite_module, "_create", making(create))
        patch.setattr(SqliteRecorder, "append", appending)
        patch.setattr(AnchorFile, "write", anchoring)
        yield


def listed(work: Callable[[], object]) -> list[Moment]:
    """Every moment of some work at which a process could die."""
    seen: list[Moment] = []
    with moments(seen.append):
        work()
    return seen


def dying(work: Callable[[], str], at: int) -> Ended:
    """Do something in a child that is killed at its `at`-th moment, counted from nought."""
    left = at

    def visit(_: Moment) -> None:
        nonlocal left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    def mortal() -> str:
        with moments(visit):
            return work()

    return in_child(mortal)


# The command


class Played(NamedTuple):
    """What the command line gave."""

    status: int
    stdout: str
    stderr: str


_feltwork: Final = typer.main.get_command(app)


def play(scenario: Path, journal: Path | None = None) -> Played:
    """`feltwork play --json`, in this process."""
    kept = ["--journal", str(journal)] if journal else []
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = _feltwork.main(["play", "--json", *kept, str(scenario)], standalone_mode=False)
    return Played(status or 0, out.getvalue(), err.getvalue())


def eventful(folder: Path) -> tuple[Path, str]:
    """The eventful scenario as a file, and what it comes to."""
    scenario = folder / "eventful.toml"
    scenario.write_text(EVENTFUL, "utf-8")
    status, result, _ = play(scenario)
    assert status == 0
    return scenario, result


def playing(scenario: Path, journal: Path) -> Callable[[], str]:
    """The same as work for a child, which hands back what was printed."""
    return lambda: play(scenario, journal).stdout


def verdict(journal: Path) -> Verdict:
    """What `feltwork journal verify` finds."""
    return verify(journal, load_keys(journal.with_name(journal.name + ".keys")))


def goes_on(scenario: Path, journal: Path, result: str, why: object = "") -> None:
    """Run again with the same journal: the same result to the last byte, and a whole record."""
    assert play(scenario, journal) == Played(0, result, ""), why
    assert verdict(journal).state is State.INTACT, why
