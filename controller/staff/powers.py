"""Who may do what: every action of the product as one line, ending in the clause behind it.

How to read it. A line says: this action is done by these people, at this time, for one of these
reasons, by these rules (`nsw-legacy`, `nsw-2024`, `sd`). "A, with B" needs two different people, one
of each kind; one person never counts twice, whatever roles that person acts in. No reason means
that none is asked for: the action itself says why. "" means that the rule set is silent and the
house has decided; the action exists there all the same.

By 1.1 the casino-supervisor permissions are held by gaming and casino supervisors alike: what the
rules give to a casino supervisor is "supervisor" here. "pit" is a casino supervisor (Assistant
Gaming Manager) and no one else: the house keeps staff, pool and meter that high.

A misdeal or void, and whatever else gives stakes back, is reported by one person and approved by
a supervisor: the rules ask for that in some cases only (11.5, 11.14, 11.19, 12.2), R41 in all of
`sd`, the house everywhere, since a dealer who can end a round alone can rob either side.

Money that moves between tray, cage, drop box and patron outside the game takes the dealer with a
supervisor as witness. Chips for equal value, from the cashless terminal or for a voucher, are the
dealer's alone, as chips for cash are: the terminal and the voucher are the second witness.
"""

from collections.abc import Sequence
from enum import Enum, StrEnum
from functools import lru_cache
from itertools import permutations
from typing import Any, Final

from controller.domain.frozen import frozen
from controller.domain.refusals import Refused, Sentence
from controller.games.bonus.rules import RuleSet
from controller.staff.roles import (
    ANYONE,
    APPROVED,
    CHECKER,
    DEALER,
    DEVICES,
    OPENERS,
    PAIRERS,
    PIT,
    READER,
    REVIEW,
    SUPER,
    TABLE,
    TECH,
    TO_PIT,
    TWO_HIGH,
    WITNESS,
    Actor,
    People,
    Reason,
    Role,
    When,
)

R = Reason
NONE: Final[tuple[Reason, ...]] = ()
RULING: Final = (R.AS_RULED, R.NO_ADVANTAGE, R.ADVANTAGE)
AWARD: Final = (R.ALL_AGREED,)
DECLINE: Final = (R.HAND_DIFFERS, R.WAGER_NOT_LOCKED, R.NOT_OWN_CARD, R.INTEGRITY)
WATCH: Final = (R.ROUTINE, R.INTEGRITY, R.SUSPICION)
HOUSE: Final = (R.HOUSE_PROCEDURE,)
VOID: Final = (R.DEALING_ERROR, R.CARDS_MIXED_UP, R.CARDS_MARKED, R.DEVICE_FAILED, R.EMERGENCY)
RECOVER: Final = (R.FELT_DIFFERS, R.CARDS_MIXED_UP, R.DEVICE_FAILED)
CARD: Final = (R.MISREAD, R.CARDS_WORN, R.KEYED_WRONG)
KEYING: Final = (R.KEYED_WRONG, R.WRONG_PLACE)
GROUNDS: Final = (R.EMERGENCY, R.FRAUD)  # 13.4, 13.5: exactly these
OWN_CARD: Final = (R.NOT_OWN_CARD, R.FOR_ANOTHER)
SUSPEND: Final = (R.SENSORS_FAILED, R.METER_SIGN_FAILED, R.POOL_LOST, R.INTEGRITY)
FAULT: Final = (R.SENSORS_FAILED, R.METER_SIGN_FAILED, R.POOL_LOST)
WITHDRAW: Final = (R.TIMETABLE, R.POOL_LOST, R.INTEGRITY)
OFFER: Final = (R.TIMETABLE, R.REPAIRED, R.NO_LONGER_NEEDED)
LIMITS: Final = (R.DEMAND, R.STAFFING, R.TIMETABLE)
CLOSING: Final = (R.TIMETABLE, R.DEMAND, R.STAFFING, R.PLAYERS_GONE, R.DEVICE_FAILED, R.EMERGENCY)
DECK: Final = (R.CARDS_ROUTINE, R.CARDS_WORN, R.CARDS_MARKED, R.DEVICE_FAILED)
COUNT: Final = (R.ROUTINE, R.SUSPICION, R.COMPLAINT)
SHUFFLE: Final = (R.POOR_SHUFFLE,)
REFUSE: Final = (R.NOT_ELIGIBLE, R.NOT_OWN_CARD, R.OUTSIDE_LIMITS, R.CONDUCT)
VIEWING: Final = (R.VIEWED_CARDS, R.SHARED_CARDS)
LIFTED: Final = (R.NO_LONGER_NEEDED,)
MENDED: Final = (R.REPAIRED, R.NO_LONGER_NEEDED)
DEVICE: Final = (R.DEVICE_USED,)
DISPUTE: Final = (R.UPHELD, R.NOT_UPHELD)
HONEST: Final = (R.NOT_INTENDED,)
DUBIOUS: Final = (R.MAYBE_INTENDED,)
POLICY: Final = (R.EMPLOYEE_POLICY,)
CLAIM: Final = (R.TERMS_NOT_MET, R.NOT_ELIGIBLE)
DOUBT: Final = (R.INTEGRITY,)
PAIRING: Final = (R.NEW_DEVICE, R.KEY_SUSPECT)
SWAP: Final = (R.DEVICE_FAILED, R.ROUTINE)
CHANGE: Final = (R.APPROVED_CHANGE,)
BY_HAND: Final = (R.SETTLED_BY_HAND, R.INTEGRITY)
AGAIN: Final = (R.REPAIRED,)
JOINING: Final = (R.JOINED,)
LEAVING: Final = (R.LEFT,)
NEW_PIN: Final = (R.PIN_FORGOTTEN, R.PIN_SEEN)
CARDS: Final = (R.JOINED, R.PIN_SEEN, R.LEFT)
INQUIRY: Final = (R.INVESTIGATION, R.REGULATOR)
EXPORT: Final = (R.SHIFT_END, R.INVESTIGATION, R.REGULATOR)
ARCHIVE: Final = (R.SHIFT_END,)


