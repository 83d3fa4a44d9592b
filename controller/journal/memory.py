"""The record in memory: for tests, and for reading what is left of a damaged journal."""

import secrets
from collections.abc import Iterator, Sequence

from controller.journal.chain import chained, closing, opening
from controller.journal.keys import TableKeys
from controller.journal.recorder import CHECKPOINT, Head, JournalFault, NewRecord, Record, recorded
from controller.journal.sealing import archivable, resealed


class MemoryRecorder:
    """Keeps every promise of a recorder but durability."""

    def __init__(self, keys: TableKeys, at_ms: int = 0) -> None:
        self._keys = keys
        self._closed = ""
        self._number = 0
        self.journal = ""
        self._records: list[Record] = []
        self._head: Head
        self._open_file(None, (), at_ms)

    @classmethod
    def read_only(
        cls, keys: TableKeys, records: Sequence[Record], head: Head, journal: str = ""
    ) -> "MemoryRecorder":
        """Records that were read somewhere, to be looked at."""
        made = cls(keys)
        made._records, made._head, made.journal = list(records), head, journal
        made._closed = "for reading only"
        return made

    def _open_file(self, previous: Head | None, rest: Sequence[NewRecord], at_ms: int) -> None:
        self._number += 1
        file_id, name = secrets.token_bytes(16), self._keys.name
        start, first = opening(self._number, name, file_id, previous, self.journal, at_ms)
        self.journal = self.journal or file_id.hex()
        records, self._head = chained(self._keys.chain, start, (first, *rest))
        self._records += records

    def append(self, entries: Sequence[NewRecord]) -> int:
        if self._closed:
            raise JournalFault(f"the journal is {self._closed}: nothing was written")
        if entries:
            records, self._head = chained(self._keys.chain, self._head, entries)
            self._records += records
        return self._head.position

    def checkpoint(self, round_number: int, payload: bytes, at_ms: int) -> int:
        with recorded(self._head.position):
            return self.append((NewRecord(CHECKPOINT, round_number, at_ms, payload),))

    def records(self, since: int = 0) -> Iterator[Record]:
        first = self._records[0].position if self._records else 1
        return iter(self._records[max(since - first + 1, 0) :])

    def last_checkpoint(self) -> Record | None:
        found = (record for record in reversed(self._records) if record.kind == CHECKPOINT)
        return next(found, None)

    def head(self) -> Head:
        return self._head

    def archive(self, at_ms: int) -> Head:
        last = archivable(self)
        self.append((closing(self._head, at_ms),))
        payload = resealed(self._keys, last, self._head.position + 2)
        self._open_file(self._head, (NewRecord(CHECKPOINT, last.round, at_ms, payload),), at_ms)
        return self._head

    def seal_off(self, why: str) -> None:
        self._closed = self._closed or f"sealed off: {why}"

    def close(self) -> None:
        self._closed = self._closed or "closed"
