"""Files that nobody but their owner may read: there whole, durable and private, or not at all.

What goes wrong with the disk is an `OSError`; callers say it in their own words, which never name
what stands in the file.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

BYTES_MAX: Final = 65_536
"""More than any of them holds."""
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


class NotPlain(Exception):
    """A folder, a device, a link: no file."""


class OthersMayRead(Exception):
    """`mode 0644 seen, 0600 expected`."""


def write_private(path: Path, content: bytes) -> None:
    """In place of what was there."""
    _make(path, lambda draft: draft.write_bytes(content), os.replace)


def create_private(path: Path, write: Callable[[Path], object]) -> None:
    """A new file, written by somebody; `FileExistsError` where there is one already."""
    _make(path, write, os.link)


def _make(path: Path, write: Callable[[Path], object], put: Callable[[Path, Path], object]) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)  # of a process with our number that was killed just here
    handle = os.open(draft, _NEW, 0o600)
    try:
        os.fchmod(handle, 0o600)  # whatever the umask
        write(draft)
        os.fsync(handle)
        put(draft, path)
    finally:
        os.close(handle)
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def read_private(path: Path) -> bytes:
    """What stands in it; `NotPlain` or `OthersMayRead` where that cannot be trusted."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        check_private(os.fstat(handle))
        return os.read(handle, BYTES_MAX)
    finally:
        os.close(handle)


def check_private(found: os.stat_result) -> None:
    """Is it a plain file that its owner alone may read and write?"""
    if not stat.S_ISREG(found.st_mode):
        raise NotPlain
    mode = stat.S_IMODE(found.st_mode)
    if mode & 0o077:
        raise OthersMayRead(f"mode {mode:04o} seen, 0600 expected")


def sync_folder(folder: Path) -> None:
    """A new or renamed file is in its folder after a power cut only then."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
