"""Reading journals and telling whether they are whole.

Nothing here writes: a journal that no process holds is read in place where it is complete in one
file, and as a copy where SQLite would have to put a write-ahead log in order first, so that the
evidence stays as it was found. A journal in use is read beside its writer.

What a file has to look like stands here too, since this is where it is checked.
"""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from controller.journal.chain import (
    GENESIS,
    Anchor,
    Break,
    Walk,
    files_of,
    follows,
    in_use,
    judge,
    read_anchor,
    start_of,
)
from controller.journal.codec import Undecodable
from controller.journal.files import (
    APPLICATION_ID,
    Located,
    expected,
    file_name,
    file_number,
    locate,
    none_seen,
    not_a_journal,
)
from controller.journal.housekeeping import JournalClosed, JournalOpened
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import CHECKPOINT, Head, JournalFault, Record, State, Verdict
from controller.private_files import temporary_folder

SCHEMA_VERSION: Final = 1
SCHEMA: Final = (
    """CREATE TABLE record (
    position INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    mac BLOB NOT NULL
) STRICT""",
    f"CREATE INDEX checkpoint ON record (position) WHERE kind = '{CHECKPOINT}'",
    # A REPLACE fires no DELETE trigger: the position refuses it, as it refuses a gap.
    """CREATE TRIGGER only_the_next BEFORE INSERT ON record
WHEN NEW.position <> (SELECT max(position) + 1 FROM record)
BEGIN SELECT RAISE(ABORT, 'append-only: a record goes after the last one'); END""",
    """CREATE TRIGGER never_changed BEFORE UPDATE ON record
BEGIN SELECT RAISE(ABORT, 'append-only: a record is never changed'); END""",
    """CREATE TRIGGER never_removed BEFORE DELETE ON record
BEGIN SELECT RAISE(ABORT, 'append-only: a record is never removed'); END""",
)
_COLUMNS: Final = "position, round, at_ms, kind, payload, mac"
_TRIES: Final = 5
"""How often it is begun anew where files moved meanwhile."""
_CATCH_UP: Final = 100
"""How often a tail that grows while it is read is read on, until the anchor has caught up."""


UNREADABLE: Final = (sqlite3.Error, UnicodeDecodeError)
"""A damaged file: SQLite says so, or quotes from it in a message that Python cannot decode."""


class Damage(Exception):
    """What was found wrong, and the first record it concerns."""

    def __init__(self, record: int | None, detail: str) -> None:
        super().__init__(detail)
        self.record, self.detail = record, detail


def lenient(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Text that is not UTF-8 is a record that does not verify, not an error of its own."""
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    return connection


@contextmanager
def reading(file: Path, *, live: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing beside or in the file."""
    logs = [file.with_name(file.name + suffix) for suffix in ("-wal", "-journal")]
    with ExitStack() as stack:
        uri = file.absolute().as_uri() + ("?mode=ro" if live else "?immutable=1")
        if not live and any(log.exists() and log.stat().st_size for log in logs):
            aside = stack.enter_context(temporary_folder("verify"))
            for path in (file, *logs):
                if path.exists():
                    shutil.copyfile(path, aside / path.name)
            uri = (aside / file.name).as_uri()
        connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        stack.callback(connection.close)
        connection.execute("PRAGMA synchronous=OFF")  # of the copy, which nobody will miss
        yield lenient(connection)


def rows(connection: sqlite3.Connection, since: int = 0, limit: int = -1) -> Iterator[Record]:
    """The records after a position, as far as the file can be read."""
    query = f"SELECT {_COLUMNS} FROM record WHERE position > ? ORDER BY position LIMIT ?"
    found = connection.execute(query, (since, limit))
    return (Record._make(row) for row in found)


def last_checkpoint(connection: sqlite3.Connection, up_to: int = 2**63 - 1) -> Record | None:
    """By its own small index: as quick in a long file as in a short one."""
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM record WHERE kind = '{CHECKPOINT}' AND position <= ? "
        "ORDER BY position DESC LIMIT 1",
        (up_to,),
    ).fetchone()
    return Record._make(found) if found else None


def last_record(connection: sqlite3.Connection) -> Record | None:
    """The head of a file, unproved."""
    query = f"SELECT {_COLUMNS} FROM record ORDER BY position DESC LIMIT 1"
    found = connection.execute(query).fetchone()
    return Record._make(found) if found else None


def is_closed(connection: sqlite3.Connection) -> bool:
    """Does the file end as `archive` leaves it?"""
    last = last_record(connection)
    return last is not None and last.kind == JournalClosed.__name__