ANY, IDLE, BEFORE = When.ANY, When.IDLE, When.BEFORE_CARDS


class Action(StrEnum):
    """Every action, and who may do it. The value is its name in the record."""

    people: People
    when: When
    reasons: tuple[Reason, ...]
    """The reasons that fit, the likeliest first; none is asked for where there are none."""
    clauses: tuple[str, str, str]

    # fmt: off
    # the round                                        who       when    reasons   legacy       2024         sd
    OPEN_ROUND           = "open-round",               DEALER,   ANY,    NONE,     "5.2",       "5.3",       "(1)"
    PLACE_WAGER          = "place-wager",              DEALER,   ANY,    NONE,     "5.2",       "5.3",       "(1)"
    TAKE_BACK_WAGER      = "take-back-wager",          DEALER,   ANY,    NONE,     "5.5",       "5.6",       "(3)"
    NO_MORE_BETS         = "no-more-bets",             DEALER,   ANY,    NONE,     "7.1",       "7.1",       "(3)"
    KEY_CARD             = "key-card",                 DEALER,   ANY,    NONE,     "",          "",          ""
    DEAL_DONE            = "deal-done",                DEALER,   ANY,    NONE,     "7.2.5",     "7.2.5",     "(5)"
    DECIDE               = "decide",                   DEALER,   ANY,    NONE,     "9.1",       "9.1",       "(5)"
    REVEAL               = "reveal",                   DEALER,   ANY,    NONE,     "7.2.6",     "7.2.6",     "(6)"
    EVERYBODY_FOLDED     = "everybody-folded",         DEALER,   ANY,    NONE,     "9.6",       "9.6",       "(5)(a)"
    SHOW_DEALERS_HAND    = "show-dealers-hand",        DEALER,   ANY,    NONE,     "10.1",      "10.1",      "(11)"
    CONCEDE              = "concede",                  DEALER,   ANY,    NONE,     "10.2",      "10.2",      ""
    BEGIN_SETTLEMENT     = "begin-settlement",         DEALER,   ANY,    NONE,     "10.4",      "10.4",      "(12)"
    SETTLE_PLACE         = "settle-place",             DEALER,   ANY,    NONE,     "10.4",      "10.4",      "(17)"
    KEY_AWARD            = "key-award",                DEALER,   ANY,    NONE,     "15.2.7",    "15.2.7",    "(18)(a)iii"
    PAY_AWARD            = "pay-award",                DEALER,   ANY,    NONE,     "15.2.12",   "15.2.12",   "(18)(a)vi"
    FINISH_SETTLEMENT    = "finish-settlement",        DEALER,   ANY,    NONE,     "10.12",     "10.12",     "(17)"
    CLOSE_ROUND          = "close-round",              DEALER,   ANY,    NONE,     "1.1",       "1.1",       "(18)(a)vii"
    CONTINUE_RECOVERED   = "continue-recovered",       DEALER,   ANY,    NONE,     "",          "",          ""
    LIFT_HOLD            = "lift-hold",                SUPER,    ANY,    MENDED,   "",          "",          ""
    # awards off the meter
    CONFIRM_AWARD        = "confirm-award",            WITNESS,  ANY,    AWARD,    "15.2.9",    "15.2.9",    "(18)(a)iv"
    DECLINE_AWARD        = "decline-award",            WITNESS,  ANY,    DECLINE,  "15.2.9",    "15.2.9",    "(18)(a)iv"
    ORDER_METER_AWARDS   = "order-meter-awards",       WITNESS,  ANY,    HOUSE,    "15.2.13.1", "15.2.13.1", "(18)(a)v"
    HOLD_FOR_REVIEW      = "hold-for-review",          SUPER,    ANY,    WATCH,    "",          "",          ""
    END_REVIEW           = "end-review",               SUPER,    ANY,    NONE,     "",          "",          ""
    # irregularities: reported, with approval where a supervisor has to
    WRONG_CARD_COUNT     = "wrong-card-count",         APPROVED, ANY,    NONE,     "11.1",      "11.1",      ""
    CARD_EXPOSED_IN_DEAL = "card-exposed-in-deal",     APPROVED, ANY,    NONE,     "11.2",      "11.2",      ""
    DEALER_CARD_EXPOSED  = "dealer-card-exposed",      APPROVED, ANY,    NONE,     "11.4",      "11.4",      ""
    COMMUNITY_EXPOSED    = "community-card-exposed",   APPROVED, ANY,    RULING,   "11.5",      "11.5",      ""
    CARDS_TO_EMPTY_BOX   = "cards-to-empty-box",       APPROVED, ANY,    NONE,     "11.7",      "11.7",      ""
    MISSING_CARD         = "missing-card",             APPROVED, ANY,    NONE,     "11.9.2",    "11.9.2",    ""
    FOREIGN_CARD         = "foreign-card",             APPROVED, ANY,    NONE,     "11.9.2",    "11.9.2",    ""
    CARD_OUT_OF_TURN     = "card-out-of-turn",         APPROVED, ANY,    RULING,   "11.1",      "11.1",      ""
    SHUFFLER_JAM         = "shuffler-jam",             TABLE,    ANY,    NONE,     "12.1",      "12.1",      ""
    SHUFFLER_FAILED      = "shuffler-failed",          APPROVED, ANY,    NONE,     "12.2",      "12.2",      ""
    JACKPOT_FAILED       = "jackpot-equipment-failed", APPROVED, ANY,    FAULT,    "",          "11.14",     ""
    INVALID_WAGER        = "invalid-wager",            APPROVED, ANY,    OWN_CARD, "",          "11.19",     ""
    DEEMED_FOLD          = "deemed-fold",              TABLE,    ANY,    NONE,     "11.13",     "11.13",     ""
    FLOP_CORRECTED       = "flop-wager-corrected",     DEALER,   ANY,    NONE,     "11.10",     "11.10",     "(5)(b)"
    OUTCOME_INVALIDATED  = "outcome-invalidated",      SUPER,    ANY,    GROUNDS,  "13.4",      "13.5",      ""
    VOID_ROUND           = "supervisor-void",          SUPER,    ANY,    VOID,     "1.1",       "1.1",       ""
    VOID_RECOVERED       = "void-recovered",           SUPER,    ANY,    RECOVER,  "1.1",       "1.1",       ""
    OVERRIDE_CARD        = "override-card",            WITNESS,  ANY,    CARD,     "",          "",          ""
    CORRECT_KEYING       = "correct-keying",           WITNESS,  ANY,    KEYING,   "9.5",       "9.5",       "(5)(a)"
    # jackpot
    SUSPEND_JACKPOT      = "suspend-jackpot",          SUPER,    ANY,    SUSPEND,  "",          "11.14",     ""
    WITHDRAW_JACKPOT     = "withdraw-jackpot",         SUPER,    IDLE,   WITHDRAW, "",          "",          ""
    OFFER_JACKPOT        = "offer-jackpot",            SUPER,    IDLE,   OFFER,    "15.2.9",    "15.2.9",    "(18)"
    SET_METHOD           = "set-method",               TWO_HIGH, IDLE,   CHANGE,   "",          "1.1",       ""
    METER_PARAMETER      = "meter-parameter",          TWO_HIGH, IDLE,   CHANGE,   "15.1",      "15.1",      ""
    CHANGE_POOL          = "change-pool",              TWO_HIGH, IDLE,   CHANGE,   "15.1.2.2",  "15.1.2.2",  ""
    SET_TRANSFER_ASIDE   = "set-transfer-aside",       TWO_HIGH, ANY,    BY_HAND,  "",          "11.14",     ""
    SEND_TRANSFER_AGAIN  = "send-transfer-again",      SUPER,    ANY,    AGAIN,    "",          "11.14",     ""
    # limits, opening, closing, dealers, money on the table
    LIMITS_WITH_NOTICE   = "limits-with-notice",       SUPER,    ANY,    LIMITS,   "6.5",       "6.5",       ""
    LIMITS_WITH_MARKER   = "limits-with-marker",       SUPER,    ANY,    LIMITS,   "6.5.1",     "6.5.1",     ""
    PLACE_MARKER         = "place-marker",             DEALER,   ANY,    NONE,     "6.5.1.1",   "6.5.1.1",   ""
    REMOVE_MARKER        = "remove-marker",            DEALER,   ANY,    NONE,     "6.5.1.2",   "6.5.1.2",   ""
    RAISE_OLD_MINIMUM    = "raise-old-minimum",        SUPER,    ANY,    LIMITS,   "6.5.2",     "6.5.2",     ""
    LOW_LIMIT_GAMING     = "low-limit-gaming",         SUPER,    IDLE,   LIMITS,   "6.6",       "6.6",       ""
    WITHDRAW_NOTICE      = "withdraw-notice",          SUPER,    ANY,    LIFTED,   "6.5",       "6.5",       ""
    PREPARE_TABLE        = "prepare-table",            SUPER,    IDLE,   NONE,     "2.3",       "2.4",       ""
    CONFIRM_EQUIPMENT    = "confirm-equipment",        TABLE,    IDLE,   NONE,     "2.3",       "2.4",       ""
    OPEN_TABLE           = "open-table",               SUPER,    IDLE,   LIMITS,   "2.3",       "2.4",       ""
    ANNOUNCE_CLOSING     = "announce-closing",         SUPER,    ANY,    CLOSING,  "13.8",      "13.9",      ""
    CLOSE_TABLE          = "close-table",              SUPER,    IDLE,   CLOSING,  "13.8",      "13.9",      ""
    CHANGE_DEALER        = "change-dealer",            TABLE,    ANY,    NONE,     "",          "",          ""
    COUNT_FLOAT          = "count-float",              WITNESS,  IDLE,   NONE,     "2.3.3",     "2.4.4",     ""
    FILL                 = "fill",                     WITNESS,  ANY,    NONE,     "2.3.3",     "2.4.4",     ""
    CREDIT               = "credit",                   WITNESS,  ANY,    NONE,     "2.3.3",     "2.4.4",     ""
    DROP                 = "drop",                     WITNESS,  ANY,    NONE,     "2.4",       "2.5",       ""
    ATTACH_DROP_BOX      = "attach-drop-box",          TABLE,    ANY,    NONE,     "2.4",       "2.5",       ""
    REMOVE_DROP_BOX      = "remove-drop-box",          WITNESS,  ANY,    NONE,     "2.4",       "2.5.1",     ""
    SWITCH_CASH          = "switch-cash",              SUPER,    ANY,    NONE,     "",          "2.5.1",     ""
    SELL_CASHLESS        = "sell-cashless",            DEALER,   ANY,    NONE,     "",          "1.1",       ""
    EXCHANGE_VOUCHER     = "exchange-voucher",         DEALER,   ANY,    NONE,     "1.1",       "1.1",       ""
    # cards
    BRING_DECK           = "bring-deck",               TABLE,    ANY,    NONE,     "3.5",       "3.5",       ""
    RECORD_SHUFFLE       = "record-shuffle",           DEALER,   ANY,    NONE,     "4.1",       "4.1",       "(3)"
    CUT_DECK             = "cut-deck",                 DEALER,   ANY,    NONE,     "4.3",       "4.3",       "(4)"
    LOAD_DECK            = "load-deck",                DEALER,   ANY,    NONE,     "4.2",       "4.2",       ""
    CHECK_DECK           = "check-deck",               TABLE,    ANY,    NONE,     "3.4",       "3.4",       ""
    SECURE_DECK          = "secure-deck",              TABLE,    ANY,    NONE,     "3.5",       "3.5",       ""
    CHANGE_DECK          = "change-deck",              SUPER,    IDLE,   DECK,     "3.7",       "3.7",       ""
    ORDER_DECK_CHECK     = "order-deck-check",         READER,   ANY,    COUNT,    "3.8",       "3.8",       ""
    CARDS_DROPPED        = "cards-dropped",            TABLE,    ANY,    NONE,     "4.2.1",     "4.2.1",     ""
    CARDS_ACCOUNTED      = "cards-accounted-for",      WITNESS,  ANY,    NONE,     "4.2.1",     "4.2.1",     ""
    EXTRA_SHUFFLE        = "extra-shuffle",            SUPER,    ANY,    SHUFFLE,  "4.4.5",     "4.4.5",     ""
    UNSEAL_CARD          = "unseal-card",              OPENERS,  IDLE,   INQUIRY,  "",          "",          ""
    # players
    TAKE_SEAT            = "take-seat",                DEALER,   ANY,    NONE,     "5.6",       "5.7",       "(1)"
    CHECK_PLAYER_CARD    = "check-player-card",        DEALER,   ANY,    NONE,     "",          "5.1",       ""
    ASSIST_PLACEMENT     = "assist-placement",         DEALER,   ANY,    NONE,     "5.8",       "5.9",       ""
    PLAYER_LEFT          = "player-left",              DEALER,   ANY,    NONE,     "6.5.1.2",   "6.5.1.2",   ""
    ASK_FOR_SEAT         = "ask-for-seat",             TABLE,    ANY,    NONE,     "13.9",      "13.10",     ""
    REFUSE_WAGER         = "refuse-wager",             SUPER,    BEFORE, REFUSE,   "13.11",     "13.12",     ""
    REPORT_INCIDENT      = "report-incident",          TABLE,    ANY,    NONE,     "13.1",      "13.2",      ""
    DECIDE_FIRST         = "decide-first",             SUPER,    ANY,    VIEWING,  "11.12.1",   "11.12.1",   ""
    BAR_TOGETHER         = "bar-together",             SUPER,    ANY,    VIEWING,  "11.12.2",   "11.12.2",   ""
    ENGLISH_ONLY         = "english-only",             SUPER,    ANY,    VIEWING,  "11.12.3",   "11.12.3",   ""
    LIFT_MEASURE         = "lift-measure",             SUPER,    ANY,    LIFTED,   "11.12",     "11.12",     ""
    VOID_WAGERS          = "void-persons-wagers",      SUPER,    ANY,    DEVICE,   "13.3.1",    "13.4.1",    ""
    EXCLUDE_FROM_PLAY    = "exclude-from-play",        SUPER,    ANY,    DEVICE,   "13.3.2",    "13.4.2",    ""
    RECORD_EXCLUSION     = "record-exclusion",         SUPER,    ANY,    DEVICE,   "13.3.3",    "13.4.3",    ""
    RECORD_DETENTION     = "record-detention",         SUPER,    ANY,    DEVICE,   "13.3.4",    "13.4.4",    ""
    HAND_OVER            = "hand-over",                SUPER,    ANY,    NONE,     "13.3.4",    "13.4.4",    ""
    READMIT_PLAYER       = "readmit-player",           SUPER,    ANY,    LIFTED,   "13.3.2",    "13.4.2",    ""
    REOPEN_SEAT          = "reopen-seat",              SUPER,    ANY,    LIFTED,   "13.3.2",    "13.4.2",    ""
    WITHHOLD_PAYMENT     = "withhold-payment",         SUPER,    ANY,    POLICY,   "",          "13.15",     ""
    SHOW_PROMOTION       = "show-promotion",           SUPER,    ANY,    NONE,     "14.6",      "14.6",      ""
    REFUSE_CLAIM         = "refuse-promotion-claim",   SUPER,    ANY,    CLAIM,    "14.11",     "14.9",      ""
    TELL_CLAIMANT        = "tell-claimant",            TABLE,    ANY,    NONE,     "14.11",     "14.9",      ""
    POSTPONE_PROMOTION   = "postpone-promotion",       SUPER,    ANY,    DOUBT,    "14.13",     "14.11",     ""
    # disputes and wrong payments
    OPEN_DISPUTE         = "open-dispute",             TABLE,    ANY,    NONE,     "13.12",     "13.13",     ""
    DECIDE_DISPUTE       = "decide-dispute",           SUPER,    ANY,    DISPUTE,  "13.12",     "13.13",     ""
    REVIEW_DISPUTE       = "review-dispute",           REVIEW,   ANY,    DISPUTE,  "13.12",     "13.13",     ""
    ADVISE_COMPLAINT     = "advise-complaint",         SUPER,    ANY,    NONE,     "13.13",     "13.14",     ""
    CLOSE_DISPUTE        = "close-dispute",            SUPER,    ANY,    NONE,     "13.12",     "13.13",     ""
    ENTER_CORRECTION     = "enter-correction",         TABLE,    ANY,    NONE,     "",          "11.15",     ""
    RECORD_ENQUIRIES     = "record-enquiries",         SUPER,    ANY,    NONE,     "",          "11.15.1",   ""
    RECTIFY_PAYMENT      = "rectify-payment",          WITNESS,  ANY,    NONE,     "",          "11.15.2",   ""
    RECORD_ATTEMPT       = "record-attempt",           TABLE,    ANY,    NONE,     "",          "11.17.1",   ""
    TELL_REGULATOR       = "tell-regulator",           SUPER,    ANY,    NONE,     "",          "11.15.2",   ""
    SEEK_PATRON          = "seek-patron",              SUPER,    ANY,    NONE,     "",          "11.16.2",   ""
    CLOSE_CORRECTION     = "close-correction",         APPROVED, ANY,    HONEST,   "",          "11.15",     ""
    CLOSE_SUSPECTED      = "close-suspected",          TO_PIT,   ANY,    DUBIOUS,  "",          "11.16",     ""
    MONTHLY_REPORT       = "monthly-report",           SUPER,    ANY,    NONE,     "",          "11.18",     ""
    # calls and notices
    CALL_SUPERVISOR      = "call-supervisor",          DEALER,   ANY,    NONE,     "",          "",          "(18)(a)iv"
    ANSWER_CALL          = "answer-call",              SUPER,    ANY,    NONE,     "",          "",          "(18)(a)iv"
    RECORD_NOTICE        = "record-notice",            SUPER,    ANY,    NONE,     "11.9.4",    "11.9.4",    ""
    # devices
    SET_UP_DEVICES       = "set-up-devices",           TECH,     IDLE,   NONE,     "",          "",          ""
    PAIR_DEVICE          = "pair-device",              PAIRERS,  BEFORE, PAIRING,  "",          "",          ""
    COMPARE_CODES        = "compare-codes",            DEVICES,  ANY,    NONE,     "",          "",          ""
    SWAP_DEVICE          = "swap-device",              DEVICES,  ANY,    SWAP,     "12.2.3",    "12.2.3",    ""
    # staff
    REGISTER_PERSON      = "register-person",          PIT,      ANY,    JOINING,  "",          "",          ""
    REMOVE_PERSON        = "remove-person",            PIT,      ANY,    LEAVING,  "",          "",          ""
    CHANGE_OWN_PIN       = "change-own-pin",           ANYONE,   ANY,    NONE,     "",          "",          ""
    RESET_PIN            = "reset-pin",                PIT,      ANY,    NEW_PIN,  "",          "",          ""
    GIVE_CARD            = "give-card",                PIT,      ANY,    CARDS,    "",          "",          ""
    # record
    READ_RECORD          = "read-record",              READER,   ANY,    NONE,     "",          "",          ""
    VERIFY_RECORD        = "verify-record",            CHECKER,  ANY,    NONE,     "",          "",          ""
    EXPORT_RECORD        = "export-record",            READER,   ANY,    EXPORT,   "",          "",          ""
    ARCHIVE_RECORD       = "archive-record",           SUPER,    IDLE,   ARCHIVE,  "",          "",          ""
    # fmt: on

    def __new__(cls, code: str, *columns: Any) -> "Action":
        # Unpacked here and not named as parameters: `Action("fill")` looks a line up by its code.
        action = str.__new__(cls, code)
        action._value_ = code
        action.people, action.when, action.reasons, legacy, current, sd = columns
        action.clauses = (legacy, current, sd)
        return action

    __hash__ = str.__hash__

    def clause(self, ruleset: RuleSet) -> str | None:
        """The rule behind it; none where the rule set is silent."""
        return self.clauses[tuple(RuleSet).index(ruleset)] or None


