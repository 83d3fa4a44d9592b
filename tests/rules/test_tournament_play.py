"""Poker room, rules 24 to 29: format, entries, play, re-buys and add-ons."""

import pytest

from controller.domain.base import evolve
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.state import Seat as PokerSeat
from controller.games.poker.state import there
from controller.tournament.buying import AddedOn, AddOn, CloseRebuys, Rebought, Rebuy
from controller.tournament.clock import BeginHand, BeginLevel, CallTime, follow_up
from controller.tournament.conduct import ForfeitPocketed, PocketedForfeited
from controller.tournament.ending import End, Start
from controller.tournament.entries import Enter, Entered
from controller.tournament.format import AddOns, problem_with
from controller.tournament.guidance import guidance
from controller.tournament.hands import ReportHand
from controller.tournament.heats import BeginNextHeat, BeginNextSession, goes_on
from controller.tournament.management import Alter, Cancel, Cancelled
from controller.tournament.phases import Phase
from controller.tournament.places import ranking
from controller.tournament.prizes import money
from controller.tournament.publishing import PublishPrizes
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import ComeBack, GoAway, MovePlayer, TakeSeat
from controller.tournament.state import Seat
from tests.helpers.tournament_desk import Office, chips, form, friday, level, stacks

LEVELS = (level(20, 25, 50), level(10), level(20, 50, 100, 10))


@pytest.mark.clause("poker-room", "24.1")
def test_tournament_rules_hold_only_in_a_tournament() -> None:
    away = PokerSeat(1, player=1, stack=100, away=True)
    cash = PokerRules(Limit.NO_LIMIT, 100, 200)
    assert there(evolve(cash, tournament=True, scale=None), away)
    assert not there(cash, away)


@pytest.mark.clause("poker-room", "25.1:Hand")
def test_a_hand_is_over_with_its_result_and_the_next_one_begins_after_it() -> None:
    office = friday().do(BeginHand(1))
    assert office.refuses(BeginHand(1)) == (DeskRefusal.HAND_ON, "25.1")
    office.hand(1, anna=2000, ben=500, cara=500).do(BeginHand(1))
    assert office.desk.table(1).hands == 1


@pytest.mark.clause("poker-room", "25.1:Session", "26.1.g")
def test_a_session_lasts_so_many_minutes_or_so_many_hands() -> None:
    timed = friday(levels=LEVELS, session_minutes=15)
    timed.minute = 14.9
    assert follow_up(timed.desk, timed.now) is None
    timed.minute = 15
    assert follow_up(timed.desk, timed.now) == CallTime()

    counted = friday(session_hands=2).hand(1, anna=1000, ben=1000, cara=1000)
    assert follow_up(counted.desk, counted.now) is None
    counted.hand(1, anna=1000, ben=1000, cara=1000)
    assert follow_up(counted.desk, counted.now) == CallTime()
    assert "not both" in str(problem_with(form(session_minutes=60, session_hands=20)))


@pytest.mark.clause("poker-room", "25.1:Heat")
def test_a_heat_fixes_who_goes_on_and_they_sit_down_again() -> None:
    office = Office(form(advance=1)).enter("anna 1.1", "ben 1.2", "cara 2.1", "dan 2.2", "eve 2.3")
    office.start().hand(2, cara=1000, dan=2000, eve=0)
    office.hand(1, anna=1500, ben=500).hand(2, cara=800, dan=2200).do(End())
    assert goes_on(office.desk) == ("anna", "dan")
    office.do(BeginNextHeat())
    assert (office.desk.phase, office.desk.heat) == (Phase.OPEN, 2)
    assert [office.stack(name) for name in ("anna", "ben", "cara", "dan")] == [1000, 0, 0, 1000]
    assert office.refuses(Enter("finn")) == (DeskRefusal.ENTRIES_CLOSED, "26.1.i")
    office.do(TakeSeat("anna", Seat(1, 1)), TakeSeat("dan", Seat(1, 2)), Start())
    office.hand(1, anna=0, dan=2000).do(End())
    names = [one.name for one in ranking(office.desk)]
    assert names == ["dan", "anna", "cara", "ben", "eve"], "who stayed behind ranks by chips then"


