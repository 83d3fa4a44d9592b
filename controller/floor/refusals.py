"""The floor says no: a value with the sentence people read, the clause, and what was seen."""

from dataclasses import dataclass
from enum import Enum


class FloorRefusal(Enum):
    """Why a command changes nothing."""

    NOBODY_ASKS = "The record needs to know who asks for this."
    NEEDS_A_REASON = "Choose a reason."
    NOT_IN_THESE_RULES = "The rules of this table do not know this."
    NOT_CLOSED = "The table is not closed."
    NOT_PREPARING = "The table is not being opened."
    NOT_OPEN = "The table is not open."
    NOT_COUNTING = "The table is not closed for counting."
    NOT_EFFECTIVE = "The rule set is not in force on this business date."
    WRONG_SETTING = "The table is not set up as the rules demand."
    NOT_ON_LIST = "This is not on the opening checklist."
    LIST_UNFINISHED = "The opening checklist is not finished."
    NO_FLOAT_COUNT = "The float has not been counted."
    NO_DEALER = "No dealer is logged on."
    NOT_THE_DEALER = "Only the dealer may do this."
    ROUND_IN_PROGRESS = "A round is in progress."
    NO_ROUND = "No round is in progress."
    CARDS_ARE_OUT = "The first card has left the device already."
    ROUND_NUMBER = "Rounds are numbered upwards."
    TABLE_CLOSING = "The closing time has come: no further round."
    NOBODY_SEATED = "Nobody sits at the table."
    TABLE_HELD = "The table is held."
    DECK_CHECK_DUE = "A deck has to be counted and verified first."
    DROP_BOX_MISSING = "The drop box is not attached."
    DROP_BOX_NEEDED = "The drop box stays while cash is accepted."
    DECK_NOT_READY = "No deck is ready to be dealt."
    NO_SUCH_DECK = "There is no such deck at this table."
    DECK_KNOWN = "There is a deck of this name already."
    DECKS_FULL = "There are as many decks at the table as it may have."
    SAME_COLOUR = "The backs of the two decks must differ in colour."
    DECK_IN_PLAY = "This deck is in play."
    DECK_IN_DEVICE = "This deck is in the device."
    NOT_THE_STEP = "Another step comes first for this deck."
    NO_CUT = "The cards are not cut here."
    NOT_A_FULL_DECK = "A deck is 52 cards."
    NOTHING_DROPPED = "No cards were reported dropped."
    SOURCE_NOT_ALLOWED = "Cards may not be dealt from this source here."
    TOURNAMENT_NOT_OFFERED = "Tournament play is not offered with low limit gaming."
    NO_SUCH_PLACE = "This table has no such place."
    SEAT_TAKEN = "Somebody sits there."
    SEAT_EMPTY = "Nobody sits there."
    SEAT_CLOSED = "This seat is closed."
    SEAT_NOT_CLOSED = "This seat is not closed."
    PLAYS_ALREADY = "This player has a hand at another place: one player, one hand."
    PLAYER_EXCLUDED = "This player is excluded from the game."
    BARRED_TOGETHER = "These players may not play together: one of them has to leave."
    NO_PLAYER_CARD = "No valid Player Card has been confirmed for this seat."
    WAGERS_INVALID = "The wagers of this player are invalid."
    NOT_PLACED_BY_HAND = "No such wager is placed before the first card."
    DECIDES_LATER = "Another player has to decide first."
    NOTICE_TOO_SHORT = "The sign has to show the change for at least 20 minutes."
    NO_NOTICE = "No such notice is on the sign."
    NOTICE_NEEDED = "Players are present: the closing time has to be on the sign first."
    NOT_LIMITS = "These are no limits: a minimum above nothing, a maximum not below it."
    NO_CHANGE = "Nothing would change."
    NO_OLD_MINIMUM = "Nobody plays at an old minimum."
    NO_MARKER = "This marker prompt is not due."
    NOT_AN_AMOUNT = "An amount has to be more than nothing."
    EXEMPT = "Staff, agents and inspectors on duty are exempt: no incident."
    NO_SUCH_ENTRY = "There is no such entry."
    ENTRY_CLOSED = "This entry is closed."
    NEEDS_MEASURE = "Choose at least one measure."
    NOT_THE_GROUND = "This does not fit the ground."
    NOT_DETAINED = "Nobody is detained under this entry."
    CORRECTLY_SETTLED = "Nothing was over- or underpaid."
    ENQUIRIES_MISSING = "Record whether it was intentional, and the enquiries made."
    NOT_RECTIFIED = "Record the rectification, a reasonable attempt, or that the regulator knows."
    PATRON_UNSOUGHT = "Record the attempt to identify the patron."
    UNDECIDED = "A gaming supervisor has not decided yet."
    DECIDED_ALREADY = "This is decided already."
    OWN_REVIEW = "A review is for somebody else than who decided first."
    NOT_ADVISED = "Advise the person of the right to complain to an inspector first."
    NEEDS_REFERENCE = "Give the reference of the operator's file, never a name."
    TOLD_ALREADY = "This is done already."
    JACKPOT_ABSENT = "This table has no jackpot."
    JACKPOT_STATE = "The jackpot is not in the state for this."
    NO_FIGURES = "The jackpot cannot be offered without its figures."
    SIGN_NOT_CONFIRMED = "Confirm which sign shows the jackpot schedule."
    METHOD_NOT_ALLOWED = "This method may not be used with this jackpot."
    VOUCHER_VALUE = "Tokens are given for exactly the value of the voucher."
    VOUCHER_CONDITIONS = "The conditions of the voucher are not met."
    VOUCHER_USED = "This voucher was exchanged already."
    NOT_CASHLESS = "The table is not cashless."


@dataclass(frozen=True)
class RefusedFloor:
    """A command that was not accepted: nothing has changed."""

    refusal: FloorRefusal
    clause: str | None = None
    detail: str = ""
    """What was seen and what was expected, where the sentence alone does not say it."""

    def text(self) -> str:
        """The whole line for the person who asked."""
        parts = [self.refusal.value]
        if self.detail:
            parts.append(self.detail)
        if self.clause:
            parts.append(f"(rule {self.clause})")
        return " ".join(parts)