class Nobody(Enum):
    """What stands instead of an action on a command that nobody gives."""

    OBSERVED = "observed"
    """It has happened: it is recorded, and nobody is asked."""
    INTERNAL = "internal"
    """Only the table itself says it, of what has happened elsewhere: never anybody's to ask for."""


class Objection(Sentence):
    """Why an action is refused."""

    NOBODY_SIGNED_ON = "Nobody is signed on."
    NOT_THIS_ROLE = "This is not among the powers of this role."
    SAME_PERSON = "One person never counts as two."
    ANOTHER_NEEDED = "This takes two people."
    TOO_MANY = "That is more people than this takes."
    REASON_NEEDED = "Choose a reason."
    REASON_UNFIT = "This reason does not fit."
    ROUND_IN_PROGRESS = "A round is in progress."
    CARDS_OUT = "The first card is out."


@frozen
class NotAllowed:
    """An action that was refused for who asks, why, or when: nothing has changed."""

    objection: Objection
    action: Action
    detail: str = ""

    def text(self, ruleset: RuleSet | None = None) -> str:
        """The whole line for staff."""
        return self.refused(ruleset).text()

    def refused(self, ruleset: RuleSet | None = None) -> Refused:
        """The refusal that it is, with the clause of the rule set behind the action."""
        clause = self.action.clause(ruleset) if ruleset else None
        return Refused(self.objection, clause, self.detail)


