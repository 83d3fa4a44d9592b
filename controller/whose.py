"""Whose record a journal is: a table's by its name, or a scenario's, which has none."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.games.registry import KINDS, house_in
from controller.house.state import House
from controller.journal.keys import TableKeys, keys_for
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalFault
from controller.journal.sealing import SealedJournal

SCENARIO: Final = ""


def recorded_table(journal: Path, keys: TableKeys | Path | None) -> str | None:
    """The name of the table. None where there is no record, or it does not say: whoever opens it
    learns why. It is only read, whoever may be writing it."""
    house = _house(journal, keys)
    return None if house is None else house.name


def owner_of(journal: Path, keys: Path | None) -> str | None:
    """What keeps it: a table, or the desk of a tournament; none as above."""
    house = _house(journal, keys)
    return None if house is None else house.game.owner


def foreign(
    journal: Path, keys: TableKeys | Path | None, expected: str, owner: str = "table"
) -> str | None:
    """What is wrong where it is another's record than the one expected. The keys, their file, or
    none for the file beside it."""
    house = _house(journal, keys)
    if house is None or (house.name, house.game.owner) == (expected, owner):
        return None
    found = f"{house.game.owner} {house.name}" if house.name else "a scenario"
    wanted = f"{owner} {expected}" if expected else "a scenario"
    return f"{journal}: expected the record of {wanted}, found that of {found}"


def _house(journal: Path, keys: TableKeys | Path | None) -> House | None:
    if not journal.exists():
        return None
    with suppress(JournalFault):
        if not isinstance(keys, TableKeys):
            keys = keys_for(journal, keys, create=False)
        reader = JournalReader(journal)
        if (last := reader.last_checkpoint()) is not None:
            house: House = house_in(SealedJournal(reader, keys, *KINDS), last)
            return house
    return None
