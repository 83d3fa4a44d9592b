"""Heads that left the house, given to `feltwork journal verify` in files."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Self

from controller.domain.frozen import frozen
from controller.journal.keys import TableKeys
from controller.journal.reader import JournalReader
from controller.journal.recorder import Head, JournalFault, State, Verdict
from controller.journal.witness import not_replaced
from controller.notices.heads import Found, heads_in
from controller.notices.log_file import lines_back


@frozen
class Evidence:
    """What files of notices say of a journal."""

    heads: tuple[Head, ...] = ()
    """Of this journal."""
    others: tuple[str, ...] = ()
    """Journals of the same table that this one does not say it has replaced."""
    said: tuple[str, ...] = ()
    """For people, line by line."""

    @property
    def lacking(self) -> bool:
        """Were files given, and no head of this journal is in them? Then they prove nothing."""
        return bool(self.said) and not self.heads

    @classmethod
    def read(cls, path: Path, keys: TableKeys, files: Sequence[Path]) -> Self:
        """What stands in these files; one that cannot be read is a fault of the call."""
        made, journal = cls(), ""
        with suppress(JournalFault):  # what cannot be read has its own verdict
            journal = JournalReader(path).journal if files else ""
        for file in files:
            made = made._with(path, file, _read(file, keys, journal))
        return made

    def _with(self, path: Path, file: Path, found: Found) -> Self:
        last = found.account.last
        count = f"{len(found.account.heads)} heads of this journal"
        newest = (
            f"{count}, the last at record {last.position}" if last else "no head of this journal"
        )
        others: tuple[str, ...] = ()
        with suppress(JournalFault):
            others = tuple(not_replaced(JournalReader(path), found.account.others))
        return replace(
            self,
            heads=(*self.heads, *found.account.heads),
            others=(*self.others, *others),
            said=(*self.said, f"{file}: {newest}", *found.skipped),
        )

    def applied(self, verdict: Verdict) -> Verdict:
        """A journal in the place of another, without a record of why: the other is missing."""
        if verdict.state is State.DAMAGED or not self.others:
            return verdict
        another = (
            f"heads of another journal of this table were sent ({self.others[0]}), and this one "
            "does not say that it takes its place"
        )
        return replace(verdict, state=State.DAMAGED, detail=another)


def _read(file: Path, keys: TableKeys, journal: str) -> Found:
    try:
        found = heads_in(lines_back(file), keys.chain, journal)
    except FileNotFoundError:
        raise JournalFault(f"{file}: no such file. Expected notices, one on a line") from None
    if found.fault:
        raise JournalFault(found.fault)
    return found
