"""Who may do what: every action of the house as one line. A game has lines of its own.

How to read it. A line says: this action is done by these people, at this time, for one of these
reasons. "A, with B" needs two different people, one of each kind; one person never counts twice,
whatever roles that person acts in. No reason means that none is asked for: the action itself says
why. Which clause is behind an action, the rules of the table say (`Terms.powers`); where they are
silent the house has decided, and the action exists all the same.

By 1.1 the casino-supervisor permissions are held by gaming and casino supervisors alike: what the
rules give to a casino supervisor is "supervisor" here. "pit" is a casino supervisor (Assistant
Gaming Manager) and no one else: the house keeps its staff that high.

Money that moves between tray, cage, drop box and patron outside the game takes the dealer with a
supervisor as witness. Chips for equal value, from the cashless terminal or for a voucher, are the
dealer's alone, as chips for cash are: the terminal and the voucher are the second witness.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType
from typing import Any, Final, Protocol

from controller.domain.frozen import Frozen
from controller.domain.refusals import Refused, Sentence
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
    WITNESS,
    Actor,
    HouseReason,
    People,
    Reason,
    Role,
    When,
    one_code_each,
)

R = HouseReason
NONE: Final[tuple[Reason, ...]] = ()
VOID: Final = (R.DEALING_ERROR, R.CARDS_MIXED_UP, R.CARDS_MARKED, R.DEVICE_FAILED, R.EMERGENCY)
RECOVER: Final = (R.FELT_DIFFERS, R.CARDS_MIXED_UP, R.DEVICE_FAILED)
CARD: Final = (R.MISREAD, R.CARDS_WORN, R.KEYED_WRONG)
LIMITS: Final = (R.DEMAND, R.STAFFING, R.TIMETABLE)
CLOSING: Final = (R.TIMETABLE, R.DEMAND, R.STAFFING, R.PLAYERS_GONE, R.DEVICE_FAILED, R.EMERGENCY)
DECK: Final = (R.CARDS_ROUTINE, R.CARDS_WORN, R.CARDS_MARKED, R.DEVICE_FAILED)
COUNT: Final = (R.ROUTINE, R.SUSPICION, R.COMPLAINT)
SHUFFLE: Final = (R.POOR_SHUFFLE,)
VIEWING: Final = (R.VIEWED_CARDS, R.SHARED_CARDS)
APART: Final = (*VIEWING, R.RELATED)
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
JOINING: Final = (R.JOINED,)
LEAVING: Final = (R.LEFT,)
NEW_PIN: Final = (R.PIN_FORGOTTEN, R.PIN_SEEN)
CARDS: Final = (R.JOINED, R.PIN_SEEN, R.LEFT)
INQUIRY: Final = (R.INVESTIGATION, R.REGULATOR)
EXPORT: Final = (R.SHIFT_END, R.INVESTIGATION, R.REGULATOR)
ARCHIVE: Final = (R.SHIFT_END,)


ANY, IDLE, BEFORE = When.ANY, When.IDLE, When.BEFORE_CARDS


class Action(StrEnum):
    """A line of the powers table. The value is its code: on the command line and in the record.

    The house has its own lines, and so has every game: a code is one line's and no other's.
    """

    people: People
    when: When
    reasons: tuple[Reason, ...]
    """The reasons that fit, the likeliest first; none is asked for where there are none."""
    clause: str
    """The clause behind it, in a game with one rule set; elsewhere `Terms.powers` alone says it."""

    def __new__(cls, code: str, *columns: Any) -> "Action":
        # Unpacked here and not named as parameters: `HouseAction("fill")` finds a line by its code.
        action = str.__new__(cls, code)
        action._value_ = code
        action.people, action.when, action.reasons, action.clause = (
            columns if len(columns) == 4 else (*columns, "")
        )
        return action

    def __init_subclass__(cls) -> None:
        one_code_each(Action, cls)

    __hash__ = str.__hash__


class HouseAction(Action):
    """What is done at a table whatever is played there, and who may do it."""

    # fmt: off
    # any game                                         who       when    reasons
    KEY_CARD             = "key-card",                 DEALER,   ANY,    NONE
    CONTINUE_RECOVERED   = "continue-recovered",       DEALER,   ANY,    NONE
    LIFT_HOLD            = "lift-hold",                SUPER,    ANY,    MENDED
    SHUFFLER_FAILED      = "shuffler-failed",          APPROVED, ANY,    NONE
    VOID_ROUND           = "supervisor-void",          SUPER,    ANY,    VOID
    VOID_RECOVERED       = "void-recovered",           SUPER,    ANY,    RECOVER
    OVERRIDE_CARD        = "override-card",            WITNESS,  ANY,    CARD
    # opening, closing, dealers, money on the table
    LOW_LIMIT_GAMING     = "low-limit-gaming",         SUPER,    IDLE,   LIMITS
    WITHDRAW_NOTICE      = "withdraw-notice",          SUPER,    ANY,    LIFTED
    PREPARE_TABLE        = "prepare-table",            SUPER,    IDLE,   NONE
    CONFIRM_EQUIPMENT    = "confirm-equipment",        TABLE,    IDLE,   NONE
    OPEN_TABLE           = "open-table",               SUPER,    IDLE,   LIMITS
    ANNOUNCE_CLOSING     = "announce-closing",         SUPER,    ANY,    CLOSING
    CLOSE_TABLE          = "close-table",              SUPER,    IDLE,   CLOSING
    CHANGE_DEALER        = "change-dealer",            TABLE,    ANY,    NONE
    COUNT_FLOAT          = "count-float",              WITNESS,  IDLE,   NONE
    FILL                 = "fill",                     WITNESS,  ANY,    NONE
    CREDIT               = "credit",                   WITNESS,  ANY,    NONE
    DROP                 = "drop",                     WITNESS,  ANY,    NONE
    ATTACH_DROP_BOX      = "attach-drop-box",          TABLE,    ANY,    NONE
    REMOVE_DROP_BOX      = "remove-drop-box",          WITNESS,  ANY,    NONE
    SWITCH_CASH          = "switch-cash",              SUPER,    ANY,    NONE
    SELL_CASHLESS        = "sell-cashless",            DEALER,   ANY,    NONE
    EXCHANGE_VOUCHER     = "exchange-voucher",         DEALER,   ANY,    NONE
    # cards
    BRING_DECK           = "bring-deck",               TABLE,    ANY,    NONE
    RECORD_SHUFFLE       = "record-shuffle",           DEALER,   ANY,    NONE
    CUT_DECK             = "cut-deck",                 DEALER,   ANY,    NONE
    LOAD_DECK            = "load-deck",                DEALER,   ANY,    NONE
    CHECK_DECK           = "check-deck",               TABLE,    ANY,    NONE
    SECURE_DECK          = "secure-deck",              TABLE,    ANY,    NONE
    CHANGE_DECK          = "change-deck",              SUPER,    IDLE,   DECK
    ORDER_DECK_CHECK     = "order-deck-check",         READER,   ANY,    COUNT
    CARDS_DROPPED        = "cards-dropped",            TABLE,    ANY,    NONE
    CARDS_ACCOUNTED      = "cards-accounted-for",      WITNESS,  ANY,    NONE
    EXTRA_SHUFFLE        = "extra-shuffle",            SUPER,    ANY,    SHUFFLE
    UNSEAL_CARD          = "unseal-card",              OPENERS,  IDLE,   INQUIRY
    # players
    TAKE_SEAT            = "take-seat",                DEALER,   ANY,    NONE
    CHECK_PLAYER_CARD    = "check-player-card",        DEALER,   ANY,    NONE
    PLAYER_LEFT          = "player-left",              DEALER,   ANY,    NONE
    ASK_FOR_SEAT         = "ask-for-seat",             TABLE,    ANY,    NONE
    REPORT_INCIDENT      = "report-incident",          TABLE,    ANY,    NONE
    DECIDE_FIRST         = "decide-first",             SUPER,    ANY,    VIEWING
    BAR_TOGETHER         = "bar-together",             SUPER,    ANY,    APART
    ENGLISH_ONLY         = "english-only",             SUPER,    ANY,    VIEWING
    LIFT_MEASURE         = "lift-measure",             SUPER,    ANY,    LIFTED
    VOID_WAGERS          = "void-persons-wagers",      SUPER,    ANY,    DEVICE
    EXCLUDE_FROM_PLAY    = "exclude-from-play",        SUPER,    ANY,    DEVICE
    RECORD_EXCLUSION     = "record-exclusion",         SUPER,    ANY,    DEVICE
    RECORD_DETENTION     = "record-detention",         SUPER,    ANY,    DEVICE
    HAND_OVER            = "hand-over",                SUPER,    ANY,    NONE
    READMIT_PLAYER       = "readmit-player",           SUPER,    ANY,    LIFTED
    REOPEN_SEAT          = "reopen-seat",              SUPER,    ANY,    LIFTED
    WITHHOLD_PAYMENT     = "withhold-payment",         SUPER,    ANY,    POLICY
    SHOW_PROMOTION       = "show-promotion",           SUPER,    ANY,    NONE
    REFUSE_CLAIM         = "refuse-promotion-claim",   SUPER,    ANY,    CLAIM
    TELL_CLAIMANT        = "tell-claimant",            TABLE,    ANY,    NONE
    POSTPONE_PROMOTION   = "postpone-promotion",       SUPER,    ANY,    DOUBT
    # disputes and wrong payments
    OPEN_DISPUTE         = "open-dispute",             TABLE,    ANY,    NONE
    DECIDE_DISPUTE       = "decide-dispute",           SUPER,    ANY,    DISPUTE
    REVIEW_DISPUTE       = "review-dispute",           REVIEW,   ANY,    DISPUTE
    ADVISE_COMPLAINT     = "advise-complaint",         SUPER,    ANY,    NONE
    CLOSE_DISPUTE        = "close-dispute",            SUPER,    ANY,    NONE
    ENTER_CORRECTION     = "enter-correction",         TABLE,    ANY,    NONE
    RECORD_ENQUIRIES     = "record-enquiries",         SUPER,    ANY,    NONE
    RECTIFY_PAYMENT      = "rectify-payment",          WITNESS,  ANY,    NONE
    RECORD_ATTEMPT       = "record-attempt",           TABLE,    ANY,    NONE
    TELL_REGULATOR       = "tell-regulator",           SUPER,    ANY,    NONE
    SEEK_PATRON          = "seek-patron",              SUPER,    ANY,    NONE
    CLOSE_CORRECTION     = "close-correction",         APPROVED, ANY,    HONEST
    CLOSE_SUSPECTED      = "close-suspected",          TO_PIT,   ANY,    DUBIOUS
    MONTHLY_REPORT       = "monthly-report",           SUPER,    ANY,    NONE
    # calls and notices
    CALL_SUPERVISOR      = "call-supervisor",          DEALER,   ANY,    NONE
    ANSWER_CALL          = "answer-call",              SUPER,    ANY,    NONE
    RECORD_NOTICE        = "record-notice",            SUPER,    ANY,    NONE
    # devices
    SET_UP_DEVICES       = "set-up-devices",           TECH,     IDLE,   NONE
    PAIR_DEVICE          = "pair-device",              PAIRERS,  BEFORE, PAIRING
    COMPARE_CODES        = "compare-codes",            DEVICES,  ANY,    NONE
    SWAP_DEVICE          = "swap-device",              DEVICES,  ANY,    SWAP
    # staff
    REGISTER_PERSON      = "register-person",          PIT,      ANY,    JOINING
    REMOVE_PERSON        = "remove-person",            PIT,      ANY,    LEAVING
    CHANGE_OWN_PIN       = "change-own-pin",           ANYONE,   ANY,    NONE
    RESET_PIN            = "reset-pin",                PIT,      ANY,    NEW_PIN
    GIVE_CARD            = "give-card",                PIT,      ANY,    CARDS
    # record
    READ_RECORD          = "read-record",              READER,   ANY,    NONE
    VERIFY_RECORD        = "verify-record",            CHECKER,  ANY,    NONE
    EXPORT_RECORD        = "export-record",            READER,   ANY,    EXPORT
    ARCHIVE_RECORD       = "archive-record",           SUPER,    IDLE,   ARCHIVE
    # fmt: on


class Empowering(Protocol):
    """What a rule set says of the lines of the powers table."""

    @property
    def powers(self) -> Mapping[Action, str]:
        """The clause behind each action; the house's own actions are not in it."""
        ...


