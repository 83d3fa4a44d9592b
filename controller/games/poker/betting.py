"""The betting round: what a player does in turn, and the chips drawn into the middle (13.9)."""

from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.kernel import (
    Asking,
    Command,
    Draft,
    Emits,
    Event,
    Folds,
    Handler,
    Handlers,
    unchanged,
)
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.offers import Move, Offers, most_clause, offers, size_clause
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.rules import Limit
from controller.games.poker.state import Hand, Standing, Table, board_complete
from controller.games.poker.wagering import (
    called,
    folded,
    given_back,
    noticed,
    raised,
    released,
    uncalled_part,
    with_player,
    with_turn,
)
from controller.staff.powers import Nobody


class Act(Command, action=PokerAction.PLAYER_ACTS):
    """A player in turn folds, checks, calls, bets, raises or goes all-in."""

    seat: int
    move: Move
    to: int | None = None
    """Of a bet or raise: the whole wager on this street; with a fixed limit it may be left out."""


class PutOverChip(Command, action=PokerAction.PLAYER_ACTS):
    """1.1: a single chip larger than the call, put out silently, is a call; change is due."""

    seat: int
    amount: int


class FoldAbsent(Command, action=Nobody.INTERNAL):
    """28.1: the turn has come to a tournament player who is not there."""

    seat: int


class DrawIn(Command, action=PokerAction.DRAW_IN_WAGERS):
    """13.9: the betting round is over, and the dealer draws the wagers into the middle."""


class PlayerFolded(Event):
    seat: int


class PlayerChecked(Event):
    seat: int


class PlayerCalled(Event):
    seat: int
    to: Cents
    change: Cents = 0
    """What is due back from an over-chip."""


class PlayerWagered(Event):
    """A bet or raise."""

    seat: int
    action: Move
    to: Cents


class WagerForfeited(Event):
    """Chips put out in error or out of turn stay in, and the hand folds (19.2, 20.1, 20.3)."""

    seat: int
    to: Cents
    clause: str
    listed: bool
    """Did the player choose this in turn?"""


class AbsentFolded(Event):
    seat: int


class WagersDrawnIn(Event):
    """The seat whose uncalled wager went back, and how much of it (R66); seat 0 means nobody's."""

    seat: int
    returned: Cents


class ShowdownOpened(Event):
    trigger = "open_showdown"


def _not_in_turn(table: Table, seat: int) -> "Refused | Offers":
    """What the seat is offered, or why it is not its turn."""
    offered = offers(table)
    if offered is None:
        if table.phase not in STREETS:
            return Refused(PokerRefusal.WRONG_PHASE, "14.3")
        if not board_complete(table):
            return Refused(PokerRefusal.WRONG_COUNT, "6.4")
        return Refused(PokerRefusal.NOBODY_TO_ACT, "8.2")
    if offered.seat != seat:
        return Refused(PokerRefusal.OUT_OF_TURN, "14.3", f"Seat {offered.seat} acts.")
    return offered


def verify_act(table: Table, command: Act, _: Asking) -> Refused | None:
    """Why the seat may not do this."""
    offered = _not_in_turn(table, command.seat)
    if isinstance(offered, Refused):
        return offered
    refused = _not_offered(table, offered, command)
    if refused is not None or offered.due is None:
        return refused
    if command.move is Move.FORFEIT or _wager_after(offered, command) == offered.due.to:
        return None
    return _bound(offered)


def _bound(offered: Offers) -> Refused:
    due = existing(offered.due, "nobody is bound")
    return Refused(PokerRefusal.BOUND, due.clause, f"Expected a wager of {dollars(due.to)}.")


def _not_offered(table: Table, offered: Offers, command: Act) -> Refused | None:
    match command.move:
        case Move.CALL:
            return None if offered.call else Refused(PokerRefusal.NOTHING_TO_CALL, "8.3.a")
        case Move.CHECK:
            return Refused(PokerRefusal.CHECK_AFTER_WAGER, "14.2") if offered.call else None
        case Move.FOLD:
            return None if offered.due is None else _bound(offered)
        case Move.ALL_IN:
            return offered.no_all_in
        case Move.FORFEIT:
            return None if offered.forfeit else Refused(PokerRefusal.NOTHING_TO_FORFEIT, "19.2")
    return _no_wager(table, offered, command)


