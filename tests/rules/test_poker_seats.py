"""Poker room: seats, banks and stacks between hands (2.1, 6.2, 13.1 to 13.5, 19.8 to 19.14)."""

import pytest

from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.instant import MINUTE_MS
from controller.domain.money import Money
from controller.floor.decks import CutDeck, ShuffleDeck
from controller.floor.measures import CollusionMeasure, TakeCollusionMeasure
from controller.floor.opening import checklist
from controller.floor.prompts import prompts
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import TakeSeat
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.floor.players import AssignSeat, DrawForSeat, FreeSeat
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.waiting import JoinWaitingList, LeaveWaitingList
from controller.games.poker.offers import Move, offers
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.rules import problem_with
from controller.games.poker.seating import BuyChips, ComeBack, GoAway, LeaveTable, PostDue, SitDown
from controller.games.poker.stacks import (
    BuyGoods,
    CountStack,
    OfferSeat,
    PickUpChips,
    SeatChanged,
    first_call,
    seats_to_give_up,
)
from controller.games.poker.steps import guide
from controller.games.poker.story import narrate
from controller.staff.powers import Objection
from controller.staff.roles import HouseReason
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING, RELIEF

BANKED = evolve(RULES, bank_min=4000)
HOUR = 60 * MINUTE_MS


def dollars(text: str) -> int:
    return int(Money.parse(text))


def folded_round(shift: PokerShift) -> PokerShift:
    """One hand in which everybody folds to the big blind."""
    shift.begun()
    while offers(shift.table) is not None and shift.table.playing().count_in() > 1:
        shift.do(Act(shift.turn(), Move.FOLD))
    shift.do(DrawIn(), AwardPots(), FinishHand())
    return ready(shift)


def ready(shift: PokerShift) -> PokerShift:
    deck = shift.floor.decks_here()[0].name
    return shift.do(ShuffleDeck(deck), CutDeck(deck))


@pytest.mark.clause("poker-room", "2.1")
def test_a_table_has_at_most_eleven_seats_and_only_its_file_says_how_many() -> None:
    shift = PokerShift(evolve(RULES, seats=11)).opened()
    cloth = next(item for item in checklist(shift.floor) if item.code == "cloth")
    assert cloth.text == "The cloth has a place for the dealer and 11 seats"
    for seat in range(1, 12):
        shift.do(SitDown(seat, dollars("100")))
    assert shift.why(SitDown(12, 10000)) == (PokerRefusal.NO_SUCH_SEAT, "2.1")
    assert problem_with(evolve(RULES, seats=12)) == ("seats: 12 seen, expected 2 to 11 (rule 2.1)")


@pytest.mark.clause("poker-room", "4.2#1")
def test_a_table_is_made_with_two_players() -> None:
    shift = PokerShift().sitting(s1="100")
    assert shift.why(BeginHand(1)) == (PokerRefusal.TOO_FEW, "4.2")
    shift.do(SitDown(2, 10000))
    shift.do(BeginHand(1))


@pytest.mark.clause("poker-room", "6.2#1")
def test_who_wants_the_same_seat_draws_a_card_for_it() -> None:
    shift = PokerShift().opened()
    drawn = (("A", Card.parse("9h")), ("B", Card.parse("Kd")), ("C", Card.parse("2s")))
    shift.do(DrawForSeat(4, drawn))
    assert shift.why(SitDown(4, 10000, who="A")) == (PokerFloorRefusal.ASSIGNED_TO_ANOTHER, "6.2")
    shift.do(SitDown(4, 10000, who="B"), SitDown(5, 10000, who="A"))
    assert [seat.player for seat in shift.floor.seats][3:5] == ["B", "A"]
    assert not shift.floor.assigned
    recorded = next(event for event in shift.events() if type(event).__name__ == "SeatDrawn")
    assert (recorded.cards, recorded.player) == (drawn, "B")


@pytest.mark.clause("poker-room", "6.2#1")
def test_equal_cards_are_drawn_again_and_a_draw_takes_two() -> None:
    shift = PokerShift().opened().do(SitDown(1, 10000, who="D"))
    tie = (("A", Card.parse("Kh")), ("B", Card.parse("Kd")), ("C", Card.parse("2s")))
    refused = shift.refuses(DrawForSeat(4, tie))
    assert (refused.refusal, refused.detail) == (PokerFloorRefusal.DRAW_AGAIN, "A and B")
    for cards in (tie[:1], (tie[0], tie[0]), (tie[0], ("B", tie[0][1]))):
        assert shift.why(DrawForSeat(4, cards)) == (PokerFloorRefusal.NO_DRAW, "6.2")
    taken = shift.why(DrawForSeat(1, tie[1:]))
    assert taken[0] is FloorRefusal.SEAT_TAKEN


