"""Why a command changes nothing, in the words of the desk."""

from controller.domain.kernel import Asking
from controller.domain.refusals import Refused, Sentence
from controller.tournament.phases import Phase
from controller.tournament.state import Desk, Entrant, EntryState


class DeskRefusal(Sentence):
    """The value is the sentence that people read."""

    WRONG_PHASE = "Not now."
    NOT_ENTERED = "Nobody of this name has entered."
    IS_OUT = "This player is out."
    IS_DISQUALIFIED = "This player is disqualified."
    # entries and seats
    ENTRIES_CLOSED = "Entries are closed."
    NOT_A_NAME = "This is no name."
    ENTERED_ALREADY = "This entry has been made already."
    TOO_OFTEN = "One person may not enter so often."
    FULL = "There may be no more entries."
    NO_SUCH_SEAT = "There is no such seat."
    SEAT_TAKEN = "Somebody sits there already."
    HAS_A_SEAT = "This player has a seat."
    NO_SEAT = "Somebody has no seat."
    OWN_SEAT = "This player sits there."
    NOT_THE_PACK = "These are not the seat cards."
    BALANCED = "The tables are balanced, or there is no free seat."
    NO_ROOM = "The players do not fit at the other tables."
    AWAY_ALREADY = "This player is away already."
    NOT_AWAY = "This player is not away."
    # hands
    WRONG_PLAYERS = "These are not the players of the table."
    TOO_FEW = "A hand takes at least two players with chips."
    OUT_OF_BALANCE = "The stacks do not add up."
    NO_COMMISSION = "No commission is deducted in this tournament."
    NOT_OUT = "This player is not out."
    NO_HAND = "There is no such hand."
    HAND_ON = "A hand is in progress."
    ON_A_BREAK = "The tournament is on a break."
    WAIT = "The other tables have not finished their hand."
    CHANGED_SINCE = "Something has changed since."
    # buying
    NO_REBUYS = "There are no re-buys in this tournament."
    REBUYS_CLOSED = "The re-buy period is closed."
    REBUYS_STILL_OPEN = "The re-buy period is open."
    CHIPS_LEFT = "This player has chips left."
    NO_CHIPS = "This player has no chips."
    NO_ADDONS = "This add-on is not offered."
    ADDED_ON_ALREADY = "This player has added on already."
    # conduct
    NOT_SO_MUCH = "This amount cannot be forfeited."
    # prizes and the end
    NOT_PUBLISHED = "The prize list is not published."
    PUBLISHED_ALREADY = "The prize list is published."
    FEES_TOO_SMALL = "The entry fees do not buy the prizes in kind."
    NOBODY_RANKED = "Nobody is left to rank."
    NO_CUT_DUE = "No cut is due."
    WRONG_CUT = "A cut is due between others."
    CARD_TWICE = "A card is there twice."
    ANOTHER_SESSION = "This player plays in another session."
    NO_SUCH_SESSION = "Nobody can enter this session."
    MORE_SESSIONS = "The heat has more sessions."
    NO_MORE_SESSIONS = "The first heat has no more sessions."
    NOBODY_GOES_ON = "Nobody goes on to another heat."
    REASON_NEEDED = "This takes a reason."
    FIXED = "This is fixed by now."
    NOT_A_FORMAT = "No tournament may be held in this format."
    # clock and chips
    NO_CLOCK = "This tournament has no levels."
    CLOCK_RUNS = "The clock runs."
    CLOCK_STANDS = "The clock stands."
    NOT_ON_THE_CLOCK = "The clock does not show so much."
    NOT_COLOURED_SO = "This is not what colouring up makes of it."


def refused_now(desk: Desk, expected: str, *phases: Phase) -> Refused | None:
    """Only in these phases."""
    if desk.phase in phases:
        return None
    detail = f"Expected {expected}; the tournament is at: {desk.phase.value}."
    return Refused(DeskRefusal.WRONG_PHASE, detail=detail)


def without_reason(asking: Asking, clause: str) -> Refused | None:
    """Only with a reason, which goes on record."""
    return None if asking.reason else Refused(DeskRefusal.REASON_NEEDED, clause)


def refused_player(desk: Desk, name: str, clause: str) -> Refused | None:
    """Only of somebody who plays in this session and is not out."""
    refused = refused_entrant(desk.find(name), name, clause)
    if refused is None and desk.entrant(name).session != desk.session:
        detail = f"{name} is in session {desk.entrant(name).session}: expected {desk.session}."
        return Refused(DeskRefusal.ANOTHER_SESSION, "26.1.e", detail)
    return refused


def refused_entrant(entrant: Entrant | None, name: str, clause: str) -> Refused | None:
    """Only of somebody who has entered and is not out, in whichever session."""
    if entrant is None:
        detail = f"{name} seen: expected a player who has entered."
        return Refused(DeskRefusal.NOT_ENTERED, clause, detail)
    if entrant.standing is EntryState.OUT:
        return Refused(DeskRefusal.IS_OUT, clause, f"{name} seen: expected a player still in.")
    if entrant.standing is EntryState.DISQUALIFIED:
        detail = f"{name} seen: expected a player still in."
        return Refused(DeskRefusal.IS_DISQUALIFIED, clause, detail)
    return None