def _no_wager(table: Table, offered: Offers, command: Act) -> Refused | None:
    """Why a bet or raise of this amount is not offered."""
    if command.move is not offered.opening:
        why = PokerRefusal.BET_MADE if offered.opening is Move.RAISE else PokerRefusal.NO_BET_YET
        return Refused(why, "1.1:Raise")
    if offered.no_wager is not None:
        return offered.no_wager
    to = command.to
    if to is None:
        if table.rules.limit is not Limit.FIXED:
            return Refused(PokerRefusal.NEEDS_AN_AMOUNT, "20.5")
        to = offered.full  # R55: never an all-in for less
    if to == offered.all_in:
        return offered.no_all_in
    if to > offered.all_in:
        return _above(PokerRefusal.ABOVE_THE_STACK, "1.1:Table Stakes", to, offered.all_in)
    if to < offered.least:
        detail = f"{dollars(to)} keyed: expected at least {dollars(offered.least)}."
        return Refused(PokerRefusal.BELOW_THE_LEAST, size_clause(table), detail)
    if to > offered.most:
        return _above(PokerRefusal.ABOVE_THE_MOST, most_clause(table), to, offered.most)
    if to % offered.chip:
        detail = f"{dollars(to)} keyed: expected a multiple of {dollars(offered.chip)}."
        return Refused(PokerRefusal.NOT_A_CHIP, "13.2", detail)
    return None


def _above(why: PokerRefusal, clause: str, keyed: int, most: int) -> Refused:
    return Refused(why, clause, f"{dollars(keyed)} keyed: expected at most {dollars(most)}.")


def _wager_after(offered: Offers, command: Act) -> int:
    """The player's wager of the street once this is done."""
    match command.move:
        case Move.CALL:
            return offered.wager + offered.call
        case Move.ALL_IN:
            return offered.all_in
        case Move.CHECK:
            return offered.wager
    return offered.full if command.to is None else command.to


def act(draft: Draft[Table], command: Act) -> None:
    """What the seat has done."""
    seat = command.seat
    match command.move:
        case Move.FOLD:
            draft.emit(PlayerFolded(seat))
            return
        case Move.CHECK:
            draft.emit(PlayerChecked(seat))
            return
    offered = existing(offers(draft.state), "nobody's turn")
    if command.move is Move.FORFEIT:
        bound = existing(offered.forfeit, "nothing to forfeit")
        draft.emit(WagerForfeited(seat, bound.to, bound.clause, listed=True))
        return
    to = _wager_after(offered, command)
    if to <= draft.state.playing().high:
        draft.emit(PlayerCalled(seat, to))
    else:
        draft.emit(PlayerWagered(seat, offered.opening, to))


def _verify_over_chip(table: Table, command: PutOverChip, _: Asking) -> Refused | None:
    offered = _not_in_turn(table, command.seat)
    if isinstance(offered, Refused):
        return offered
    if not offered.call:
        return Refused(PokerRefusal.NOTHING_TO_CALL, "1.1:Over-Chip")
    if offered.due is not None and offered.due.to != offered.wager + offered.call:
        return _bound(offered)
    if offered.wager + command.amount > offered.all_in:
        most = offered.all_in - offered.wager
        return _above(PokerRefusal.ABOVE_THE_STACK, "1.1:Table Stakes", command.amount, most)
    if command.amount <= offered.call:
        seen = f"{dollars(command.amount)} keyed: expected more than {dollars(offered.call)}."
        return Refused(PokerRefusal.NO_ERROR, "1.1:Over-Chip", seen)
    return None


def _over_chip(draft: Draft[Table], command: PutOverChip) -> None:
    offered = existing(offers(draft.state), "nobody's turn")
    change = command.amount - offered.call
    draft.emit(PlayerCalled(command.seat, offered.wager + offered.call, change))


def _verify_absent(table: Table, command: FoldAbsent, _: Asking) -> Refused | None:
    offered = _not_in_turn(table, command.seat)
    if isinstance(offered, Refused):
        return offered
    absent = table.playing().of(command.seat).absent
    return None if absent else Refused(PokerRefusal.CANNOT_HAPPEN, "28.1")