@pytest.mark.clause("poker-room", "6.2#2")
def test_the_players_have_first_call_on_a_vacated_seat_anti_clockwise_from_the_button() -> None:
    shift = PokerShift().sitting(s1="100", s3="100", s4="100", s6="100")
    shift.do(JoinWaitingList("W"))
    shift.begun()  # the button is at seat 1
    while shift.table.playing().count_in() > 1:
        shift.do(Act(shift.turn(), Move.FOLD))
    shift.do(DrawIn(), AwardPots(), FinishHand(), LeaveTable(3))
    assert first_call(shift.table) == (6, 4, 1)
    assert shift.why(SitDown(3, 10000, who="W")) == (PokerFloorRefusal.FIRST_CALL, "6.2")
    asked = [prompt for prompt in prompts(shift.floor, shift.clock.now()) if prompt.place == 3]
    assert [prompt.clause for prompt in asked] == ["6.2"]
    shift.do(OfferSeat(3, wanted_by=(1, 4)))
    assert (shift.table.seat(3).player, shift.table.seat(4).player) == (3, 0)
    assert shift.floor.seat(3).player == "player 3"
    shift.do(OfferSeat(4))  # vacated in its turn, and nobody wants it
    shift.do(SitDown(4, 10000, who="W"))
    assert not shift.floor.waiting
    assert not shift.floor.vacated


@pytest.mark.clause("poker-room", "6.2#2", "19.13")
def test_a_change_of_seat_that_puts_the_big_blind_off_makes_the_player_wait() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100", s5="100")
    for _ in range(5):
        folded_round(shift)
    at = shift.table.positions
    assert at is not None
    assert at.lapped
    assert at.big == 3
    shift.do(OfferSeat(6, wanted_by=(5,)))
    assert shift.table.seat(6).joining, "seat 5 had the next big blind"
    shift.do(OfferSeat(4, wanted_by=(2,)))
    assert not shift.table.seat(4).joining, "the big blind comes sooner"


@pytest.mark.clause("poker-room", "6.2#2", "19.13")
def test_who_leaves_the_small_blind_behind_with_the_seat_owes_it() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100", s5="100")
    folded_round(shift)
    shift.do(OfferSeat(4, wanted_by=(3,)))
    assert not shift.table.seat(4).waits, "in the first lap it may be left"
    shift.do(OfferSeat(3, wanted_by=(4,)))
    for _ in range(4):
        folded_round(shift)
    shift.do(OfferSeat(6, wanted_by=(3,)))  # had the big blind
    seat = shift.table.seat(6)
    assert (seat.joining, seat.missed_small) == (False, True)
    change = next(event for event in reversed(shift.events()) if isinstance(event, SeatChanged))
    told = narrate(shift.table, shift.table, change).text
    assert told == "Seat 3 moved to seat 6. The player owes the small blind."
    shift.do(PostDue(6)).begun()
    assert shift.table.playing().of(6).dead == RULES.small


@pytest.mark.clause("poker-room", "6.2#2", "19.13")
def test_nobody_moves_away_from_the_blinds_of_a_misdeal() -> None:
    for seat, owed in ((3, (True, False)), (2, (False, True))):
        shift = PokerShift().sitting(s1="100", s2="100", s3="100", s5="100")
        for _ in range(4):
            folded_round(shift)
        shift.do(BeginHand(shift.floor.last_round + 1), DealHoleCards())
        at = shift.table.positions
        assert at is not None
        assert (at.small, at.big) == (2, 3)
        shift.supervised(ReportIrregularity(Irregularity.CARD_EXPOSED_IN_CUT))
        shift.do(OfferSeat(4, wanted_by=(seat,)))
        moved = shift.table.seat(4)
        assert (moved.joining, moved.missed_small) == owed


@pytest.mark.clause("poker-room", "13.1#1")
def test_a_joining_player_has_the_minimum_bank_in_chips() -> None:
    shift = PokerShift(BANKED).opened()
    assert shift.why(SitDown(1, 3999)) == (PokerRefusal.SHORT_BANK, "13.1")
    shift.do(SitDown(1, 4000))
    assert shift.table.seat(1).stack == 4000


