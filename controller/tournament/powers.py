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
    # the event                                      who     when  reasons    clause
    PUBLISH_PRIZES      = "publish-prizes",          SUPER,  ANY,  NONE,      "31.1"
    ALTER_TOURNAMENT    = "alter-tournament",        PIT,    ANY,  MANAGED,   "26.1"
    CANCEL_TOURNAMENT   = "cancel-tournament",       PIT,    ANY,  MANAGED,   "26.1"
    # entries, seats, money
    ENTER_PLAYER        = "enter-player",            TABLE,  ANY,  NONE,      "27.1"
    WITHDRAW_ENTRY      = "withdraw-entry",          TABLE,  ANY,  WITHDRAWN, "26.1.i"
    SELL_REBUY          = "sell-re-buy",             TABLE,  ANY,  NONE,      "29.2"
    SELL_ADD_ON         = "sell-add-on",             TABLE,  ANY,  NONE,      "29.3"
    TAKE_BACK_PURCHASE  = "take-back-purchase",      SUPER,  ANY,  UNSOLD,    "29.2.d"
    CLOSE_REBUYS        = "close-re-buys",           SUPER,  ANY,  NONE,      "29.2.a"
    SEAT_PLAYER         = "seat-player",             TABLE,  ANY,  NONE,      "26.1.f"
    MOVE_PLAYER         = "move-player",             SUPER,  ANY,  MOVED,     "26.1.f"
    BALANCE_TABLES      = "balance-tables",          TABLE,  ANY,  NONE,      "26.1.f"
    BREAK_TABLE         = "break-table",             SUPER,  ANY,  NONE,      "26.1.f"
    REDRAW_SEATS        = "redraw-seats",            SUPER,  ANY,  NONE,      "26.1.f"
    PLAYER_ABSENT       = "player-absent",           TABLE,  ANY,  NONE,      "28.1"
    # the course
    START_TOURNAMENT    = "start-tournament",        SUPER,  ANY,  NONE,      "31.1"
    HAND_FOR_HAND       = "hand-for-hand",           SUPER,  ANY,  NONE,      "30.3.c"
    CALL_TIME           = "call-time",               SUPER,  ANY,  NONE,      "30.4"
    END_PLAY            = "end-play",                SUPER,  ANY,  NONE,      "30.4"
    CUT_CARDS           = "cut-cards",               TABLE,  ANY,  NONE,      "30.2"
    NEXT_SESSION        = "next-session",            SUPER,  ANY,  NONE,      "26.1.e"
    # tables
    HOLD_TABLES         = "hold-tables",             TABLE,  ANY,  NONE,      "26.1.f"
    TAKE_OVER_TABLE     = "take-over-table",         SUPER,  ANY,  CONSOLE,   "25.1"
    # clock and hands
    STOP_CLOCK          = "stop-clock",              TABLE,  ANY,  NONE,      "26.1.g"
    SET_CLOCK           = "set-clock",               SUPER,  ANY,  TIMED,     "26.1.g"
    REPORT_HAND         = "report-hand",             TABLE,  ANY,  NONE,      "25.1"
    COLOUR_UP           = "colour-up",               SUPER,  ANY,  NONE,      "26.1.c"
    CORRECT_HAND        = "correct-hand",            SUPER,  ANY,  RECOUNTED, "25.1"
    TAKE_BACK_BUST_OUT  = "take-back-bust-out",      SUPER,  ANY,  NOT_OUT,   "29.2.a"
    # conduct
    FORFEIT_POCKETED    = "forfeit-pocketed",        SUPER,  ANY,  HIDDEN,    "28.2"
    GIVE_BACK_POCKETED  = "give-back-pocketed",      SUPER,  ANY,  OVERRULED, "28.2"
    DISQUALIFY          = "disqualify",              SUPER,  ANY,  BROKEN,    "34.1"
    READMIT             = "readmit-to-tournament",   SUPER,  ANY,  OVERRULED, "34.1"
    # fmt: on


class DeskTerms(NamedTuple):
    """What the rules of a tournament say of the lines of the powers table."""

    powers: Mapping[Action, str]
    title: str = "Approved rules for Texas Holdem Poker"
    approved_on: None = None
    """The order is that of the tables."""


TERMS: Final = DeskTerms(MappingProxyType({line: line.clause for line in DeskAction}))