@pytest.mark.clause("poker-room", "26.1")
def test_management_cancels_or_alters_with_a_reason_on_record() -> None:
    office = friday()
    assert office.refuses(Cancel()) == (DeskRefusal.REASON_NEEDED, "26.1")
    longer = evolve(office.desk.form, levels=LEVELS)
    assert office.refuses(Alter(longer)) == (DeskRefusal.REASON_NEEDED, "26.1")
    office.do(Alter(longer), reason="more players than expected")
    assert office.desk.form.levels == LEVELS
    office.do(Cancel(), reason="power cut")
    assert office.desk.phase is Phase.CANCELLED
    assert office.events[-1] == Cancelled("power cut", chips(300))


@pytest.mark.clause("poker-room", "26.1.a", "26.1.b", "27.1", "27.2#2")
def test_every_entry_pays_the_fee_and_the_buy_in() -> None:
    office = Office(form(entry=chips(40), buyin=chips(20), entries_max=2))
    office.enter("anna 1.1", "anna#2 1.2")
    assert office.events[0] == Entered("anna", chips(40), chips(20), chips(1000), 1)
    assert (office.desk.books.entries, office.desk.books.buyins) == (chips(80), chips(40))


@pytest.mark.clause("poker-room", "26.1.c")
def test_table_limits_come_from_the_level_and_take_hold_with_the_next_hand() -> None:
    office = friday(levels=LEVELS).do(BeginHand(1), BeginLevel(2))
    assert office.desk.table(1).level == 0, "the hand in progress is finished as it began"
    office.hand(1, anna=1000, ben=1000, cara=1000).do(BeginHand(1))
    assert office.desk.table(1).level == 2
    assert office.desk.form.levels[2].ante == 10_00


@pytest.mark.clause("poker-room", "26.1.d")
def test_no_more_enter_than_there_may_be() -> None:
    office = Office(form(players_max=2)).enter("anna 1.1", "ben 1.2")
    assert office.refuses(Enter("cara")) == (DeskRefusal.FULL, "26.1.d")


@pytest.mark.clause("poker-room", "26.1.e", "27.2#1", "27.2#2")
def test_a_player_may_enter_several_sessions_of_the_first_heat_and_pays_for_each() -> None:
    office = Office(form(sessions=2, advance=1, entries_max=2, rebuys=True))
    office.enter("anna 1.1", "ben 1.2").do(Enter("cara", session=2))
    assert office.refuses(Enter("dan", session=3)) == (DeskRefusal.NO_SUCH_SESSION, "26.1.e")
    other = office.refuses(TakeSeat("cara", Seat(1, 3)))
    assert other == (DeskRefusal.ANOTHER_SESSION, "26.1.e")
    office.start().do(Enter("ben#2", session=2)).hand(1, anna=2000, ben=0)
    assert office.refuses(BeginNextSession())[0] is DeskRefusal.WRONG_PHASE
    office.do(End())
    assert [one.name for one in ranking(office.desk)] == ["anna", "ben"]
    assert office.refuses(BeginNextHeat()) == (DeskRefusal.MORE_SESSIONS, "25.1")
    office.do(BeginNextSession())
    assert office.refuses(Enter("anna#2")) == (DeskRefusal.ENTRIES_CLOSED, "26.1.i")
    office.do(TakeSeat("cara", Seat(1, 1)), TakeSeat("ben#2", Seat(1, 2)), Start())
    office.hand(1, cara=500, **{"ben#2": 1500}).do(End())
    assert office.refuses(BeginNextSession()) == (DeskRefusal.NO_MORE_SESSIONS, "26.1.e")
    office.do(BeginNextHeat())
    assert (office.desk.heat, [office.stack(one) for one in ("anna", "ben#2")]) == (2, [1000, 1000])
    office.do(TakeSeat("anna", Seat(1, 1)), TakeSeat("ben#2", Seat(1, 2)), Start())
    office.hand(1, anna=2000, **{"ben#2": 0}).do(End())
    assert [one.name for one in ranking(office.desk)] == ["anna", "ben#2", "cara", "ben"]
    assert office.desk.books.entries == chips(400)