@pytest.mark.clause("poker-room", "13.2")
def test_only_chips_are_wagered_whatever_cash_a_player_has() -> None:
    shift = PokerShift().sitting(s1="100", s3="20").begun()
    seat = shift.turn()
    stack = shift.table.playing().of(seat).stack
    all_of_it = stack + shift.table.playing().of(seat).wager
    more = Act(seat, Move.RAISE, all_of_it + 100)
    assert shift.why(more)[0] is PokerRefusal.ABOVE_THE_STACK
    assert shift.why(BuyChips(seat, 100)) == (PokerRefusal.HAND_ON, "13.3")


@pytest.mark.clause("poker-room", "13.3", "13.4")
def test_chips_are_bought_before_a_hand_and_never_during_it() -> None:
    shift = PokerShift().sitting(s1="100", s3="20")
    shift.do(BuyChips(3, 3000))
    assert shift.table.seat(3).stack == 5000
    shift.begun()
    for command in (BuyChips(3, 100), SitDown(5, 10000), LeaveTable(3)):
        assert shift.why(command) == (PokerRefusal.HAND_ON, "13.3")
    shift.do(Act(shift.turn(), Move.FOLD), DrawIn(), AwardPots(), FinishHand())
    shift.do(BuyChips(3, 100))


@pytest.mark.clause("poker-room", "13.5")
def test_chips_leave_with_the_player_or_for_goods_and_services() -> None:
    shift = PokerShift().sitting(s1="100", s3="20")
    shift.do(BuyGoods(1, 1500))
    assert shift.table.seat(1).stack == 8500
    assert shift.why(BuyGoods(1, 8501)) == (LifeRefusal.NOT_IN_CHIPS, "13.5")
    assert shift.why(BuyGoods(1, 0)) == (PokerRefusal.NO_AMOUNT, "13.5")
    assert shift.why(BuyGoods(2, 100)) == (PokerRefusal.SEAT_EMPTY, "6.2")
    shift.do(LeaveTable(1))
    assert shift.floor.taken_away[0].amount == Money(8500)
    shift.do(SitDown(2, 10000), SitDown(4, 10000)).begun()
    assert shift.why(BuyGoods(2, 100))[0] is Objection.ROUND_IN_PROGRESS


def test_a_stack_is_counted_and_set_right_with_a_witness_between_hands() -> None:
    shift = PokerShift().sitting(s1="100", s3="20")
    assert shift.why(CountStack(1, 9900))[0] is Objection.ANOTHER_NEEDED
    shift.on(GAMING)
    assert shift.why(CountStack(1, 10000)) == (LifeRefusal.COUNTED_THE_SAME, "13.5")
    assert shift.why(CountStack(1, -1)) == (LifeRefusal.NOT_COUNTED, "13.5")
    assert shift.why(CountStack(2, 100)) == (PokerRefusal.SEAT_EMPTY, "6.2")
    shift.do(CountStack(1, 9900))
    assert shift.table.seat(1).stack == 9900
    counted = next(event for event in shift.events() if type(event).__name__ == "StackCounted")
    assert (counted.before, counted.after) == (10000, 9900)


@pytest.mark.clause("poker-room", "19.8")
def test_a_seat_is_taken_with_the_permission_of_the_table_inspector() -> None:
    shift = PokerShift(evolve(RULES, dealer_seats=False)).opened()
    sits = SitDown(2, 10000, who="A")
    assert shift.why(sits) == (PokerFloorRefusal.NEEDS_PERMISSION, "19.8")
    assert shift.why(AssignSeat(2, "A"))[0] is Objection.NOT_THIS_ROLE
    shift.supervised(AssignSeat(2, "A"))
    shift.do(sits)
    shift.supervised(AssignSeat(3, "B"), FreeSeat(3))
    assert shift.why(SitDown(3, 10000, who="B"))[0] is PokerFloorRefusal.NEEDS_PERMISSION
    shift.on(GAMING)
    assert shift.why(FreeSeat(3)) == (PokerFloorRefusal.NOT_ASSIGNED, "19.8")
    assert shift.why(AssignSeat(3, " ")) == (PokerFloorRefusal.NO_REFERENCE, "19.8")


@pytest.mark.clause("poker-room", "19.8")
def test_a_draw_by_the_dealer_alone_is_no_permission_where_the_dealer_is_no_delegate() -> None:
    drawn = DrawForSeat(2, (("A", Card.parse("9h")), ("B", Card.parse("Kd"))))
    shift = PokerShift(evolve(RULES, dealer_seats=False)).opened().do(drawn)
    sits = SitDown(2, 10000, who="B")
    assert shift.why(sits) == (PokerFloorRefusal.NEEDS_PERMISSION, "19.8")
    shift.supervised(AssignSeat(2, "B"))
    shift.do(sits)
    other = PokerShift(evolve(RULES, dealer_seats=False)).opened().supervised(drawn)
    other.do(sits)


