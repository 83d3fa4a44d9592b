"""What the running table publishes, what a tap has seen of it, and what a tap is answered."""

from enum import Enum
from typing import Any, Final, NamedTuple

from controller.authority import Command
from controller.domain.frozen import Frozen
from controller.domain.refusals import Refused, Sentence
from controller.games.step import NextStep
from controller.house.state import House
from controller.journal.recorder import Head
from controller.running.undo import Undoable, row_of
from controller.staff.roles import Actor

NO_STEP: Final = NextStep()
DWELL_MS: Final = 250
"""How long the meaning of a button or a key stands before a tap on it counts; nobody reads and taps
faster."""
FINAL_MS: Final = 700
"""The same where Undo does not take the tap back: a slow double tap is over by then."""


class NotNow(Sentence):
    """Why the running table does not take a command, whatever the rules say of it."""

    STALE = "The table has changed. Look again."
    BUSY = "The table is busy. Try again."
    HELD = "The table is held."
    NOTHING_TO_COMPARE = "The table was not interrupted."
    NOTHING_HELD = "The table is not held."
    NOT_BY_HAND = "The table does this automatically."
    NO_SUCH_OUTLET = "The table has no such device."


class Seen(NamedTuple):
    """What a tap was looking at."""

    round: int
    phase: Enum
    revision: int = 0
    """Of the place the tap is about, or of the table as a whole."""


class Accepted(NamedTuple):
    """A command that stands in the record."""

    position: int


Answer = Accepted | Refused


class Snapshot(Frozen):
    """What is published: nothing that lies face down is in it."""

    house: House
    """Of the kind that the game has."""
    revisions: tuple[int, ...]
    """How often the table as a whole was changed by people since the controller started, and from
    the second on the same of each place, with its seat and its awards."""
    held: str | None
    """Why the table is held, in a sentence; none while it is open for play."""
    head: Head
    """The last record: what notices carry out of the house as an anchor."""
    dealer: Actor | None = None
    on_top: Actor | None = None
    """Who is signed on at the screen: the dealer, and whoever stands above for a while."""
    step: NextStep = NO_STEP
    """The step that takes the round on, and why it is not taken yet."""
    undo: Undoable | None = None
    """What the Undo button offers."""
    shared: Any = None
    """What other tables play on too, as the game last read it: nothing of it is on record. None
    where all is the table's own."""

    def seen(self, place: int | None = None) -> Seen:
        """What a tap on this snapshot has seen."""
        table = self.house.table
        return Seen(table.number, table.phase, self.revisions[place or 0])

    def dwell_ms(self, command: Command | None) -> int:
        """How long a button or a key that stands for this takes nothing."""
        covered = command is not None and row_of(self.house.game, type(command)).opposite
        return DWELL_MS if covered else FINAL_MS
