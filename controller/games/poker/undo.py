"""Which taps at a table of the room can be undone: its lines of `running.undo`."""

# ruff: noqa: E501  (rows of a table)

from typing import Final

from controller.games.poker import (
    award,
    betting,
    blinds,
    card_corrections,
    deal,
    desk_counts,
    keyed_pots,
    moves,
    reports,
    seating,
    showdown,
    stacks,
)
from controller.games.poker.floor import cards, clock, hands, player_cards, players, waiting
from controller.games.poker.offers import Move
from controller.games.poker.phases import STREETS
from controller.games.poker.state import Table
from controller.running.undo import UndoRow

_SAID: Final = "never: it was announced"
_SEEN: Final = "never: the cards have been seen"
_MONEY: Final = "never: chips have moved; a supervisor corrects the result (3.1)"
_BEGUN: Final = "the next hand begins"
_MOVED: Final = "anything else has happened in the hand"


def _back(before: Table, keyed: betting.Act | moves.KeyMoves) -> moves.TakeBackMoves | None:
    """What was forfeited is a ruling and stands."""
    return None if keyed.move is Move.FORFEIT else _to(before)


def _stands_up(before: Table, sat: seating.SitDown) -> seating.LeaveTable:
    counted = None if before.rules.stacks_kept else sat.amount
    return seating.LeaveTable(sat.seat, counted, mistaken=True)


def _has_chips(_: Table, said: seating.RunOutOfChips) -> seating.RunOutOfChips | None:
    return None if said.mistaken else seating.RunOutOfChips(said.seat, mistaken=True)


def _to(before: Table) -> moves.TakeBackMoves:
    standing = before.playing().actions if before.phase in STREETS else 0
    return moves.TakeBackMoves(standing)


# fmt: off
ROWS: Final = {
    row.command: row
    for row in (
        #   command                     undone by          until    said      on the button
        UndoRow(seating.SitDown,            seating.LeaveTable, _BEGUN, "Taken",  _stands_up),
        UndoRow(seating.LeaveTable,         seating.SitDown,    _BEGUN),
        UndoRow(seating.GoAway,             seating.ComeBack,   _BEGUN, "Away",   lambda _, went: seating.ComeBack(went.seat)),
        UndoRow(seating.ComeBack,           seating.GoAway,     _BEGUN, "Back",   lambda _, came: seating.GoAway(came.seat)),
        UndoRow(seating.RunOutOfChips,      seating.RunOutOfChips, _BEGUN, "No chips", _has_chips),
        UndoRow(seating.PostDue,            seating.GoAway,     _BEGUN),
        UndoRow(seating.BuyChips,           None,               "never: chips have been paid for"),
        UndoRow(stacks.BuyGoods,            None,               "never: the goods are paid for"),
        UndoRow(desk_counts.GoOut,          None,               "the next hand: the desk takes the table over, and corrects the hand"),
        UndoRow(desk_counts.CountStacks,    desk_counts.CountStacks, "any time: by another count"),
        UndoRow(stacks.CountStack,          stacks.CountStack,  "any time: by another count"),
        UndoRow(stacks.PickUpChips,         None,               "never: the chips are kept for the player"),
        UndoRow(stacks.OfferSeat,           stacks.OfferSeat,   _BEGUN),
        UndoRow(stacks.ChangeStakes,        stacks.ChangeStakes, "any time: by another agreement"),
        UndoRow(waiting.JoinWaitingList,    waiting.LeaveWaitingList, "the player has a seat", "Waiting list", lambda _, joined: waiting.LeaveWaitingList(joined.player)),
        UndoRow(waiting.LeaveWaitingList,   waiting.JoinWaitingList, "any time: at the end of the list"),
        UndoRow(players.AssignSeat,         players.FreeSeat,   "the player sits down", "Seat kept", lambda _, kept: players.FreeSeat(kept.place)),
        UndoRow(players.FreeSeat,           players.AssignSeat, "any time"),
        UndoRow(player_cards.ShowCard,      players.FreeSeat,   "the player sits down"),
        UndoRow(players.DrawForSeat,        None,               _SEEN),
        UndoRow(clock.CallClock,            None,               _SAID),
        UndoRow(hands.DeclareLastHands,     hands.WithdrawLastHands, "the table is closed", "Last hands", lambda _, __: hands.WithdrawLastHands()),
        UndoRow(hands.WithdrawLastHands,    hands.DeclareLastHands, "any time"),
        UndoRow(cards.AskForCards,          None,               "never: new cards are due"),
        UndoRow(cards.ReportMutilated,      None,               "never: new cards are due"),
        UndoRow(blinds.BeginHand,           None,               "never: the blinds are posted"),
        UndoRow(deal.DealHoleCards,         None,               "never: the cards are down"),
        UndoRow(deal.FinishDeal,            None,               "never: the cards are down"),
        UndoRow(deal.DealStreet,            None,               _SEEN),
        UndoRow(betting.Act,                moves.TakeBackMoves, _MOVED, "Move", _back),
        UndoRow(moves.KeyMoves,             moves.TakeBackMoves, _MOVED, "Moves", _back),
        UndoRow(moves.CheckRound,           moves.TakeBackMoves, _MOVED, "Checks", lambda before, _: _to(before)),
        UndoRow(keyed_pots.FoldSeats,       moves.TakeBackMoves, _MOVED, "Folds", lambda before, _: _to(before)),
        UndoRow(keyed_pots.KeyPot,          moves.TakeBackMoves, _MOVED, "Pot", lambda before, _: _to(before)),
        UndoRow(moves.TakeBackMoves,        None,               "it stands: key what was meant"),
        UndoRow(betting.PutOverChip,        None,               _SAID),
        UndoRow(betting.DrawIn,             None,               "never: the wagers are in the pot"),
        UndoRow(reports.ReportIrregularity, None,               "never: a ruling stands on record"),
        UndoRow(card_corrections.CorrectCard, card_corrections.CorrectCard, "the pots are pushed: by another correction"),
        UndoRow(showdown.TableHand,         None,               _SEEN),
        UndoRow(showdown.PassIn,            None,               "never: the cards are in the muck"),
        UndoRow(showdown.MuckHand,          None,               "never: the cards are in the muck"),
        UndoRow(award.AwardPots,            None,               _MONEY),
        UndoRow(award.FinishHand,           None,               "never: the next hand begins"),
        UndoRow(award.CorrectResult,        award.CorrectResult, "any time: by another correction"),
    )
}
# fmt: on
