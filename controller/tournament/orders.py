"""What the desk tells a table and what a table tells the desk: plain values, each said in whole.

The desk says how the table is to be, never what to change; orders are numbered, and the latest
counts. A table says all that the desk has not confirmed; reports are numbered, and each counts
once. Chips are told apart by whose they are: what a player was given at the seat the desk knows,
what the hands have made of it the table knows. So neither has to wait for the other.
"""

from typing import Final, NamedTuple

from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.tournament.format import Level

REPORTS_MAX: Final = 64
"""In one letter: those that come after wait until these are confirmed."""


class SeatLine(Frozen):
    """Who sits at a seat of the table."""

    seat: int
    name: str
    visit: int
    """Counts the seats of this player: whoever left and came back sits down anew."""
    given: Money
    """All chips that the player was given at this seat."""
    away: bool = False


class Order(Frozen):
    """How a table is to be from its next hand on."""

    number: int
    taken: int
    """How many reports of the table are in the books of the desk."""
    until: int | None
    """It begins no further hand once it has reported so many; none: it plays on."""
    why: str
    """Why it waits, in a sentence; empty where it plays on."""
    seats: tuple[SeatLine, ...]
    level: Level | None = None
    """None where the format has no levels."""
    level_number: int = 0
    """From 1 on; breaks are counted as well."""
    left_ms: int = 0
    """Of the level, when the clock was last set."""
    since_ms: int | None = None
    """Wall time when that was; none while the clock stands."""
    chip: Money | None = None
    """The smallest chip in play since colouring up; none: that of the table."""
    count: bool = False
    """Are the stacks to be counted now? Only of a table that is run by pots."""

    def level_left_ms(self, wall_ms: int) -> int:
        """What is left of the level; a table without a desk counts on by itself."""
        gone = 0 if self.since_ms is None else wall_ms - self.since_ms
        return max(0, self.left_ms - max(0, gone))


class Won(NamedTuple):
    """What hands have made of the chips of a player at a seat, more or less than nothing."""

    name: str
    visit: int
    amount: Money


class HandReport(Frozen):
    """A hand is over: what every player at the table has won or lost at the seat by then."""

    number: int
    at_ms: int
    """Wall time of its end: whoever went out earlier is behind, whenever the report comes."""
    won: tuple[Won, ...]
    """None where the table is run by pots: it does not follow the stacks."""
    big_blind: int | None = None
    commission: Money = ZERO


class OutReport(Frozen):
    """Run by pots: the dealer has said who lost the last chip in the last hand."""

    number: int
    name: str
    visit: int
    went_in: Money
    """30.3.c: with how much the player went into it."""


class CountReport(Frozen):
    """Run by pots: every stack was counted between hands."""

    number: int
    won: tuple[Won, ...]


Report = HandReport | OutReport | CountReport


class TableLetter(Frozen):
    """All that a table has to tell the desk."""

    played: int
    """How many reports it has made in all; nearly every one is of a hand."""
    reports: tuple[Report, ...] = ()
    """Those that the desk has not confirmed, in order."""
    stands: int | None = None
    """The order that it has followed and is between hands by; none: it plays, or has not yet."""
