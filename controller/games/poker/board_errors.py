"""Errors with communal cards (19.3, 19.4): what stays, what goes back into the stub."""

from controller.domain.kernel import Draft, Event, Folds, unchanged
from controller.domain.refusals import Refused
from controller.games.poker.phases import BOARD_OF, STREETS, Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.state import Table, board_complete, with_hand


class StreetTakenBack(Event):
    """The street's cards and burns go back into the stub, which is shuffled and cut (R51)."""

    what: Irregularity
    clause: str


class StreetStands(Event):
    """The street's cards stay as they lie."""

    what: Irregularity
    clause: str


class DealtEarly(Event):
    """19.3.b, 19.4.b: the betting is finished first, then it is dealt from the new stub."""

    clause: str


def no_action_yet(table: Table, _: ReportIrregularity) -> Refused | None:
    """Has nobody acted on this street?"""
    acted = table.playing().actions > 0
    return Refused(PokerRefusal.CANNOT_HAPPEN, "19.3", "Betting has commenced.") if acted else None


def flop_too_many(draft: Draft[Table], report: ReportIrregularity) -> None:
    """19.3.a."""
    draft.emit(StreetTakenBack(report.what, "19.3.a"))


def a_decision_is_open(table: Table, _: ReportIrregularity) -> Refused | None:
    """Otherwise no street can be dealt too early."""
    hand = table.playing()
    if hand.turn is not None and board_complete(table):
        return None
    return Refused(PokerRefusal.CANNOT_HAPPEN, "19.3.b", "No decision is open.")


def dealt_early(draft: Draft[Table], _: ReportIrregularity) -> None:
    """19.3.b, 19.4.b."""
    draft.emit(DealtEarly("19.3.b" if draft.state.phase is Phase.PREFLOP else "19.4.b"))


def wrong_burn(draft: Draft[Table], report: ReportIrregularity) -> None:
    """19.3.c, 19.4.c: with no betting since, it is dealt again; otherwise it stays."""
    table = draft.state
    clause = "19.3.c" if table.phase is Phase.FLOP else "19.4.c"
    kind = StreetStands if table.playing().actions else StreetTakenBack
    draft.emit(kind(report.what, clause))


def two_cards(draft: Draft[Table], report: ReportIrregularity) -> None:
    """19.4.a, R61."""
    kind = StreetStands if report.correct else StreetTakenBack
    draft.emit(kind(report.what, "19.4.a"))


def _taken_back(table: Table, _: StreetTakenBack) -> Table:
    hand = table.playing()
    before = STREETS[STREETS.index(table.phase) - 1]
    lies = BOARD_OF[before]
    board, unseen = hand.board[:lies], min(hand.unseen, lies)
    return with_hand(table, board=board, unseen=unseen, from_new_stub=True)


FOLDS: Folds = {
    StreetTakenBack: _taken_back,
    StreetStands: unchanged,
    DealtEarly: lambda table, _: with_hand(table, from_new_stub=True),
}
