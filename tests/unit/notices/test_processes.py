"""A process killed between delivery and its record: after the restart the notice comes again."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from controller.journal.reader import JournalReader
from controller.journal.recorder import Head
from controller.journal.verify import verify
from controller.notices.heads import heads_in
from controller.notices.log_file import lines_back
from tests.unit.notices.post import receiving
from tests.unit.notices.victim import KEYS

ROOT = Path(__file__).parents[3]


def run(folder: Path, url: str, die_after: int = 0) -> int:
    """The table in a process of its own; 0, or the signal that ended it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.unit.notices.victim", str(folder), url, str(die_after)],
        cwd=ROOT,
        timeout=60,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return -done.returncode


@pytest.mark.parametrize("die_after", [3])
def test_a_notice_delivered_but_not_recorded_comes_again_under_its_key(
    tmp_path: Path, die_after: int
) -> None:
    with receiving() as receiver:
        assert run(tmp_path, receiver.url, die_after) == signal.SIGKILL
        before = [request.body["number"] for request in receiver.requests]
        assert run(tmp_path, receiver.url) == 0
        after = [request.body["number"] for request in receiver.requests[len(before) :]]
        assert run(tmp_path, receiver.url) == 0
    assert before == list(range(1, die_after + 1))
    assert before[-1] in after
    assert after == list(range(after[0], 4))
    assert len(receiver.requests) == len(before) + len(after), "the third run owes nothing"
    keys = {request.body["number"]: set[str]() for request in receiver.requests}
    for request in receiver.requests:
        keys[request.body["number"]].add(request.headers["idempotency-key"])
    assert [len(keys[number]) for number in (1, 2, 3)] == [1, 1, 1]
    logged = [json.loads(line) for line in (tmp_path / "notices.jsonl").read_text().splitlines()]
    assert list(dict.fromkeys(line["number"] for line in logged)) == [1, 2, 3]


def test_the_head_that_came_with_a_notice_anchors_the_journal(tmp_path: Path) -> None:
    with receiving() as receiver:
        assert run(tmp_path, receiver.url) == 0
    for request in receiver.requests:
        position, _, mac = request.body["head"].partition(":")
        found = verify_head(tmp_path / "table.journal", int(position), bytes.fromhex(mac))
        assert found == "INTACT"
        assert verify_head(tmp_path / "table.journal", int(position), b"\0" * 32) == "DAMAGED"
        assert verify_head(tmp_path / "table.journal", 10_000, bytes.fromhex(mac)) == "DAMAGED"


def test_what_a_webhook_was_sent_is_a_file_of_heads_for_the_auditor(tmp_path: Path) -> None:
    journal, kept = tmp_path / "table.journal", tmp_path / "desk.jsonl"
    with receiving() as receiver:
        assert run(tmp_path, receiver.url) == 0
    kept.write_text("".join(json.dumps(request.body) + "\n" for request in receiver.requests))
    found = heads_in(lines_back(kept), KEYS.chain, JournalReader(journal).journal)
    assert found.doubts() == ""
    assert found.account.last is not None
    assert verify(journal, KEYS, heads=tuple(found.account.heads)).state.name == "INTACT"


def verify_head(folder: Path, position: int, mac: bytes) -> str:
    return verify(folder, KEYS, heads=[Head(position, 0, mac, b"")]).state.name
