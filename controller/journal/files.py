"""Where a journal lies: the file it is named by, those that follow it, the anchor beside them.

    run.journal           the journal's name, and its first file
    run.0002.journal ...  the files after it, one for every `archive`
    run.journal.anchor    where the head of the chain stands; locking it is owning the journal
    run.journal.keys      the keys, unless they are kept elsewhere

The name is free: `x.db` is followed by `x.0002.db`, `run` by `run.0002`. It stands for the whole
journal; the name of a later file stands for that one alone.
"""

import os
import re
import stat
from pathlib import Path
from typing import Final, NamedTuple

from controller.journal.recorder import JournalFault

_NUMBER: Final = re.compile(r"\.[0-9]{4,9}")
APPLICATION_ID: Final = 0x46574A4C
"""`FWJL`, in the header of every journal file."""
_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 72
"""So far the application id reaches."""


class Located(NamedTuple):
    """What a path means."""

    first: Path
    """The first file, by which the journal goes."""
    later: Path | None = None
    """The one file that is meant, where the path names a later one."""

    @property
    def anchor(self) -> Path:
        return _beside(self.first, ".anchor")

    @property
    def keys(self) -> Path:
        return _beside(self.first, ".keys")

    def files(self) -> list[Path]:
        """The files that are meant, oldest first."""
        if self.later is not None:
            return [self.later] if self.later.is_file() else []
        return journal_files(self.first)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def locate(path: Path) -> Located:
    """The journal that a path names.

    A link is followed: two names must not give one journal two anchors, and so two owners.
    """
    path = path.resolve() if path.is_symlink() else path
    if path.is_dir():
        raise expected(path, "a folder")
    first = _first_of(path)
    if first is None or _beside(path, ".anchor").exists():
        return Located(path)
    journal = Located(first)
    if any(found.exists() for found in (first, journal.anchor, journal.keys)):
        return Located(first, path)
    return Located(path)


def _first_of(path: Path) -> Path | None:
    """The first file, if this may be the name of a later one."""
    stem = Path(path.stem)
    for number, first in ((stem.suffix, stem.stem + path.suffix), (path.suffix, path.stem)):
        named = path.with_name(first)
        if _NUMBER.fullmatch(number) and file_name(named, int(number[1:])) == path != named:
            return named
    return None


def file_name(first: Path, number: int) -> Path:
    """`run.journal` for 1, then `run.0002.journal`."""
    if number < 2:
        return first
    return first.with_name(f"{first.stem}.{number:04d}{first.suffix}")


def file_number(first: Path, file: Path) -> int:
    """The number in the name of a file of a journal."""
    return 1 if file == first else int(file.name[len(first.stem) + 1 :].split(".")[0])


def journal_files(first: Path) -> list[Path]:
    """The files of a journal that are there, oldest first.

    A file with an anchor of its own is another journal, whatever its name.
    """
    try:
        beside = sorted(first.parent.iterdir())
    except FileNotFoundError:
        raise JournalFault(
            f"{first.parent}: no such folder. Expected the folder of the journal {first.name}: "
            "create it, mount its disk, or correct the path"
        ) from None
    except OSError as fault:
        raise JournalFault(f"{first.parent}: cannot be read: {fault.strerror}") from fault
    there = {path.name for path in beside}
    later = [
        path
        for path in beside
        if _NUMBER.search(path.name)
        and _first_of(path) == first
        and path.name + ".anchor" not in there
        and path.is_file()
    ]
    later.sort(key=lambda path: file_number(first, path))
    return [first, *later] if first.is_file() else later


def not_a_journal(path: Path) -> str | None:
    """What stands at a path instead of a journal's file, as far as that shows from outside."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise JournalFault(f"{path}: cannot be read: {fault.strerror}") from fault
    if not stat.S_ISREG(mode):
        return "a pipe, socket or device"
    header = _header(path)
    if not header:
        return "an empty file (0 bytes)"
    if not header.startswith(_MAGIC):
        return "a file that is not an SQLite database"
    application = int.from_bytes(header[_HEADER - 4 :], "big")
    if application != APPLICATION_ID:
        return f"the SQLite database of another program (application id {application:#x})"
    return None


def _header(path: Path) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            return os.read(handle, _HEADER)
        finally:
            os.close(handle)
    except OSError as fault:
        raise JournalFault(f"{path}: cannot be read: {fault.strerror}") from fault


def expected(path: Path, seen: str) -> JournalFault:
    """The fault of a path at which something else stands; it is left as it was found."""
    return JournalFault(
        f"{path}: expected the file of a journal, found {seen}. Nothing was changed. Name another "
        "file (a new name begins a journal)"
    )


def none_seen(first: Path) -> JournalFault:
    """The fault of a journal that should be there."""
    return JournalFault(f"{first}: No journal here. Check the path")
