"""A tournament as the record of its desk has it: read only, even while the desk writes it."""

from controller.games.desk.house import DeskHouse
from controller.games.registry import KINDS
from controller.house.fold import fold
from controller.journal.keys import keys_for
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalFault
from controller.journal.sealing import SealedJournal
from ui.table_folder import TableFolder


def house_in(folder: TableFolder) -> DeskHouse:
    """`JournalFault` where there is none."""
    keys = keys_for(folder.journal, folder.key_file, create=False)
    found = SealedJournal(JournalReader(folder.journal), keys, *KINDS).recover(DeskHouse)
    if found.state is None:
        raise JournalFault(
            f"{folder.journal}: No tournament here. Set one up with `feltwork tournament new`"
        )
    house: DeskHouse = fold(found.state, (recorded.event for recorded in found.recorded))
    return house
