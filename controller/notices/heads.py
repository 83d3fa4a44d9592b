"""Heads of the journal read back from where notices went.

A sink that can be read (`ReadsBack`) says what it was given; so does a file in which an auditor
has kept what a webhook was sent, one notice on a line. Lines that are no notice, and lines that
name this journal and are not under its key, are named and skipped: they prove nothing, and must
not be able to stop a table. Lines of other tables are left alone.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from controller.journal.witness import Account, SentHead, account_of
from controller.notices.sinks import Line, ReadsBack, Sink, SinkFault, plug_in

NEWEST: Final = 2_000
"""So many lines are looked at before the table comes up; all of them in the background."""
_NAMED_MAX: Final = 3
_KEPT_MAX: Final = 100
_DIGITS_MAX: Final = 18
"""Of a position that SQLite can count to."""


class Found(NamedTuple):
    """What was read back of one sink, or of one file."""

    account: Account
    skipped: tuple[str, ...] = ()
    """Lines that were not believed, each in a sentence, newest first."""
    fault: str = ""
    """Why it could not be read to its end."""

    def doubts(self) -> str:
        """What cannot be held against the journal; empty where all is well."""
        if self.fault:
            return self.fault
        named = " ".join(self.skipped[:_NAMED_MAX])
        if len(self.skipped) > _NAMED_MAX:
            named += f" And {len(self.skipped) - _NAMED_MAX} more."
        if not self.account.heads:
            none = "It has no head of this journal: rotated away, lost, or none was sent yet."
            return f"{none} {named}".rstrip()
        return named


def heads_in(lines: Iterable[Line], key: bytes, journal: str) -> Found:
    """The heads that a journal's own table has sent, out of the lines of a log."""
    true: list[SentHead] = []
    skipped = _Skipped()
    try:
        for line in lines:
            try:
                sent = sent_in(line.content)
            except (ValueError, RecursionError):
                skipped.add(f"{line.where}: this line is not a notice and was skipped.")
                continue
            if sent.is_true(key):
                true.append(sent)
            elif sent.journal == journal:
                forged = "names this journal but was not made with its key"
                skipped.add(f"{line.where}: a head that {forged} was skipped.")
    except SinkFault as fault:
        return Found(account_of(true, journal), skipped.sentences(), str(fault))
    return Found(account_of(true, journal), skipped.sentences())


class _Skipped:
    """The newest lines that were not believed, and how many more there are: a log may hold any
    number of them."""

    def __init__(self) -> None:
        self._named: list[str] = []
        self._more = 0

    def add(self, sentence: str) -> None:
        if len(self._named) < _KEPT_MAX:
            self._named.append(sentence)
        else:
            self._more += 1

    def sentences(self) -> tuple[str, ...]:
        more = (f"And {self._more} more lines were skipped.",) if self._more else ()
        return (*self._named, *more)


def read_back(
    sinks: Iterable[Sink], key: bytes, journal: str, newest: int | None = None
) -> Iterator[tuple[str, Found]]:
    """What each sink that can be read has of a journal; the newest lines alone, or all."""
    for sink in sinks:
        if isinstance(sink, ReadsBack):
            yield sink.name, heads_in(islice(_given(sink), newest), key, journal)


def _given(sink: ReadsBack) -> Iterator[Line]:
    with plug_in(sink.name):
        yield from sink.given()


def sent_in(line: bytes) -> SentHead:
    """The head that a notice carries; one that is not tagged proves nothing. Or `ValueError`."""
    content: Any = json.loads(line)
    if not isinstance(content, dict):
        raise ValueError("a notice is an object")
    texts = [content.get("head"), content.get("journal", ""), content.get("tag", "")]
    if not all(isinstance(text, str) and text.isascii() for text in texts):
        raise ValueError("a notice has a head, in text")
    head, journal, tag = texts
    position, _, mac = head.partition(":")
    if not position.isdecimal() or len(position) > _DIGITS_MAX:
        raise ValueError("a head begins with a position")
    return SentHead(int(position), bytes.fromhex(mac), journal, bytes.fromhex(tag))
