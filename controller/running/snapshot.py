"""What the running table publishes, what a tap has seen of it, and what a tap is answered."""

from typing import Any, Final, NamedTuple

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused, Sentence
from controller.games.bonus.round.phases import Phase
from controller.house.lead import Lead
from controller.journal.recorder import Head
from controller.running.undo import Undoable, row_of
from controller.staff.roles import Actor

NO_LEAD: Final = Lead()
DWELL_MS: Final = 250
"""How long the meaning of a button or a key stands before a tap on it counts; nobody reads and taps
faster."""
FINAL_MS: Final = 700
"""The same where Undo does not take the tap back: a slow double tap is over by then."""


def dwell_ms(command: Command | None) -> int:
    """How long a key that stands for this takes nothing."""
    covered = command is not None and row_of(type(command)).opposite is not None
    return DWELL_MS if covered else FINAL_MS


class NotNow(Sentence):
    """Why the running table does not take a command, whatever the rules say of it."""

    STALE = "The table has changed since: look again."
    BUSY = "Too much at once: try again."
    HELD = "The table is held."
    NOTHING_TO_COMPARE = "The table was not interrupted."
    NOTHING_HELD = "The table is not held."
    NOT_BY_HAND = "The table does this by itself."
    NO_SUCH_OUTLET = "The table drives no such thing."


class Seen(NamedTuple):
    """What a tap was looking at."""

    round: int
    phase: Phase
    revision: int = 0
    """Of the place the tap is about, or of the table as a whole."""


class SharedMeter(NamedTuple):
    """A meter that other tables play on too, as it was last read; nothing of it is on record."""

    available: Money
    linked: bool
    """False while the pool does not answer: the others may have played on."""
    reserved: Money = ZERO
    """For wins that are neither posted nor released, this table's own among them: no part of it."""


class Accepted(NamedTuple):
    """A command that stands in the record."""

    position: int


Answer = Accepted | Refused


@frozen
class Snapshot:
    """What is published: nothing that lies face down is in it."""

    house: Any
    """A `House`, of the kind that the game has."""
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
    lead: Lead = NO_LEAD
    """The step that takes the round on, and why it is not taken yet."""
    undo: Undoable | None = None
    """What the Undo button offers."""
    shared: SharedMeter | None = None
    """None where the meter is the table's own."""

    def seen(self, place: int | None = None) -> Seen:
        """What a tap on this snapshot has seen."""
        round_ = self.house.table.round
        return Seen(round_.number, round_.phase, self.revisions[place or 0])
