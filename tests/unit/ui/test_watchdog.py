"""The service manager hears the controller's own thread, and nothing else."""

import socket
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from controller.games.registry import KINDS
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from controller.running.runtime import TableController
from tests.helpers.shift import KEYS, HandClock, fresh_house
from ui.watchdog import ADDRESS, Watchdog


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.settimeout(10)
    monkeypatch.setenv(ADDRESS, str(tmp_path / "notify"))
    return heard


def beats(manager: socket.socket) -> int:
    """How many have come since it was last asked."""
    manager.setblocking(False)
    count = 0
    with suppress(BlockingIOError):
        while manager.recv(99):
            count += 1
    return count


def test_a_running_controller_beats_by_itself_and_a_stopped_one_does_not(
    manager: socket.socket,
) -> None:
    watchdog = Watchdog.of_this_process()
    watchdog.ready()
    assert manager.recv(99) == b"READY=1"
    clock = HandClock()
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *KINDS)
    table = TableController(fresh_house(), journal, clock, alive=watchdog.beat)
    clock.wait(1_000)
    thread = table.start()
    assert manager.recv(99) == b"WATCHDOG=1"
    table.stop()
    thread.join(10)
    beats(manager)
    clock.wait(5_000)
    assert not beats(manager)
    manager.close()


def test_a_controller_that_hangs_beats_no_more(manager: socket.socket) -> None:
    clock, stuck, go_on = HandClock(), threading.Event(), threading.Event()

    class Hangs:
        def show(self, _: object) -> None:
            if threading.current_thread().name == "table-controller":
                stuck.set()
                go_on.wait(10)

    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *KINDS)
    beat = Watchdog.of_this_process().beat
    table = TableController(fresh_house(), journal, clock, viewers=(Hangs(),), alive=beat)
    thread = table.start()
    table.hold("to have something to show")
    assert stuck.wait(10)
    beats(manager)
    clock.wait(5_000)
    assert not beats(manager)
    go_on.set()
    table.stop()
    thread.join(10)
    manager.close()


def test_without_a_service_manager_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ADDRESS, raising=False)
    Watchdog.of_this_process().beat()
    Watchdog("/nowhere/at/all").beat()
