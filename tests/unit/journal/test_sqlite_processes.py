"""The record among processes: one writes, others read, any may be killed."""

import os
import random
import signal
import threading
from pathlib import Path

import pytest

from controller.journal import verify as verification
from controller.journal.chain import Anchor, read_anchor
from controller.journal.keys import keys_for
from controller.journal.recorder import Record, State
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import verify
from tests.unit.journal.shift import KEYS, child, entry, finished, open_journal


def test_a_second_process_is_told_who_holds_the_journal(path: Path) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a")])
    code = """
        try:
            SqliteRecorder(path, KEYS, 1)
        except JournalFault as fault:
            print(fault)
    """
    said = finished(child(code, str(path)))
    assert f"the journal is in use by process {os.getpid()}. Only one process can" in said
    assert recorder.append([entry("b")]) == 3
    recorder.close()
    assert finished(child(code, str(path))) == ""


def test_a_journal_is_verified_while_it_is_written(path: Path) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a")])
    code = """
        import threading
        from controller.journal.verify import verify
        for _ in range(60):
            verdict = verify(path, KEYS)
            print(verdict.state.name, verdict.records, flush=True)
    """
    process = child(code, str(path))
    assert process.stdout is not None
    lines = []
    while line := process.stdout.readline():
        lines.append(line.split())
        for _ in range(7):
            recorder.append([entry("b"), entry("c")])
    process.communicate(timeout=60)
    assert len(lines) == 60
    assert {state for state, _ in lines} <= {"INTACT", "NOT_ANCHORED"}
    assert int(lines[-1][1]) > int(lines[0][1])
    assert [state for state, _ in lines].count("INTACT") > 50
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT


WRITER = """
    recorder = SqliteRecorder(path, KEYS, 1)
    position = recorder.head().position
    while True:
        count = 1 + position % 3
        position = recorder.append(
            [NewRecord("Tested", position, 5, b"after %d" % position)] * count
        )
        if position % 50 == 0:
            position = recorder.checkpoint(position, b"checkpoint", 5)
        print(position, flush=True)
"""


def test_killed_four_times_nothing_acknowledged_is_lost(path: Path) -> None:
    chance = random.Random(20)
    acknowledged = 0
    for turn in range(4):
        process = child(WRITER, str(path))
        assert process.stdout is not None
        for _ in range(chance.randrange(1, 60)):
            acknowledged = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate(timeout=60)
        acknowledged = int((rest.split("\n")[-2:-1] or [str(acknowledged)])[0])
        verdict = verify(path, KEYS)
        assert verdict.state in (State.INTACT, State.NOT_ANCHORED), f"turn {turn}: {verdict}"
        assert verdict.head is not None
        assert verdict.head.position >= acknowledged
        quick = verify(path, KEYS, from_checkpoint=True)
        assert quick.head == verdict.head
    recorder = open_journal(path)
    _no_command_is_in_part(list(recorder.records(1)))
    recorder.close()
    assert verify(path, KEYS).state is State.INTACT


BEGINNER = """
    from controller.journal.keys import keys_for
    print("ready", flush=True)
    recorder = SqliteRecorder(path, keys_for(path, None, create=True), 1)
    recorder.append([NewRecord("Tested", 1, 5, b"x")])
"""


def test_killed_while_it_is_begun_a_journal_can_be_begun_again(path: Path) -> None:
    chance = random.Random(3)
    for _ in range(6):
        process = child(BEGINNER, str(path))
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        threading.Event().wait(chance.random() * 0.03)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        keys = keys_for(path, None, create=True)
        recorder = SqliteRecorder(path, keys, 1)
        assert recorder.head().position >= 1
        recorder.close()
        assert verify(path, keys).state is State.INTACT
        for file in path.parent.iterdir():
            file.unlink()


def _no_command_is_in_part(records: list[Record]) -> None:
    commands: dict[bytes, int] = {}
    for record in records:
        if record.kind == "Tested":
            commands[record.payload] = commands.get(record.payload, 0) + 1
    for payload, count in commands.items():
        assert count == 1 + int(payload.split()[1]) % 3


def test_a_table_that_writes_faster_than_it_is_read_is_never_taken_for_cut(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = open_journal(path)
    recorder.append([entry("a")])
    read = read_anchor

    def meanwhile(key: bytes, anchor: Path) -> Anchor:
        recorder.append([entry("b")])
        found = read(key, anchor)
        recorder.append([entry("c")])
        return found

    monkeypatch.setattr(verification, "read_anchor", meanwhile)
    verdict = verification.verify(path, KEYS)
    recorder.close()
    assert verdict.state is not State.DAMAGED, str(verdict)
