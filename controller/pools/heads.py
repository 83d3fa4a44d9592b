"""The heads of a table's journals that a store of pools keeps: none goes back, none is forgotten.

A head here names the journal and not the file of it: positions run on through all files of a
journal, so an archived file and its follower are one to the pool. Whatever a table has anchored
once stands against every other past of it. Another journal in the place of the one that is known
is for two people to decide.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from controller.domain.base import BrokenInvariant
from controller.journal.recorder import Head
from controller.pools.decision import alone

JOURNALS_MAX: Final = 100
"""Of one table: more were never begun by people."""


def as_kept(head: Head, journal: str) -> Head:
    """A head of this journal, by its id, as the pool keeps it."""
    return head._replace(file_id=bytes.fromhex(journal))


def cause_of(head: Head) -> str:
    """What tells a command that follows this record from one in any other past of the table.

    Transfers are named by it: the same command after a restart from this very record asks for the
    same transfer once more; after any other record it asks for another.
    """
    return blake2b(head.file_id + head.mac, digest_size=16).hexdigest()


def goes_on(table: str, kept: Iterable[Head], head: Head, by: tuple[str, ...]) -> None:
    """BrokenInvariant where a head does not go on from those that are kept."""
    known = {of.file_id: of for of in kept}
    before = known.get(head.file_id)
    if before is None:
        if known and alone(by):
            raise BrokenInvariant(
                f"another journal of table {table} is known: two people have to decide that this "
                "one takes its place"
            )
        if len(known) >= JOURNALS_MAX:
            raise BrokenInvariant(f"table {table} has begun {len(known)} journals")
    elif head.position < before.position:
        raise BrokenInvariant(f"the journal of table {table} went back to {head.position}")
    elif head.position == before.position and head.mac != before.mac:
        raise BrokenInvariant(
            f"the journal of table {table} has another record {head.position} than before"
        )
