"""Whose record a journal is: a table's by its name, or a scenario's, which has none."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.games.registry import KINDS, house_in
from controller.journal.keys import TableKeys, keys_for
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalFault
from controller.journal.sealing import SealedJournal

SCENARIO: Final = ""


def recorded_table(journal: Path, keys: TableKeys | Path | None) -> str | None:
    """The name of the table. None where there is no record, or it does not say: whoever opens it
    learns why. It is only read, whoever may be writing it."""
    if not journal.exists():
        return None
    with suppress(JournalFault):
        if not isinstance(keys, TableKeys):
            keys = keys_for(journal, keys, create=False)
        reader = JournalReader(journal)
        if (last := reader.last_checkpoint()) is not None:
            name: str = house_in(SealedJournal(reader, keys, *KINDS), last).name
            return name
    return None


def foreign(journal: Path, keys: TableKeys | Path | None, expected: str) -> str | None:
    """What is wrong where it is another's record than the one expected. The keys, their file, or
    none for the file beside it."""
    found = recorded_table(journal, keys)
    if found in (None, expected):
        return None
    return f"{journal}: the record of {_name(found)} seen, that of {_name(expected)} expected"


def _name(table: str | None) -> str:
    return f"table {table}" if table else "a scenario"
