"""The floor of a bonus table says no: the sentences that people read."""

from controller.domain.refusals import Sentence


class BonusFloorRefusal(Sentence):
    """Why a command about wagers, limits or the jackpot changes nothing."""

    NOT_PLACED_BY_HAND = "This wager cannot be placed before the first card."
    UNDER_REVIEW = "Surveillance is reviewing the round. Awards from the meter wait for it."
    NOT_LIMITS = "The minimum has to be more than $0, and the maximum no less than the minimum."
    NO_OLD_MINIMUM = "No player has an old minimum."
    NO_MARKER = "No marker has to be placed or removed at this place."
    JACKPOT_ABSENT = "This table has no jackpot."
    JACKPOT_STATE = "The state of the jackpot does not allow this now."
    NO_FIGURES = "The jackpot cannot be offered without its figures."
    NO_SENSOR = "Every place in use needs a jackpot sensor of its own."
    SIGN_NOT_CONFIRMED = "Confirm which sign shows the jackpot schedule."
    METHOD_NOT_ALLOWED = "This method cannot be used with this jackpot."
