"""A player card at a table of the room: swiped for a free seat, or for somebody who sits there."""

from typing import Any

from controller.devices.reader import SwipeHandler
from controller.domain.base import evolve
from controller.domain.kernel import Asking
from controller.floor.game import FloorGame
from controller.floor.measures import CollusionMeasure, TakeCollusionMeasure
from controller.floor.refusals import FloorRefusal
from controller.games.poker.floor import FLOOR
from controller.games.poker.floor.player_cards import ShowCard
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.waiting import JoinWaitingList
from controller.games.poker.seating import LeaveTable, SitDown
from controller.staff.roles import Actor
from drivers.magtek.protocol import MemberCard
from tests.helpers.poker_shift import PokerShift
from tests.helpers.shift import DEALER

ANNA, BEN = "60601234", "60605678"


def swiped(shift: PokerShift, place: int, number: str = ANNA) -> str:
    """A card, then a touch; what is said of it."""
    handler = SwipeHandler(lambda: 0)
    handler.attach(shift.controller)
    handler.receive(MemberCard(number))
    handler.pick(place)
    shift.controller.work()
    assert number not in handler.view.text
    return handler.view.text


def player_at(shift: PokerShift, place: int) -> Any:
    return shift.floor.seat(place).player


def test_a_free_seat_is_kept_for_the_card_and_taken_with_chips() -> None:
    shift = PokerShift().opened()
    assert swiped(shift, 3) == "Place 3: card confirmed."
    assert [(kept.place, kept.player) for kept in shift.floor.assigned] == [(3, ANNA)]
    assert player_at(shift, 3) is None, "nobody sits down without chips"
    shift.do(SitDown(3, 20_000, who=ANNA))
    assert (player_at(shift, 3), shift.floor.assigned) == (ANNA, ())
    assert swiped(shift, 3) == "Place 3: card confirmed."
    shift.do(LeaveTable(3))
    assert [taken.player for taken in shift.floor.taken_away] == [ANNA]


def test_who_was_only_counted_gets_the_reference_of_the_card() -> None:
    shift = PokerShift().sitting(s1="200", s2="200")
    before = player_at(shift, 1)
    swiped(shift, 1)
    assert (player_at(shift, 1), shift.floor.seat(1).card) == (ANNA, True)
    assert before != ANNA
    assert "under another card" in swiped(shift, 1, BEN)


def test_in_a_hand_nobody_changes_the_reference() -> None:
    shift = PokerShift().sitting(s1="200", s2="200").begun()
    assert shift.why(ShowCard(1, ANNA))[0] is FloorRefusal.ROUND_IN_PROGRESS
    assert shift.do(ShowCard(3, BEN)).floor.assigned, "a free seat may be kept meanwhile"


def test_a_card_has_one_seat_and_jumps_no_queue() -> None:
    shift = PokerShift().sitting(s1="200", s2="200").do(ShowCard(1, ANNA))
    assert shift.refuses(ShowCard(2, ANNA)).refusal is PokerFloorRefusal.HAS_A_SEAT
    assert shift.refuses(ShowCard(0, BEN)).refusal is FloorRefusal.NO_SUCH_PLACE
    shift.do(JoinWaitingList("4711"))
    assert shift.why(ShowCard(4, BEN))[0] is PokerFloorRefusal.WAITS_LONGER
    shift.do(ShowCard(4, "4711"))


def test_who_gets_a_reference_at_a_seat_waits_for_no_other() -> None:
    shift = PokerShift().sitting(s1="200", s2="200")
    shift.do(JoinWaitingList(ANNA), ShowCard(4, ANNA), JoinWaitingList(BEN))
    shift.do(ShowCard(1, ANNA))
    assert [one.player for one in shift.floor.waiting] == [BEN]
    assert shift.floor.assigned == ()
    shift.do(ShowCard(4, BEN))


def test_who_may_not_play_together_may_not_under_the_card_either() -> None:
    shift = PokerShift().sitting(s1="200", s2="200", s4="200")
    shift.supervised(TakeCollusionMeasure(CollusionMeasure.BAR_TOGETHER, (1, 2)))
    before = player_at(shift, 1)
    assert before in shift.floor.apart[0]
    shift.do(ShowCard(1, ANNA))
    assert shift.floor.apart[0] == {ANNA, player_at(shift, 2)}


def test_an_excluded_player_gets_no_seat_by_a_card() -> None:
    shift = PokerShift().sitting(s1="200", s2="200")
    floor = evolve(shift.floor, excluded=frozenset({ANNA}))
    for place in (2, 4):
        by = (Actor(DEALER.number, DEALER.role),)
        refused = FLOOR.verify(floor, ShowCard(place, ANNA), Asking(shift.clock.now(), by))
        assert refused is not None
        assert refused.refusal is FloorRefusal.PLAYER_EXCLUDED


def test_a_game_that_says_nothing_of_cards_leaves_them_to_the_seat() -> None:
    assert FloorGame().by_card(PokerShift().floor, 1, ANNA) == ()


def test_who_never_sat_down_waits_again_although_a_card_was_shown_meanwhile() -> None:
    shift = PokerShift().sitting(s1="200").do(JoinWaitingList("player 9"), JoinWaitingList(BEN))
    shift.do(SitDown(2, 20000, who="player 9"), ShowCard(2, ANNA))
    shift.do(LeaveTable(2, mistaken=True))
    assert [one.player for one in shift.floor.waiting] == ["player 9", BEN]
    assert [one.player for one in shift.floor.came] == ["player 1"]