class Nobody(Enum):
    """What stands instead of an action on a command that nobody gives."""

    OBSERVED = "observed"
    """It has happened: it is recorded, and nobody is asked."""
    INTERNAL = "internal"
    """Only the table itself says it, of what has happened elsewhere: never anybody's to ask for."""


class Objection(Sentence):
    """Why an action is refused."""

    NOBODY_SIGNED_ON = "Nobody is signed on."
    NOT_THIS_ROLE = "This role may not do this."
    SAME_PERSON = "This needs two different people."
    ANOTHER_NEEDED = "This needs two people."
    TOO_MANY = "This needs fewer people."
    REASON_NEEDED = "Choose a reason."
    REASON_UNFIT = "This reason does not apply here."
    ROUND_IN_PROGRESS = "A round is in progress."
    CARDS_OUT = "The first card is out."


NO_CLAUSES: Final[Mapping[Action, str]] = MappingProxyType({})


class NotAllowed(Frozen):
    """An action that was refused for who asks, why, or when: nothing has changed."""

    objection: Objection
    action: Action
    detail: str = ""

    def text(self) -> str:
        """The whole line for staff."""
        return self.refused().text()

    def refused(self, clauses: Mapping[Action, str] = NO_CLAUSES) -> Refused:
        """The refusal that it is, with the clause behind the action where these rules have one."""
        return Refused(self.objection, clauses.get(self.action), self.detail)


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
    needed = f"Needs: {action.people.text}."
    for actor in actors:
        if not may(actor.role, action):
            return NotAllowed(
                Objection.NOT_THIS_ROLE, action, f"You act as {actor.role.words}. {needed}"
            )
    if len({actor.number for actor in actors}) < len(actors):
        return NotAllowed(Objection.SAME_PERSON, action, needed)
    slots = action.people.slots
    if len(actors) > len(slots):
        return NotAllowed(Objection.TOO_MANY, action, needed)
    ways = permutations([actor.role for actor in actors], len(slots))
    if not any(all(map(frozenset.__contains__, slots, way)) for way in ways):
        return NotAllowed(Objection.ANOTHER_NEEDED, action, needed)
    return check_reason(action, reason)


def check_reason(action: Action, reason: Reason | None) -> NotAllowed | None:
    """Why this is no reason for it."""
    if reason is None:
        return NotAllowed(Objection.REASON_NEEDED, action) if action.reasons else None
    if reason not in action.reasons:
        return NotAllowed(Objection.REASON_UNFIT, action, f"{reason.text}.")
    return None


def check_when(action: Action, *, in_round: bool, cards_out: bool) -> NotAllowed | None:
    """Why this is not the time for it."""
    if action.when is When.IDLE and in_round:
        return NotAllowed(Objection.ROUND_IN_PROGRESS, action)
    if action.when is When.BEFORE_CARDS and cards_out:
        return NotAllowed(Objection.CARDS_OUT, action)
    return None
