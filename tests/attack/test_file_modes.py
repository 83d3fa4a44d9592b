"""Another user of the machine reads nothing that is written, whatever the umask of the table."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.devices.pairings import save_pairings
from controller.journal.keys import create_keys
from controller.notices.log_file import LogFileConfig, LogFileSink
from controller.pools.sqlite import SqlitePools
from controller.private_files import OthersMayRead, private_folder, read_private, temporary_folder
from drivers.link.pairing import Paired
from simulators.people.felt import wait_until
from simulators.pty import PtyDevice
from simulators.shoe import SimShoe
from simulators.world import World
from tests.helpers.kill import in_child
from tests.unit.notices.post import envelope
from ui.cli import app
from ui.table_folder import TableFolder

SCENARIO = "config/scenarios/first-evening.toml"
UMASKS = [0o000, 0o022, 0o077]
NOBODY = 65534


@pytest.fixture(params=UMASKS, ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What in a folder others may read or write, or its owner could run; links left out."""
    found = []
    for path in (folder, *sorted(folder.rglob("*"))):
        seen = path.lstat()
        mode = stat.S_IMODE(seen.st_mode)
        allowed = 0o700 if stat.S_ISDIR(seen.st_mode) else 0o600
        if path.suffix == ".csv":
            allowed = 0o644
        if not stat.S_ISLNK(seen.st_mode) and mode & ~allowed:
            found.append(f"{mode:04o} {path.relative_to(folder)}")
    return found


def run(*arguments: object, said: str = "") -> None:
    result = CliRunner().invoke(app, [str(one) for one in arguments], input=said)
    assert result.exit_code == 0, result.output


def test_every_command_that_writes_keeps_it_to_its_owner(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "new" / "house"
    private_folder(folder)
    journal = folder / "run.journal"
    run("play", SCENARIO, "--journal", journal)
    run("journal", "export", journal, folder / "out" / "export")
    run("journal", "backup", journal, folder / "copies" / "monday")
    run("journal", "archive", journal)
    run("play", SCENARIO, "--journal", journal)
    run("hil", "shoe", "--report", folder / "shoe.md")
    staff = folder / "people" / "staff.db"
    about = "--name", "Ada", "--role", "casino-supervisor", "--register", staff
    run("staff", "add", "900", *about, "--pin-stdin", said="802461\n")
    written = {path.name for path in folder.rglob("*")}
    assert {"run.journal.anchor", "run.0002.journal", "records.csv", "shoe.md"} <= written
    assert {"staff.db", "staff.db.key", "run.journal.keys", "monday"} <= written
    assert open_to_others(tmp_path / "new") == []


def test_the_csv_of_an_export_is_not_for_others_to_change(tmp_path: Path, umask: int) -> None:
    journal = tmp_path / "run.journal"
    run("play", SCENARIO, "--journal", journal)
    run("journal", "export", journal, tmp_path / "export")
    assert stat.S_IMODE((tmp_path / "export" / "records.csv").stat().st_mode) == 0o644


def test_what_a_running_table_writes_is_its_owners(tmp_path: Path, umask: int) -> None:
    folder = TableFolder(tmp_path / "share" / "table-14").create()
    pools = SqlitePools(folder.path / "pool.db")
    pools.names()
    keys = create_keys(folder.path / "table.journal.keys")
    save_pairings(folder.path / "table.pairings", keys, {"shoe": Paired(2, "M", "S", bytes(32))})
    LogFileSink("log", LogFileConfig(path=folder.path / "notices.log")).deliver(envelope())
    beside = {path.name for path in folder.path.iterdir()}
    assert {"pool.db", "pool.db-wal", "pool.db-shm", "notices.log"} <= beside
    assert open_to_others(tmp_path / "share") == []
    pools.close()


@pytest.mark.attack
@pytest.mark.timeout(300)
def test_a_console_keeps_what_it_writes_to_its_owner(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "share" / "table"
    command = [sys.executable, "-m", "ui", "console", "--simulate", "--data", str(folder)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
        written = wait_until(lambda: (folder / "felt.json").exists(), 60)  # the last of all
        found = open_to_others(tmp_path / "share")
        process.send_signal(signal.SIGTERM)
    assert written
    assert (folder / "STAFF.txt").exists()
    assert found == []
    assert open_to_others(tmp_path / "share") == []


@pytest.mark.attack
@pytest.mark.timeout(400)
def test_a_demo_keeps_what_it_writes_to_its_owner(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        command = [sys.executable, "-m", "ui", "demo", "--output", str(tmp_path / "out")]
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    finally:
        os.umask(before)
    assert open_to_others(tmp_path / "out") == []


# Secrets of somebody else


@pytest.mark.parametrize(("mode", "wrong"), [(0o600, ""), (0o640, "found 0640"), (0o602, "mode")])
def test_a_secret_that_others_may_read_or_change_is_not_used(
    tmp_path: Path, mode: int, wrong: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"abc")
    secret.chmod(mode)
    if not wrong:
        assert read_private(secret) == b"abc"
        return
    with pytest.raises(OthersMayRead, match=wrong):
        read_private(secret)


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can act for two users")
def test_a_secret_that_belongs_to_another_user_is_not_used() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        secret = Path(folder) / "secret"
        secret.write_bytes(b"abc")
        secret.chmod(0o600)
        os.chown(secret, NOBODY, NOBODY)
        found = secret.stat()

        def as_another() -> str:
            os.setuid(NOBODY - 1)
            try:
                from controller.private_files import check_private

                check_private(found)
            except OthersMayRead as seen:
                return str(seen)
            return "used"

        ended = in_child(as_another)
    assert ended.said == f"expected owner {NOBODY - 1}, found {NOBODY}"


# What a killed process leaves


def aged(folder: Path) -> None:
    os.utime(folder, (1, 1))


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def test_a_killed_play_leaves_no_folder_for_ever(temporary: Path) -> None:
    command = [sys.executable, "-m", "ui", "play", "--devices", "simulated", SCENARIO]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        assert wait_until(lambda: bool(list(temporary.glob("feltwork-port-*"))), 30)
        child.kill()
    left = list(temporary.glob("feltwork-*"))
    assert any(path.name.startswith("feltwork-play-") for path in left)
    for path in left:
        aged(path)
    with temporary_folder("play") as mine:
        assert list(temporary.glob("feltwork-*")) == [mine]
    assert list(temporary.iterdir()) == []


def test_what_another_process_is_using_is_left_alone(temporary: Path) -> None:
    with PtyDevice(SimShoe(World(1))) as device, temporary_folder("play") as other:
        port = Path(device.port)
        aged(port.parent)
        aged(other)
        (temporary / "feltwork-young").mkdir()
        (temporary / "feltwork-notes.txt").write_text("mine")
        with temporary_folder("verify"):
            assert port.exists()
            assert other.exists()
        assert (temporary / "feltwork-young").exists()
        assert (temporary / "feltwork-notes.txt").exists()


def test_a_play_without_devices_makes_no_folder(temporary: Path) -> None:
    temporary.chmod(0o500)
    run("play", SCENARIO)
    temporary.chmod(0o700)
    assert list(temporary.iterdir()) == []