def betting_over(table: Table) -> Refused | None:
    """Why the betting round is not over."""
    if table.phase not in STREETS:
        return Refused(PokerRefusal.WRONG_PHASE, "13.9")
    if not board_complete(table):
        return Refused(PokerRefusal.WRONG_COUNT, "6.4")
    turn = table.playing().turn
    if turn is None:
        return None
    seat = table.playing().players[turn].seat
    return Refused(PokerRefusal.BETTING_OPEN, "8.2", f"Seat {seat} acts.")


def _verify_draw_in(table: Table, _: DrawIn, __: Asking) -> Refused | None:
    if refused := betting_over(table):
        return refused
    why = PokerRefusal.WRONG_PHASE if table.rules.stacks_kept else PokerRefusal.NO_POT_YET
    done = table.playing().drawn_in or not table.rules.stacks_kept
    return Refused(why, "13.9") if done else None


def draw_in(draft: Draft[Table], _: DrawIn) -> None:
    """The uncalled part goes back, if the console knows it; after the river the hands are shown."""
    known = uncalled_part(draft.state.playing()) if draft.state.rules.stacks_kept else None
    seat, amount = known or (0, 0)
    draft.emit(WagersDrawnIn(seat, amount))
    if draft.state.phase is Phase.RIVER and draft.state.playing().count_in() > 1:
        draft.emit(ShowdownOpened())


def moved(table: Table, hand: Hand) -> Table:
    """The table after one more move on this street, which can be taken back."""
    hand = evolve(hand, actions=hand.actions + 1)
    return evolve(table, hand=hand, earlier=(*table.earlier, table.hand))


def _checked(table: Table, event: PlayerChecked) -> Table:
    hand = table.playing()
    checked = with_turn(
        hand,
        hand.index(event.seat) + 1,
        with_player(hand, event.seat, acted=hand.high),
        hand.high,
        held=table.phase,
        out_of_turn=released(hand, event.seat, 0) if hand.out_of_turn else (),
        due=None,
    )
    return moved(table, checked)


def _forfeited(table: Table, event: WagerForfeited) -> Table:
    """R64: it counts as a wager for those who still act, unless it is short of a call; no part of
    it goes back."""
    before = table.playing()
    hand = (raised if event.to > before.high else called)(table, event.seat, event.to)
    forfeited = with_turn(
        hand,
        hand.index(event.seat) + 1,
        with_player(hand, event.seat, standing=Standing.FORFEITED),
        hand.high,
        uncalled=before.uncalled if event.to < before.high else hand.uncalled,
        folds=(*hand.folds, (table.phase, event.seat)),
        actions=hand.actions + event.listed,
        notices=noticed(hand, "supervisor"),
    )
    return evolve(table, hand=forfeited)


def _drawn_in(table: Table, event: WagersDrawnIn) -> Table:
    hand = table.playing()
    if event.returned:
        hand = given_back(hand, event.seat, event.returned)
    return evolve(table, hand=evolve(hand, drawn_in=True, uncalled=None))


HANDLERS: Handlers = {
    Act: Handler(verify_act, act),
    PutOverChip: Handler(_verify_over_chip, _over_chip),
    FoldAbsent: Handler(_verify_absent, Emits(AbsentFolded)),
    DrawIn: Handler(_verify_draw_in, draw_in),
}

MOVES: Final = (PlayerFolded, PlayerChecked, PlayerCalled, PlayerWagered)
"""What a player does in turn; it can be taken back until anything else has happened."""

FOLDS: Folds = {
    PlayerFolded: lambda table, event: moved(table, folded(table, event.seat)),
    PlayerChecked: _checked,
    PlayerCalled: lambda table, event: moved(table, called(table, event.seat, event.to)),
    PlayerWagered: lambda table, event: moved(table, raised(table, event.seat, event.to)),
    WagerForfeited: _forfeited,
    AbsentFolded: lambda table, event: evolve(table, hand=folded(table, event.seat)),
    WagersDrawnIn: _drawn_in,
    ShowdownOpened: unchanged,
}
