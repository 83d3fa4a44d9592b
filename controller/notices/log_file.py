"""Notices into a file: one line of JSON each, on the disk before it counts as delivered.

The file is opened anew for every notice, so that it may be renamed or removed under us at any
time. A line that a crash has torn is closed first: it stays as it is and the next one is whole.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from controller.config import Strict
from controller.notices.sinks import Envelope, FilePath, SinkFault

_MODE: Final = 0o640
_TRIES: Final = 3


class LogFileConfig(Strict):
    """`kind = "log-file"`."""

    path: FilePath
    """In a folder that is there already."""


class LogFileSink:
    """Appends; several tables may share one file."""

    def __init__(self, name: str, config: LogFileConfig) -> None:
        self._name = name
        self._path = config.path

    @property
    def name(self) -> str:
        return self._name

    def deliver(self, envelope: Envelope) -> None:
        try:
            with _opened(self._path) as file:
                _append(file, envelope.to_json())
        except BlockingIOError as busy:
            raise SinkFault(f"{self._path}: another process holds the file.") from busy
        except OSError as wrong:
            said = wrong.strerror or type(wrong).__name__
            raise SinkFault(f"{self._path}: the notice cannot be written: {said}.") from wrong


def log_file(name: str, settings: Mapping[str, Any]) -> LogFileSink:
    """The entry point."""
    return LogFileSink(name, LogFileConfig.model_validate(settings))


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """The file that stands under this name now, locked for us."""
    for _ in range(_TRIES):
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, _MODE)
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise SinkFault(f"{path}: not a file seen, expected one to write to.")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _still_there(file, path):
                yield file
                _sync_folder(path)
                return
        finally:
            os.close(file)
    raise SinkFault(f"{path}: renamed {_TRIES} times while it was opened.")


def _still_there(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False


def _append(file: int, line: bytes) -> None:
    size = os.fstat(file).st_size
    torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"
    whole = (b"\n" if torn else b"") + line + b"\n"
    written = os.write(file, whole)
    if written < len(whole):
        raise OSError(errno.ENOSPC, f"only {written} of {len(whole)} bytes fitted on the disk")
    os.fsync(file)


def _sync_folder(path: Path) -> None:
    """The name of a new file is on the disk as well."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
