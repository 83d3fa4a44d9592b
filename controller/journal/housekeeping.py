"""What the journal says of itself and of the table around it: no part of the table's state."""

from typing import Final, get_args

from controller.domain.frozen import Frozen
from controller.journal.recorder import CHECKPOINT


class PreviousFile(Frozen):
    """The last record of the file before."""

    file: str
    position: int
    mac: str


class JournalOpened(Frozen):
    """The first record of a file."""

    file: str
    """A random id, 16 bytes in hex."""
    format: int
    keys: str
    """The name of the keys it is written under."""
    number: int
    """1 for the first file of a journal, one more for each that follows."""
    previous: PreviousFile | None
    journal: str = ""
    """The id of the first file, in those that follow it."""

    @property
    def journal_id(self) -> str:
        """Tells the journal, with all its files, from one begun anew."""
        return self.journal or self.file


class TailAdopted(Frozen):
    """The journal was opened with records that the anchor did not know of (a power cut)."""

    anchored: int
    """The last record that was anchored."""
    head: int
    since_round: int


class JournalClosed(Frozen):
    """The last record of a file: nothing comes after it in this one."""

    file: str
    head: int
    mac: str


class TableStarted(Frozen):
    """The program was started: which one, and with which figures (see `digests`)."""

    version: str
    code: str
    """SHA-256 over the program as installed, in hex."""
    config: str
    """SHA-256 over configuration and pay tables, in hex."""


class CardsUnsealed(Frozen):
    """Cards of a round that were never turned over are opened now (see `unsealing`)."""

    round: int
    by: tuple[str, ...]
    """Who: two people at least."""
    reason: str


class DevicePaired(Frozen):
    """The table takes this device from now on, and no other in its place."""

    device: str
    """What it is at the table: `shoe`, `shuffler`."""
    model: str
    serial: str
    by: tuple[str, ...]
    """Who compared the codes: a technician and a supervisor."""
    reason: str


class PairingFailed(Frozen):
    """These people tried to pair a device, and it came to nothing."""

    device: str
    why: str
    by: tuple[str, ...]
    reason: str


class DeviceForgotten(Frozen):
    """The table no longer takes this device."""

    device: str
    model: str
    serial: str
    by: tuple[str, ...]
    reason: str


class JournalReplaced(Frozen):
    """This journal takes the place of another of the same table, which others know."""

    file: str
    """Of the head, by its id; empty where nobody says it."""
    position: int
    mac: str
    """The head of the other one, as the pool or a sink of notices has it."""
    by: tuple[str, ...]
    """Who decided so: two people at least."""
    journal: str = ""
    """The id of the other one, where it is known."""


class HeadsDoubted(Frozen):
    """Notices could be read back at a start, but not everything there can be held against the
    journal."""

    sink: str
    why: str


class ScenarioBegun(Frozen):
    """From here on the record is of this scenario, whose rounds count from one."""

    digest: str
    """SHA-256 over what the file says, in hex."""
    name: str
    """Of the file, as it was given."""


Housekeeping = (
    JournalOpened
    | TailAdopted
    | JournalClosed
    | JournalReplaced
    | HeadsDoubted
    | TableStarted
    | CardsUnsealed
    | DevicePaired
    | PairingFailed
    | DeviceForgotten
    | ScenarioBegun
)

SCENARIO_BEGUN: Final = ScenarioBegun.__name__
"""The kind of a record with which the rounds of a run on the bench begin to count anew."""
CARDS_TURNED: Final = "CardsTurned"
"""The kind of a record that only makes readable what stands sealed above it."""
_NOT_REPLAYED: Final = frozenset(
    (CHECKPOINT, CARDS_TURNED, *(kind.__name__ for kind in get_args(Housekeeping)))
)


def replays(kind: str) -> bool:
    """Is a record of this kind part of the table's state?"""
    return kind not in _NOT_REPLAYED
