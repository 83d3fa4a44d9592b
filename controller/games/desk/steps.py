"""What now, at the desk: the one step that takes the tournament on, a row each.

The button of a step that needs something drawn or cut stands for nothing: seat cards are shuffled,
and cards are cut, outside (`tournament.balance`).
"""

# ruff: noqa: E501  (rows of a table)

from enum import Enum
from typing import Any, Final

from controller.domain.base import existing
from controller.domain.words import joined
from controller.games.step import NextStep, Row, Steps, always
from controller.tournament.balance import (
    NO_SEAT_LEFT,
    BalanceTables,
    move_due,
    seats_to_draw,
    table_to_break,
)
from controller.tournament.core import CORE
from controller.tournament.ending import End, Start, in_a_hand, unseated
from controller.tournament.figures import players_left
from controller.tournament.heats import BeginNextHeat, BeginNextSession, goes_on, through
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.places import cuts_due
from controller.tournament.publishing import PublishPrizes
from controller.tournament.state import Desk, rebuys_open
from controller.tournament.tables import HoldTables


class DeskStep(Enum):
    """By which a step is known."""

    PUBLISH = "publish the prizes"
    TAKE_ENTRIES = "take entries"
    DRAW_SEATS = "draw seats"
    NO_SEAT_LEFT = "no seat left"
    START = "start"
    PLAY = "play"
    HOLD_TABLE = "have a table wait"
    WAIT_FOR_TABLE = "wait for a table"
    BALANCE = "balance the tables"
    BREAK_TABLE = "break a table"
    LET_PLAY = "let the tables play"
    FINISH_HANDS = "finish the hands"
    END = "end"
    CUT = "cut cards"
    NEXT_SESSION = "next session"
    NEXT_HEAT = "next heat"
    AWARD = "award the prizes"
    CANCELLED = "cancelled"


_PLAYS: Final = "The tables are playing."
_BREAK: Final = "Break: play resumes with the next level."


def one_left(desk: Desk) -> bool:
    """Has one player all the chips, and can nobody buy any more?"""
    return len(players_left(desk)) == 1 and not rebuys_open(desk)


def _more_sessions(desk: Desk) -> bool:
    return desk.session < desk.form.sessions


def _another_heat(desk: Desk) -> bool:
    return len(through(desk)) + len(goes_on(desk)) > 1


def _move(desk: Desk) -> str:
    due = existing(move_due(desk), "no move is due")
    sitting = desk.players(due.seat.table)
    may_buy = rebuys_open(desk) and any(not one.stack for one in sitting)
    unless = ", unless a player at 0 re-buys" if may_buy else ""
    return f"{due.name} moves from {due.left} to {due.seat}{unless}. {due.why}"


def breaks(desk: Desk) -> int | None:
    """Tables stay as they were set until nobody can enter any more and somebody has gone out."""
    entered = sum(one.session == desk.session for one in desk.entrants)
    settled = not rebuys_open(desk) and len(players_left(desk)) < entered
    return table_to_break(desk) if settled else None


def _break(desk: Desk) -> str:
    said = f"Break table {table_to_break(desk)}: its players fit at the other tables."
    final = len(desk.table_numbers()) == 2
    return f"{said} For a final everybody may draw a new seat instead." if final else said


def _to_leave(desk: Desk) -> int | None:
    """The table that somebody has to leave, where it may be in a hand and reports by itself."""
    broken, due = breaks(desk), move_due(desk)
    table = broken if broken is not None else due.left.table if due is not None else None
    if table is None or not desk.table(table).reports:
        return None
    known = desk.between_hands(table) and desk.table(table).uncounted is None
    return None if known else table


def _not_ready(desk: Desk) -> str:
    table = existing(_to_leave(desk), "nobody has to leave a table")
    if desk.between_hands(table):
        return f"Wait until the stacks of table {table} are counted."
    return f"Wait until table {table} has finished its hand."


def _to_hold(desk: Desk) -> HoldTables | None:
    table = _to_leave(desk)
    return None if table is None else HoldTables(tuple(sorted({*desk.held, table})))


def _may_play_on(desk: Desk) -> str:
    return (
        f"Nothing is left to do at table {joined([str(one) for one in desk.held])}: play can go on."
    )


def _waiting(desk: Desk) -> str:
    tables = joined([str(table) for table in in_a_hand(desk) or desk.uncounted()])
    if in_a_hand(desk):
        return f"Time is up. Wait for the end of the hand at table {tables}."
    return f"Time is up. Wait until the stacks of table {tables} are counted."


def _no_seat_left(desk: Desk) -> str:
    return f"No seat is left for {joined([one.name for one in unseated(desk)])}. {NO_SEAT_LEFT}"


