"""What of a hand is worth a notice: its lines of `house.subjects`."""

# ruff: noqa: E501  (rows of a table)

from collections.abc import Callable, Iterator
from typing import Any, Final

from controller.domain.words import dollars
from controller.floor.citations import cite
from controller.games.poker.award import ResultCorrected
from controller.games.poker.betting import WagerForfeited
from controller.games.poker.dead_hands import HandFouled, HandKilled
from controller.games.poker.misdeals import HandInvalidated, HandMisdealt
from controller.games.poker.seating import PlayerLeft, not_counted_out, vacant
from controller.games.poker.stacks import ChipsPickedUp
from controller.games.poker.state import Table, with_chips
from controller.house.subjects import ALERT, SUPER, WATCH, Fact, Finder, Line, Subjects

# fmt: off
HAND: Final = (
    #    about               to     fact          sentence
    Line("misdeal",          SUPER, "",           "Hand {round} is a misdeal: {what}."),
    Line("dead-hand",        SUPER, "",           "The hand of seat {seat} is dead in hand {round}."),
    Line("forfeit",          SUPER, "",           "Seat {seat} has forfeited a bet in hand {round}."),
    Line("void",             ALERT, "",           "Hand {round} is void: {what}."),
    Line("chips-left",       SUPER, "",           "Everybody has left the table, and {amount} of the players' chips was never counted out."),
    Line("result-corrected", WATCH, "correction", "A supervisor has corrected the result of hand {round}."),
)
# fmt: on


def _fact(about: str, words: Callable[[Any], dict[str, object]], clause: str = "") -> Finder:
    """By this clause, or by that of the event."""
    return lambda _, event: (Fact(about, words(event), clause=clause or event.clause),)


def _seat(event: Any) -> dict[str, object]:
    return {"seat": event.seat}


def _left(before: Table, event: PlayerLeft | ChipsPickedUp) -> Iterator[Fact]:
    over = not_counted_out(vacant(with_chips(before, event.seat, -event.amount), event.seat))
    if over:
        yield Fact("chips-left", {"amount": dollars(over)}, clause="13.5")


SUBJECTS: Final = (
    Subjects(
        HAND,
        cite,
        {
            HandMisdealt: _fact("misdeal", lambda event: {"what": event.what.replace("-", " ")}),
            HandFouled: _fact("dead-hand", _seat, "19.5"),
            HandKilled: _fact("dead-hand", _seat, "16.2"),
            WagerForfeited: _fact("forfeit", _seat),
            HandInvalidated: _fact("void", lambda event: {"what": event.cause.value}),
            ResultCorrected: lambda _, __: (Fact("result-corrected"),),
            PlayerLeft: _left,
            ChipsPickedUp: _left,
        },
    ),
)
