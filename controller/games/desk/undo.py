"""Which taps at the desk can be undone: its lines of `running.undo`."""

# ruff: noqa: E501  (rows of a table)

from typing import Final

from controller.domain.base import existing
from controller.running.undo import UndoRow
from controller.tournament import (
    balance,
    buying,
    clock,
    colouring,
    conduct,
    corrections,
    ending,
    entries,
    hands,
    heats,
    management,
    publishing,
    seating,
    tables,
)
from controller.tournament.state import Desk

_SAID: Final = "never: it was announced"
_DRAWN: Final = "never: the seats were drawn"
_RULED: Final = "never: a ruling stands on record"
_PLAYED: Final = "the next hand of the table"


def _back(before: Desk) -> seating.MovePlayer:
    due = existing(balance.move_due(before), "no move was due")
    return seating.MovePlayer(due.name, due.left)


# fmt: off
ROWS: Final = {
    row.command: row
    for row in (
        #       command                      undone by                    until                              said             on the button
        UndoRow(seating.GoAway,              seating.ComeBack,            "any time",                        "Absent",        lambda _, went: seating.ComeBack(went.name)),
        UndoRow(seating.ComeBack,            seating.GoAway,              "any time",                        "Back",          lambda _, came: seating.GoAway(came.name)),
        UndoRow(clock.PauseClock,            clock.ResumeClock,           "any time",                        "Pause",         lambda _, __: clock.ResumeClock()),
        UndoRow(clock.ResumeClock,           clock.PauseClock,            "any time",                        "Clock runs",    lambda _, __: clock.PauseClock()),
        UndoRow(clock.AddTime,               clock.AddTime,               "the level is over",               "Minutes",       lambda _, added: clock.AddTime(-added.minutes)),
        UndoRow(clock.BeginLevel,            clock.BeginLevel,            "any time: by going back a level"),
        UndoRow(clock.BeginHand,             clock.CallOffHand,           "the hand is reported",            "Hand begun",    lambda _, begun: clock.CallOffHand(begun.table)),
        UndoRow(clock.CallOffHand,           clock.BeginHand,             "any time"),
        UndoRow(clock.CallTime,              None,                        _SAID),
        UndoRow(hands.ReportHand,            corrections.CorrectHand,     _PLAYED),
        UndoRow(corrections.CorrectHand,     corrections.CorrectHand,     _PLAYED),
        UndoRow(corrections.TakeBackBustOut, None,                        _RULED),
        UndoRow(seating.MovePlayer,          seating.MovePlayer,          "the seat is taken",               "Move",          lambda before, moved: seating.MovePlayer(moved.name, seating.seat_of(before.entrant(moved.name)))),
        UndoRow(balance.DrawSeats,           seating.MovePlayer,          _DRAWN),
        UndoRow(balance.BalanceTables,       seating.MovePlayer,          "the seat is taken",               "Move",          lambda before, _: _back(before)),
        UndoRow(balance.BreakTable,          seating.MovePlayer,          _DRAWN),
        UndoRow(balance.RedrawSeats,         seating.MovePlayer,          _DRAWN),
        UndoRow(ending.PlayHandForHand,      ending.EndHandForHand,       "any time",                        "Hand for hand", lambda _, __: ending.EndHandForHand()),
        UndoRow(ending.EndHandForHand,       ending.PlayHandForHand,      "any time"),
        UndoRow(tables.HoldTables,           tables.HoldTables,           "any time",                        "Tables wait",   lambda before, _: tables.HoldTables(before.held)),
        UndoRow(tables.TakeOverTable,        tables.HandBackTable,        "any time: by handing it back"),
        UndoRow(tables.HandBackTable,        tables.TakeOverTable,        "any time: by taking it over"),
        UndoRow(ending.Start,                None,                        _SAID),
        UndoRow(ending.End,                  None,                        _SAID),
        UndoRow(ending.CutCards,             None,                        "never: the cards have been seen"),
        UndoRow(publishing.PublishPrizes,    management.Alter,            "never: what is published is awarded (31.4)"),
        UndoRow(buying.CloseRebuys,          None,                        _SAID),
        UndoRow(colouring.ColourUp,          None,                        "never: the chips are changed"),
        UndoRow(conduct.ForfeitPocketed,     conduct.GiveBackPocketed,    "the end of play"),
        UndoRow(conduct.Disqualify,          conduct.Readmit,             "the end of play"),
        UndoRow(heats.BeginNextSession,      None,                        _SAID),
        UndoRow(heats.BeginNextHeat,         None,                        _SAID),
        UndoRow(management.Cancel,           None,                        _SAID),
        UndoRow(management.Alter,            management.Alter,            "any time: by altering it again"),
        UndoRow(entries.Enter,               entries.WithdrawEntry,       "the player has played",           "Entry",         lambda _, entered: entries.WithdrawEntry(entered.name)),
        UndoRow(entries.WithdrawEntry,       entries.Enter,               "entries are closed",              "Withdrawal",    lambda before, gone: entries.Enter(gone.name, before.entrant(gone.name).session)),
        UndoRow(buying.Rebuy,                buying.TakeBackPurchase,     _PLAYED,                           "Re-buy",        lambda _, bought: buying.TakeBackPurchase(bought.name)),
        UndoRow(buying.AddOn,                buying.TakeBackPurchase,     _PLAYED,                           "Add-on",        lambda _, bought: buying.TakeBackPurchase(bought.name)),
        UndoRow(buying.TakeBackPurchase,     buying.Rebuy,                "the re-buy period is closed"),
        UndoRow(seating.TakeSeat,            seating.GiveUpSeat,          "the start",                       "Seat",          lambda _, taken: seating.GiveUpSeat(taken.name)),
        UndoRow(seating.GiveUpSeat,          seating.TakeSeat,            "the seat is taken",               "Seat given up", lambda before, gave: seating.TakeSeat(gave.name, seating.seat_of(before.entrant(gave.name)))),
        UndoRow(conduct.GiveBackPocketed,    conduct.ForfeitPocketed,     "any time"),
        UndoRow(conduct.Readmit,             conduct.Disqualify,          "any time"),
    )
}
# fmt: on