@pytest.mark.clause("poker-room", "26.1.e")
def test_at_the_end_of_a_session_equals_cut_only_for_who_goes_on() -> None:
    office = Office(form(sessions=2, advance=2)).enter("anna 1.1", "ben 1.2", "cara 1.3").start()
    office.hand(1, anna=1000, ben=1000, cara=1000).do(End())
    assert office.desk.phase is Phase.CUTTING
    both = Office(form(sessions=2, advance=2)).enter("anna 1.1", "ben 1.2", "cara 1.3").start()
    both.hand(1, anna=1250, ben=1250, cara=500).do(End())
    assert goes_on(both.desk) == ("anna", "ben")


@pytest.mark.clause("poker-room", "26.1.f")
def test_players_are_given_seats_and_a_second_entry_takes_a_free_one() -> None:
    office = Office(form(entries_max=2)).enter("anna 1.1", "ben 1.2").do(Enter("anna#2"))
    office.do(PublishPrizes())
    assert office.refuses(Start()) == (DeskRefusal.NO_SEAT, "26.1.f")
    taken = office.refuses(TakeSeat("anna#2", Seat(1, 1)))
    assert taken == (DeskRefusal.SEAT_TAKEN, "26.1.f")
    office.do(TakeSeat("anna#2", Seat(2, 1)), MovePlayer("ben", Seat(2, 2)), Start())
    assert office.desk.entrant("ben").seat == Seat(2, 2)


@pytest.mark.clause("poker-room", "26.1.h")
def test_the_prize_list_is_part_of_the_format() -> None:
    problem = problem_with(form(prizes=(500_000, 400_000)))
    assert problem == "prizes: 0.90 in all seen: expected 1 (rule 26.1.h)"


@pytest.mark.clause("poker-room", "26.1.i")
def test_how_often_and_until_when_somebody_may_enter() -> None:
    office = Office(form(rebuys=True)).enter("anna 1.1", "ben 1.2")
    assert office.refuses(Enter("anna#2")) == (DeskRefusal.TOO_OFTEN, "26.1.i")
    office.start().do(Enter("cara"), TakeSeat("cara", Seat(1, 3)), CloseRebuys())
    assert office.refuses(Enter("dan")) == (DeskRefusal.ENTRIES_CLOSED, "26.1.i")


@pytest.mark.clause("poker-room", "28.1#1", "28.1#2")
def test_an_absent_player_keeps_seat_and_stack_until_the_blinds_have_eaten_it() -> None:
    office = friday().do(GoAway("ben"))
    assert office.refuses(GoAway("dan")) == (DeskRefusal.NOT_ENTERED, "26.1.f")
    assert office.refuses(ComeBack("dan")) == (DeskRefusal.NOT_ENTERED, "26.1.f")
    assert office.refuses(GoAway("ben")) == (DeskRefusal.AWAY_ALREADY, "28.1")
    office.hand(1, anna=1050, ben=950, cara=1000)
    assert office.desk.entrant("ben").away
    office.do(ComeBack("ben"))
    assert office.refuses(ComeBack("ben")) == (DeskRefusal.NOT_AWAY, "28.1")


@pytest.mark.clause("poker-room", "28.2#1")
def test_with_the_start_players_are_told_that_chips_stay_in_clear_view() -> None:
    asked = guidance(friday().desk.phase)
    assert asked.text == "All chips stay on the table in clear view; none are in pockets."
    assert asked.clause == "28.2"


@pytest.mark.clause("poker-room", "28.2#2")
def test_chips_from_a_pocket_are_forfeited_and_out_of_play() -> None:
    office = friday().do(ForfeitPocketed("anna", chips(300)))
    assert office.events[-1] == PocketedForfeited("anna", chips(300))
    assert (office.stack("anna"), office.desk.books.pocketed) == (700, chips(300))
    everything = ForfeitPocketed("anna", chips(700))
    assert office.refuses(everything) == (DeskRefusal.NOT_SO_MUCH, "28.2")
    hand = ReportHand(1, stacks(anna=1000, ben=1000, cara=1000))
    assert office.refuses(hand) == (DeskRefusal.OUT_OF_BALANCE, "28.3")


