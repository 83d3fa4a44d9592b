"""The floor of a bonus table says no: the sentences that people read."""

from controller.domain.refusals import Sentence


class BonusFloorRefusal(Sentence):
    """Why a command about wagers, limits or the jackpot changes nothing."""

    NOT_PLACED_BY_HAND = "No such wager is placed before the first card."
    UNDER_REVIEW = "Surveillance is looking at the round: no award off the meter until it has."
    NOT_LIMITS = "These are no limits: a minimum above nothing, a maximum not below it."
    NO_OLD_MINIMUM = "Nobody plays at an old minimum."
    NO_MARKER = "This marker prompt is not due."
    JACKPOT_ABSENT = "This table has no jackpot."
    JACKPOT_STATE = "The jackpot is not in the state for this."
    NO_FIGURES = "The jackpot cannot be offered without its figures."
    NO_SENSOR = "Every place in use needs a jackpot sensor of its own."
    SIGN_NOT_CONFIRMED = "Confirm which sign shows the jackpot schedule."
    METHOD_NOT_ALLOWED = "This method may not be used with this jackpot."
