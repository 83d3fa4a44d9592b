"""The record on SQLite: one durable transaction per command, append-only, one owner.

WAL with `synchronous=FULL`: when `append` returns, the records are on the disk. Triggers refuse
every UPDATE, DELETE and REPLACE and every position but the next; they keep honest programs honest,
the chain shows the others. Ownership is the lock on the anchor (see `chain`), so that people can
read and verify a journal while the table writes it.

The first record of a file says which file it is and what came before; nothing else in the
database has to be believed. Sizes: a command is one page of WAL, some 4 KiB; SQLite puts the WAL
back into the file every thousand pages by itself.
"""

import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.journal.chain import NOTHING, AnchorFile, chained, closing, entry, opening
from controller.journal.faults import error_name, in_words, journal_faults
from controller.journal.files import (
    APPLICATION_ID,
    expected,
    file_name,
    file_number,
    journal_files,
    locate,
    not_a_journal,
)
from controller.journal.found import look
from controller.journal.housekeeping import TailAdopted
from controller.journal.keys import TableKeys
from controller.journal.reader import CHUNK, read_file
from controller.journal.recorder import (
    CHECKPOINT,
    Head,
    JournalDamaged,
    JournalFault,
    NewRecord,
    Record,
    RecordedFault,
    State,
    UncertainFault,
    Verdict,
    recorded,
)
from controller.journal.sealing import archivable, resealed
from controller.journal.verify import SCHEMA, SCHEMA_VERSION, last_checkpoint, lenient, rows
from controller.private_files import begin_private, disk_cause, sync_folder

_INSERT: Final = (
    "INSERT INTO record (position, round, at_ms, kind, payload, mac) VALUES (?, ?, ?, ?, ?, ?)"
)
_WAIT_S: Final = 5.0
"""Longest wait for somebody who reads the file; readers do not block a writer in WAL mode."""


