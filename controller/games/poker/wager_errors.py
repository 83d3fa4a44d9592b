"""Wagers out of turn, short, or in several motions (19.2, 20)."""

from controller.domain.base import existing
from controller.domain.kernel import Draft, Event, Folds, unchanged
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.betting import WagerForfeited
from controller.games.poker.offers import Move, Offers, offers, offers_to
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Decision, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit
from controller.games.poker.state import Bound, Table, with_hand


class ActedOutOfTurn(Event):
    """19.2: a wager stands unless somebody between wagers more (R64); a check or fold is none."""

    seat: int
    action: Move
    to: Cents


class WagerCorrected(Event):
    """20.1 to 20.5: the wager the player now has to make."""

    what: Irregularity
    seat: int
    amount: Cents
    """What was put out."""
    to: Cents
    clause: str


class WagerWithdrawn(Event):
    """20.2, 20.4: the chips go back, as if they had never been put out."""

    what: Irregularity
    seat: int
    amount: Cents
    clause: str


def at_its_turn(table: Table, report: ReportIrregularity) -> Refused | None:
    """Only whoever is in turn can do this."""
    if not table.rules.stacks_kept:
        last = table.playing().count_in() == 1  # otherwise the dealer knows whose turn it is
        return Refused(PokerRefusal.LAST_HAND, "23.3") if last else None
    offered = offers(table)
    if offered is None:
        return Refused(PokerRefusal.NOBODY_TO_ACT, "14.3")
    if offered.seat != report.seat:
        return Refused(PokerRefusal.OUT_OF_TURN, "14.3", f"Seat {offered.seat} acts.")
    return None


def not_its_turn(table: Table, report: ReportIrregularity) -> Refused | None:
    """Somebody else decides, and the player can wager."""
    offered = offers(table)
    if offered is None:
        return Refused(PokerRefusal.NOBODY_TO_ACT, "19.2")
    if offered.seat == report.seat:
        return Refused(PokerRefusal.CANNOT_HAPPEN, "19.2", "It is this seat's turn.")
    hand = table.playing()
    player = hand.of(report.seat)
    if not player.stack:
        return Refused(PokerRefusal.NO_CHIPS, "17.1")
    return _meaningless(table, report, offers_to(table, hand, player))


def _meaningless(table: Table, report: ReportIrregularity, offered: Offers) -> Refused | None:
    if report.move is Move.FORFEIT:
        return Refused(PokerRefusal.CANNOT_HAPPEN, "19.2", "Expected a bet, call or raise.")
    if report.move is Move.CALL and not offered.call:
        return Refused(PokerRefusal.NOTHING_TO_CALL, "19.2")
    if report.move is Move.CHECK and offered.call:
        return Refused(PokerRefusal.CHECK_AFTER_WAGER, "14.2")
    if report.move in (Move.BET, Move.RAISE):
        if report.amount is None and table.rules.limit is not Limit.FIXED:
            return Refused(PokerRefusal.NEEDS_AN_AMOUNT, "20.5")
        to = offered.full if report.amount is None else report.amount
        if to > offered.all_in:
            return Refused(PokerRefusal.ABOVE_THE_STACK, "1.1:Table Stakes")
        if to <= offered.wager:
            return Refused(PokerRefusal.BELOW_THE_LEAST, "19.2")
    return None


def out_of_turn(draft: Draft[Table], report: ReportIrregularity) -> None:
    """19.2, R64."""
    table = draft.state
    hand = table.playing()
    offered = offers_to(table, hand, hand.of(report.seat))
    action = existing(report.move, "no action")
    to = {
        Move.FOLD: offered.wager,
        Move.CHECK: offered.wager,
        Move.CALL: offered.wager + offered.call,
        Move.ALL_IN: offered.all_in,
    }.get(action, report.amount or offered.full)
    draft.emit(ActedOutOfTurn(report.seat, action, to))


