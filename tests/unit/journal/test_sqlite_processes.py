"""The record among processes: one writes, others read, any may be killed."""

import os
import random
import signal
from pathlib import Path

from controller.journal.recorder import (
    Record,
    State,
)
from controller.journal.verify import verify
from tests.unit.journal.shift import (
    KEYS,
    child,
    entry,
    finished,
    open_folder,
)


def test_a_second_process_is_told_who_holds_the_journal(folder: Path) -> None:
    recorder = open_folder(folder)
    recorder.append([entry("a")])
    code = """
        try:
            SqliteRecorder(folder, KEYS, 1)
        except JournalFault as fault:
            print(fault)
    """
    said = finished(child(code, str(folder)))
    assert f"the journal is in use by process {os.getpid()}. One process writes" in said
    assert recorder.append([entry("b")]) == 3
    recorder.close()
    assert finished(child(code, str(folder))) == ""


def test_a_journal_is_verified_while_it_is_written(folder: Path) -> None:
    recorder = open_folder(folder)
    recorder.append([entry("a")])
    code = """
        import threading
        from controller.journal.verify import verify
        for _ in range(60):
            verdict = verify(folder, KEYS)
            print(verdict.state.name, verdict.records, flush=True)
    """
    process = child(code, str(folder))
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
    assert verify(folder, KEYS).state is State.INTACT


WRITER = """
    recorder = SqliteRecorder(folder, KEYS, 1)
    position = recorder.head().position
    while True:
        count = 1 + position % 3
        position = recorder.append(
            [Entry("Tested", position, 5, b"after %d" % position)] * count
        )
        if position % 50 == 0:
            position = recorder.checkpoint(position, b"checkpoint", 5)
        print(position, flush=True)
"""


def test_killed_twenty_times_nothing_acknowledged_is_lost(folder: Path) -> None:
    chance = random.Random(20)
    acknowledged = 0
    for turn in range(20):
        process = child(WRITER, str(folder))
        assert process.stdout is not None
        for _ in range(chance.randrange(1, 60)):
            acknowledged = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate(timeout=60)
        acknowledged = int((rest.split("\n")[-2:-1] or [str(acknowledged)])[0])
        verdict = verify(folder, KEYS)
        assert verdict.state in (State.INTACT, State.NOT_ANCHORED), f"turn {turn}: {verdict}"
        assert verdict.head is not None
        assert verdict.head.position >= acknowledged
        quick = verify(folder, KEYS, from_checkpoint=True)
        assert quick.head == verdict.head
    recorder = open_folder(folder)
    _no_command_is_in_part(list(recorder.records(1)))
    recorder.close()
    assert verify(folder, KEYS).state is State.INTACT


def _no_command_is_in_part(records: list[Record]) -> None:
    commands: dict[bytes, int] = {}
    for record in records:
        if record.kind == "Tested":
            commands[record.payload] = commands.get(record.payload, 0) + 1
    for payload, count in commands.items():
        assert count == 1 + int(payload.split()[1]) % 3
