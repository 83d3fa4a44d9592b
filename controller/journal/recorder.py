"""What a recorder promises, and what goes in and out of it.

One writer appends all records of one command at once or not at all; what `append` returned is on
the disk. Nothing is ever changed or removed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from controller.domain.frozen import Frozen

CHECKPOINT: Final = "Checkpoint"
"""The kind of a record that holds a sealed snapshot instead of an event."""


class JournalFault(Exception):
    """The record cannot be kept or read; says what was seen, expected, and what to do.

    From a call that writes, this class itself means that nothing of the call was written.
    """


class RecordedFault(JournalFault):
    """Something failed, but the records up to a position are on the disk: they have happened."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class UncertainFault(JournalFault):
    """The disk failed while it wrote: opening the journal again shows what it holds."""


@contextmanager
def recorded(position: int) -> Iterator[None]:
    """What fails in here fails after records that stand up to a position."""
    try:
        yield
    except RecordedFault:
        raise
    except JournalFault as fault:
        stands = f"{fault}. Record {position} and all before it are on the disk"
        raise RecordedFault(stands, position) from fault


class NewRecord(NamedTuple):
    """A record to be written."""

    kind: str
    round: int
    """The round in progress, or the last one."""
    at_ms: int
    """Milliseconds since 1970, UTC, by the clock of the table."""
    payload: bytes


class Record(NamedTuple):
    """A record that stands."""

    position: int
    """Runs on without a gap through all files of a journal."""
    round: int
    at_ms: int
    kind: str
    payload: bytes
    mac: bytes
    """Over this record and the MAC of the one before."""


class Head(NamedTuple):
    """The last record: what an anchor holds, here, in the pool and with the notices."""

    position: int
    round: int
    mac: bytes
    file_id: bytes


class State(Enum):
    """The three verdicts and the exit codes of `feltwork journal verify`.

    1 and 2 are left out: they mean that the program failed, or was called wrongly.
    """

    INTACT = 0
    NOT_ANCHORED = 3
    DAMAGED = 4


class Verdict(Frozen):
    """What `verify` found."""

    state: State
    record: int | None = None
    """The first record that is damaged; none where the damage is around the records."""
    round: int | None = None
    """The round since which the tail is not anchored."""
    detail: str = ""
    records: int = 0
    """How many records were found in order."""
    head: Head | None = None
    """The last record that is in order."""
    doubtful: bool = False
    """The tail is not anchored, and no power cut explains why: it must not be taken over."""

    @property
    def usable(self) -> bool:
        """May the table go on writing here?"""
        return self.state is not State.DAMAGED and not self.doubtful

    def __str__(self) -> str:
        text = {
            State.INTACT: "intact",
            State.NOT_ANCHORED: f"tail not anchored since round {self.round}",
            State.DAMAGED: f"damaged at record {self.record}" if self.record else "damaged",
        }[self.state]
        return f"{text}: {self.detail}" if self.detail else text


class JournalDamaged(JournalFault):
    """The journal holds the table. It is left as it was found, as evidence."""

    def __init__(self, journal: Path, verdict: Verdict) -> None:
        seen = f"is {verdict}"
        if verdict.state is not State.DAMAGED:
            seen = f"may not be complete: {verdict}"
        super().__init__(
            f"{journal}: the journal {seen}. Expected an unbroken chain, anchored to its end: keep "
            "its files as evidence, call a supervisor, restore the journal or begin another "
            "elsewhere"
        )
        self.verdict = verdict


class Recorder(Protocol):
    """One suite proves every implementation: `tests/contract/test_recorders.py`."""

    @property
    def journal(self) -> str:
        """The id of its first file: tells this journal from one begun anew; empty if unknown."""
        ...

    def append(self, entries: Sequence[NewRecord]) -> int:
        """Write all records of one command, durably, or raise `JournalFault` with none written.

        Returns the position of the last record. `RecordedFault`: they stand, but the journal
        cannot go on; `UncertainFault`: nobody can say before it is opened again.
        """
        ...

    def checkpoint(self, round_number: int, payload: bytes, at_ms: int) -> int:
        """Write a snapshot from which recovery starts, and make the anchor durable as well.

        Whatever fails here is a `RecordedFault`: the records before it stand.
        """
        ...

    def records(self, since: int = 0) -> Iterator[Record]:
        """The records after a position, in order, through all files of the journal."""
        ...

    def last_checkpoint(self) -> Record | None:
        """Where recovery starts; its cost does not grow with the journal."""
        ...

    def head(self) -> Head:
        """The last record written."""
        ...

    def archive(self, at_ms: int) -> Head:
        """Close the file and go on in the next, which begins with the last checkpoint.

        Refused while anything stands after the last checkpoint that would have to be replayed.
        """
        ...

    def seal_off(self, why: str) -> None:
        """From now on it is read only, evidence as it stands. Any thread may say so."""
        ...

    def close(self) -> None:
        """Give the journal free for another process. Closing twice is harmless."""
        ...