def _offered(table: Table) -> Offers:
    return existing(offers(table), "nobody's turn")


def short_call(table: Table, report: ReportIrregularity) -> Refused | None:
    """R65: more than 0, less than the call, and not the whole stack."""
    offered = _offered(table)
    return _short(report, offered, offered.wager, offered.wager + offered.call)


def short_raise(table: Table, report: ReportIrregularity) -> Refused | None:
    """R65: above the call, below the least bet or raise, and not the whole stack."""
    offered = _offered(table)
    if offered.no_wager is not None:
        return offered.no_wager
    return _short(report, offered, table.playing().high, offered.least)


def _short(
    report: ReportIrregularity, offered: Offers, above: int, should_be: int
) -> Refused | None:
    amount = existing(report.amount, "no amount")
    if not above < amount < should_be or amount == offered.all_in:
        between = f"more than {dollars(above)} and less than {dollars(should_be)}"
        detail = f"{dollars(amount)} keyed: expected {between}."
        return Refused(PokerRefusal.NO_ERROR, "20.1", detail)
    if report.decision is Decision.WITHDRAW and _half(amount, above, should_be):
        detail = f"Expected {Decision.COMPLETE} or {Decision.FORFEIT}, not {report.decision}."
        return Refused(PokerRefusal.NOT_A_RULING, _clause(report, half=True), detail)
    return None


def _half(amount: int, above: int, should_be: int) -> bool:
    """R50: half or more of what was missing."""
    return 2 * (amount - above) >= should_be - above


def _clause(report: ReportIrregularity, *, half: bool) -> str:
    if report.what is Irregularity.SHORT_CALL:
        return "20.1" if half else "20.2"
    return "20.3" if half else "20.4"


def put_right(draft: Draft[Table], report: ReportIrregularity) -> None:
    """20.1 to 20.4: completed, forfeited or withdrawn."""
    table = draft.state
    offered = _offered(table)
    amount = existing(report.amount, "no amount")
    above, should_be = table.playing().high, offered.least
    if report.what is Irregularity.SHORT_CALL:
        above, should_be = offered.wager, offered.wager + offered.call
    clause = _clause(report, half=_half(amount, above, should_be))
    match report.decision:
        case Decision.FORFEIT:
            draft.emit(WagerForfeited(report.seat, amount, clause, listed=False))
        case Decision.WITHDRAW:
            draft.emit(WagerWithdrawn(report.what, report.seat, amount, clause))
        case _:
            draft.emit(WagerCorrected(report.what, report.seat, amount, should_be, clause))


def first_motion(table: Table, report: ReportIrregularity) -> Refused | None:
    """20.5: the first motion is a wager the rules offer."""
    offered = _offered(table)
    amount = existing(report.amount, "no amount")
    if amount > offered.wager and offered.allows(amount):
        return None
    detail = f"{dollars(amount)} keyed; offered: {offered.text()}."
    return Refused(PokerRefusal.CANNOT_HAPPEN, "20.5", detail)


def string_bet(draft: Draft[Table], report: ReportIrregularity) -> None:
    """20.5: only the first motion counts."""
    amount = existing(report.amount, "no amount")
    draft.emit(WagerCorrected(report.what, report.seat, amount, amount, "20.5"))


def _acted_out_of_turn(table: Table, event: ActedOutOfTurn) -> Table:
    hand = table.playing()
    if event.to == hand.of(event.seat).wager:
        return table
    others = tuple(bound for bound in hand.out_of_turn if bound.seat != event.seat)
    bound = Bound(event.seat, event.to, "19.2")
    return with_hand(table, out_of_turn=(*others, bound))


def _corrected(table: Table, event: WagerCorrected) -> Table:
    due = Bound(event.seat, event.to, event.clause)
    return with_hand(table, due=due)


FOLDS: Folds = {
    ActedOutOfTurn: _acted_out_of_turn,
    WagerCorrected: _corrected,
    WagerWithdrawn: unchanged,
}
