"""Why a command changes nothing, in the words of the desk."""

from controller.domain.kernel import Asking
from controller.domain.refusals import Refused, Sentence
from controller.tournament.phases import IN_PLAY, STARTED, Phase
from controller.tournament.state import Desk, Entrant, EntryState


class DeskRefusal(Sentence):
    """The value is the sentence that people read."""

    WRONG_PHASE = "This cannot be done at this stage of the tournament."
    NOT_ENTERED = "Nobody with this name has entered."
    IS_OUT = "This player is out."
    IS_DISQUALIFIED = "This player is disqualified."
    # entries and seats
    ENTRIES_CLOSED = "Entries are closed."
    NOT_A_NAME = "The desk cannot take this as a name."
    ENTERED_ALREADY = "This player has entered already. Write a second entry as Anna#2."
    PLAYS_ALREADY = "This entry can no longer be withdrawn."
    TOO_OFTEN = "This player has used every entry that is allowed."
    FULL = "All entries are taken."
    NO_SUCH_SEAT = "There is no such seat."
    SEAT_TAKEN = "Another player sits there. Choose a free seat."
    HAS_A_SEAT = "This player already has a seat."
    NOBODY_ENTERED = "Nobody has entered this session. Take the entries first."
    NO_SEAT = "Some players have no seat yet. Draw seats first."
    OWN_SEAT = "This player sits there already."
    NOT_THE_PACK = "These are not the cards of the free seats. Draw again."
    BALANCED = "No move is due: the tables are balanced, or no seat is free."
    NO_SEAT_LEFT = "Every seat is taken."
    NO_ROOM = "The other tables have too few free seats for these players."
    AWAY_ALREADY = "This player is already away."
    NOT_AWAY = "This player is not away."
    # hands
    WRONG_PLAYERS = "These are not the players of the table."
    TOO_FEW = "A hand needs at least two players with chips."
    OUT_OF_BALANCE = "The stacks do not add up to the chips of the table. Count again."
    NO_COMMISSION = "No commission is deducted in this tournament."
    NOT_OUT = "This player is not out."
    NO_HAND = "There is no such hand."
    HAND_ON = "A hand is in progress. Wait until it is over."
    TABLE_PLAYS = "The table is still playing. Tell it to wait first."
    REPORTS_ITSELF = "This table reports its own hands. Take it over first."
    NOT_LINKED = "This table has no console: enter its hands at the desk."
    NOT_HEARD = "The desk has not heard from this table's console since it took the table over."
    LINKED_ALREADY = "This table already reports to the desk."
    NOT_THE_NEXT = "This is not the next report of the table."
    NOT_COUNTED = "Count the stacks of this table first."
    OTHER_RECORD = (
        "The table has begun a new record: take it over and hand it back. It then has the seats "
        "and stacks that the desk has."
    )
    ON_A_BREAK = "The tournament is on a break."
    HANDS_PLAYED = "This table has played all hands of the session."
    WAIT = "Wait: the other tables have not finished their hand."
    CHANGED_SINCE = "Something has changed since. Look again."
    # buying
    NO_REBUYS = "There are no re-buys in this tournament."
    REBUYS_CLOSED = "The re-buy period is closed."
    REBUYS_STILL_OPEN = "The re-buy period is still open."
    CHIPS_LEFT = "This player still has chips."
    NO_CHIPS = "This player has no chips."
    NO_ADDONS = "This add-on is not offered."
    NOTHING_BOUGHT = "There is no purchase to take back."
    ADDED_ON_ALREADY = "This player has added on already."
    # conduct
    NOT_SO_MUCH = "This amount cannot be forfeited, or given back."
    NOT_DISQUALIFIED = "This player is not disqualified."
    # prizes and the end
    NOT_PUBLISHED = "The prize list is not published."
    PUBLISHED_ALREADY = "The prize list is already published."
    FEES_TOO_SMALL = "The entry fees do not cover the prizes in kind."
    NOBODY_RANKED = "Nobody is left to rank."
    NO_CUT_DUE = "No cut for the high card is due."
    WRONG_CUT = "Other players have to cut."
    CARD_TWICE = "The same card was keyed twice."
    ANOTHER_SESSION = "This player plays in another session."
    NO_SUCH_SESSION = "Nobody can enter this session."
    MORE_SESSIONS = "The heat has more sessions to play."
    NO_MORE_SESSIONS = "The first heat has no more sessions."
    NOBODY_GOES_ON = "Nobody goes on to another heat."
    REASON_NEEDED = "Give a reason."
    FIXED = "This can no longer be changed."
    NOT_A_FORMAT = "The rules do not allow this format."
    # clock and chips
    NO_CLOCK = "This tournament has no levels."
    CLOCK_RUNS = "The clock is already running."
    CLOCK_STANDS = "The clock is stopped."
    NOT_ON_THE_CLOCK = "The clock does not show that much time."
    NOT_COLOURED_SO = "The chips cannot be coloured up this way."


def refused_now(desk: Desk, when: str, *phases: Phase) -> Refused | None:
    """Only in these phases."""
    if desk.phase in phases:
        return None
    detail = f"Expected {when}; the stage is now: {desk.phase.value}."
    return Refused(DeskRefusal.WRONG_PHASE, detail=detail)


def not_started(desk: Desk) -> Refused | None:
    """Only from the start to the end."""
    return refused_now(desk, "after the start and before the end", *STARTED)


def not_in_play(desk: Desk) -> Refused | None:
    """Only while further hands begin."""
    return refused_now(desk, "after the start and before the end", *IN_PLAY)


def without_reason(asking: Asking, clause: str) -> Refused | None:
    """Only with a reason, which goes on record."""
    return None if asking.reason else Refused(DeskRefusal.REASON_NEEDED, clause)


def refused_player(desk: Desk, name: str, clause: str) -> Refused | None:
    """Only of somebody who plays in this session and is not out."""
    refused = refused_entrant(desk.find(name), name, clause)
    if refused is None and desk.entrant(name).session != desk.session:
        detail = f"{name} is in session {desk.entrant(name).session}, expected {desk.session}."
        return Refused(DeskRefusal.ANOTHER_SESSION, "26.1.e", detail)
    return refused


def refused_entrant(entrant: Entrant | None, name: str, clause: str) -> Refused | None:
    """Only of somebody who has entered and is not out, in whichever session."""
    if entrant is None:
        detail = f"Expected a player who has entered, not {name}."
        return Refused(DeskRefusal.NOT_ENTERED, clause, detail)
    if entrant.standing is EntryState.OUT:
        return Refused(DeskRefusal.IS_OUT, clause, f"Expected a player still in, not {name}.")
    if entrant.standing is EntryState.DISQUALIFIED:
        detail = f"Expected a player still in, not {name}."
        return Refused(DeskRefusal.IS_DISQUALIFIED, clause, detail)
    return None
