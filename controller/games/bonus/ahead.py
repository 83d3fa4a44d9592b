"""What a table with a screen does by itself as well, so that nobody taps for what is plain anyway.

The next round is opened as soon as it may be, with the wagers of the last one on it, and the hand
that is settled next is turned face up, so that what it comes to is seen before it is paid. Nothing
of it happens while somebody stands above the dealer: a supervisor wants the table as it is.
"""

from controller.domain.instant import Instant
from controller.floor.rounds import verify_round
from controller.floor.seats import verify_player
from controller.floor.state import Floor
from controller.games.bonus import commands as c
from controller.games.bonus.round.core import can
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table


def go_ahead(table: Table, floor: Floor, now: Instant) -> c.Command | None:
    """None where a person has to act."""
    if table.round.phase is Phase.IDLE:
        return _open(table, floor, now)
    if table.round.phase is Phase.WAGERS:
        return _repeat(table, floor)
    place = next_place(table)
    turn = c.TurnHand(place.number) if place else None
    return turn if turn and can(table, turn) else None


def _open(table: Table, floor: Floor, now: Instant) -> c.OpenRound | None:
    following = c.OpenRound(floor.last_round + 1)
    return following if verify_round(floor, now) is None and can(table, following) else None


def _repeat(table: Table, floor: Floor) -> c.RepeatWagers | None:
    """Where the same seat may still wager."""
    places = [place for place in table.round.before if verify_player(floor, place) is None]
    return c.RepeatWagers(tuple(places)) if places else None
