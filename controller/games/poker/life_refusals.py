"""Why nothing changes between hands, in the words of the room."""

from controller.domain.refusals import Sentence


class LifeRefusal(Sentence):
    """The value is the sentence that people read."""

    BANK_DUE = "The stakes were raised: every player holds the minimum bank before the next hand."
    NOT_IN_CHIPS = "More than the player has in chips."
    NOT_COUNTED = "A stack is counted as nothing or more."
    COUNTED_THE_SAME = "The stack is as it was counted."
    LAPS_NOT_MISSED = "A seat is given up after two laps of blinds in a row were missed."
    NOT_AGREED = "Everybody at the table has to agree."
    SAME_STAKES = "These are the stakes already."
    NO_STAKES = "No table may play at these stakes."
    NO_SPECTATOR = "A seat is for a player: sit down with chips."
