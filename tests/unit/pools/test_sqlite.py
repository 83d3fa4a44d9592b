"""The SQLite file: killed, cut, full, read-only, foreign, meddled with."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from controller.domain.base import BrokenInvariant
from controller.pools import Status
from controller.pools.contract import Pool, Pools
from controller.pools.memory import MemoryPools
from controller.pools.refusals import PoolFault, Trouble
from controller.pools.schema import SCHEMA_VERSION
from controller.pools.sqlite import SqlitePools
from tests.helpers.meddling import meddle
from tests.unit.pools.backends import done, every_transfer, opened
from tests.unit.pools.frail import FrailConnection, PowerCut, frail_sqlite, power_on_again
from tests.unit.pools.victim import play

ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pools.db"


def main(pools: Pools) -> Pool:
    return pools.named("main")


def seen(path: Path) -> Status:
    """The status by a new process, its books added up."""
    pools = SqlitePools(path)
    pool = main(pools)
    pool.audit()
    status = pool.status()
    pools.close()
    return status


# Killed


def test_killed_four_times_every_answer_stays_and_nothing_is_lost(path: Path) -> None:
    undisturbed = MemoryPools()
    expected = play(undisturbed)
    chance, reached = random.Random(20), 0
    for _ in range(4):
        progress = chance.randint(0, 12)  # answers to things never asked before
        lines = killed(path, reached + progress)
        assert lines == expected[: len(lines)]
        reached = max(reached, len(lines))
        if reached:
            assert seen(path).seq >= 1
    pools = SqlitePools(path)
    assert play(pools) == expected
    pools.close()
    assert seen(path) == main(undisturbed).status()


def killed(path: Path, after: int) -> list[str]:
    """The answers that a process gave before SIGKILL met it wherever it was by then."""
    command = [sys.executable, "-m", "tests.unit.pools.victim", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        lines = [victim.stdout.readline() for _ in range(after)]
        victim.send_signal(signal.SIGKILL)
        lines += victim.stdout.readlines()
        victim.wait()
    assert victim.returncode in (-signal.SIGKILL, 0)
    return [line.rstrip("\n") for line in lines if line.endswith("\n")]


@pytest.mark.parametrize("index", range(len(every_transfer())))
def test_the_power_fails_before_and_after_every_statement(path: Path, index: int) -> None:
    sent, undisturbed = every_transfer(), opened(MemoryPools())
    expected = [undisturbed.apply(transfer) for transfer in sent]
    before = SqlitePools(path)
    opened(before)
    for transfer in sent[:index]:
        main(before).apply(transfer)
    before.close()
    with frail_sqlite():
        cuts = 0
        while True:
            attempt = Path(shutil.copy(path, path.with_name(f"{cuts}.db")))
            pools = SqlitePools(attempt)
            pool = main(pools)
            FrailConnection.fuse = cuts + 1
            try:
                pool.apply(sent[index])
                break
            except PowerCut:
                cuts += 1
            pools = power_on_again(pools, attempt)
            assert [main(pools).apply(transfer) for transfer in sent[index:]] == expected[index:]
            assert main(pools).status() == undisturbed.status()
            main(pools).audit()
            pools.close()
    assert cuts >= 12  # begin, look up, four or more reads and writes, commit: twice each
    pools.close()


def test_the_power_fails_while_the_file_is_made(path: Path) -> None:
    cuts, finished = 0, False
    with frail_sqlite():
        while not finished:
            path, pools = path.with_name(f"{cuts}.db"), None
            FrailConnection.fuse = cuts + 1
            try:
                pools = SqlitePools(path)
                opened(pools)
                finished = True
            except PowerCut:
                cuts += 1
            FrailConnection.fuse = None
            if pools is not None:
                pools.close()
            pools = SqlitePools(path)
            opened(pools).audit()
            pools.close()
    assert cuts > 40


def test_a_write_ahead_log_cut_anywhere_is_a_shorter_past(path: Path) -> None:
    sent = every_transfer()
    pools = SqlitePools(path)
    pool = opened(pools)
    answers = [pool.apply(transfer) for transfer in sent]
    whole, log = pool.status(), path.with_name("pools.db-wal").read_bytes()
    frame = 24 + 4096
    edges = range(32, len(log) + 1, frame)
    cuts = {0, *edges, *(edge + 777 for edge in edges[:-1])}
    lengths = set()
    for cut in sorted(cuts):
        copy = path.with_name(f"cut{cut}.db")
        shutil.copy(path, copy)
        copy.with_name(copy.name + "-wal").write_bytes(log[:cut])
        past = SqlitePools(copy)
        lengths.add(main(past).status().seq if past.names() else 0)
        again = opened(past)
        assert [again.apply(transfer) for transfer in sent] == answers
        assert again.status() == whole
        again.audit()
        past.close()
    assert lengths == set(range(whole.seq + 1))
    pools.close()


# Faults of the world


def patched_connect(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> None:
    monkeypatch.setattr(sqlite3, "connect", change(sqlite3.connect))


def fault(trouble: Trouble, ask: Callable[[], object]) -> None:
    with pytest.raises(PoolFault, match=r"Jackpot pool .*pools\.db: ") as raised:
        ask()
    assert raised.value.trouble is trouble, raised.value


def test_a_full_disk_refuses_nothing_and_loses_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(SqlitePools(path))
    before = seen(path)

    def limited(real: Callable[..., Any]) -> Callable[..., Any]:
        def connect(*args: Any, **kwargs: Any) -> Any:
            db = real(*args, **kwargs)
            db.execute("PRAGMA max_page_count = 1")
            return db

        return connect

    with monkeypatch.context() as patch:
        patched_connect(patch, limited)
        pool = main(SqlitePools(path))
        written = 0
        with suppress(PoolFault):
            while True:
                done(pool.contribute(f"c{written}", "t1", written, 1))
                written += 1
        fault(Trouble.DISK_FULL, lambda: pool.contribute(f"c{written}", "t1", written, 1))
        assert pool.status().seq == before.seq + written  # readable all the same
    pools = SqlitePools(path)
    done(main(pools).contribute(f"c{written}", "t1", written, 1))
    assert main(pools).counters().wagers_in == written + 1
    main(pools).audit()


def test_a_read_only_disk_shows_the_meter_and_takes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = SqlitePools(path)
    status = opened(writer).status()

    def read_only(real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda name, **kwargs: real(f"file:{name}?mode=ro", uri=True, **kwargs)

    patched_connect(monkeypatch, read_only)
    pool = main(SqlitePools(path))
    assert pool.status() == status
    fault(Trouble.READ_ONLY, lambda: pool.contribute("c", "t1", 1, 1))
    writer.close()


def test_a_foreign_file_is_left_alone(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)
    before = path.read_bytes()
    fault(Trouble.FOREIGN_FILE, lambda: SqlitePools(path))
    assert path.read_bytes() == before


def test_somebody_elses_database_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE diary (page TEXT)")
    db.close()
    before = path.read_bytes()
    fault(Trouble.FOREIGN_FILE, lambda: SqlitePools(path))
    assert path.read_bytes() == before


def test_a_file_of_another_schema_version_is_left_alone(path: Path) -> None:
    opened(SqlitePools(path))
    meddle(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    fault(Trouble.OTHER_SCHEMA, lambda: SqlitePools(path))


def test_a_file_that_another_program_holds_is_busy(path: Path) -> None:
    pool = opened(SqlitePools(path, wait_ms=1))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    fault(Trouble.BUSY, lambda: pool.contribute("c", "t1", 1, 1))
    other.execute("ROLLBACK")
    done(pool.contribute("c", "t1", 1, 1))
    other.close()


def test_a_damaged_file_is_named(path: Path) -> None:
    pools = SqlitePools(path)
    opened(pools)
    pools.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x55" * (len(content) - 4096)
    path.write_bytes(content)
    fault(Trouble.DAMAGED, lambda: SqlitePools(path).pool("main"))


def test_a_folder_that_is_not_there_is_a_fault(path: Path) -> None:
    fault(Trouble.FAILED, lambda: SqlitePools(path.parent / "nowhere" / "pools.db"))


def test_a_closed_file_is_a_fault(path: Path) -> None:
    pools = SqlitePools(path)
    pool = opened(pools)
    pools.close()
    fault(Trouble.FAILED, pool.status)


# Meddling


@pytest.mark.parametrize(
    "meddling",
    [
        "UPDATE transfers SET answer = ''",
        "DELETE FROM transfers WHERE seq = 2",
        "REPLACE INTO transfers SELECT * FROM transfers WHERE seq = 2",
        "INSERT OR REPLACE INTO transfers SELECT pool, 5, id, content, answer, 0, 0, 0, 0, 0, 0, 0"
        " FROM transfers WHERE seq = 2",
        "DELETE FROM hits",
        "UPDATE books SET meter = meter + 1",
        "UPDATE books SET reserved = 99999999",
        "UPDATE books SET meter = 1.5",
    ],
)
def test_the_file_itself_refuses_to_be_rewritten(path: Path, meddling: str) -> None:
    pool = opened(SqlitePools(path))
    for transfer in every_transfer():
        pool.apply(transfer)
    db = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(meddling)
    db.close()
    pool.audit()


def test_an_audit_finds_books_that_were_changed_with_care(path: Path) -> None:
    pool = opened(SqlitePools(path))
    meddle(path, "UPDATE books SET meter = meter + 1000000, house = house + 1000000")
    with pytest.raises(BrokenInvariant, match="meter adds up to"):
        pool.audit()


def test_books_that_do_not_balance_stop_the_next_transfer(path: Path) -> None:
    pool = opened(SqlitePools(path))
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute("UPDATE books SET meter = meter - 1")
    with pytest.raises(BrokenInvariant, match="was put in"):
        pool.contribute("c", "t1", 1, 1)
    db.execute("UPDATE books SET house = -1, contributed = 0")
    with pytest.raises(BrokenInvariant, match="less than nothing"):
        pool.status()
    db.close()


def test_a_record_that_cannot_be_is_our_mistake(path: Path) -> None:
    pools = SqlitePools(path)
    opened(pools)
    with pytest.raises(BrokenInvariant, match="append-only"), pools.transaction() as db:
        db.execute("DELETE FROM transfers")
    assert main(pools).status().seq == 4


def test_a_commit_is_on_the_disk_before_its_answer(path: Path) -> None:
    with SqlitePools(path).transaction() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