def may(role: Role, action: Action) -> bool:
    """Has this role any part in the action, alone or as one of two?"""
    return any(role in slot for slot in action.people.slots)


def check(action: Action, actors: Sequence[Actor], reason: Reason | None) -> NotAllowed | None:
    """Why these people may not do this for this reason; none if they may.

    The order in which they are named does not matter. Nobody may be named who has no part in it.
    """
    return _check(action, tuple(actors), reason)


@lru_cache(1024)
def _check(action: Action, actors: tuple[Actor, ...], reason: Reason | None) -> NotAllowed | None:
    """The same few people ask for the same few things all day long, so the answers are kept."""
    needed = f"{action.people.text} expected."
    for actor in actors:
        if not may(actor.role, action):
            return NotAllowed(Objection.NOT_THIS_ROLE, action, f"{actor.role.words} seen, {needed}")
    if len({actor.number for actor in actors}) < len(actors):
        return NotAllowed(Objection.SAME_PERSON, action, needed)
    slots = action.people.slots
    if len(actors) > len(slots):
        return NotAllowed(Objection.TOO_MANY, action, needed)
    ways = permutations([actor.role for actor in actors], len(slots))
    if not any(all(map(frozenset.__contains__, slots, way)) for way in ways):
        return NotAllowed(Objection.ANOTHER_NEEDED, action, f"{action.people.text.capitalize()}.")
    return check_reason(action, reason)


def check_reason(action: Action, reason: Reason | None) -> NotAllowed | None:
    """Why this is no reason for it."""
    if reason is None:
        return NotAllowed(Objection.REASON_NEEDED, action) if action.reasons else None
    if reason not in action.reasons:
        return NotAllowed(Objection.REASON_UNFIT, action, f"{reason.text} seen.")
    return None


def check_when(action: Action, *, in_round: bool, cards_out: bool) -> NotAllowed | None:
    """Why this is not the time for it."""
    if action.when is When.IDLE and in_round:
        return NotAllowed(Objection.ROUND_IN_PROGRESS, action)
    if action.when is When.BEFORE_CARDS and cards_out:
        return NotAllowed(Objection.CARDS_OUT, action)
    return None
