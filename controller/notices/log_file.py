"""Notices into a file: one line of JSON each, on the disk before it counts as delivered.

The file is opened anew for every notice, so that it may be renamed or removed under us at any
time. A line that a crash has torn is closed first: it stays as it is and the next one is whole.

It can be read back, with the files that `logrotate` has put beside it and not yet compressed. Read
from the end on, so that a start does not wait for the log of a year.
"""

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from controller.config import Strict
from controller.notices.sinks import Envelope, FilePath, Line, SinkFault
from controller.private_files import disk_cause, open_private, sync_folder

_TRIES: Final = 3
_BLOCK: Final = 65_536
_LINE_MAX: Final = 65_536
"""No notice is as long: of a longer line only the end is kept, which is none."""
_ROTATED: Final = re.compile(r"\.[0-9]+|-[0-9]{8,14}(-[0-9]+)?")
"""What `logrotate` puts behind the name, counting or with `dateext`."""


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
            said = disk_cause(wrong, "Check the path and its owner")
            raise SinkFault(f"{self._path}: the notice cannot be written: {said}.") from wrong

    def given(self) -> Iterator[Line]:
        """A file that is not there was rotated away, or none was written yet."""
        for file in (self._path, *_rotated(self._path)):
            with suppress(FileNotFoundError):
                yield from lines_back(file)


def log_file(name: str, settings: Mapping[str, Any]) -> LogFileSink:
    """The entry point."""
    return LogFileSink(name, LogFileConfig.model_validate(settings))


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """The file that stands under this name now, locked for us."""
    for _ in range(_TRIES):
        file = open_private(path, os.O_RDWR | os.O_APPEND)
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise SinkFault(f"{path}: not a file. Name a file to write to.")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _still_there(file, path):
                yield file
                sync_folder(path.parent)
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


def lines_back(path: Path) -> Iterator[Line]:
    """The lines of a log, newest first; `FileNotFoundError`, or `SinkFault`.

    What stands behind the last line end is being written, or was torn by a crash: in both cases
    nobody was told that it was delivered.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            seen = os.fstat(file)
            if not stat.S_ISREG(seen.st_mode):
                raise SinkFault(f"{path}: not a file. Name a file to read.")
            for offset, line in _back(file, seen.st_size):
                yield Line(f"{path} at byte {offset}", line)
        finally:
            os.close(file)
    except FileNotFoundError:
        raise
    except OSError as wrong:
        said = wrong.strerror or type(wrong).__name__
        raise SinkFault(f"{path}: the notices cannot be read: {said}.") from wrong


def _back(file: int, end: int) -> Iterator[tuple[int, bytes]]:
    held, ended = b"", False
    while end > 0:
        begin = max(0, end - _BLOCK)
        held = os.pread(file, end - begin, begin) + held
        first, *lines = held.split(b"\n")
        offset = begin + len(held)
        for line in reversed(lines):
            offset -= len(line)
            if ended and line:
                yield offset, line[-_LINE_MAX:]
            offset, ended = offset - 1, True
        held, end = first[-_LINE_MAX:], begin
    if ended and held:
        yield 0, held


def _rotated(path: Path) -> list[Path]:
    """Earlier files of this log, the last one to be written first."""
    try:
        found = [
            (entry.stat().st_mtime_ns, entry.name)
            for entry in os.scandir(path.parent)
            if entry.name.startswith(path.name)
            and _ROTATED.fullmatch(entry.name[len(path.name) :])
            and entry.is_file()
        ]
    except OSError as wrong:
        said = wrong.strerror or type(wrong).__name__
        raise SinkFault(f"{path.parent}: the folder cannot be read: {said}.") from wrong
    return [path.with_name(name) for _, name in sorted(found, reverse=True)]
