"""A table that keeps its outbox in a journal and may kill itself between delivery and record."""

import os
import queue
import signal
import sys
from functools import partial
from pathlib import Path

from controller.domain.instant import Instant
from controller.journal.keys import TableKeys
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.journal.witness import sent_head
from controller.notices.delivery import Backoff, NoticeDelivery
from controller.notices.outbox import (
    Event,
    NewNotice,
    Outbox,
    configure,
    fold,
    raise_notices,
    record_delivery,
)
from controller.notices.sinks import make_sinks

AT_MS = 1_790_000_000_000
KEYS = TableKeys(b"c" * 32, b"s" * 32, b"e" * 32)


class StillClock:
    def now(self) -> Instant:
        return Instant(AT_MS, 0)


class Table:
    """One thread owns the outbox: journal, fold, hand over."""

    def __init__(self, folder: Path, url: str, die_after: int) -> None:
        recorder = SqliteRecorder(folder / "table.journal", KEYS, AT_MS)
        self._journal = SealedJournal(recorder, KEYS, Event)
        self._inbox: queue.Queue[tuple[int, str]] = queue.Queue()
        self._left = die_after
        recovery = self._journal.recover(Outbox)
        found = (recorded.event for recorded in recovery.recorded)
        self.outbox = fold(recovery.state or Outbox(), found)
        sinks = {
            "log": {"kind": "log-file", "path": str(folder / "notices.jsonl")},
            "desk": {"kind": "webhook", "url": url},
        }
        made = make_sinks(sinks)
        witness = partial(sent_head, KEYS.chain, recorder.journal)
        clock, patience = StillClock(), Backoff(1, 10)
        self._delivery = NoticeDelivery("table-7", made, witness, self._delivered, clock, patience)

    def _delivered(self, number: int, sink: str) -> None:
        if sink == "desk":
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        self._inbox.put((number, sink))

    def _record(self, events: tuple[Event, ...]) -> None:
        self._journal.append(events, round_number=1, at_ms=AT_MS)
        self.outbox = fold(self.outbox, events)
        self._delivery.hand_over(self.outbox.pending, self._journal.recorder.head())

    def run(self) -> None:
        """All notices out and recorded."""
        self._record(configure(self.outbox, self._delivery.sinks))
        if self.outbox.next_number == 1:
            drafts = [NewNotice("inspector", "missing-card", f"No. {n}.", 1) for n in (1, 2, 3)]
            self._record(raise_notices(self.outbox, drafts, AT_MS))
        with self._delivery:
            while self.outbox.pending:
                self._record(record_delivery(self.outbox, *self._inbox.get(timeout=30)))
        self._journal.recorder.close()


if __name__ == "__main__":
    Table(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])).run()