def foreign(connection: sqlite3.Connection) -> str | None:
    """Is it something else than a journal of this version? What was seen and expected."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        return f"application id {application:#x} seen, expected {APPLICATION_ID:#x} of a journal"
    if version != SCHEMA_VERSION:
        return f"version {version} seen, expected {SCHEMA_VERSION}"
    return None


def unguarded(connection: sqlite3.Connection) -> str | None:
    """Are the table, its index and the triggers that keep it append-only as they were made?"""
    found = connection.execute("SELECT sql FROM sqlite_schema ORDER BY rowid").fetchall()
    if [sql for (sql,) in found] != list(SCHEMA):
        return "the table, index or triggers of the file are not those it was made with"
    return None


def beginning(connection: sqlite3.Connection, keys: TableKeys) -> tuple[JournalOpened, Head]:
    """What the first record says, once it is proved by the chain key."""
    first = next(rows(connection, limit=1), None)
    if first is None:
        raise Damage(1, "missing: the file holds no record")
    try:
        opened, start = start_of(first)
    except (Undecodable, TypeError, AttributeError) as wrong:
        raise Damage(_before(first), f"the first record of the file is missing: {wrong}") from wrong
    if not follows(keys.chain, start.mac, start.position + 1, first):
        changed = "changed: the first record of the file is not the one that was written"
        if opened.keys != keys.name:
            changed = f"written under keys {opened.keys!r}, verified with keys {keys.name!r}"
        raise Damage(start.position + 1, changed)
    return opened, start


def _before(first: Record) -> int:
    return max(first.position - 1, 1)


def tail_start(connection: sqlite3.Connection, start: Head) -> Head:
    """The record before the last checkpoint, or the beginning where there is none."""
    checkpoint = last_checkpoint(connection)
    if checkpoint is None:
        return start
    position = checkpoint.position - 1
    query = "SELECT round, mac FROM record WHERE position = ?"
    found = connection.execute(query, (position,)).fetchone()
    if found is None:
        raise Damage(position, "missing")
    round_, mac = found
    return Head(position, round_, mac, start.file_id)


def durable_at(connection: sqlite3.Connection, before: int, head: Head) -> int:
    """Where the anchor must have been on the disk when the last record was written.

    It is made durable with each checkpoint and each new file, before anything follows. A slot
    earlier than that where the newest was just being written: that is one record.
    """
    checkpoint = last_checkpoint(connection, head.position - 1)
    return (checkpoint.position if checkpoint is not None else before) - 1


def verify(
    path: Path, keys: TableKeys, *, from_checkpoint: bool = False, heads: Sequence[Head] = ()
) -> Verdict:
    """Whether a journal, or one later file of it, is what was written.

    `from_checkpoint` looks at the last checkpoint and what follows it only, which takes the same
    time however long the journal is. `heads` are anchors kept elsewhere: pool, notices.
    """
    journal = locate(path)
    for _ in range(_TRIES):
        before = in_use(journal.anchor), journal.files()
        verdict = _verify(journal, keys, heads, from_checkpoint=from_checkpoint, live=before[0])
        if verdict.state is State.INTACT or before == (in_use(journal.anchor), journal.files()):
            break  # else a table was started, stopped or archived: files moved under our hands
    return verdict


def _verify(
    journal: Located, keys: TableKeys, heads: Sequence[Head], *, from_checkpoint: bool, live: bool
) -> Verdict:
    files = journal.files()
    anchor = read_anchor(keys.chain, journal.anchor)
    _there(journal, files, anchor)
    walk = Walk(Head(0, 0, GENESIS, b""), frozenset(head.position for head in heads))
    check = _Check(keys, walk, journal, from_checkpoint, strict=anchor.head is not None)
    try:
        for file in files[-1:] if from_checkpoint else files:
            with reading(file, live=live and file == files[-1]) as connection:
                anchor = check.file(connection, file, anchor)
    except Damage as damage:
        verdict = Verdict(State.DAMAGED, damage.record, detail=damage.detail)
    except OSError as fault:
        raise JournalFault(f"{journal.first}: cannot be read: {fault.strerror}") from fault
    except UNREADABLE as fault:
        if getattr(fault, "sqlite_errorname", "").startswith(("SQLITE_CANTOPEN", "SQLITE_BUSY")):
            raise JournalFault(f"{journal.first}: cannot be opened to be read: {fault}") from fault
        unreadable = f"the file cannot be read from here on: {fault}"
        verdict = Verdict(State.DAMAGED, walk.head.position + 1, detail=unreadable)
    else:
        verdict = check.judged(anchor, heads)
    return replace(verdict, records=check.count, head=walk.head if walk.head.file_id else None)


def _there(journal: Located, files: list[Path], anchor: Anchor) -> None:
    """Is there a journal at all? Where an anchor knows of one, whatever stands there is damage."""
    named = journal.later or journal.first
    known = anchor.head is not None and (files or anchor.head.position > 0)
    if known and (files or journal.later is None):
        return
    if seen := not_a_journal(named):
        raise expected(named, seen)
    if not files:
        raise none_seen(named)


@dataclass
class _Check:
    """One verification on its way through the files."""

    keys: TableKeys
    walk: Walk
    journal: Located
    from_checkpoint: bool
    strict: bool
    """Is there an anchor? Without one a single file may be a copy under any name."""
    number: int = 0
    closed: bool = False
    count: int = 0
    durable: int = 0
    """How far the anchor must have been on the disk."""

    def file(self, connection: sqlite3.Connection, file: Path, anchor: Anchor) -> Anchor:
        """Go through one file; the anchor as it stands at the end of it."""
        walk = self.walk
        opened, start = beginning(connection, self.keys)
        self._link(file, opened, start)
        walk.head = tail_start(connection, start) if self.from_checkpoint else start
        begun = walk.head.position
        try:
            anchor = self._along(connection, anchor)
        finally:
            self.count += walk.head.position - begun
        if wrong := foreign(connection) or unguarded(connection):
            raise Damage(None, wrong)
        if not self.from_checkpoint:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise Damage(None, f"the file around its records: {found}")
        self.number, self.closed = opened.number, is_closed(connection)
        self.durable = durable_at(connection, start.position, walk.head)
        return anchor

    def _along(self, connection: sqlite3.Connection, anchor: Anchor) -> Anchor:
        """A table in play goes on writing: read on until the anchor has caught up.

        The file is always read after the anchor: what the anchor names is in it by then.
        """
        walk = self.walk
        for left in reversed(range(_CATCH_UP)):
            if anchor.head is not None:
                walk.wanted |= {anchor.head.position}
            walk.along(self.keys.chain, rows(connection, walk.head.position))
            if walk.broken is not None:
                what = diagnose(connection, self.keys.chain, walk.head.mac, walk.broken, anchor)
                raise Damage(walk.broken.position, what)
            if not left or anchor.head is None or anchor.head.position >= walk.head.position:
                break
            anchor = read_anchor(self.keys.chain, self.journal.anchor)
        return anchor

    def _link(self, file: Path, opened: JournalOpened, start: Head) -> None:
        """Is this the file that its name and the file before it promise?"""
        before, link, first = self.walk.head, opened.previous, self.journal.first
        named = file_number(first, file)
        if named != opened.number and (self.strict or named > 1):
            raise Damage(start.position + 1, f"{file.name} has the content of file {opened.number}")
        if not self.number or link is None:
            return
        if opened.number != self.number + 1:
            missing = file_name(first, self.number + 1).name
            raise Damage(before.position + 1, f"missing: {missing} with its records")
        if link.position > before.position:
            cut = f"cut: records {before.position + 1} to {link.position} were written and are gone"
            raise Damage(before.position + 1, cut)
        if (link.position, link.mac) != (before.position, before.mac.hex()):
            raise Damage(link.position + 1, "added: records after the one the next file begins at")

    def judged(self, anchor: Anchor, heads: Sequence[Head]) -> Verdict:
        """One file that was closed is complete by its last record; that it is the last of the
        journal only the anchor can say."""
        head, alone = anchor.head, self.journal.later is not None
        if self.closed and alone and head and head.file_id != self.walk.head.file_id:
            end = self.walk.head  # what went out later is for the files that follow
            within = [said for said in heads if said.position <= end.position]
            one = judge(self.walk, Anchor(end, sure=True), within)
            return replace(one, detail=one.detail or "closed by archive")
        found = judge(self.walk, anchor, heads, durable=self.durable)
        if self.closed and head is None and found.doubtful:
            last = "closed by archive, so complete in itself; whether a file follows it"
            return replace(found, detail=f"{last} cannot be said without the anchor")
        return found


def _journal_in(connection: sqlite3.Connection, keys: TableKeys) -> str:
    """The id of the journal, if the first record of the file can be believed."""
    try:
        return beginning(connection, keys)[0].journal_id
    except Damage:
        return ""


def diagnose(
    connection: sqlite3.Connection, key: bytes, before: bytes, broken: Break, anchor: Anchor
) -> str:
    """What was done to the first record that does not follow: a word for the report."""
    position, here = broken
    if here is None:
        return "missing"
    later = list(rows(connection, position, 10_000))
    if later and follows(key, here.mac, position + 2, later[0]):
        return "missing: the record that stands here came after it"
    for record in later:
        if follows(key, before, position, record):
            if record is later[0] and not follows(key, record.mac, position + 1, here):
                return "added: the record that belongs here comes after it"
            return f"swapped with record {record.position}"
        if follows(key, before, position, record._replace(mac=here.mac)):
            return f"swapped with record {record.position}"
    if anchor.head is not None and position > anchor.head.position:
        return "added: it was not written by the table"
    return "changed: it is not what was written"


def salvaged(path: Path, keys: TableKeys) -> tuple[Verdict, MemoryRecorder]:
    """What can still be believed of a damaged journal, to be read (meters) and not written to.

    The last checkpoint before the damage and the records between the two.
    """
    journal, verdict = locate(path), verify(path, keys)
    head = verdict.head or Head(0, 0, GENESIS, b"")
    files = files_of(journal)
    for file, live in reversed(files):
        with suppress(*UNREADABLE), reading(file, live=live) as connection:
            checkpoint = last_checkpoint(connection, head.position)
            if checkpoint is not None or file == files[0][0]:
                since = checkpoint.position - 1 if checkpoint else 0
                found = tuple(rows(connection, since, max(head.position - since, 0)))
                journal_id = _journal_in(connection, keys)
                return verdict, MemoryRecorder.read_only(keys, found, head, journal_id)
    return verdict, MemoryRecorder.read_only(keys, (), head)
