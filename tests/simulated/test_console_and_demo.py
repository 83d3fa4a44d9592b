"""The commands as somebody runs them who has no screen: the console, killed; the demo."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.keys import keys_for
from controller.journal.verify import verify
from simulators.people.felt import wait_until
from ui.table_folder import TableFolder

FIRST_MINUTE_S = 60.0


def environment() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONUNBUFFERED": "1"}


def ran(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """To its end."""
    return subprocess.run(
        [sys.executable, "-m", "ui", *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )


def console(folder: Path, *more: str) -> subprocess.Popen[str]:
    arguments = ["console", "--simulate", "--table", "15", "--data", str(folder), *more]
    return subprocess.Popen(
        [sys.executable, "-m", "ui", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(),
    )


def records(folder: Path, kind: str = "%") -> int:
    """How many there are of a kind; nothing while the file is being made."""
    count = "SELECT count(*) FROM record WHERE kind LIKE ?"
    try:
        journal = f"file:{folder / 'table.journal'}?mode=ro"
        with closing(sqlite3.connect(journal, uri=True)) as file:
            return int(file.execute(count, (kind,)).fetchone()[0])
    except sqlite3.Error:
        return 0


@pytest.mark.timeout(180)
def test_a_simulated_table_is_set_up_stopped_killed_and_goes_on(tmp_path: Path) -> None:
    folder, keys = tmp_path / "table", tmp_path / "safe.keys"
    with console(folder, "--keys", str(keys)) as first:
        opened = wait_until(lambda: (folder / "STAFF.txt").exists(), FIRST_MINUTE_S)
        assert opened
        assert wait_until(lambda: records(folder) > 60, FIRST_MINUTE_S)
        with console(folder, "--keys", str(keys)) as another:
            refused, _ = another.communicate(timeout=FIRST_MINUTE_S)
        assert (another.returncode, "PIN" in refused) == (2, False), refused
        first.kill()
    with console(folder, "--keys", str(keys)) as second:
        assert wait_until(lambda: records(folder, "TableStarted") == 2, FIRST_MINUTE_S)
        second.send_signal(signal.SIGTERM)
        said, _ = second.communicate(timeout=FIRST_MINUTE_S)
    assert second.returncode == 0, said
    assert "117     Moreau      604182  dealer" in said
    assert "Traceback" not in said
    table = TableFolder(folder)
    verdict = verify(table.journal, keys_for(table.journal, keys, create=False))
    assert verdict.usable
    assert not list(folder.glob("*.keys")), "they are where they were said to be, and nowhere else"


def test_without_a_register_the_console_says_what_to_do(tmp_path: Path) -> None:
    asked = ran("console", "--data", str(tmp_path))
    assert asked.returncode == 2
    assert "feltwork staff add" in asked.stderr
    assert "--simulate" in asked.stderr


@pytest.mark.long
@pytest.mark.timeout(400)
def test_the_demo_narrates_a_shift_and_writes_pictures_and_report(tmp_path: Path) -> None:
    played = ran("demo", "--output", str(tmp_path))
    assert played.returncode == 0, played.stdout + played.stderr
    story = [line for line in played.stdout.splitlines() if "  table " in line]
    assert all(re.match(r"\d\d:\d\d  table (1[456]|2[12])  \S", line) for line in story), story
    pictures = list((tmp_path / "pictures").glob("*.png"))
    assert len(pictures) >= 55
    page = (tmp_path / "shift-report.html").read_text("utf-8")
    assert page.count("<img") == len(pictures)
    captions = re.findall(r'<img alt="([^"]*)"', page)
    assert max(Counter(captions).values()) <= 5, "cards keyed by hand, a few times in a minute"
