"""How a journal is found at a start: its end verified, before anything is written to it."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from controller.journal.chain import Anchor, Walk, judge
from controller.journal.faults import NOT_DAMAGE, error_name
from controller.journal.files import file_number
from controller.journal.keys import TableKeys
from controller.journal.recorder import JournalFault, Record, State, Verdict
from controller.journal.verify import (
    UNREADABLE,
    Damage,
    beginning,
    durable_at,
    foreign,
    is_closed,
    last_checkpoint,
    lenient,
    rows,
    tail_start,
    unguarded,
)


class Seen(NamedTuple):
    """A journal as it was found."""

    verdict: Verdict
    number: int = 0
    journal: str = ""
    begins: int = 0
    closed: bool = False
    checkpoint: Record | None = None


def look(first: Path, file: Path, anchor: Anchor, keys: TableKeys) -> Seen:
    """Verify the end of the last file, reading only: a damaged one is evidence."""
    if not file.is_file():
        gone = "missing: the anchor is there, the files are not"
        return Seen(Verdict(State.DAMAGED, 1, detail=gone))
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    position = 0
    try:
        if wrong := foreign(lenient(connection)):
            raise JournalFault(
                f"{file}: {wrong}. Use the version of the program that wrote it, or name another "
                "file for the journal"
            )
        opened, start = beginning(connection, keys)
        begins = start.position + 1
        if opened.number != file_number(first, file):
            raise Damage(begins, f"{file.name} has the content of file {opened.number}")
        start = tail_start(connection, start)
        position = start.position
        wanted = frozenset((anchor.head.position,)) if anchor.head else frozenset()
        walk = Walk(start, wanted).along(keys.chain, rows(connection, start.position))
        if walk.broken is not None:
            raise Damage(walk.broken.position, "the chain does not go on")
        if changed := unguarded(connection):
            raise Damage(None, changed)
        closed = is_closed(connection)
        checkpoint = last_checkpoint(connection)
        durable = durable_at(connection, begins - 1, walk.head)
        found = judge(walk, anchor, durable=durable)
        return Seen(found, opened.number, opened.journal_id, begins, closed, checkpoint)
    except Damage as damage:
        return Seen(Verdict(State.DAMAGED, damage.record, detail=damage.detail))
    except UNREADABLE as error:
        if error_name(error).startswith(NOT_DAMAGE):
            raise
        return Seen(Verdict(State.DAMAGED, position + 1, detail=f"cannot be read: {error}"))
    finally:
        connection.close()
