"""Who may do what in the bonus game: its own lines of the powers table.

A misdeal or void, and whatever else gives stakes back, is reported by one person and approved by
a supervisor: the rules ask for that in some cases only (11.5, 11.14, 11.19, 12.2), R41 in all of
`sd`, the house everywhere, since a dealer who can end a round alone can rob either side.
"""

from typing import Final

from controller.staff.powers import ANY, BEFORE, IDLE, LIMITS, NONE, Action
from controller.staff.roles import (
    APPROVED,
    DEALER,
    SUPER,
    TABLE,
    TWO_HIGH,
    WITNESS,
    HouseReason,
    Reason,
)


class BonusReason(Reason):
    """Why something is done about a jackpot."""

    # fmt: off
    ALL_AGREED        = "all-agreed",        "Hand, wager and meter compared and agreed"
    HAND_DIFFERS      = "hand-differs",      "The hand differs from the one keyed"
    WAGER_NOT_LOCKED  = "wager-not-locked",  "The jackpot wager was not registered"
    SENSORS_FAILED    = "sensors-failed",    "Jackpot recording equipment failed"
    METER_SIGN_FAILED = "meter-sign-failed", "Meter display failed"
    POOL_LOST         = "pool-lost",         "No link to the jackpot pool"
    SETTLED_BY_HAND   = "settled-by-hand",   "Settled by hand with the jackpot pool"
    # fmt: on


R, B = HouseReason, BonusReason
RULING: Final = (R.AS_RULED, R.NO_ADVANTAGE, R.ADVANTAGE)
AWARD: Final = (B.ALL_AGREED,)
DECLINE: Final = (B.HAND_DIFFERS, B.WAGER_NOT_LOCKED, R.NOT_OWN_CARD, R.INTEGRITY)
WATCH: Final = (R.ROUTINE, R.INTEGRITY, R.SUSPICION)
HOUSE: Final = (R.HOUSE_PROCEDURE,)
KEYING: Final = (R.KEYED_WRONG, R.WRONG_PLACE)
GROUNDS: Final = (R.EMERGENCY, R.FRAUD)  # 13.4, 13.5: exactly these
OWN_CARD: Final = (R.NOT_OWN_CARD, R.FOR_ANOTHER)
SUSPEND: Final = (B.SENSORS_FAILED, B.METER_SIGN_FAILED, B.POOL_LOST, R.INTEGRITY)
FAULT: Final = (B.SENSORS_FAILED, B.METER_SIGN_FAILED, B.POOL_LOST)
WITHDRAW: Final = (R.TIMETABLE, B.POOL_LOST, R.INTEGRITY)
OFFER: Final = (R.TIMETABLE, R.REPAIRED, R.NO_LONGER_NEEDED)
REFUSE: Final = (R.NOT_ELIGIBLE, R.NOT_OWN_CARD, R.OUTSIDE_LIMITS, R.CONDUCT)
CHANGE: Final = (R.APPROVED_CHANGE,)
BY_HAND: Final = (B.SETTLED_BY_HAND, R.INTEGRITY)
AGAIN: Final = (R.REPAIRED,)


