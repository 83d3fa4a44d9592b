"""What of a hand is worth a notice: its lines of `house.subjects`."""

# ruff: noqa: E501  (rows of a table)

from collections.abc import Iterator
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
from controller.house.subjects import ALERT, SUPER, WATCH, Fact, Line, Subjects

# fmt: off
HAND: Final = (
    #    about               to     fact          sentence
    Line("misdeal",          SUPER, "",           "Hand {round} is a misdeal: {what}."),
    Line("dead-hand",        SUPER, "",           "The hand of seat {seat} is dead in hand {round}."),
    Line("forfeit",          SUPER, "",           "Seat {seat} has forfeited a wager in hand {round}."),
    Line("void",             ALERT, "",           "Hand {round} is void: {what}."),
    Line("chips-left",       SUPER, "",           "Everybody has left the table, and {amount} of the players' chips was not counted out."),
    Line("result-corrected", WATCH, "correction", "A supervisor has corrected the result of hand {round}."),
)
# fmt: on


def _misdealt(_: Any, event: HandMisdealt) -> Iterator[Fact]:
    yield Fact("misdeal", {"what": event.what.value.replace("-", " ")}, clause=event.clause)


def _fouled(_: Any, event: HandFouled) -> Iterator[Fact]:
    yield Fact("dead-hand", {"seat": event.seat}, clause="19.5")


def _killed(_: Any, event: HandKilled) -> Iterator[Fact]:
    yield Fact("dead-hand", {"seat": event.seat}, clause="16.2")


def _forfeited(_: Any, event: WagerForfeited) -> Iterator[Fact]:
    yield Fact("forfeit", {"seat": event.seat}, clause=event.clause)


def _voided(_: Any, event: HandInvalidated) -> Iterator[Fact]:
    yield Fact("void", {"what": event.cause.value}, clause=event.clause)


def _corrected(_: Any, __: ResultCorrected) -> Iterator[Fact]:
    yield Fact("result-corrected")


def _left(before: Table, event: PlayerLeft | ChipsPickedUp) -> Iterator[Fact]:
    over = not_counted_out(vacant(with_chips(before, event.seat, -event.amount), event.seat))
    if over:
        yield Fact("chips-left", {"amount": dollars(over)}, clause="13.5")


SUBJECTS: Final = (
    Subjects(
        HAND,
        cite,
        {
            HandMisdealt: _misdealt,
            HandFouled: _fouled,
            HandKilled: _killed,
            WagerForfeited: _forfeited,
            HandInvalidated: _voided,
            ResultCorrected: _corrected,
            PlayerLeft: _left,
            ChipsPickedUp: _left,
        },
    ),
)
