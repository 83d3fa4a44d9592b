"""Who may do what in the poker room: its own lines of the powers table.

A misdeal or void, cards that are dealt again and a hand that is killed are reported by one person
and approved by a supervisor, the Table Inspector: final control of the game is there (3.1). What a
player is held to (20.1 to 20.5, 23.3) the dealer says, and the supervisor is told of a forfeit.
"""

from typing import Final

from controller.staff.powers import ANY, CLOSING, IDLE, NONE, Action
from controller.staff.roles import APPROVED, DEALER, SUPER, TABLE, WITNESS, HouseReason, Reason


class PokerReason(Reason):
    """Why something is done in the poker room."""

    CARDS_MISCOUNTED = "cards-miscounted", "Cards short or in excess"
    EVERYBODY_AGREED = "everybody-agreed", "All players at the table agreed"
    COUNTED = "counted", "The stack was counted"
    BLINDS_MISSED = "blinds-missed", "Two rounds of blinds missed in a row"


R = HouseReason
CAUSES: Final = (PokerReason.CARDS_MISCOUNTED, R.EMERGENCY, R.FRAUD)  # 23.1: exactly these
AGREED: Final = (PokerReason.EVERYBODY_AGREED,)
STACK: Final = (PokerReason.COUNTED, R.KEYED_WRONG, R.DEALING_ERROR)
MISSED: Final = (PokerReason.BLINDS_MISSED,)
RESULT: Final = (R.DEALING_ERROR, R.KEYED_WRONG, R.UPHELD)


class PokerAction(Action):
    """What is done in the poker room and nowhere else, and who may do it."""

    # fmt: off
    # the hand                                         who       when    reasons
    BEGIN_HAND           = "begin-hand",               DEALER,   ANY,    NONE
    DEAL_CARDS           = "deal-cards",               DEALER,   ANY,    NONE
    PLAYER_ACTS          = "player-acts",              DEALER,   ANY,    NONE
    KEY_POT              = "key-pot",                  DEALER,   ANY,    NONE
    DRAW_IN_WAGERS       = "draw-in-wagers",           DEALER,   ANY,    NONE
    SHOW_HAND            = "show-hand",                DEALER,   ANY,    NONE
    AWARD_POTS           = "award-pots",               DEALER,   ANY,    NONE
    FINISH_HAND          = "finish-hand",              DEALER,   ANY,    NONE
    CORRECT_RESULT       = "correct-result",           SUPER,    ANY,    RESULT
    # players
    PLAYER_AWAY          = "player-away",              DEALER,   ANY,    NONE
    POST_BLIND           = "post-blind",               DEALER,   ANY,    NONE
    BUY_CHIPS            = "buy-chips",                DEALER,   ANY,    NONE
    BUY_GOODS            = "buy-goods",                DEALER,   IDLE,   NONE
    COUNT_STACK          = "count-stack",              WITNESS,  IDLE,   STACK
    COUNT_FOR_DESK       = "count-for-desk",           DEALER,   IDLE,   NONE
    PICK_UP_CHIPS        = "pick-up-chips",            WITNESS,  IDLE,   MISSED
    CALL_CLOCK           = "call-clock",               TABLE,    ANY,    NONE
    # seats
    WAITING_LIST         = "waiting-list",             TABLE,    ANY,    NONE
    ASSIGN_SEAT          = "assign-seat",              SUPER,    ANY,    NONE
    DRAW_FOR_SEAT        = "draw-for-seat",            TABLE,    ANY,    NONE
    OFFER_SEAT           = "offer-seat",               TABLE,    IDLE,   NONE
    # stakes, cards, closing
    CHANGE_STAKES        = "change-stakes",            SUPER,    IDLE,   AGREED
    ASK_FOR_CARDS        = "ask-for-cards",            TABLE,    ANY,    NONE
    LAST_HANDS           = "last-hands",               SUPER,    ANY,    CLOSING
    # irregularities: reported, with approval where a supervisor has to
    CARD_EXPOSED_IN_CUT  = "card-exposed-in-cut",      APPROVED, ANY,    NONE
    DEALT_OUT_OF_TURN    = "dealt-out-of-turn",        APPROVED, ANY,    NONE
    HOLE_CARD_EXPOSED    = "hole-card-exposed",        APPROVED, ANY,    NONE
    BOXED_CARD           = "boxed-card",               APPROVED, ANY,    NONE
    WRONG_NUMBER         = "wrong-number-of-hands",    APPROVED, ANY,    NONE
    FLOP_TOO_MANY        = "flop-too-many",            APPROVED, ANY,    NONE
    DEALT_EARLY          = "dealt-early",              APPROVED, ANY,    NONE
    WRONG_BURN           = "wrong-burn",               APPROVED, ANY,    NONE
    TWO_CARDS            = "two-cards",                APPROVED, ANY,    NONE
    HAND_FOULED          = "hand-fouled",              APPROVED, ANY,    NONE
    HAND_KILLED          = "hand-killed",              APPROVED, ANY,    NONE
    FOLDED_HAND_EXPOSED  = "folded-hand-exposed",      TABLE,    ANY,    NONE
    WINNING_HAND_MUCKED  = "winning-hand-mucked",      TABLE,    ANY,    NONE
    OUT_OF_TURN          = "out-of-turn",              TABLE,    ANY,    NONE
    SHORT_CALL           = "short-call",               TABLE,    ANY,    NONE
    SHORT_RAISE          = "short-raise",              TABLE,    ANY,    NONE
    STRING_BET           = "string-bet",               TABLE,    ANY,    NONE
    CLOCK_EXPIRED        = "clock-expired",            TABLE,    ANY,    NONE
    INVALIDATE_HAND      = "invalidate-hand",          SUPER,    ANY,    CAUSES
    # fmt: on
