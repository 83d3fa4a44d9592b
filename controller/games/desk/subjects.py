"""What happens in a tournament that is worth a notice: one table, to be read aloud.

A sentence never names a player: who it was, the record says.
"""

# ruff: noqa: E501  (rows of a table)

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.domain.words import dollars
from controller.floor.citations import cite
from controller.house.subjects import WATCH, Fact, Finder, Line, Subjects
from controller.tournament.buying import PurchaseTakenBack
from controller.tournament.conduct import PlayerDisqualified
from controller.tournament.corrections import HandCorrected
from controller.tournament.entries import EntryWithdrawn
from controller.tournament.management import Cancelled, FormatAltered

# fmt: off
LINES: Final = (
    #    about                   to     fact sentence
    Line("tournament-cancelled", WATCH, "",  "The tournament is cancelled: {amount} goes back to the players."),
    Line("tournament-altered",   WATCH, "",  "The format of the tournament was altered."),
    Line("player-disqualified",  WATCH, "",  "A player was disqualified from the tournament."),
    Line("money-returned",       WATCH, "",  "{amount} was returned to a player of the tournament."),
    Line("hand-corrected",       WATCH, "",  "The stacks of table {table} were corrected at the desk."),
)
# fmt: on


def _fact(
    about: str, clause: str, words: Callable[[Any], Mapping[str, object]] | None = None
) -> Finder:
    return lambda _, event: (Fact(about, words(event) if words else {}, clause=clause),)


# fmt: off
FINDERS: Final = {
    Cancelled:          _fact("tournament-cancelled", "26.1",   lambda e: {"amount": dollars(e.refunded)}),
    FormatAltered:      _fact("tournament-altered",   "26.1"),
    PlayerDisqualified: _fact("player-disqualified",  "34.1"),
    EntryWithdrawn:     _fact("money-returned",       "26.1.i", lambda e: {"amount": dollars(e.fee + e.buyin)}),
    PurchaseTakenBack:  _fact("money-returned",       "29.2.d", lambda e: {"amount": dollars(e.paid)}),
    HandCorrected:      _fact("hand-corrected",       "25.1",   lambda e: {"table": e.table}),
}
# fmt: on

SUBJECTS: Final = (Subjects(LINES, cite, FINDERS),)
