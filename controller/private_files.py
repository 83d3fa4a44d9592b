"""Files that nobody but their owner may read: there whole, durable and private, or not at all.

Whatever this program writes is made here, private whatever the umask: files 0600, folders 0700. The
one exception is the CSV of an export, which is made to be given away. What goes wrong with the
disk is an `OSError`; callers say it in their own words, which never name what stands in the file.
"""

import errno
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

BYTES_MAX: Final = 65_536
"""More than any of them holds."""
FILE: Final = 0o600
FOLDER: Final = 0o700
GIVEN_AWAY: Final = 0o644
"""Of what is made for others to read; theirs to change it never is."""
_NEW: Final = os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_PREFIX: Final = "feltwork-"
_YOUNG_S: Final = 60.0
"""A folder that is younger may not be locked yet by whoever makes it."""
_ROOM: Final = 65_536
"""Less than this is no room: SQLite asks for up to half of it at a time."""
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
DISK_IS_FULL: Final = "the disk is full"
FREE_SPACE: Final = "Free some space on it"


class NotPlain(Exception):
    """A folder, a device, a link: no file."""


class OthersMayRead(Exception):
    """`mode 0644 seen, 0600 expected`; or an owner who may read and change it at any time."""


def write_private(path: Path, content: bytes, *, durable: bool = True) -> None:
    """In place of what was there."""
    _make(path, lambda draft: draft.write_bytes(content), os.replace, durable)


def create_private(path: Path, write: Callable[[Path], object]) -> None:
    """A new file, written by somebody; `FileExistsError` where there is one already."""
    _make(path, write, os.link, durable=True)


def _make(
    path: Path,
    write: Callable[[Path], object],
    put: Callable[[Path, Path], object],
    durable: bool,
) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)  # of a process with our number that was killed just here
    handle = _create(draft, os.O_WRONLY)
    try:
        write(draft)
        if durable:
            os.fsync(handle)
        put(draft, path)
    finally:
        os.close(handle)
        draft.unlink(missing_ok=True)
    if durable:
        sync_folder(path.parent)


def open_private(path: Path, flags: int) -> int:
    """A handle to the file that is there, or to a new one; whoever asks closes it."""
    while True:
        with suppress(FileNotFoundError):
            return os.open(path, flags | os.O_CLOEXEC)
        with suppress(FileExistsError):  # somebody was faster
            return _create(path, flags)


def begin_private(path: Path) -> None:
    """A new file, empty, for somebody who opens it by name, as SQLite does; the files that SQLite
    puts beside it are as private as it is. `FileExistsError` where there is one already."""
    os.close(_create(path, os.O_WRONLY))


def _create(path: Path, flags: int) -> int:
    handle = os.open(path, flags | _NEW, FILE)
    try:
        os.fchmod(handle, FILE)  # whatever the umask
    except BaseException:
        os.close(handle)
        raise
    return handle


def private_folder(path: Path) -> None:
    """There, with every folder above it; what has to be made is its owner's alone."""
    for folder in (*reversed(path.absolute().parents), path):
        with suppress(FileExistsError):
            folder.mkdir(FOLDER)
            folder.chmod(FOLDER)  # whatever the umask
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


@contextmanager
def temporary_folder(what: str) -> Iterator[Path]:
    """For as long as it is needed. One that a killed process has left goes with the next."""
    with tempfile.TemporaryDirectory(
        prefix=f"{_PREFIX}{what}-", ignore_cleanup_errors=True
    ) as made:
        handle = os.open(made, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _sweep(Path(made).parent, os.fstat(handle).st_mtime)
            yield Path(made)
        finally:
            os.close(handle)


def _sweep(folder: Path, now: float) -> None:
    """Nobody holds the lock of a folder whose process is gone, however that ended."""
    for left in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            seen = left.lstat()
            old = now - seen.st_mtime > _YOUNG_S
            if stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.geteuid() and old:
                _remove(left)


def _remove(left: Path) -> None:
    handle = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(left)
    finally:
        os.close(handle)


def read_private(path: Path) -> bytes:
    """What stands in it; `NotPlain` or `OthersMayRead` where that cannot be trusted."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        check_private(os.fstat(handle))
        return os.read(handle, BYTES_MAX)
    finally:
        os.close(handle)


def check_private(found: os.stat_result) -> None:
    """Is it a plain file that its owner alone may read and write, and is that us?"""
    if not stat.S_ISREG(found.st_mode):
        raise NotPlain
    mode = stat.S_IMODE(found.st_mode)
    if mode & 0o077:
        raise OthersMayRead(f"expected mode 0600, found {mode:04o}")
    user = os.geteuid()
    if user not in (0, found.st_uid):  # the superuser reads everybody's anyway
        raise OthersMayRead(f"expected owner {user}, found {found.st_uid}")


def sync_folder(folder: Path) -> None:
    """A new or renamed file is in its folder after a power cut only then."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def disk_cause(fault: OSError, otherwise: str) -> str:
    """What the disk said, and what to do about it: a full one has nothing to do with its owner."""
    if fault.errno in FULL:
        return f"{DISK_IS_FULL} ({fault.strerror}). {FREE_SPACE}"
    return f"{fault.strerror or fault}. {otherwise}"


def wants_room(error: Exception, path: Path) -> bool:
    """Has SQLite failed on this file for want of room? It says so itself, but not where it makes
    files of its own: of the index of a log it says that the disk does not work."""
    name = str(getattr(error, "sqlite_errorname", ""))
    unclear = name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN"))
    return name.startswith("SQLITE_FULL") or (unclear and _is_full(path.absolute().parent))


def _is_full(folder: Path) -> bool:
    """Asked by trying."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, _ROOM)
    except OSError as fault:
        return fault.errno in FULL
    return False
