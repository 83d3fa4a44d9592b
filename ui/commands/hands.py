"""The hands of a poker table out of its journal, as hand histories in the PHH format."""

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path

from controller.games.poker.game import POKER
from controller.games.poker.history import histories
from controller.games.poker.state import Table
from controller.games.registry import KINDS
from controller.journal.keys import TableKeys
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalFault, State, Verdict
from controller.journal.sealing import SealedJournal
from controller.journal.verify import verify
from controller.private_files import disk_cause, private_folder, write_private
from controller.running.history import replayed


def export_hands(path: Path, into: Path, keys: TableKeys) -> tuple[Verdict, int]:
    """A file for each hand that came to a result, in their order, into a new folder; what was said
    of the journal, and how many there were."""
    if into.exists():
        raise JournalFault(f"{into}: already exists. Name a new folder")
    verdict = verify(path, keys)
    journal = SealedJournal(JournalReader(path), keys, *KINDS)
    with closing(_hands(path, journal, verdict)) as hands:
        first, count = [*islice(hands, 1)], 0  # nothing is made for the record of another game
        try:
            private_folder(into)
            for count, text in enumerate(chain(first, hands), 1):
                write_private(into / f"hand-{count:06}.phh", text.encode("ascii"))
        except OSError as fault:
            cause = disk_cause(fault, "Check the path and its owner")
            raise JournalFault(f"{into}: cannot be written: {cause}") from fault
    return verdict, count


def _hands(path: Path, journal: SealedJournal, verdict: Verdict) -> Generator[str, None, None]:
    """Of a damaged journal everything up to where it cannot be read."""
    try:
        yield from histories(steps(path, journal))
    except JournalFault:
        if verdict.state is not State.DAMAGED:
            raise


def steps(path: Path, journal: SealedJournal) -> Iterator[tuple[Table, object, Table]]:
    """Every event at a poker table, with the table around it."""
    games, keyed = set[str](), False
    for before, event, after, _ in replayed(journal):
        games.add(after.game.name)
        if after.game is POKER:
            keyed = keyed or after.table.rules.stacks_kept
            yield before.table, event, after.table
    if POKER.name not in games and games:
        raise JournalFault(
            f"{path}: expected the record of a table of {POKER.name}, found one of {games.pop()}: "
            "only poker hands have hand histories. Leave --phh out"
        )
    if games == {POKER.name} and not keyed:
        raise JournalFault(
            f"{path}: this table is run by pots, expected one where every action is keyed: nobody "
            "knows the actions of these hands. Leave --phh out"
        )
