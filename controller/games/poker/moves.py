"""Several moves with one tap: recorded one by one, taken back as one.

A dealer sees three players fold and a fourth raise, and keys the fourth: whoever was to act before
has passed, that is checked where nothing is to call and folded where something is. During the deal
the same tap says that everyone has two cards. What was keyed can be taken back until anything but
another move has happened: no card has been turned since, no chip drawn in, no ruling made.
"""

from collections.abc import Callable
from typing import NamedTuple

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Command, Draft, Event, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.games.poker import betting
from controller.games.poker.betting import Act, PlayerChecked, PlayerFolded, act, verify_act
from controller.games.poker.deal import dealt, finish_deal
from controller.games.poker.offers import Move, Offers, offers
from controller.games.poker.phases import STREETS
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.showdown import hand_in
from controller.games.poker.state import Table


class KeyMoves(Command, action=PokerAction.PLAYER_ACTS):
    """Everyone in turn before a seat passes, then the seat does this."""

    seat: int
    move: Move | None = None
    """None: once the others have passed, nothing is left for the seat to decide."""
    to: int | None = None
    """The whole wager of the street of a bet or raise."""


class CheckRound(Command, action=PokerAction.PLAYER_ACTS):
    """Everyone still to act checks."""


class TakeBackMoves(Command, action=PokerAction.PLAYER_ACTS):
    """The last moves were keyed by mistake: only this many of the street stand."""

    standing: int


class MovesTakenBack(Event):
    """This many of the last moves were taken back."""

    count: int


class Passed(NamedTuple):
    """Who has passed, and the table after it."""

    table: Table
    moves: tuple[PlayerFolded | PlayerChecked, ...] = ()


def passed_to(table: Table, seat: int) -> Passed | Refused:
    """Everyone in turn before this seat has passed; or why that cannot be."""
    table = dealt(table)
    if table.phase not in STREETS:
        return Refused(PokerRefusal.WRONG_PHASE, "14.3")
    if refused := hand_in(table, seat):
        return refused
    hand = table.playing()
    if hand.turn is None:
        return Refused(PokerRefusal.NOBODY_TO_ACT, "8.2")
    count = len(hand.players)
    before = {
        hand.players[(hand.turn + step) % count].seat
        for step in range((hand.index(seat) - hand.turn) % count)
    }
    return _passed(table, lambda offered: offered.seat in before)


def checked_round(table: Table) -> Passed | Refused:
    """Everyone still to act has checked; or why not everyone can."""
    table = dealt(table)
    offered = offers(table)
    if offered is None:
        return Refused(PokerRefusal.NOBODY_TO_ACT, "8.2")
    if offered.call:
        return Refused(PokerRefusal.CHECK_AFTER_WAGER, "14.2")
    return _passed(table, lambda _: True)


def _passed(table: Table, passes: Callable[[Offers], bool]) -> Passed | Refused:
    moves = list[PlayerFolded | PlayerChecked]()
    while (offered := offers(table)) is not None and passes(offered):
        if offered.due is not None:
            return Refused(PokerRefusal.BOUND, offered.due.clause, f"Seat {offered.seat}.")
        move = PlayerFolded(offered.seat) if offered.call else PlayerChecked(offered.seat)
        table = betting.FOLDS[type(move)](table, move)
        moves.append(move)
    return Passed(table, tuple(moves))


def _verify_key(table: Table, command: KeyMoves, asking: Asking) -> Refused | None:
    passed = passed_to(table, command.seat)
    if isinstance(passed, Refused):
        return passed
    if command.move is not None:
        return verify_act(passed.table, Act(command.seat, command.move, command.to), asking)
    open_ = offers(passed.table) is not None
    return Refused(PokerRefusal.NEEDS_MORE, "8.1", "What does the seat do?") if open_ else None


def _key(draft: Draft[Table], command: KeyMoves) -> None:
    _emit(draft, passed_to(draft.state, command.seat))
    if command.move is not None:
        act(draft, Act(command.seat, command.move, command.to))


def _verify_checks(table: Table, _: CheckRound, __: Asking) -> Refused | None:
    passed = checked_round(table)
    return passed if isinstance(passed, Refused) else None


def _emit(draft: Draft[Table], passed: Passed | Refused) -> None:
    finish_deal(draft)
    for move in passed.moves if isinstance(passed, Passed) else ():
        draft.emit(move)


def _verify_back(table: Table, command: TakeBackMoves, _: Asking) -> Refused | None:
    known = any(hand.actions == command.standing for hand in table.earlier)
    return None if known else Refused(PokerRefusal.MOVES_STAND, "14.3")


def _back(draft: Draft[Table], command: TakeBackMoves) -> None:
    draft.emit(MovesTakenBack(draft.state.playing().actions - command.standing))


def _taken_back(table: Table, event: MovesTakenBack) -> Table:
    earlier = table.earlier
    return evolve(table, hand=earlier[-event.count], earlier=earlier[: -event.count])


HANDLERS: Handlers = {
    KeyMoves: Handler(_verify_key, _key),
    CheckRound: Handler(_verify_checks, lambda draft, _: _emit(draft, checked_round(draft.state))),
    TakeBackMoves: Handler(_verify_back, _back),
}

FOLDS: Folds = {MovesTakenBack: _taken_back}
