"""Which taps can be undone, until when and by whom: one line for every command.

Undo is no rewinding. It is another command, the opposite of the last one, on the same way past
the same powers and the same rules, and it stands in the record beside what it undoes. What others
have seen or hold in their hands (cards, money, a ruling) is never undone by a tap: it is put right
on record, by whom the rules name.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from controller.authority import Command, action_of, actors_for, people_for
from controller.domain.base import existing
from controller.domain.frozen import frozen
from controller.floor import closing, limits, measures, money, opening, promotions, seats
from controller.floor.core import FLOOR as FLOOR_CORE
from controller.games.bonus import commands as c
from controller.games.bonus import orders
from controller.games.bonus.round.core import CORE, can
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.phases import STREET_OF
from controller.games.bonus.round.state import Table
from controller.games.bonus.wagers import Area, Choice
from controller.staff.powers import Nobody, NotAllowed
from controller.staff.roles import Actor, Reason

Opposite = Callable[[Table, Any], Command | None]
"""What undoes a command that was given at a table like this; none where a tap does not."""

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


@frozen
class Row:
    """One command."""

    command: type
    undone_by: type | None
    """What puts it right; none where nothing does but what the next column says."""
    until: str
    said: str = ""
    """The tap in a word or two, as the Undo button names it."""
    opposite: Opposite | None = None
    """What the Undo button asks for; where there is none, it is not offered there."""

    @property
    def by(self) -> str:
        """By whom it is put right."""
        return people_for(self.undone_by) if self.undone_by else ""


_SEEN: Final = "never: the cards have been seen"
_SAID: Final = "never: it was announced"
_MONEY: Final = "never: money has moved; corrected as an over- or underpayment (11.15)"
_RULED: Final = "never: a ruling stands on record"
_SETTLED: Final = "the settlement begins"
_ENTRY: Final = "stands: put right by another entry"
TAPS_MAX: Final = 50
"""How many taps are remembered."""

# fmt: off
ROUND: Final = (
    #   command              undone by             until                                          said                on the button
    Row(c.OpenRound,         None,                 "never: the round waits for its wagers"),
    Row(c.PlaceWager,        c.TakeBackWager,      "the bets are locked",                         "Wager",            _take_back),
    Row(c.TakeBackWager,     c.PlaceWager,         "the bets are locked",                         "Wager taken back", _put_back),
    Row(c.ChangeWager,       c.ChangeWager,        "the bets are locked",                         "Wager",            _change_back),
    Row(c.NoMoreBets,        None,                 _SAID),
    Row(c.KeyCard,           c.TakeBackCard,       "the card is confirmed; then an override",     "Card",             _key_anew),
    Row(c.TakeBackCard,      c.KeyCard,            "the card is confirmed"),
    Row(c.DealByHand,        None,                 "never: the cards are down"),
    Row(c.DealDone,          None,                 "never: the cards are down"),
    Row(c.Decide,            c.WithdrawDecisions,  "the street is revealed; a fold: corrected",   "Decision",         _undecide),
    Row(c.DecideAll,         c.WithdrawDecisions,  "the street is revealed",                      "All decisions",    _undecide_all),
    Row(c.CorrectDecision,   c.CorrectDecision,    "the street is revealed"),
    Row(c.WithdrawDecisions, c.Decide,             "the street is revealed"),
    Row(c.Reveal,            None,                 _SEEN),
    Row(c.EverybodyFolded,   None,                 "never: the wagers are collected"),
    Row(c.ShowDealersHand,   None,                 _SEEN),
    Row(c.Concede,           c.WithdrawConcession, _SETTLED),
    Row(c.WithdrawConcession, c.Concede,           "the place is reached"),
    Row(c.BeginSettlement,   None,                 _SAID),
    Row(c.TurnHand,          None,                 _SEEN),
    Row(c.SettlePlace,       None,                 _MONEY),
    Row(c.KeyAward,          c.KeyAward,           "the award is confirmed or paid",              "Award",            _key_again),
    Row(c.ConfirmAward,      None,                 "never: the slip is issued"),
    Row(c.DeclineAward,      None,                 _RULED),
    Row(c.OrderMeterAwards,  None,                 _RULED),
    Row(c.PayAward,          None,                 _MONEY),
    Row(c.FinishSettlement,  None,                 _MONEY),
    Row(c.Report,            None,                 _RULED),
    Row(c.CloseRound,        None,                 "never: the next round begins"),
)
FLOOR: Final = (
    Row(seats.TakeSeat,               seats.LeaveSeat,               "the player has wagered",  "Seat",             lambda _, taken: seats.LeaveSeat(taken.place)),
    Row(seats.MarkWagersInvalid,      seats.ConfirmCard,             "the player shows an own card"),
    Row(limits.PlaceMarker,           limits.RemoveMarker,           "any time",                "Marker",           lambda _, placed: limits.RemoveMarker(placed.place)),
    Row(limits.RemoveMarker,          limits.PlaceMarker,            "any time",                "Marker taken off", lambda _, removed: limits.PlaceMarker(removed.place)),
    Row(limits.ChangeLimits,          limits.WithdrawLimitNotice,    "the notice has run out",  "Limits notice",    lambda _, change: None if change.at_once else limits.WithdrawLimitNotice()),
    Row(closing.AnnounceClosing,      closing.WithdrawClosing,       "the table is closed",     "Closing notice",   lambda _, __: closing.WithdrawClosing()),
    Row(opening.SetLowLimit,          opening.SetLowLimit,           "any time",                "Low limit",        lambda _, was: opening.SetLowLimit(not was.on)),
    Row(money.SwitchCash,             money.SwitchCash,              "any time",                "Cash",             lambda _, was: money.SwitchCash(not was.cashless)),
    Row(measures.TakeCollusionMeasure, measures.LiftCollusionMeasure, "any time"),
    Row(promotions.ShowPromotion,     promotions.EndPromotion,       "any time",                "Promotion",        lambda _, __: promotions.EndPromotion()),
)
"""Every other entry of the floor stands: what is wrong is put right by another entry."""
POOL: Final = (
    Row(orders.ChangeFigures,     orders.WithdrawFigures, "the next reset of the meter"),
    Row(orders.WithdrawFigures,   orders.ChangeFigures,   "any time between rounds"),
    Row(orders.ChangePool,        orders.ChangePool,      "any time between rounds"),
    Row(orders.SetTransferAside,  None,                   "never: it is settled by hand"),
    Row(orders.SendTransferAgain, None,                   "never: the pool has it"),
)
# fmt: on

_ROWS: Final = {row.command: row for row in (*ROUND, *FLOOR, *POOL)}


def row_of(command: type) -> Row:
    """The line of a command."""
    return _ROWS.get(command, Row(command, None, _ENTRY))


def every_row() -> tuple[Row, ...]:
    """The whole table: what people may ask for."""
    return tuple(row_of(command) for command in asked_for())


def asked_for() -> tuple[Any, ...]:
    """Every command that people give."""
    kinds: tuple[Any, ...] = (*CORE.handlers, *FLOOR_CORE.handlers, *orders.ORDERS)
    return tuple(kind for kind in kinds if not isinstance(kind.action, Nobody))


@frozen
class Undoable:
    """A tap, as the Undo button offers to undo it."""

    number: int
    """Counts taps: the button is about this one and no other."""
    what: str
    """In a few words."""
    by: Command
    """What is asked for."""


def reason_for(by: Command) -> Reason | None:
    """Keyed by mistake where that is a reason for it; else the likeliest."""
    action = action_of(by)
    fitting = action.reasons if action else ()
    return Reason.KEYED_WRONG if Reason.KEYED_WRONG in fitting else next(iter(fitting), None)


class LastTaps:
    """What can be undone of what was tapped, the latest first. Nothing of it is kept: after a start
    the screen is compared with the felt instead, and cards that were keyed are read off the table.

    A step of the round that stands lets everything before it stand. An entry of the floor says
    nothing of the round: what was tapped there can still be undone.
    """

    def __init__(self) -> None:
        self._taps: list[Undoable] = []
        self._number = 0

    def tapped(self, before: Table, command: Command, *, undoes: bool = False) -> None:
        """A tap was accepted at a table that was like this; or it undoes an earlier one."""
        self._number += 1
        if undoes:
            undone = next((tap for tap in reversed(self._taps) if tap.by == command), None)
            self._taps = [tap for tap in self._taps if tap is not undone]
            return
        row = row_of(type(command))
        back = row.opposite(before, command) if row.opposite else None
        if back is not None:
            tap = Undoable(self._number, _words(row, command), back)
            self._taps = [*self._taps[1 - TAPS_MAX :], tap]
        elif _of_the_round(command):
            self._taps.clear()
        else:
            self._taps = [tap for tap in self._taps if _of_the_round(tap.by)]

    def offer(self, table: Table, signed_on: Sequence[Actor] | None) -> Undoable | None:
        """What the button offers to these people at a table that is like this: the latest tap that
        they may undo. On the bench there is nobody to ask."""
        latest = next((tap for tap in reversed(self._taps) if _of_the_round(tap.by)), None)
        if latest and isinstance(latest.by, c.Command) and not can(table, latest.by):
            self._taps = [tap for tap in self._taps if not _of_the_round(tap.by)]
        taps = (*reversed(self._taps), *_keyed(table, self._number))
        return next((tap for tap in taps if _theirs(tap.by, signed_on)), None)


def _keyed(table: Table, number: int) -> tuple[Undoable, ...]:
    """The card that was keyed last, where it is not confirmed yet."""
    lying = (draw for draw in reversed(table.round.keyed) if table.round.drawn[draw] is not None)
    for back in map(c.TakeBackCard, lying):
        return (Undoable(number, row_of(c.KeyCard).said, back),) if can(table, back) else ()
    return ()


def _of_the_round(command: Command) -> bool:
    return isinstance(command, c.Command)


def _theirs(by: Command, signed_on: Sequence[Actor] | None) -> bool:
    if signed_on is None:
        return True
    action = existing(action_of(by), f"{by}: nobody's to ask for")
    return not isinstance(actors_for(action, reason_for(by), signed_on), NotAllowed)


def _words(row: Row, command: Command) -> str:
    """`Decision, place 3`: what the tap was."""
    place = getattr(command, "place", None)
    return row.said if place is None else f"{row.said}, place {place}"
