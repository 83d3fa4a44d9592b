"""Disk, keys, clock, configuration and versions."""

import os
import platform
import re
import shutil
import stat
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import Final

from ui.commands.examine.checks import Check, fine, note, wrong

SYNCS: Final = 9
SYNC_MS_SLOW: Final = 50.0
"""A command is on record before it is shown: slower than this a dealer notices."""
SYNC_MS_MAX: Final = 500.0
FREE_LOW: Final = 2 * 1024**3
FREE_MIN: Final = 100 * 1024**2
SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
CHRONY: Final = Path("/run/chrony")


def examine(folder: Path, keys: Iterable[Path]) -> Iterator[Check]:
    yield from journal_folder(folder)
    yield from key_files(folder, keys)
    yield clock(time.time())
    yield configuration()
    yield python()
    yield libraries()


# Disk


def journal_folder(folder: Path) -> Iterator[Check]:
    name, there = "journal folder", _nearest(folder)
    if not there.is_dir():
        yield wrong(name, f"{there} is not a folder", "Name a folder with --journals")
        return
    if not os.access(there, os.W_OK | os.X_OK):
        to_do = f"Give it to the table's user (chown), or name another with --journals: {folder}"
        yield wrong(name, f"{there} cannot be written", to_do)
        return
    made = "" if there == folder else f"; {folder} is created when it is needed"
    yield fine(name, f"{there} can be written{made}")
    yield _syncs(there)
    yield _room(there)


def _nearest(folder: Path) -> Path:
    """The folder, or the first above it that is there."""
    return next(path for path in (folder, *folder.absolute().parents) if path.exists())


def _syncs(folder: Path) -> Check:
    try:
        median = statistics.median(_sync_times(folder))
    except OSError as error:
        to_do = "Check the disk and its free space"
        return wrong("durable write", f"fails: {error.strerror}", to_do)
    seen = f"{median:.1f} ms (median of {SYNCS})"
    if median > SYNC_MS_MAX:
        return wrong("durable write", seen, "Keep the journal on another disk, an SSD")
    if median > SYNC_MS_SLOW:
        return note("durable write", seen, "This is slow. Keep the journal on an SSD")
    return fine("durable write", seen)


def _sync_times(folder: Path) -> list[float]:
    """How long it takes until some bytes are on the disk, each time."""
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(SYNCS):
            file.write(bytes(4_096))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - began) * 1_000)
    return times


def _room(folder: Path) -> Check:
    free = shutil.disk_usage(folder).free
    seen = f"{free / 1024**3:.1f} GiB free"
    if free < FREE_MIN:
        return wrong("disk space", seen, "Make room: the table stops when the disk is full")
    if free < FREE_LOW:
        return note("disk space", seen, "Make room before it runs out; archive old journals")
    return fine("disk space", seen)


# Keys


def key_files(folder: Path, named: Iterable[Path]) -> Iterator[Check]:
    beside = sorted(folder.glob("*.keys")) if os.access(folder, os.R_OK) else []
    found = [*beside, *(path for path in named if path not in beside)]
    if not found:
        seen = f"none in {folder}"
        yield note("key files", seen, "Created with the first journal; name others with --keys")
    yield from map(_key_file, found)


def _key_file(path: Path) -> Check:
    """Its mode and owner; what is in it is not read."""
    name = f"key file {path}"
    try:
        status = path.stat()
    except OSError as error:
        return wrong(name, f"{error.strerror}", "Restore it from its backup, or correct --keys")
    mode = stat.S_IMODE(status.st_mode)
    if not stat.S_ISREG(status.st_mode):
        return wrong(name, "not a file", "Name a key file with --keys")
    if mode & 0o077:
        to_do = f"Run: chmod 600 {path}; if others may have read it, begin a journal with new keys"
        return wrong(name, f"others can read it, mode {mode:04o}", to_do)
    if not os.access(path, os.R_OK):
        return wrong(name, f"cannot be read, owner {status.st_uid}", "Give it to the table's user")
    return fine(name, f"mode {mode:04o}")


# Clock


def clock(now: float) -> Check:
    """It is never before the software that it runs."""
    made = Path(__file__).stat().st_mtime
    seen = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if now < made - 86_400:
        to_do = "Set the clock (timedatectl set-ntp true): every record carries its time"
        return wrong("clock", f"{seen}, before this software was installed", to_do)
    if not SYNCHRONISED.exists() and not CHRONY.exists():
        to_do = "Synchronise it over the network: timedatectl set-ntp true"
        return note("clock", f"{seen}, not known to be synchronised", to_do)
    return fine("clock", f"{seen}, synchronised")


# Configuration and versions


def configuration() -> Check:
    from controller.config import WrongConfiguration
    from controller.devices.config import load_devices
    from controller.games.bonus.figures import load_game, load_schedule, schedule_names
    from controller.games.bonus.rules import RuleSet

    try:
        games = [load_game(RuleSet(name)) for name in _named("games")]
        schedules = [load_schedule(name) for name in schedule_names()]
        tables = [load_devices(name) for name in _named("devices")]
    except (WrongConfiguration, ValueError, OSError) as error:
        return wrong("configuration", " ".join(str(error).split()), "Correct the file named")
    seen = f"{len(games)} games, {len(schedules)} jackpot schedules, {len(tables)} tables' devices"
    return fine("configuration", f"{seen} read")


def _named(folder: str) -> list[str]:
    """The files of a folder in `config`."""
    names = sorted(path.name for path in (files("config") / folder).iterdir())
    return [name.removesuffix(".toml") for name in names if name.endswith(".toml")]


def python() -> Check:
    """An older one than 3.11 does not come this far."""
    seen = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    return fine("Python", seen)


def libraries() -> Check:
    """What feltwork says it needs, and what is there."""
    seen, missing = [], []
    for requirement in ("feltwork", *_required()):
        name = re.split(r"[^A-Za-z0-9_.-]", requirement, maxsplit=1)[0]
        try:
            seen.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return wrong("libraries", f"missing: {', '.join(missing)}", "Run make")
    return fine("libraries", ", ".join(seen))


def _required() -> list[str]:
    try:
        return [one for one in metadata.requires("feltwork") or [] if "extra ==" not in one]
    except metadata.PackageNotFoundError:
        return []