class BonusAction(Action):
    """What is done in the bonus game and nowhere else, and who may do it."""

    # fmt: off
    # the round                                        who       when    reasons
    OPEN_ROUND           = "open-round",               DEALER,   ANY,    NONE
    PLACE_WAGER          = "place-wager",              DEALER,   ANY,    NONE
    TAKE_BACK_WAGER      = "take-back-wager",          DEALER,   ANY,    NONE
    NO_MORE_BETS         = "no-more-bets",             DEALER,   ANY,    NONE
    DEAL_DONE            = "deal-done",                DEALER,   ANY,    NONE
    DECIDE               = "decide",                   DEALER,   ANY,    NONE
    REVEAL               = "reveal",                   DEALER,   ANY,    NONE
    EVERYBODY_FOLDED     = "everybody-folded",         DEALER,   ANY,    NONE
    SHOW_DEALERS_HAND    = "show-dealers-hand",        DEALER,   ANY,    NONE
    CONCEDE              = "concede",                  DEALER,   ANY,    NONE
    BEGIN_SETTLEMENT     = "begin-settlement",         DEALER,   ANY,    NONE
    SETTLE_PLACE         = "settle-place",             DEALER,   ANY,    NONE
    KEY_AWARD            = "key-award",                DEALER,   ANY,    NONE
    PAY_AWARD            = "pay-award",                DEALER,   ANY,    NONE
    FINISH_SETTLEMENT    = "finish-settlement",        DEALER,   ANY,    NONE
    CLOSE_ROUND          = "close-round",              DEALER,   ANY,    NONE
    # awards off the meter
    CONFIRM_AWARD        = "confirm-award",            WITNESS,  ANY,    AWARD
    DECLINE_AWARD        = "decline-award",            WITNESS,  ANY,    DECLINE
    ORDER_METER_AWARDS   = "order-meter-awards",       WITNESS,  ANY,    HOUSE
    HOLD_FOR_REVIEW      = "hold-for-review",          SUPER,    ANY,    WATCH
    END_REVIEW           = "end-review",               SUPER,    ANY,    NONE
    # irregularities: reported, with approval where a supervisor has to
    WRONG_CARD_COUNT     = "wrong-card-count",         APPROVED, ANY,    NONE
    CARD_EXPOSED_IN_DEAL = "card-exposed-in-deal",     APPROVED, ANY,    NONE
    DEALER_CARD_EXPOSED  = "dealer-card-exposed",      APPROVED, ANY,    NONE
    COMMUNITY_EXPOSED    = "community-card-exposed",   APPROVED, ANY,    RULING
    CARDS_TO_EMPTY_BOX   = "cards-to-empty-box",       APPROVED, ANY,    NONE
    MISSING_CARD         = "missing-card",             APPROVED, ANY,    NONE
    FOREIGN_CARD         = "foreign-card",             APPROVED, ANY,    NONE
    CARD_OUT_OF_TURN     = "card-out-of-turn",         APPROVED, ANY,    RULING
    SHUFFLER_JAM         = "shuffler-jam",             TABLE,    ANY,    NONE
    JACKPOT_FAILED       = "jackpot-equipment-failed", APPROVED, ANY,    FAULT
    INVALID_WAGER        = "invalid-wager",            APPROVED, ANY,    OWN_CARD
    DEEMED_FOLD          = "deemed-fold",              TABLE,    ANY,    NONE
    FLOP_CORRECTED       = "flop-wager-corrected",     DEALER,   ANY,    NONE
    OUTCOME_INVALIDATED  = "outcome-invalidated",      SUPER,    ANY,    GROUNDS
    CORRECT_KEYING       = "correct-keying",           WITNESS,  ANY,    KEYING
    REFUSE_WAGER         = "refuse-wager",             SUPER,    BEFORE, REFUSE
    ASSIST_PLACEMENT     = "assist-placement",         DEALER,   ANY,    NONE
    # jackpot
    SUSPEND_JACKPOT      = "suspend-jackpot",          SUPER,    ANY,    SUSPEND
    WITHDRAW_JACKPOT     = "withdraw-jackpot",         SUPER,    IDLE,   WITHDRAW
    OFFER_JACKPOT        = "offer-jackpot",            SUPER,    IDLE,   OFFER
    SET_METHOD           = "set-method",               TWO_HIGH, IDLE,   CHANGE
    METER_PARAMETER      = "meter-parameter",          TWO_HIGH, IDLE,   CHANGE
    CHANGE_POOL          = "change-pool",              TWO_HIGH, IDLE,   CHANGE
    SET_TRANSFER_ASIDE   = "set-transfer-aside",       TWO_HIGH, ANY,    BY_HAND
    SEND_TRANSFER_AGAIN  = "send-transfer-again",      SUPER,    ANY,    AGAIN
    # limits
    LIMITS_WITH_NOTICE   = "limits-with-notice",       SUPER,    ANY,    LIMITS
    LIMITS_WITH_MARKER   = "limits-with-marker",       SUPER,    ANY,    LIMITS
    PLACE_MARKER         = "place-marker",             DEALER,   ANY,    NONE
    REMOVE_MARKER        = "remove-marker",            DEALER,   ANY,    NONE
    RAISE_OLD_MINIMUM    = "raise-old-minimum",        SUPER,    ANY,    LIMITS
    # fmt: on
