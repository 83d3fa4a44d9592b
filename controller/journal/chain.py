"""The chain: each record's MAC covers the one before, and its head stands outside the file.

Nobody without the chain key can change, take out, swap or add a record so that the MACs still
agree. Cutting the end off needs no key; that shows by the anchor, a small file beside the journal
that is written after every commit. It has two slots written in turn, each under the chain key with
a counter, so that a power cut during a write leaves the other one.

The anchor is written at once and made durable at the end of each round and on closing (an fsync
after every command would double what a command costs). It is written after the commit is on the
disk, so it never runs ahead of the journal: an anchor beyond the last record means that records
were cut, an anchor behind it that the power went before the anchor was on the disk. Then the tail
is not anchored; the next start takes it over, on record.

That is all a power cut can do: it makes the anchor lag, by no more than what came after the last
checkpoint, and may spoil the slot that was just being written. So nobody takes over a tail where

- no anchor can be read (it is there, durably, before the first file is),
- it is older than the last checkpoint, with which it was made durable,
- one slot is gone and the other stands at the very last record. Had the power spoiled the slot,
  the record it was written for would follow: so one would hide a cut of the last command.

Such a journal is `doubtful`: it is never called intact and never written to again.
"""

import errno
import fcntl
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from controller.journal.codec import Undecodable, from_bytes, to_bytes
from controller.journal.files import Located
from controller.journal.housekeeping import Housekeeping, JournalClosed, JournalOpened, PreviousFile
from controller.journal.recorder import Head, JournalFault, NewRecord, Record, State, Verdict
from controller.private_files import disk_cause, open_private

FORMAT: Final = 1
GENESIS: Final = bytes(32)
"""What stands for the MAC before the first record of all."""
NOTHING: Final = Head(0, 0, GENESIS, bytes(16))
"""The head of a journal that is about to be begun."""


_NUMBERS: Final = struct.Struct(">qqqH")


@cache
def _begun(key: bytes, purpose: bytes) -> blake2b:
    return blake2b(digest_size=32, key=key, person=purpose)


def keyed(key: bytes, purpose: bytes, data: bytes) -> bytes:
    """A keyed hash; the key is taken in once, since a command waits for every microsecond."""
    digest = _begun(key, purpose).copy()
    digest.update(data)
    return digest.digest()


def mac_of(
    key: bytes, before: bytes, position: int, round_: int, at_ms: int, kind: str, payload: bytes
) -> bytes:
    """The MAC of a record; lengths are part of it, so that nothing moves from field to field."""
    name = kind.encode()
    whole = before + _NUMBERS.pack(position, round_, at_ms, len(name)) + name + payload
    return keyed(key, b"feltwork record", whole)


def chained(key: bytes, head: Head, entries: Sequence[NewRecord]) -> tuple[list[Record], Head]:
    """Entries as the records that follow a head, and the head after them."""
    records: list[Record] = []
    position, mac = head.position, head.mac
    for kind, round_, at_ms, payload in entries:
        position += 1
        mac = mac_of(key, mac, position, round_, at_ms, kind, payload)
        records.append(Record(position, round_, at_ms, kind, payload, mac))
    return records, Head(position, records[-1].round, mac, head.file_id)


def follows(key: bytes, before: bytes, position: int, record: Record) -> bool:
    """Was this record written at this position after a record with that MAC?

    A damaged file may yield anything at all in any column.
    """
    try:
        mac = mac_of(key, before, position, record.round, record.at_ms, record.kind, record.payload)
        return compare_digest(mac, record.mac)
    except (TypeError, AttributeError, ValueError, struct.error):
        return False


def tag_of(key: bytes, journal: str, position: int, mac: bytes) -> bytes:
    """What proves that the table itself has said: my journal stood at this record."""
    whole = _NUMBERS.pack(position, 0, 0, len(mac)) + mac + journal.encode()
    return keyed(key, b"feltwork sent", whole)


class Break(NamedTuple):
    """Where the chain does not go on."""

    position: int
    record: Record | None
    """What stands there instead; none where a number is left out."""


@dataclass
class Walk:
    """Along the chain from a head as far as it holds; can be taken further later."""

    head: Head
    wanted: frozenset[int] = frozenset()
    """Positions that an anchor names."""
    broken: Break | None = None
    macs: dict[int, bytes] = field(default_factory=dict)
    """The MACs at the positions wanted."""

    def along(self, key: bytes, records: Iterable[Record]) -> "Walk":
        """Take the records that come next."""
        for record in records:
            position = self.head.position + 1
            if record.position != position:
                self.broken = Break(position, None)
                break
            if not follows(key, self.head.mac, position, record):
                self.broken = Break(position, record)
                break
            self.head = Head(position, record.round, record.mac, self.head.file_id)
            if position in self.wanted:
                self.macs[position] = record.mac
        return self


