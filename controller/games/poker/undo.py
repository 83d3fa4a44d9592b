"""Which taps at a table of the room can be undone: its lines of `running.undo`."""

# ruff: noqa: E501  (rows of a table)

from typing import Final

from controller.games.poker import award, betting, blinds, deal, reports, seating, showdown
from controller.running.undo import UndoRow

_SAID: Final = "never: it was announced"
_SEEN: Final = "never: the cards have been seen"
_MONEY: Final = "never: chips have moved; a supervisor corrects the result (3.1)"
_BEGUN: Final = "the next hand begins"

# fmt: off
ROWS: Final = {
    row.command: row
    for row in (
        #   command                     undone by          until    said      on the button
        UndoRow(seating.SitDown,            seating.LeaveTable, _BEGUN, "Seat",   lambda _, sat: seating.LeaveTable(sat.seat)),
        UndoRow(seating.LeaveTable,         seating.SitDown,    _BEGUN),
        UndoRow(seating.GoAway,             seating.ComeBack,   _BEGUN, "Away",   lambda _, went: seating.ComeBack(went.seat)),
        UndoRow(seating.ComeBack,           seating.GoAway,     _BEGUN, "Back",   lambda _, came: seating.GoAway(came.seat)),
        UndoRow(seating.PostDue,            seating.GoAway,     _BEGUN),
        UndoRow(seating.BuyChips,           None,               "never: chips have been paid for"),
        UndoRow(blinds.BeginHand,           None,               "never: the blinds are posted"),
        UndoRow(deal.DealHoleCards,         None,               "never: the cards are down"),
        UndoRow(deal.FinishDeal,            None,               "never: the cards are down"),
        UndoRow(deal.DealStreet,            None,               _SEEN),
        UndoRow(betting.Act,                None,               _SAID),
        UndoRow(betting.PutOverChip,        None,               _SAID),
        UndoRow(betting.DrawIn,             None,               "never: the wagers are in the pot"),
        UndoRow(reports.ReportIrregularity, None,               "never: a ruling stands on record"),
        UndoRow(showdown.TableHand,         None,               _SEEN),
        UndoRow(showdown.PassIn,            None,               "never: the cards are in the muck"),
        UndoRow(showdown.MuckHand,          None,               "never: the cards are in the muck"),
        UndoRow(award.AwardPots,            None,               _MONEY),
        UndoRow(award.FinishHand,           None,               "never: the next hand begins"),
        UndoRow(award.CorrectResult,        award.CorrectResult, "any time: by another correction"),
    )
}
# fmt: on