def test_the_waiting_list_goes_in_its_order_unless_the_inspector_assigns_a_seat() -> None:
    shift = PokerShift()
    shift.on(RELIEF)
    assert shift.why(JoinWaitingList("A"))[0] is FloorRefusal.NOT_OPEN
    shift = PokerShift().opened().do(SitDown(1, 10000, who="S"))
    shift.do(JoinWaitingList("A"), JoinWaitingList("B"), JoinWaitingList("C"))
    assert shift.why(JoinWaitingList("A"))[0] is PokerFloorRefusal.WAITS_ALREADY
    assert shift.why(JoinWaitingList("S"))[0] is PokerFloorRefusal.HAS_A_SEAT
    assert shift.why(JoinWaitingList(""))[0] is PokerFloorRefusal.NO_REFERENCE
    refused = shift.refuses(SitDown(2, 10000, who="B"))
    assert (refused.refusal, refused.detail) == (PokerFloorRefusal.WAITS_LONGER, "A")
    shift.do(SitDown(2, 10000, who="A"))
    shift.supervised(AssignSeat(3, "C"))
    shift.do(SitDown(3, 10000, who="C"))
    assert [one.player for one in shift.floor.waiting] == ["B"]
    shift.do(LeaveWaitingList("B"))
    assert shift.why(LeaveWaitingList("B"))[0] is PokerFloorRefusal.NOT_WAITING


@pytest.mark.clause("poker-room", "19.9")
def test_back_within_the_hour_a_player_brings_what_was_taken_away() -> None:
    shift = PokerShift(BANKED).opened()
    shift.do(SitDown(1, 30000, who="A"), SitDown(2, 10000, who="B"), LeaveTable(1), OfferSeat(1))
    shift.clock.wait(HOUR - 1)
    refused = shift.refuses(SitDown(1, 29999, who="A"))
    assert (refused.refusal, refused.clause) == (PokerFloorRefusal.TOOK_MORE_AWAY, "19.9")
    assert refused.said == "Back within the hour: bring at least $300."
    shift.do(SitDown(3, 4000, who="C"))  # anybody else: the minimum bank
    shift.clock.wait(1)
    shift.do(SitDown(1, 4000, who="A"))


@pytest.mark.clause("poker-room", "19.9")
def test_what_was_taken_away_more_than_an_hour_ago_is_kept_no_longer() -> None:
    shift = PokerShift(BANKED).opened()
    for seat, who in enumerate("ABC", 1):
        shift.do(SitDown(seat, 5000, who=who))
    shift.do(LeaveTable(1))
    shift.clock.wait(HOUR - 1)
    shift.do(LeaveTable(2))
    assert [taken.player for taken in shift.floor.taken_away] == ["A", "B"]
    shift.clock.wait(1)
    shift.do(LeaveTable(3))
    assert [taken.player for taken in shift.floor.taken_away] == ["B", "C"]


@pytest.mark.clause("poker-room", "19.9")
def test_the_hour_goes_on_when_the_console_starts_anew() -> None:
    shift = PokerShift(BANKED).opened()
    shift.do(SitDown(1, 30000, who="A"), LeaveTable(1))
    shift.restart().compared()
    assert shift.why(SitDown(1, 4000, who="A")) == (PokerFloorRefusal.TOOK_MORE_AWAY, "19.9")
    shift.do(SitDown(1, 30000, who="A"))
    assert not shift.floor.taken_away


@pytest.mark.clause("poker-room", "19.10")
def test_no_seat_is_opened_for_somebody_without_chips() -> None:
    shift = PokerShift().opened()
    assert shift.why(TakeSeat(2, "A")) == (LifeRefusal.NO_SPECTATOR, "19.10")
    assert shift.why(SitDown(2, 0)) == (PokerRefusal.NO_AMOUNT, "13.1")


@pytest.mark.clause("poker-room", "19.11")
def test_two_who_may_not_play_together_get_no_seats_at_one_table() -> None:
    shift = PokerShift().opened()
    for seat, who in enumerate("ABC", 1):
        shift.do(SitDown(seat, 10000, who=who))
    shift.deck_ready()
    apart = TakeCollusionMeasure(CollusionMeasure.BAR_TOGETHER, (1, 2))
    shift.supervised(apart, reason=HouseReason.RELATED)
    assert shift.why(BeginHand(1)) == (FloorRefusal.BARRED_TOGETHER, "19.11")
    shift.do(LeaveTable(2), OfferSeat(2))
    assert shift.why(SitDown(2, 10000, who="B")) == (FloorRefusal.BARRED_TOGETHER, "19.11")
    shift.do(SitDown(2, 10000, who="D"), BeginHand(1))


