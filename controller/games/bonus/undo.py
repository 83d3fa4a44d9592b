"""Which taps of the bonus game can be undone: its lines of `running.undo`."""

from typing import Final

from controller.authority import Command
from controller.floor import seats
from controller.games.bonus import commands as c
from controller.games.bonus import orders
from controller.games.bonus.floor import limits, wagers
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.phases import STREET_OF
from controller.games.bonus.round.state import Table
from controller.games.bonus.wagers import Area, Choice
from controller.running.undo import KEYED, UndoRow

# What a command found, it leaves again


def _take_back(_: Table, command: c.PlaceWager) -> Command:
    return c.TakeBackWager(command.place, command.area)


def _put_back(table: Table, command: c.TakeBackWager) -> Command | None:
    """Together with an ante its bonus has gone: that is keyed anew."""
    stakes = table.round.place(command.place).stakes
    if command.area is Area.ANTE and Area.BONUS in stakes:
        return None
    stake = stakes[command.area]
    return c.PlaceWager(command.place, command.area, stake)


def _change_back(table: Table, command: c.ChangeWager) -> Command:
    return c.ChangeWager(
        command.place, command.area, table.round.place(command.place).stakes[command.area]
    )


def _key_anew(table: Table, command: c.KeyCard) -> Command | None:
    """A card that no device had read; what was overridden is overridden again, witnessed."""
    read = table.round.drawn[command.draw] is not None
    return None if read else c.TakeBackCard(command.draw)


def _undecide(table: Table, command: c.Decide) -> Command | None:
    """What the place had decided before, or that it had not; a fold is final (9.5)."""
    place, street = table.round.place(command.place), STREET_OF[table.round.phase]
    before = place.choices[street.order]
    if command.choice is Choice.FOLD:
        return None
    if before is None:
        return c.WithdrawDecisions((command.place,))
    stake = place.stakes.get(street.area)
    return c.Decide(command.place, before, *((stake.amount, stake.tokens) if stake else ()))


def _undecide_all(table: Table, _: c.DecideAll) -> Command:
    return c.WithdrawDecisions(tuple(place.number for place in undecided(table.round)))


def _key_again(_: Table, command: c.KeyAward) -> Command:
    return command


_SEEN: Final = "never: the cards have been seen"
_SAID: Final = "never: it was announced"
_MONEY: Final = "never: money has moved; correct it as a wrong payment (11.15)"
_RULED: Final = "never: a ruling stands on record"
_SETTLED: Final = "the settlement begins"

# fmt: off
ROUND: Final = (
    #       command              undone by             until                                          said                on the button
    UndoRow(c.OpenRound,         None,                 "never: the round is waiting for wagers"),
    UndoRow(c.PlaceWager,        c.TakeBackWager,      "the bets are locked",                         "Wager",            _take_back),
    UndoRow(c.TakeBackWager,     c.PlaceWager,         "the bets are locked",                         "Wager taken back", _put_back),
    UndoRow(c.ChangeWager,       c.ChangeWager,        "the bets are locked",                         "Wager",            _change_back),
    UndoRow(c.NoMoreBets,        None,                 _SAID),
    UndoRow(c.KeyCard,           c.TakeBackCard,       "the card is confirmed; after that by an override",     KEYED,              _key_anew),
    UndoRow(c.TakeBackCard,      c.KeyCard,            "the card is confirmed"),
    UndoRow(c.DealByHand,        None,                 "never: the cards are down"),
    UndoRow(c.DealDone,          None,                 "never: the cards are down"),
    UndoRow(c.Decide,            c.WithdrawDecisions,  "the street is revealed; a fold is corrected",   "Decision",         _undecide),
    UndoRow(c.DecideAll,         c.WithdrawDecisions,  "the street is revealed",                      "All decisions",    _undecide_all),
    UndoRow(c.CorrectDecision,   c.CorrectDecision,    "the street is revealed"),
    UndoRow(c.WithdrawDecisions, c.Decide,             "the street is revealed"),
    UndoRow(c.Reveal,            None,                 _SEEN),
    UndoRow(c.EverybodyFolded,   None,                 "never: the wagers are collected"),
    UndoRow(c.ShowDealersHand,   None,                 _SEEN),
    UndoRow(c.Concede,           c.WithdrawConcession, _SETTLED),
    UndoRow(c.WithdrawConcession, c.Concede,           "the place is reached"),
    UndoRow(c.BeginSettlement,   None,                 _SAID),
    UndoRow(c.TurnHand,          None,                 _SEEN),
    UndoRow(c.SettlePlace,       None,                 _MONEY),
    UndoRow(c.KeyAward,          c.KeyAward,           "the award is confirmed or paid",              "Award",            _key_again),
    UndoRow(c.ConfirmAward,      None,                 "never: the slip is issued"),
    UndoRow(c.DeclineAward,      None,                 _RULED),
    UndoRow(c.OrderMeterAwards,  None,                 _RULED),
    UndoRow(c.PayAward,          None,                 _MONEY),
    UndoRow(c.FinishSettlement,  None,                 _MONEY),
    UndoRow(c.Report,            None,                 _RULED),
    UndoRow(c.CloseRound,        None,                 "never: the next round begins"),
)
FLOOR: Final = (
    UndoRow(wagers.MarkWagersInvalid,      seats.ConfirmCard,             "the player shows their own card"),
    UndoRow(limits.PlaceMarker,           limits.RemoveMarker,           "any time",                "Marker",           lambda _, placed: limits.RemoveMarker(placed.place)),
    UndoRow(limits.RemoveMarker,          limits.PlaceMarker,            "any time",                "Marker taken off", lambda _, removed: limits.PlaceMarker(removed.place)),
    UndoRow(limits.ChangeLimits,          limits.WithdrawLimitNotice,    "the notice has expired",  "Limits notice",    lambda _, change: None if change.at_once else limits.WithdrawLimitNotice()),
)
POOL: Final = (
    UndoRow(orders.ChangeFigures,     orders.WithdrawFigures, "the next reset of the meter"),
    UndoRow(orders.WithdrawFigures,   orders.ChangeFigures,   "any time between rounds"),
    UndoRow(orders.ChangePool,        orders.ChangePool,      "any time between rounds"),
    UndoRow(orders.SetTransferAside,  None,                   "never: it is settled by hand"),
    UndoRow(orders.SendTransferAgain, None,                   "never: the pool has it"),
)
# fmt: on

ROWS: Final = {row.command: row for row in (*ROUND, *FLOOR, *POOL)}


def take_back_keyed(table: Table) -> c.TakeBackCard | None:
    """What takes the card back that was keyed last."""
    round_ = table.round
    lying = (draw for draw in reversed(round_.keyed) if round_.drawn[draw] is not None)
    return next(map(c.TakeBackCard, lying), None)
