"""Errors of the deal (11, 19.1): put right, or a misdeal; and the void of 23.1."""

from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.kernel import Draft, Event, Folds, unchanged
from controller.domain.refusals import Refused
from controller.games.poker.award import everything_back
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Cause, Irregularity, ReportIrregularity
from controller.games.poker.state import Ending, Table, with_hand
from controller.games.poker.wagering import noticed

VOID_CLAUSES: Final = {
    Cause.CARDS: "23.1.a",
    Cause.DISRUPTION: "23.1.b",
    Cause.FRAUD: "23.1.c",
}


class DealPutRight(Event):
    """11.1.b, 11.2: everyone gets the proper cards, play goes on."""

    what: Irregularity
    seat: int
    clause: str


class HoleCardSetAside(Event):
    """19.1, R51: after the deal it is changed for the first burn."""

    what: Irregularity
    seat: int
    card: int


class HandMisdealt(Event):
    """Everything goes back; button and blinds stay (11.1)."""

    trigger = "misdeal"
    what: Irregularity
    clause: str


class HandInvalidated(Event):
    """The house invalidates the outcome: everything goes back."""

    trigger = "void"
    cause: Cause
    clause: str


def exposed_in_cut(draft: Draft[Table], report: ReportIrregularity) -> None:
    """11.1.a."""
    draft.emit(HandMisdealt(report.what, "11.1.a"))


def out_of_turn(draft: Draft[Table], report: ReportIrregularity) -> None:
    """11.1.b: a misdeal once the wrong player has looked."""
    if report.looked:
        draft.emit(HandMisdealt(report.what, "11.1.b"))
    else:
        draft.emit(DealPutRight(report.what, report.seat, "11.1.b"))


def a_hole_card(_: Table, report: ReportIrregularity) -> Refused | None:
    """The first or the second."""
    known = report.card in (1, 2)
    return None if known else Refused(PokerRefusal.NEEDS_MORE, "19.1", "Card 1 or 2?")


def card_up(draft: Draft[Table], report: ReportIrregularity) -> None:
    """19.1: the first is changed for the first burn, a second is a misdeal."""
    before = draft.state.playing().exposed
    if not before:
        draft.emit(HoleCardSetAside(report.what, report.seat, report.card))
        return
    boxed = Irregularity.BOXED_CARD in (*before, report.what)
    draft.emit(HandMisdealt(report.what, "11.1.e" if boxed else "11.1.c"))


def wrong_number(draft: Draft[Table], report: ReportIrregularity) -> None:
    """11.2, 11.1.d."""
    if report.correctable:
        draft.emit(DealPutRight(report.what, 0, "11.2"))
    else:
        draft.emit(HandMisdealt(report.what, "11.1.d"))


def invalidated(draft: Draft[Table], report: ReportIrregularity) -> None:
    """23.1."""
    cause = Cause(report.cause or "")
    draft.emit(HandInvalidated(cause, VOID_CLAUSES[cause]))


def _set_aside(table: Table, event: HoleCardSetAside) -> Table:
    return with_hand(table, exposed=(*table.playing().exposed, str(event.what)))


def _called_off(table: Table, ending: Ending, clause: str, *told: str) -> Table:
    """Button and blinds stay, and so does what each owes (R57)."""
    hand, at = table.playing(), existing(table.positions, "no hand has been dealt")
    hand = evolve(
        hand,
        players=everything_back(hand),
        pot=0,
        turn=None,
        ending=ending,
        clause=clause,
        notices=noticed(hand, *told),
    )
    return evolve(table, hand=hand, positions=evolve(at, again=True))


FOLDS: Folds = {
    DealPutRight: unchanged,
    HoleCardSetAside: _set_aside,
    HandMisdealt: lambda table, event: _called_off(
        table, Ending.MISDEAL, event.clause, "supervisor"
    ),
    HandInvalidated: lambda table, event: _called_off(
        table, Ending.VOID, event.clause, "supervisor", "surveillance"
    ),
}