_SLOT: Final = struct.Struct(">8sQQQ16s32s")
_MAGIC: Final = b"FWanchor"
_TAG_BYTES: Final = 32
_BLOCK: Final = 4096
"""Slots lie apart, so that one torn write cannot hit both."""
_OWNER: Final = 2 * _BLOCK
"""Where the process that holds the journal leaves its number."""
_READ: Final = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK
"""Not waiting, should a pipe stand there."""
_TRIES, _PAUSE_S = 10, 0.02
"""How long a journal in use is tried for before its owner is named."""


class Anchor(NamedTuple):
    """What the file beside the journal says."""

    head: Head | None
    """None where there is nothing to be read."""
    sure: bool
    """Are both slots there and in turn?"""
    counter: int = 0
    slots: int = 2
    """How many can be read."""


NO_ANCHOR: Final = Anchor(None, sure=False, slots=0)


def _slot(key: bytes, counter: int, head: Head) -> bytes:
    body = _SLOT.pack(_MAGIC, counter, head.position, head.round, head.file_id, head.mac)
    return body + keyed(key, b"feltwork anchor", body)


def _read_slots(key: bytes, data: bytes) -> Iterator[tuple[int, Head]]:
    for index in (0, 1):
        block = data[index * _BLOCK : (index + 1) * _BLOCK]
        body, tag = block[: _SLOT.size], block[_SLOT.size : _SLOT.size + _TAG_BYTES]
        true = keyed(key, b"feltwork anchor", body)
        if len(body) == _SLOT.size and compare_digest(tag, true):
            magic, counter, position, round_, file_id, mac = _SLOT.unpack(body)
            if magic == _MAGIC and counter % 2 == index:
                yield counter, Head(position, round_, mac, file_id)


def parse_anchor(key: bytes, data: bytes) -> Anchor:
    """The newest slot, and whether the other one is the one before it."""
    slots = sorted(_read_slots(key, data))
    if not slots:
        return NO_ANCHOR
    counter, head = slots[-1]
    return Anchor(head, slots[0][0] == counter - 1, counter, len(slots))


def read_anchor(key: bytes, path: Path) -> Anchor:
    """The anchor of a journal that this process need not own."""
    try:
        handle = os.open(path, _READ)
        try:
            return parse_anchor(key, os.pread(handle, _OWNER, 0))
        finally:
            os.close(handle)
    except FileNotFoundError:
        return NO_ANCHOR
    except OSError as fault:
        raise JournalFault(f"{path}: cannot be read: {fault.strerror}") from fault


def in_use(path: Path) -> bool:
    """Does a process hold the journal of this anchor for writing?"""
    try:
        handle = os.open(path, _READ)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def files_of(journal: Located) -> list[tuple[Path, bool]]:
    """The files of a journal, oldest first, each with whether somebody is writing it."""
    files, live = journal.files(), in_use(journal.anchor)
    return [(file, live and file == files[-1]) for file in files]