class SqliteRecorder:
    """A journal on the disk, owned by this process until it is closed or the process ends.

    Any thread may use it, one at a time: there is one writer.
    """

    def __init__(self, path: Path, keys: TableKeys, at_ms: int) -> None:
        """Open the journal that goes by this file; begin one where there is none.

        Verified from the last checkpoint. A damaged journal is left as it is: `JournalDamaged`.
        """
        journal = locate(path)
        if journal.later is not None:
            raise JournalFault(
                f"{path}: this is a later file of the journal {journal.first.name}. Give that "
                "name: it stands for the whole journal"
            )
        self.first: Final = journal.first
        """The first file, by which the journal goes."""
        self.path = journal.first
        """The file that is written now."""
        self.found = Verdict(State.INTACT)
        """How the journal was found: intact, or with a tail that was not anchored."""
        self.journal = ""
        """The id of its first file."""
        self._keys = keys
        self._closed = ""
        self._sealed_off = ""
        self._connection: sqlite3.Connection | None = None
        self._head: Head
        self._begins = 0
        """The first record of the file that is written now."""
        journal.files()  # says so if there is no such folder
        if not journal.anchor.exists() and (seen := not_a_journal(self.first)):
            raise expected(self.first, seen)
        self._anchor = AnchorFile(journal.anchor, keys.chain)
        try:
            self._open(journal.files(), at_ms)
        except sqlite3.Error as error:
            self._shut("not opened")
            raise in_words(self.path, error) from error
        except BaseException:
            self._shut("not opened")
            raise

    def _open(self, files: list[Path], at_ms: int) -> None:
        anchored = self._anchor.found.head
        if anchored is None and (wrong := not_a_journal(self.first)):
            raise expected(self.first, wrong)
        if not files and (anchored is None or anchored.position == 0):
            self._begin(1, None, None, at_ms)
            return
        self.path = files[-1] if files else self.path
        seen = look(self.first, self.path, self._anchor.found, self._keys)
        if anchored is None or not seen.verdict.usable or seen.verdict.head is None:
            raise JournalDamaged(self.first, seen.verdict)
        self.found, self._head, self._begins = seen.verdict, seen.verdict.head, seen.begins
        self.journal = seen.journal
        if seen.closed:  # archived, or the power went between closing it and beginning the next
            self._anchored(self._anchor.write, self._head)
            self._anchored(self._anchor.sync)
            self._begin(seen.number + 1, self._head, seen.checkpoint, at_ms)
        else:
            self._connection = _connect(self.path)
        if seen.verdict.state is State.NOT_ANCHORED:
            adopted = TailAdopted(anchored.position, self._head.position, seen.verdict.round or 0)
            self.append((entry(adopted, self._head.round, at_ms),))
            self._anchored(self._anchor.sync)

    def _begin(
        self, number: int, previous: Head | None, checkpoint: Record | None, at_ms: int
    ) -> None:
        """The next file; the anchor follows once the file is there.

        Before the very first one the anchor says that nothing is there yet: from then on a file
        without an anchor is one whose anchor was taken away.
        """
        self.path = file_name(self.first, number)
        if previous is None:
            self._anchor_nothing()
        after = self.journal, previous, checkpoint
        self._head = _create(self.path, number, self._keys, *after, at_ms)
        self.journal = self.journal or self._head.file_id.hex()
        self._begins = previous.position + 1 if previous else 1
        self._connection = _connect(self.path)
        self._anchored(self._anchor.write, self._head)
        self._anchored(self._anchor.sync)

    def _anchor_nothing(self) -> None:
        try:
            self._anchor.renew(NOTHING)
        except OSError as fault:
            raise JournalFault(
                f"{self.first}: the anchor beside the journal cannot be written: "
                f"{disk_cause(fault, 'Repair the disk')}, then start again. Nothing was begun"
            ) from fault

    def append(self, entries: Sequence[NewRecord]) -> int:
        connection = self._writable()
        if not entries:
            return self._head.position
        if self._sealed_off:
            raise JournalFault(
                f"{self.first}: the journal is sealed off, and only read: {self._sealed_off}. "
                "Nothing was written"
            )
        records, head = chained(self._keys.chain, self._head, entries)
        try:
            if len(records) == 1:
                connection.execute(_INSERT, records[0])
            else:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(_INSERT, records)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._failed(connection, error) from error
        self._head = head
        self._anchored(self._anchor.write, head)
        return head.position

    def checkpoint(self, round_number: int, payload: bytes, at_ms: int) -> int:
        with recorded(self._head.position):
            position = self.append((NewRecord(CHECKPOINT, round_number, at_ms, payload),))
        self._anchored(self._anchor.sync)
        return position

    def _anchored(self, act: Callable[..., None], *head: Head) -> None:
        try:
            act(*head)
        except OSError as fault:
            self._shut("closed after a fault of its anchor")
            raise RecordedFault(
                f"{self.first}: record {self._head.position} is written, but the anchor beside "
                f"the journal cannot be: {disk_cause(fault, 'Repair the disk')}, then start "
                "again. The journal is closed",
                self._head.position,
            ) from fault

    def _writable(self) -> sqlite3.Connection:
        if self._connection is None:
            raise JournalFault(
                f"{self.first}: the journal is {self._closed}. Nothing was written: open it again"
            )
        return self._connection

    def _failed(self, connection: sqlite3.Connection, error: sqlite3.Error) -> JournalFault:
        """Take the command back; go on only where that is certain."""
        fault = in_words(self.path, error)
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            (position,) = connection.execute("SELECT max(position) FROM record").fetchone()
        except sqlite3.Error:
            position = None
        # After an input/output error nobody can say what of the log has reached the disk.
        if position == self._head.position and not error_name(error).startswith("SQLITE_IOERR"):
            return JournalFault(f"{fault}. Nothing of this command was written")
        self._shut("closed after a fault")
        return UncertainFault(f"{fault}. The journal is closed: start again to see what it holds")

    def records(self, since: int = 0) -> Iterator[Record]:
        self._writable()
        if since + 1 < self._begins:
            for file in journal_files(self.first):
                if file != self.path:
                    for record in read_file(file, since):
                        yield record
                        since = record.position
        yield from self._written(since)

    def _written(self, since: int) -> Iterator[Record]:
        """The records of the file that is written now; it may grow meanwhile."""
        while True:
            connection = self._writable()
            with journal_faults(self.path):
                chunk = list(rows(connection, since, CHUNK))
            yield from chunk
            if len(chunk) < CHUNK:
                return
            since = chunk[-1].position

    def last_checkpoint(self) -> Record | None:
        with journal_faults(self.path):
            return last_checkpoint(self._writable())

    def head(self) -> Head:
        return self._head

    def archive(self, at_ms: int) -> Head:
        checkpoint = archivable(self)
        number = file_number(self.first, self.path)
        self.append((closing(self._head, at_ms),))
        self._anchored(self._anchor.sync)
        try:
            with recorded(self._head.position), journal_faults(self.path):
                _finish(self._writable(), self.path)
                self._begin(number + 1, self._head, checkpoint, at_ms)
        except JournalFault:
            self._shut("closed after a fault")
            raise
        return self._head

    def seal_off(self, why: str) -> None:
        self._sealed_off = self._sealed_off or why

    def close(self) -> None:
        if self._connection is not None:
            with suppress(OSError):  # then the tail is not anchored, and will be found so
                self._anchor.sync()
        self._shut("closed")

    def _shut(self, why: str) -> None:
        if self._closed:
            return
        self._closed = why
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._anchor.close()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False
    )
    try:
        lenient(connection)
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        if mode != "wal":
            raise JournalFault(f"{path}: journal mode {mode!r} seen, expected 'wal'")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA trusted_schema=OFF")
    except BaseException:
        connection.close()
        raise
    return connection


def _create(
    path: Path,
    number: int,
    keys: TableKeys,
    journal: str,
    previous: Head | None,
    checkpoint: Record | None,
    at_ms: int,
) -> Head:
    """A file appears with its first records in it, or not at all."""
    start, first = opening(number, keys.name, secrets.token_bytes(16), previous, journal, at_ms)
    entries = [first]
    if checkpoint is not None:
        payload = resealed(keys, checkpoint, start.position + 2)
        entries.append(NewRecord(CHECKPOINT, checkpoint.round, at_ms, payload))
    records, head = chained(keys.chain, start, entries)
    new = path.with_name(path.name + ".new")
    try:
        for left_over in ("", "-journal", "-wal", "-shm"):
            new.with_name(new.name + left_over).unlink(missing_ok=True)
        begin_private(new)
        _fill(new, records)
        new.rename(path)
        sync_folder(path.parent)
    except OSError as fault:
        cause = disk_cause(fault, "Check the path and its owner")
        raise JournalFault(f"{path}: cannot be created: {cause}") from fault
    return head


def _fill(new: Path, records: list[Record]) -> None:
    connection = sqlite3.connect(new, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        connection.execute("BEGIN")
        for statement in SCHEMA:
            connection.execute(statement)
        connection.executemany(_INSERT, records)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


def _finish(connection: sqlite3.Connection, path: Path) -> None:
    """A closed file is one file, for any medium, and looks like what it is."""
    with suppress(sqlite3.OperationalError):  # somebody is reading it: it stays in WAL mode
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    with suppress(OSError):
        path.chmod(0o400)