@pytest.mark.clause("poker-room", "28.3")
def test_stacks_change_by_hands_re_buys_and_add_ons_only() -> None:
    office = friday()
    for total in (2999, 3001):
        hand = ReportHand(1, stacks(anna=total, ben=0, cara=0))
        assert office.refuses(hand) == (DeskRefusal.OUT_OF_BALANCE, "28.3")
    office.hand(1, anna=3000, ben=0, cara=0)


@pytest.mark.clause("poker-room", "29.1")
def test_without_re_buys_in_the_format_there_are_none() -> None:
    office = friday(addons=AddOns.SINGLE).hand(1, anna=2000, ben=0, cara=1000)
    assert office.refuses(Rebuy("ben")) == (DeskRefusal.NO_REBUYS, "29.1")
    assert office.refuses(CloseRebuys()) == (DeskRefusal.NO_REBUYS, "29.1")
    assert office.refuses(AddOn("anna")) == (DeskRefusal.NO_REBUYS, "29.3.a")
    closed = friday(rebuys=True).do(CloseRebuys())
    assert closed.refuses(AddOn("anna")) == (DeskRefusal.NO_ADDONS, "29.1")


@pytest.mark.clause("poker-room", "29.2.a")
def test_a_re_buy_is_for_a_player_without_chips_while_the_period_is_open() -> None:
    office = friday(rebuys=True).hand(1, anna=2000, ben=0, cara=1000)
    assert office.refuses(Rebuy("cara")) == (DeskRefusal.CHIPS_LEFT, "29.2.a")
    office.do(Rebuy("ben")).hand(1, anna=0, ben=3000, cara=1000)
    office.do(CloseRebuys())
    assert office.refuses(Rebuy("anna")) == (DeskRefusal.REBUYS_CLOSED, "29.2.a")
    assert not office.desk.entrant("anna").is_in, "R71: at 0 when the period closed"


@pytest.mark.clause("poker-room", "29.2.b", "29.2.c", "29.2.d", "31.2.b#2")
def test_a_re_buy_costs_the_entry_and_brings_the_bank_like_a_cash_change() -> None:
    office = friday(rebuys=True, house=300_000).hand(1, anna=2000, ben=0, cara=1000)
    office.do(Rebuy("ben"))
    assert office.events[-1] == Rebought("ben", chips(100), chips(1000))
    assert office.stack("ben") == 1000
    assert money(office.desk).prizes == chips(300 - 90 + 100), "no share of a re-buy is kept"


@pytest.mark.clause("poker-room", "29.3.a")
def test_add_ons_come_with_the_close_for_all_whatever_their_stack() -> None:
    office = friday(rebuys=True, addons=AddOns.SINGLE).hand(1, anna=2000, ben=0, cara=1000)
    assert office.refuses(AddOn("anna")) == (DeskRefusal.REBUYS_STILL_OPEN, "29.3.a")
    office.do(CloseRebuys(), AddOn("anna"), AddOn("cara"))
    assert office.refuses(AddOn("anna")) == (DeskRefusal.ADDED_ON_ALREADY, "29.3.a")
    assert office.refuses(AddOn("ben")) == (DeskRefusal.IS_OUT, "29.3.a")


@pytest.mark.clause("poker-room", "29.3.b", "29.3.c", "29.3.d", "29.3.e", "31.2.b#2")
def test_an_add_on_brings_a_bank_for_an_entry_and_a_double_one_two_for_two() -> None:
    office = friday(rebuys=True, addons=AddOns.DOUBLE, house=300_000).do(CloseRebuys())
    office.do(AddOn("anna"), AddOn("ben", double=True))
    assert office.events[-2:] == [
        AddedOn("anna", chips(100), chips(1000)),
        AddedOn("ben", chips(200), chips(2000)),
    ]
    assert (office.stack("anna"), office.stack("ben")) == (2000, 3000)
    assert money(office.desk).prizes == chips(300 - 90 + 300)
    single = friday(rebuys=True, addons=AddOns.SINGLE).do(CloseRebuys())
    assert single.refuses(AddOn("anna", double=True)) == (DeskRefusal.NO_ADDONS, "29.3.e")
