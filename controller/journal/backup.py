"""A copy of a journal that its table is writing: whole, in one piece, never ahead of itself.

The anchor is copied first and the files after it, oldest first: the copy may have records that its
anchor does not know yet, never the other way round, which would look like a cut tail. Keys are not
copied: they are backed up apart, for whoever has both can write a journal anew.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from controller.journal.faults import in_words
from controller.journal.files import locate, none_seen
from controller.journal.recorder import JournalFault
from controller.private_files import begin_private, disk_cause, private_folder


def back_up(path: Path, into: Path) -> list[Path]:
    """Copy a journal into a folder, which holds nothing of that name yet; what was written."""
    journal = locate(path)
    files = journal.files()
    if not files:
        raise none_seen(path)
    copies = [into / source.name for source in (journal.anchor, *files)]
    for copy in copies:
        if copy.exists():
            raise JournalFault(
                f"{copy}: already exists. A backup never overwrites. Name another folder"
            )
    try:
        private_folder(into)
        if journal.anchor.exists():
            begin_private(copies[0])
            shutil.copyfile(journal.anchor, copies[0])
        for source, copy in zip(files, copies[1:], strict=True):
            _copy(source, copy)
    except OSError as fault:
        raise _incomplete(into, disk_cause(fault, "Repair the disk")) from fault
    except sqlite3.Error as fault:
        raise _incomplete(into, str(in_words(into / journal.first.name, fault))) from fault
    return [copy for copy in copies if copy.exists()]


def _incomplete(into: Path, cause: str) -> JournalFault:
    return JournalFault(f"{into}: the backup is not complete: {cause}. Remove it and try again")


def _copy(source: Path, copy: Path) -> None:
    """SQLite's own backup: consistent, whatever is written meanwhile; on the disk at the end."""
    begin_private(copy)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as from_,
        closing(sqlite3.connect(copy)) as to,
    ):
        from_.backup(to)
    with copy.open("rb") as written:
        os.fsync(written.fileno())
