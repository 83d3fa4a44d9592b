"""The floor of the room says no: the sentences that people read."""

from controller.domain.refusals import Sentence


class PokerFloorRefusal(Sentence):
    """Why a command of the room's floor changes nothing."""

    NO_REFERENCE = "Enter the player's number, never a name."
    WAITS_ALREADY = "This player is on the waiting list already."
    NOT_WAITING = "This player is not on the waiting list."
    HAS_A_SEAT = "This player sits at the table already."
    WAITS_LONGER = "{} has waited longer."
    ASSIGNED_TO_ANOTHER = "This seat is kept for {}."
    NOT_ASSIGNED = "This seat is not kept for anybody."
    NEEDS_PERMISSION = "The Table Inspector assigns the seats: call a supervisor."
    NOT_MOVED = "Only a player whom the Table Inspector has moved is dealt in at once."
    FIRST_CALL = "Offer seat {} to the table first."
    NO_DRAW = "A draw needs at least two players, each with a card of their own."
    DRAW_AGAIN = "The highest cards are equal: {} draw again."
    TOOK_MORE_AWAY = "Back within the hour: bring at least {}."
    SHORT_BANK = "The minimum bank is {}."
    CLOCK_RUNS = "The clock is running already."
    NO_CLOCK = "No clock was called on seat {}."
    TIME_LEFT = "The player still has {} left."
    CLOCK_LOST = "The console has restarted: call the clock again."
    DECLARED_ALREADY = "The last hands are announced already."
    NOT_DECLARED = "The last hands were not announced."
    CARDS_DUE_ALREADY = "New cards are on their way already."
    NO_MAJORITY = "More than half of the players have to ask for new cards."
    SAME_BACK = "New cards need backs of another colour than those they replace."
