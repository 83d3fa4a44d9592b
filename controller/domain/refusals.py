"""The rulebook says no: a value, shown to whoever asked with its reason and clause."""

from enum import Enum

from controller.domain.frozen import frozen


class Sentence(Enum):
    """Why not: the value is the sentence that people read. One enum of them for each subject."""

    _value_: str


class Refusal(Sentence):
    """Why a command of the round changes nothing."""

    WRONG_PHASE = "Not now: the round is in another phase."
    ROUND_IN_PROGRESS = "A round is in progress."
    DECK_CHECK_DUE = "The deck has to be checked and verified first."
    NO_SUCH_PLACE = "This table has no such place."
    NO_ANTE = "There is no ante at this place."
    NO_ANTE_AT_ALL = "Nobody has placed an ante."
    AREA_TAKEN = "There is a wager on this area already."
    AREA_EMPTY = "There is no wager on this area."
    NOT_A_STAKE = "A wager has to be more than nothing, and its tokens no more than itself."
    NOT_PLACED_HERE = "This wager is not placed by hand in this phase."
    BONUS_NOT_OFFERED = "The ante bonus is not offered at this table."
    JACKPOT_NOT_OFFERED = "The jackpot is not offered at this table."
    CARD_KNOWN = "Another card of this round was read as this one."
    SETTLED_ON = "Hands were settled on the cards as they are: void the round, or correct it after."
    FACE_DOWN = "This card was read and lies face down: it is keyed only once it is turned."
    NOT_TAKEN_BACK = "This card was not keyed, or was taken back before: it is overridden."
    NO_SUCH_CARD = "No such card has left the device in this round."
    CARDS_NOT_DUE = "Another number of cards is due now."
    CHIPS_ON_SENSORS = "Chips still lie on the sensors: take them off before the first card."
    CARDS_MISSING = "Not all cards are out."
    CARDS_UNREAD = "A card that is to be turned has not been read: key it first."
    CARDS_UNEXPLAINED = "Report the cards that do not fit first."
    NOT_DEALT_IN = "This place is not in the round."
    BOX_HAS_ANTE = "There is an ante at this box: the cards are due there."
    BOX_KNOWN = "Cards at this box have been reported already."
    HAND_OVER = "This hand is over."
    NOBODY_IN = "Nobody is left in the round."
    SOMEBODY_IN = "A hand is still in."
    NOT_OFFERED = "The rules do not offer this decision now."
    OUT_OF_TURN = "Another place decides first."
    UNDECIDED = "Not every place has decided."
    DECIDED = "This place has decided already."
    NO_MISTAKE = "This place has not decided otherwise on this street."
    ALL_DECIDED = "Every place has decided already."
    FLOP_DOWN = "The flop is face down: it is turned first, for the jackpots that stand."
    AMOUNT_WITHOUT_BET = "Only a bet has an amount."
    DEALER_NOT_SHOWN = "The dealer's hand has not been shown."
    ALREADY_SHOWN = "The dealer's hand is face up already."
    NOT_THE_NEXT = "Another place or award comes first."
    NO_SUCH_AWARD = "No such award is due."
    AWARD_PAID = "This award is paid already."
    AWARD_CONFIRMED = "This award is confirmed already."
    AWARD_NOT_KEYED = "The award has to be keyed first."
    NOT_OFF_THE_METER = "Only an award off the meter is declined."
    ORDER_FIXED = "The rules fix the order in which awards are taken: nobody changes it."
    NOTHING_TO_ORDER = "No second award off the meter waits for the house procedure."
    AWARD_NOT_CONFIRMED = "A supervisor has to confirm an award off the meter first."
    CANNOT_HAPPEN = "This cannot have happened in this phase."
    NOT_A_RULING = "The rules do not leave this to decide."
    NEEDS_A_PLACE = "Name the place."
    NEEDS_A_CARD = "Name the card."
    FACE_UP_ALREADY = "This card is face up already."
    NOTHING_TO_CORRECT = "The wager is as the rules ask."
    NO_RESULT = "The round has no result already: close it."
    UNSETTLED = "Not everything is settled."


@frozen
class Refused:
    """A command that was not accepted: nothing has changed."""

    refusal: Sentence
    clause: str | None = None
    detail: str = ""
    """What was seen and what was expected, where the sentence alone does not say it."""

    def text(self) -> str:
        """The whole line for whoever asked."""
        parts = [self.refusal.value]
        if self.detail:
            parts.append(self.detail)
        if self.clause:
            parts.append(f"(rule {self.clause})")
        return " ".join(parts)
