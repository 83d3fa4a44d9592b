"""Who may do what at the tournament desk: its own lines of the powers table.

Whoever works at the desk, a dealer or a supervisor, takes entries and money, gives seats and enters
hands. The tournament director is a supervisor (the Table Inspector or the Pit Boss): the director
starts, ends, corrects and rules, with a reason where somebody may ask for one. What rule 26.1
leaves to the discretion of Casino Management after the event was announced, to cancel or alter it,
takes a casino supervisor (the Pit Boss).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.staff.powers import ANY, NONE, Action
from controller.staff.roles import PIT, SUPER, TABLE, HouseReason, Reason


class DeskReason(Reason):
    """Why something is done at the tournament desk."""

    COUNTED_AGAIN = "counted-again", "The chips were counted again"
    REBUY_IN_TIME = "re-buy-in-time", "The re-buy was asked for in time"
    CHIPS_HIDDEN = "chips-hidden", "Chips were found in a pocket"
    RULES_BROKEN = "rules-broken", "Tournament rules or conditions broken on purpose"
    TOO_FEW_ENTRIES = "too-few-entries", "Too few entries"
    PLAY_INTERRUPTED = "play-interrupted", "Play was interrupted"
    CONSOLE_DOWN = "console-down", "The table's console is out of use, or works again"
    PLAYER_WITHDREW = "player-withdrew", "The player withdrew"
    SEAT_UNFIT = "seat-unfit", "The seat cannot be used, or does not suit the player"


R, D = HouseReason, DeskReason
MANAGED: Final = (
    D.TOO_FEW_ENTRIES,
    R.DEMAND,
    R.STAFFING,
    R.TIMETABLE,
    R.APPROVED_CHANGE,
    R.EMERGENCY,
)
RECOUNTED: Final = (R.KEYED_WRONG, D.COUNTED_AGAIN, R.DEALING_ERROR, R.UPHELD)
NOT_OUT: Final = (D.REBUY_IN_TIME, R.KEYED_WRONG, R.UPHELD)
TIMED: Final = (R.KEYED_WRONG, D.PLAY_INTERRUPTED, R.TIMETABLE)
MOVED: Final = (R.AS_RULED, D.SEAT_UNFIT, R.CONDUCT, R.KEYED_WRONG)
CONSOLE: Final = (D.CONSOLE_DOWN,)
HIDDEN: Final = (D.CHIPS_HIDDEN,)
WITHDRAWN: Final = (R.KEYED_WRONG, D.PLAYER_WITHDREW, R.NOT_ELIGIBLE)
UNSOLD: Final = (R.KEYED_WRONG, R.UPHELD)
OVERRULED: Final = (R.KEYED_WRONG, R.UPHELD, D.COUNTED_AGAIN)
BROKEN: Final = (D.RULES_BROKEN, R.CONDUCT, R.FRAUD)


class DeskAction(Action):
    """What is done at the tournament desk and nowhere else, and who may do it."""

    # fmt: off
    # the event                                      who     when  reasons
    PUBLISH_PRIZES      = "publish-prizes",          SUPER,  ANY,  NONE
    ALTER_TOURNAMENT    = "alter-tournament",        PIT,    ANY,  MANAGED
    CANCEL_TOURNAMENT   = "cancel-tournament",       PIT,    ANY,  MANAGED
    # entries, seats, money
    ENTER_PLAYER        = "enter-player",            TABLE,  ANY,  NONE
    WITHDRAW_ENTRY      = "withdraw-entry",          TABLE,  ANY,  WITHDRAWN
    SELL_REBUY          = "sell-re-buy",             TABLE,  ANY,  NONE
    SELL_ADD_ON         = "sell-add-on",             TABLE,  ANY,  NONE
    TAKE_BACK_PURCHASE  = "take-back-purchase",      SUPER,  ANY,  UNSOLD
    CLOSE_REBUYS        = "close-re-buys",           SUPER,  ANY,  NONE
    SEAT_PLAYER         = "seat-player",             TABLE,  ANY,  NONE
    MOVE_PLAYER         = "move-player",             SUPER,  ANY,  MOVED
    BALANCE_TABLES      = "balance-tables",          TABLE,  ANY,  NONE
    BREAK_TABLE         = "break-table",             SUPER,  ANY,  NONE
    REDRAW_SEATS        = "redraw-seats",            SUPER,  ANY,  NONE
    PLAYER_ABSENT       = "player-absent",           TABLE,  ANY,  NONE
    # the course
    START_TOURNAMENT    = "start-tournament",        SUPER,  ANY,  NONE
    HAND_FOR_HAND       = "hand-for-hand",           SUPER,  ANY,  NONE
    CALL_TIME           = "call-time",               SUPER,  ANY,  NONE
    END_PLAY            = "end-play",                SUPER,  ANY,  NONE
    CUT_CARDS           = "cut-cards",               TABLE,  ANY,  NONE
    NEXT_SESSION        = "next-session",            SUPER,  ANY,  NONE
    # tables
    HOLD_TABLES         = "hold-tables",             TABLE,  ANY,  NONE
    TAKE_OVER_TABLE     = "take-over-table",         SUPER,  ANY,  CONSOLE
    # clock and hands
    STOP_CLOCK          = "stop-clock",              TABLE,  ANY,  NONE
    SET_CLOCK           = "set-clock",               SUPER,  ANY,  TIMED
    REPORT_HAND         = "report-hand",             TABLE,  ANY,  NONE
    COLOUR_UP           = "colour-up",               SUPER,  ANY,  NONE
    CORRECT_HAND        = "correct-hand",            SUPER,  ANY,  RECOUNTED
    TAKE_BACK_BUST_OUT  = "take-back-bust-out",      SUPER,  ANY,  NOT_OUT
    # conduct
    FORFEIT_POCKETED    = "forfeit-pocketed",        SUPER,  ANY,  HIDDEN
    GIVE_BACK_POCKETED  = "give-back-pocketed",      SUPER,  ANY,  OVERRULED
    DISQUALIFY          = "disqualify",              SUPER,  ANY,  BROKEN
    READMIT             = "readmit-to-tournament",   SUPER,  ANY,  OVERRULED
    # fmt: on


A = DeskAction
CLAUSES: Final[Mapping[Action, str]] = MappingProxyType(
    {
        A.PUBLISH_PRIZES: "31.1",
        A.ALTER_TOURNAMENT: "26.1",
        A.CANCEL_TOURNAMENT: "26.1",
        A.ENTER_PLAYER: "27.1",
        A.WITHDRAW_ENTRY: "26.1.i",
        A.SELL_REBUY: "29.2",
        A.SELL_ADD_ON: "29.3",
        A.TAKE_BACK_PURCHASE: "29.2.d",
        A.CLOSE_REBUYS: "29.2.a",
        A.SEAT_PLAYER: "26.1.f",
        A.MOVE_PLAYER: "26.1.f",
        A.BALANCE_TABLES: "26.1.f",
        A.BREAK_TABLE: "26.1.f",
        A.REDRAW_SEATS: "26.1.f",
        A.PLAYER_ABSENT: "28.1",
        A.START_TOURNAMENT: "31.1",
        A.HAND_FOR_HAND: "30.3.c",
        A.CALL_TIME: "30.4",
        A.END_PLAY: "30.4",
        A.CUT_CARDS: "30.2",
        A.NEXT_SESSION: "26.1.e",
        A.HOLD_TABLES: "26.1.f",
        A.TAKE_OVER_TABLE: "25.1",
        A.STOP_CLOCK: "26.1.g",
        A.SET_CLOCK: "26.1.g",
        A.REPORT_HAND: "25.1",
        A.COLOUR_UP: "26.1.c",
        A.CORRECT_HAND: "25.1",
        A.TAKE_BACK_BUST_OUT: "29.2.a",
        A.FORFEIT_POCKETED: "28.2",
        A.GIVE_BACK_POCKETED: "28.2",
        A.DISQUALIFY: "34.1",
        A.READMIT: "34.1",
    }
)


class DeskTerms(NamedTuple):
    """What the rules of a tournament say of the lines of the powers table."""

    powers: Mapping[Action, str]
    title: str = "Approved rules for Texas Holdem Poker"
    approved_on: None = None
    """The order is that of the tables."""


TERMS: Final = DeskTerms(CLAUSES)
