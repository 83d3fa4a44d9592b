"""The floor of the room says no: the sentences that people read."""

from controller.domain.refusals import Sentence


class PokerFloorRefusal(Sentence):
    """Why a command of the room's floor changes nothing."""

    NO_REFERENCE = "Give the reference of the player, never a name."
    WAITS_ALREADY = "This player is on the waiting list already."
    NOT_WAITING = "This player is not on the waiting list."
    HAS_A_SEAT = "This player sits at the table."
    WAITS_LONGER = "Somebody on the waiting list comes first."
    ASSIGNED_TO_ANOTHER = "This seat is kept for another player."
    NOT_ASSIGNED = "No seat is kept there."
    NEEDS_PERMISSION = "The Table Inspector gives permission to take a seat: have it assigned."
    NOT_MOVED = "Only who was moved by the Table Inspector is dealt in at once."
    FIRST_CALL = "The players at the table have the first call on this seat: offer it to them."
    NO_DRAW = "A draw takes two or more players and a different card for each."
    DRAW_AGAIN = "The highest cards are equal: these players draw again."
    TOOK_MORE_AWAY = "Back within the hour, a player brings at least what was taken away."
    SHORT_BANK = "A joining player needs the minimum bank of the table."
    CLOCK_RUNS = "A clock runs already."
    NO_CLOCK = "No clock was called on this player."
    TIME_LEFT = "The player has time left: one minute, then ten seconds."
    CLOCK_LOST = "The console has started anew since: call the clock again."
    DECLARED_ALREADY = "The last hands were declared already."
    NOT_DECLARED = "The last hands were not declared."
    CARDS_DUE_ALREADY = "New cards are due already."
    NO_MAJORITY = "More than half of the players have to ask for new cards."
    SAME_BACK = "New cards have backs of another colour than those that they replace."
