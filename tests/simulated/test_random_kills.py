"""`kill -9` at a random moment, over and over, never changes a result.

The delays are chance, so is where they hit: a failure says how often the run was killed and leaves
its journal to look at.
"""

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import pytest

from controller.journal.recorder import State
from tests.helpers.kill import (
    EVENTFUL,
    JACKPOT,
    KILLED,
    Child,
    Ended,
    Played,
    play,
    playing,
    verdict,
)

pytestmark = pytest.mark.usefixtures("untraced")

ROUNDS: Final = EVENTFUL.removeprefix(JACKPOT)
"""The two rounds of the eventful scenario."""
WAIT_S_MAX: Final = 60.0
PLAY_S: Final = 0.3
"""About what the evening takes: many runs are killed in play, others get to their end."""
TRIES_MAX: Final = 20
"""For one kill in play. How many it takes is up to the machine."""
OWNER_BLOCK: Final = 4096
"""Of the anchor, the last: there the owner leaves its number."""


class Evening(NamedTuple):
    """Several rounds, and what they come to when nobody is killed."""

    folder: Path
    scenario: Path
    result: str

    def journal(self, turn: int) -> Path:
        return self.folder / f"turn-{turn}.journal"


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    scenario = tmp_path / "evening.toml"
    scenario.write_text(JACKPOT + ROUNDS * 10, "utf-8")
    status, result, _ = play(scenario)
    assert status == 0
    return Evening(tmp_path, scenario, result)


class Victim(Protocol):
    """A run that can be killed."""

    pid: int

    def kill(self) -> None: ...

    def ended(self) -> Ended: ...


class Command:
    """`feltwork play --json --journal` as a user starts it."""

    def __init__(self, scenario: Path, journal: Path) -> None:
        command = [sys.executable, "-m", "ui", "play", "--json", "--journal", str(journal)]
        pipe = subprocess.PIPE
        self._run = subprocess.Popen([*command, str(scenario)], stdout=pipe, stderr=pipe, text=True)
        self.pid = self._run.pid

    def kill(self) -> None:
        self._run.send_signal(signal.SIGKILL)

    def ended(self) -> Ended:
        said, complaints = self._run.communicate(timeout=WAIT_S_MAX)
        assert complaints == ""
        return Ended(self._run.returncode, said)


def forked(scenario: Path, journal: Path) -> Child:
    """The same, from this warm process."""
    return Child(playing(scenario, journal))


Start = Callable[[Path, Path], Victim]


def holds(journal: Path, pid: int) -> bool:
    """Has this process taken the journal?"""
    anchor = journal.with_name(journal.name + ".anchor")
    owner = anchor.read_bytes()[-OWNER_BLOCK:] if anchor.exists() else b""
    return owner.rstrip(b"\0") == str(pid).encode()


def hit(victim: Victim, journal: Path, chance: random.Random) -> Ended:
    """Wait until it plays, then a while, then kill."""
    pause = threading.Event()
    until = time.monotonic() + WAIT_S_MAX
    while not holds(journal, victim.pid) and time.monotonic() < until:
        pause.wait(0.002)
    pause.wait(chance.random() * PLAY_S)
    victim.kill()
    return victim.ended()


def kill_over_and_over(evening: Evening, start: Start, kills: int, seed: int) -> None:
    """As many kills in play as asked for; a run that got to its end gives way to a new one."""
    chance = random.Random(seed)
    turn = tries = killed = 0
    while killed < kills:
        tries += 1
        ended = hit(start(evening.scenario, evening.journal(turn)), evening.journal(turn), chance)
        where = f"seed {seed}: try {tries}, {killed} kills, turn {turn}: {ended}"
        assert tries <= kills * TRIES_MAX, where
        assert ended.status in (0, KILLED), where
        assert ended.said in (evening.result, ""), where
        if ended.said:
            sound(evening, turn, where)
            turn += 1
            continue
        killed += 1
        if evening.journal(turn).exists():
            assert verdict(evening.journal(turn)).state is not State.DAMAGED, where
    ended = start(evening.scenario, evening.journal(turn)).ended()
    assert ended == Ended(0, evening.result), f"seed {seed}, {killed} kills"
    sound(evening, turn, f"seed {seed}, {killed} kills")


def sound(evening: Evening, turn: int, why: str) -> None:
    """The record is whole, and gives the result once more."""
    assert play(evening.scenario, evening.journal(turn)) == Played(0, evening.result, ""), why
    assert verdict(evening.journal(turn)).state is State.INTACT, why


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kills", [1, pytest.param(30, marks=pytest.mark.long)])
def test_the_command_killed_gives_the_same_result(evening: Evening, kills: int) -> None:
    kill_over_and_over(evening, Command, kills, seed=3)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kills", [6, pytest.param(300, marks=pytest.mark.long)])
def test_a_forked_run_killed_at_random_gives_the_same_result(evening: Evening, kills: int) -> None:
    kill_over_and_over(evening, forked, kills, seed=8)