class AnchorFile:
    """The anchor in the hands of the one writer: holding it is owning the journal.

    The lock is the kernel's (`flock`): it goes with the process however that ends, so a `SIGKILL`
    leaves nothing behind to be cleaned up.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        self._path, self._key = path, key
        try:
            self._handle = open_private(self._path, os.O_RDWR)
        except OSError as fault:
            cause = disk_cause(fault, "Expected a folder on a disk this user may write to")
            raise JournalFault(f"{self._path}: cannot be written: {cause}") from fault
        try:
            self._take()
            self.found = self._begin()
        except BaseException:
            os.close(self._handle)
            raise
        self._counter = self.found.counter

    def _take(self) -> None:
        for _ in range(_TRIES):
            with suppress(BlockingIOError):
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            Event().wait(_PAUSE_S)  # somebody may just be asking whether it is in use
        owner = os.pread(self._handle, 16, _OWNER).rstrip(b"\0").decode("ascii", "replace")
        raise JournalFault(
            f"{self._path.with_suffix('')}: the journal is in use by process {owner or 'unknown'}. "
            "Only one process can write it: stop the other one, or give this table its own"
        )

    def _begin(self) -> Anchor:
        """The room is taken once and for all: later writes need none and cannot run out of it."""
        try:
            data = os.pread(self._handle, _OWNER + _BLOCK, 0)
            if len(data) < _OWNER + _BLOCK:
                self._put(bytes(_OWNER + _BLOCK - len(data)), len(data))
                os.fsync(self._handle)
            self._put(str(os.getpid()).encode().ljust(16, b"\0"), _OWNER)
        except OSError as fault:
            cause = disk_cause(fault, "Repair the disk and start again")
            raise JournalFault(f"{self._path}: cannot be written: {cause}") from fault
        return parse_anchor(self._key, data[:_OWNER])

    def write(self, head: Head) -> None:
        """Anchor a head; it survives the process at once, a power cut after `sync`.

        A slot that was found spoiled is the next to be written: it is put right by this.
        """
        self._write(head)

    def _write(self, head: Head) -> None:
        self._counter += 1
        self._put(_slot(self._key, self._counter, head), self._counter % 2 * _BLOCK)

    def _put(self, data: bytes, offset: int) -> None:
        if os.pwrite(self._handle, data, offset) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def renew(self, head: Head) -> None:
        """Both slots anew, durably: before the first file of a journal is made."""
        self._write(head)
        self._write(head)
        self.sync()

    def sync(self) -> None:
        os.fdatasync(self._handle)

    def close(self) -> None:
        os.close(self._handle)


def against(said: Head, last: Head, mac: bytes | None) -> Verdict | None:
    """What a head that was kept outside says against a chain that ends with `last`.

    `mac` is that of the record at its position; none where nobody can look: the file was archived
    and taken away, and its followers speak for it, or it is not looked at this time.
    """
    if said.position > last.position:
        cut = f"cut: records {last.position + 1} to {said.position} were written and are gone"
        return Verdict(State.DAMAGED, last.position + 1, detail=cut, head=last)
    if mac is not None and mac != said.mac:
        other = "a different record was here when the head was anchored"
        return Verdict(State.DAMAGED, said.position, detail=other, head=last)
    return None


def judge(walk: Walk, anchor: Anchor, others: Sequence[Head] = (), *, durable: int = 0) -> Verdict:
    """Hold a chain that is whole in itself against its anchor, and against anchors elsewhere.

    `durable` is the position up to which the anchor must have been on the disk.
    """
    head = walk.head
    for said in (anchor.head, *others):
        if said and (wrong := against(said, head, walk.macs.get(said.position))):
            return wrong
    if anchor.head == head and anchor.sure:
        return Verdict(State.INTACT, head=head)
    since = anchor.head.round if anchor.head else 0
    doubt = _doubt(head, anchor, durable)
    return Verdict(State.NOT_ANCHORED, round=since, detail=doubt, head=head, doubtful=bool(doubt))


def _doubt(head: Head, anchor: Anchor, durable: int) -> str:
    """Why no power cut can have left the anchor like this; empty where one can."""
    if anchor.head is None:
        return "the anchor is missing or cannot be read: records may be cut off the end"
    if anchor.head.position < durable:
        return (
            f"the anchor is at record {anchor.head.position}, expected {durable} or later: it "
            "is an older one"
        )
    if anchor.slots < 2 and anchor.head == head:
        return "half of the anchor is gone: the last command may have been cut off"
    return ""


def opening(
    number: int, keys_name: str, file_id: bytes, previous: Head | None, journal: str, at_ms: int
) -> tuple[Head, NewRecord]:
    """Where a file starts from, and its first record; `journal` is empty for the first file."""
    link = (
        PreviousFile(previous.file_id.hex(), previous.position, previous.mac.hex())
        if previous
        else None
    )
    opened = JournalOpened(file_id.hex(), FORMAT, keys_name, number, link, journal)
    start = previous._replace(file_id=file_id) if previous else Head(0, 0, GENESIS, file_id)
    return start, entry(opened, start.round, at_ms)


def closing(head: Head, at_ms: int) -> NewRecord:
    """The last record of a file."""
    return entry(
        JournalClosed(head.file_id.hex(), head.position, head.mac.hex()), head.round, at_ms
    )


def entry(event: Housekeeping, round_: int, at_ms: int) -> NewRecord:
    """What the journal says of itself, as a record to be written."""
    return NewRecord(type(event).__name__, round_, at_ms, to_bytes(type(event), event))


def start_of(record: Record) -> tuple[JournalOpened, Head]:
    """The first record of a file read, and where the chain stood before it."""
    if record.kind != JournalOpened.__name__:
        raise Undecodable(f"{record.kind} seen, expected {JournalOpened.__name__}")
    opened = from_bytes(JournalOpened, record.payload)
    link = opened.previous
    try:
        file_id = bytes.fromhex(opened.file)
        before = bytes.fromhex(link.mac) if link else GENESIS
    except ValueError as wrong:
        raise Undecodable("an id that is not hex") from wrong
    return opened, Head(link.position if link else 0, record.round, before, file_id)
