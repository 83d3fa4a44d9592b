"""Why nothing changes between hands, in the words of the room."""

from controller.domain.refusals import Sentence


class LifeRefusal(Sentence):
    """The value is the sentence that people read."""

    BANK_DUE = "The stakes were raised: every player needs the minimum bank before the next hand."
    NOT_IN_CHIPS = "The player has only {} in chips."
    NOT_COUNTED = "Key the amount that was counted: 0 or more."
    COUNTED_THE_SAME = "The console has this amount already."
    NOT_COUNTED_OUT = "This table is run by pots: count the player's chips and key the amount."
    KNOWN_ALREADY = "The console keeps the stacks of this table: nothing has to be counted."
    MORE_THAN_THERE = "This is more than all chips on the table. Was a buy-in not keyed?"
    NO_STACKS = "This table is run by pots: the console keeps no stacks, so none can be corrected."
    BROKE_ALREADY = "The console knows already that this player has no chips."
    NOT_BROKE = "This player was not marked as out of chips."
    LAPS_NOT_MISSED = "A player may lose the seat after two rounds of missed blinds, not before."
    NOT_AGREED = "Every player at the table has to agree."
    SAME_STAKES = "The table plays for these stakes already."
    NO_STAKES = "The rules do not allow these stakes."
    NO_SPECTATOR = "Only a player with chips can take a seat."
