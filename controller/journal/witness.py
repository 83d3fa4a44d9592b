"""Heads that left the house, held against the record when they come back.

Whoever keeps a head holds an anchor. The pool has the last one it was told by, and every notice
carries one. So an older copy of a journal shows, put back with its anchor and all, as long as one
such head is out of reach of whoever put it back.

A head goes out with the id of its journal and a tag under the chain key. Nobody without the key
can make one, so a forged line holds no table; and a line of another table is not ours. A head of
an archived file compares like any other: positions run on through all files of a journal.
"""

from collections.abc import Iterable, Iterator, Mapping
from hmac import compare_digest
from itertools import takewhile
from types import MappingProxyType
from typing import NamedTuple

from controller.journal.chain import against, tag_of
from controller.journal.codec import from_bytes
from controller.journal.housekeeping import JournalReplaced
from controller.journal.recorder import CHECKPOINT, Head, Recorder


class SentHead(NamedTuple):
    """A head as it goes out."""

    position: int
    mac: bytes
    journal: str
    """The id of the journal, in hex."""
    tag: bytes

    def is_true(self, key: bytes) -> bool:
        """Was it sent by the table whose key this is?"""
        return compare_digest(self.tag, tag_of(key, self.journal, self.position, self.mac))


def sent_head(key: bytes, journal: str, head: Head) -> SentHead:
    """A head of this journal, to be sent.

    Without a tag where nobody can say which journal it is: what is left of a damaged one.
    """
    tag = tag_of(key, journal, head.position, head.mac) if journal else b""
    return SentHead(head.position, head.mac, journal, tag)


class Account(NamedTuple):
    """The heads of a table that a receiver still has."""

    heads: frozenset[Head]
    """Of this journal."""
    others: Mapping[str, Head] = MappingProxyType({})
    """The last head of every other journal under the table's keys, by its id."""

    @property
    def last(self) -> Head | None:
        """How far this journal had come."""
        return max(self.heads, key=lambda head: head.position, default=None)


def account_of(sent: Iterable[SentHead], journal: str) -> Account:
    """Heads that are true, sorted by what they are about."""
    heads: set[Head] = set()
    others: dict[str, Head] = {}
    for one in sent:
        head, known = Head(one.position, 0, one.mac, b""), others.get(one.journal)
        if one.journal == journal:
            heads.add(head)
        elif known is None or known.position < head.position:
            others[one.journal] = head
    return Account(frozenset(heads), others)


def account_of_kept(kept: Iterable[Head], journal: str) -> Account:
    """Heads as a pool keeps them, each with the id of its journal."""
    by_journal = {head.file_id.hex(): head for head in kept}
    own = by_journal.pop(journal, None)
    return Account(frozenset((own,) if own else ()), by_journal)


def stands_in(recorder: Recorder, head: Head) -> bool:
    """Has the journal the record that it stood at when the head left?

    Where the file with that record was archived and taken away, its followers speak for it.
    """
    found = next(recorder.records(head.position - 1), None)
    mac = found.mac if found is not None and found.position == head.position else None
    return against(head, recorder.head(), mac) is None


class Stray(NamedTuple):
    """A head that a receiver has and the journal does not."""

    told: str
    """Who has it: the beginning of a sentence that goes on with the record."""
    head: Head
    journal: str = ""
    """Of another journal of the table: its id."""

    def why(self, recorder: Recorder) -> str:
        """What is wrong with the journal."""
        last, head = recorder.head(), self.head
        round_ = f" in round {head.round}" if head.round else ""
        return (
            f"{self.told} record {head.position}{round_} ({head.mac.hex()[:16]}), which is not in "
            f"this journal. It ends at record {last.position} in round {last.round}. It is an "
            "older copy, or another journal: restore the right one, or have two people begin a "
            "new one in its place."
        )

    def replaced(self, by: tuple[str, ...]) -> JournalReplaced:
        """On record: these people have begun this journal in the place of the one it is of."""
        head = self.head
        return JournalReplaced(head.file_id.hex(), head.position, head.mac.hex(), by, self.journal)


def strays(recorder: Recorder, told: str, account: Account) -> Iterator[Stray]:
    """The heads that a receiver has and the journal does not; of its own, the last one."""
    if account.last is not None and not stands_in(recorder, account.last):
        yield Stray(told, account.last)
    for journal, head in not_replaced(recorder, account.others).items():
        yield Stray(told, head, journal)


def not_replaced(recorder: Recorder, others: Mapping[str, Head]) -> Mapping[str, Head]:
    """Journals of the same table of which this one does not say that it takes their place.

    Where its first file was archived and taken away nobody can look, and none is named.
    """
    said = replacements(recorder) if others else None
    if said is None:
        return {}
    replaced = {one.journal for one in said}
    return {journal: head for journal, head in others.items() if journal not in replaced}


def replacements(recorder: Recorder) -> tuple[JournalReplaced, ...] | None:
    """Whose place this journal takes: it says so before its first checkpoint.

    None where its first file is not there.
    """
    beginning = list(takewhile(lambda record: record.kind != CHECKPOINT, recorder.records()))
    if not beginning or beginning[0].position != 1:
        return None
    return tuple(
        from_bytes(JournalReplaced, record.payload)
        for record in beginning
        if record.kind == JournalReplaced.__name__
    )


def replaced_by(recorder: Recorder) -> tuple[str, ...]:
    """The people who put this journal in the place of another; empty where nobody did."""
    return tuple(one for said in replacements(recorder) or () for one in said.by)