def _play(desk: Desk) -> str:
    waits = joined([one.name for one in unseated(desk)])
    says = _BREAK if desk.on_break else _PLAYS
    return f"{says} Waiting for a free seat: {waits}." if waits else says


def _cut(desk: Desk) -> str:
    equals = [joined([one.name for one in equals]) for equals in cuts_due(desk)]
    return f"{'; '.join(equals)} cut a card each: the high card takes the better place."


def _none(*_: object) -> None:
    return None


def _no_keys(*_: object) -> dict[str, Any]:
    return {}


def _row(
    name: DeskStep, phases: tuple[Phase, ...], when: Any, says: Any, command: Any, rule: str
) -> Row[Desk, Any]:
    told = says if callable(says) else lambda _: says
    button = command if callable(command) else lambda _: command
    return Row(name, phases, when, told, button, _no_keys, _none, rule)


OPEN, LAST, DECIDED = (Phase.OPEN,), (Phase.LAST_HANDS,), (Phase.DECIDED,)

# fmt: off
STEPS: Final[Steps[Desk, Any]] = Steps(Phase, (
    #    step                   phases              when                                  what the desk is told                                        command             rule
    _row(DeskStep.TAKE_ENTRIES, OPEN,               lambda desk: not desk.entrants,       "Take the entries.",                                         None,               "27.1"),
    _row(DeskStep.DRAW_SEATS,   OPEN,               seats_to_draw,                        "Draw a seat for everybody who has none.",                   None,               "26.1.f"),
    _row(DeskStep.NO_SEAT_LEFT, OPEN,               unseated,                             _no_seat_left,                                               None,               "26.1.d"),
    _row(DeskStep.PUBLISH,      OPEN,               lambda desk: not desk.published,      "Publish the prize list before the start.",                  PublishPrizes(),    "31.1"),
    _row(DeskStep.START,        OPEN,               always,                               "Start when the players are ready.",                         Start(),            "26.1.f"),
    _row(DeskStep.END,          IN_PLAY,            one_left,                             "One player has all the chips: end play.",               End(),              "30.1"),
    _row(DeskStep.WAIT_FOR_TABLE, IN_PLAY,          lambda desk: _to_leave(desk) in desk.held, _not_ready,                                          None,               "26.1.f"),
    _row(DeskStep.HOLD_TABLE,   IN_PLAY,            _to_leave,                            lambda desk: f"Have table {_to_leave(desk)} wait after its hand: a player has to leave it.", _to_hold, "26.1.f"),
    _row(DeskStep.BREAK_TABLE,  IN_PLAY,            breaks,                               _break,                                                      None,               "26.1.f"),
    _row(DeskStep.BALANCE,      IN_PLAY,            move_due,                             _move,                                                       BalanceTables(),    "26.1.f"),
    _row(DeskStep.DRAW_SEATS,   IN_PLAY,            seats_to_draw,                        "Draw a seat for everybody who has none.",                   None,               "26.1.f"),
    _row(DeskStep.LET_PLAY,     IN_PLAY,            lambda desk: desk.held,               _may_play_on,                                                HoldTables(()),     "26.1.f"),
    _row(DeskStep.PLAY,         IN_PLAY,            always,                               _play,                                                       None,               "25.1"),
    _row(DeskStep.FINISH_HANDS, LAST,               lambda desk: in_a_hand(desk) or desk.uncounted(), _waiting,                                                    None,               "30.4"),
    _row(DeskStep.END,          LAST,               always,                               "All hands are finished: end play.",                     End(),              "30.4"),
    _row(DeskStep.CUT,          (Phase.CUTTING,),   always,                               _cut,                                                        None,               "30.2"),
    _row(DeskStep.NEXT_SESSION, DECIDED,            _more_sessions,                       "Go on to the next session of the heat.",                    BeginNextSession(), "26.1.e"),
    _row(DeskStep.NEXT_HEAT,    DECIDED,            _another_heat,                        "Go on to the next heat.",                                   BeginNextHeat(),    "25.1"),
    _row(DeskStep.AWARD,        DECIDED,            always,                               "Award the prizes of the published list.",                   None,               "31.4"),
    _row(DeskStep.CANCELLED,    (Phase.CANCELLED,), always,                               "The tournament is cancelled.",                              None,               "26.1"),
))
# fmt: on


def step_of(desk: Desk) -> NextStep:
    """The step that the desk is at."""
    row = STEPS.step_row(desk)
    command = row.button(desk)
    refused = None if command is None else CORE.verify(desk, command)
    return NextStep(row.name, command, refused)