@pytest.mark.clause("poker-room", "19.12.b", "19.12.c")
def test_who_is_moved_by_the_table_inspector_is_dealt_in_at_once() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100")
    for _ in range(4):
        folded_round(shift)
    moved = SitDown(5, 10000, moved=True, who="M")
    assert shift.why(moved) == (PokerFloorRefusal.NOT_MOVED, "19.12")
    shift.supervised(AssignSeat(5, "M", moved=True))
    shift.do(moved, SitDown(6, 10000, who="N"))
    assert not shift.table.seat(5).joining
    assert shift.table.seat(6).joining


@pytest.mark.clause("poker-room", "19.14")
def test_two_missed_laps_are_proposed_and_a_supervisor_decides() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100", s4="100")
    folded_round(shift)
    shift.do(GoAway(4))
    assert "missed" not in guide(shift.table).reminders[0]
    shift.on(GAMING)
    assert shift.why(PickUpChips(4)) == (LifeRefusal.LAPS_NOT_MISSED, "19.14")
    assert shift.why(PickUpChips(5)) == (PokerRefusal.SEAT_EMPTY, "6.2")
    shift.off()
    for _ in range(4):
        folded_round(shift)
    assert shift.table.seat(4).bigs_missed == 2
    assert seats_to_give_up(shift.table) == (), "the second small blind comes with the next hand"
    folded_round(shift)
    assert shift.table.seat(4).laps_missed == 2
    assert seats_to_give_up(shift.table) == (4,)
    assert guide(shift.table).reminders[0].startswith("Seat 4 has missed two rounds of blinds")
    assert shift.why(PickUpChips(4))[0] is Objection.ANOTHER_NEEDED
    shift.on(GAMING).do(PickUpChips(4)).off()
    assert shift.table.seat(4).player == 0
    assert shift.floor.seat(4).player is None
    assert shift.floor.taken_away[0].player == "player 4"


@pytest.mark.clause("poker-room", "19.14")
def test_a_small_blind_that_is_missed_in_a_misdeal_too_is_missed_once() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100", s4="100")
    folded_round(shift)
    shift.do(GoAway(4))
    folded_round(shift)
    for _ in range(2):
        shift.do(BeginHand(shift.floor.last_round + 1), DealHoleCards())
        shift.supervised(ReportIrregularity(Irregularity.CARD_EXPOSED_IN_CUT))
        ready(shift)
    assert shift.table.seat(4).smalls_missed == 1
    folded_round(shift)
    assert (shift.table.seat(4).bigs_missed, shift.table.seat(4).smalls_missed) == (1, 1)


@pytest.mark.clause("poker-room", "19.14")
def test_where_two_play_on_the_big_blind_alone_counts_the_laps() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100")
    folded_round(shift)
    shift.do(GoAway(3))
    while shift.table.seat(3).bigs_missed < 2:
        assert seats_to_give_up(shift.table) == ()
        folded_round(shift)
    assert seats_to_give_up(shift.table) == (3,)


@pytest.mark.clause("poker-room", "19.14")
def test_who_is_dealt_in_again_has_missed_nothing_in_a_row() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100", s4="100")
    folded_round(shift)
    shift.do(GoAway(4))
    folded_round(shift)
    folded_round(shift)
    assert shift.table.seat(4).laps_missed == 1
    shift.do(ComeBack(4))
    for _ in range(3):
        folded_round(shift)
    assert (shift.table.seat(4).bigs_missed, shift.table.seat(4).smalls_missed) == (0, 0)


def test_a_seat_that_is_taken_closed_or_kept_is_not_moved_to() -> None:
    shift = PokerShift().sitting(s1="100", s2="100")
    assert shift.why(OfferSeat(2))[0] is PokerRefusal.SEAT_TAKEN
    assert shift.why(OfferSeat(7))[0] is PokerRefusal.NO_SUCH_SEAT
    assert shift.why(OfferSeat(3, (4,)))[0] is PokerRefusal.SEAT_EMPTY
    shift.supervised(AssignSeat(3, "A"))
    assert shift.why(OfferSeat(3, (1,)))[0] is PokerFloorRefusal.ASSIGNED_TO_ANOTHER
    shift.do(OfferSeat(4, (1, 2)))
    assert shift.table.seat(4).player == 2, "before the first hand: from the last seat on"
