"""Players come and go between hands: they sit down, buy, go away, come back, wait for a seat.

What is due follows from the moods of the players and from what the screen shows, so that it is the
same however often it is asked: whoever was interrupted goes on where the table stands.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.authority import Command
from controller.devices.reader import place_of
from controller.games.poker.floor.players import AssignSeat, assigned_at, to_bring
from controller.games.poker.floor.state import PokerFloor
from controller.games.poker.floor.waiting import JoinWaitingList, LeaveWaitingList
from controller.games.poker.seating import BuyChips, ComeBack, GoAway, LeaveTable, PostDue, SitDown
from controller.games.poker.stacks import OfferSeat, PickUpChips, seats_to_give_up
from controller.games.poker.state import Seat, Table, has_chips, there
from simulators.games.poker.people.players import Mood, Player

PRESENT_MIN: Final = 3
"""With fewer who can play, everybody plays."""


def due(table: Table, floor: PokerFloor, crowd: Sequence[Player]) -> Iterator[Command]:
    """What is to be keyed before the next hand, the first first."""
    present = sum(there(table.rules, seat) for seat in table.seats)
    yield from map(PickUpChips, seats_to_give_up(table))
    yield from (OfferSeat(seat, _wanted_by(floor, crowd, seat)) for seat in sorted(floor.vacated))
    for player in crowd:
        mood = player.mood(table.number) if present >= PRESENT_MIN else Mood.PLAYS
        place = place_of(floor, player.card)
        if place is not None:
            yield from _seated(table.seat(place), table, player, mood, may_go=present > PRESENT_MIN)
        elif mood is Mood.PLAYS:
            yield from _joining(floor, player)
        elif _waits(floor, player):
            yield LeaveWaitingList(player.card)


def _waits(floor: PokerFloor, player: Player) -> bool:
    return any(one.player == player.card for one in floor.waiting)


def _wanted_by(floor: PokerFloor, crowd: Sequence[Player], seat: int) -> tuple[int, ...]:
    """6.2: who at the table would rather sit there: whoever likes that seat best."""
    places = (place_of(floor, player.card) for player in crowd if player.place == seat)
    return tuple(place for place in places if place is not None)


def _seated(
    seat: Seat, table: Table, player: Player, mood: Mood, *, may_go: bool
) -> Iterator[Command]:
    """What somebody who sits there wants."""
    rules, number = table.rules, seat.number
    plays = there(rules, seat)
    if mood is Mood.GONE and (may_go or not plays):
        yield LeaveTable(number)
        return
    if mood is Mood.AWAY and may_go and plays:
        yield GoAway(number)
        return
    if plays and seat.bank_due and seat.stack < rules.bank_min:
        yield BuyChips(number, rules.bank_min - seat.stack)  # 13.8: before the next hand
    if mood is not Mood.PLAYS:
        return
    if not has_chips(rules, seat):
        yield BuyChips(number, player.bank(rules))
    if seat.away:
        yield ComeBack(number)
    elif has_chips(rules, seat) and seat.waits and not seat.posting and player.posts(table.number):
        yield PostDue(number)


def _joining(floor: PokerFloor, player: Player) -> Iterator[Command]:
    """Somebody would like to play: in a free seat, or on the list."""
    if floor.waiting and floor.waiting[0].player != player.card:
        free = 0
    else:
        free = _free_for(floor, player)
    if not free:
        if not _waits(floor, player):
            yield JoinWaitingList(player.card)
        return
    kept = assigned_at(floor, free)
    if not floor.rules.dealer_seats and kept is None:
        yield AssignSeat(free, player.card)
    else:
        bank = max(player.bank(floor.rules), int(to_bring(floor, player.card, floor.seen)))
        yield SitDown(free, bank, who=player.card)


def _free_for(floor: PokerFloor, player: Player) -> int:
    """A seat that this player may have, the own one first; 0: there is none."""
    free = [
        seat.place
        for seat in sorted(floor.seats, key=lambda seat: seat.place != player.place)
        if seat.player is None and not seat.closed and seat.place not in floor.vacated
    ]
    kept = {place: assigned_at(floor, place) for place in free}
    ours = [place for place, one in kept.items() if one is not None and one.player == player.card]
    return next(iter([*ours, *(place for place, one in kept.items() if one is None)]), 0)
